#include <plumb/model/model_builder.h>

#include <plumb/geometry/joined_embedding.h>
#include <plumb/inertia/summed_inertia.h>

namespace plumb {

int ModelBuilder::unknowns(int n, double scale) {
  const auto first = static_cast<int>(scale_.size());
  scale_.insert(scale_.end(), static_cast<std::size_t>(n), scale);
  masses_.resize(scale_.size(), 0);
  model_.initial.q.conservativeResize(first + n);
  model_.initial.q.tail(n).setZero();
  return first;
}

void ModelBuilder::points(const std::vector<int>& first) {
  control_points(first);
  if (first.empty()) return;
  for (std::size_t i = 0; i < first.size(); ++i) place_of_[first[i]] = n_points_ + static_cast<int>(i);
  add(std::make_shared<NodalEmbedding>(first));
}

void ModelBuilder::control_points(const std::vector<int>& first) {
  positions_.insert(positions_.end(), first.begin(), first.end());
}

std::size_t ModelBuilder::history(HistorySlot slot, Eigen::VectorXd initial) {
  model_.layout.history.push_back(std::move(slot));
  model_.initial.history.push_back(std::move(initial));
  return model_.initial.history.size() - 1;
}

std::size_t ModelBuilder::clamp(const Pose& pose) {
  model_.initial.loads.clamps.push_back(pose);
  return model_.initial.loads.clamps.size() - 1;
}

std::size_t ModelBuilder::wrench() {
  model_.initial.loads.wrenches.emplace_back();
  return model_.initial.loads.wrenches.size() - 1;
}

std::size_t ModelBuilder::pressure() {
  model_.initial.loads.pressures.push_back(0);
  return model_.initial.loads.pressures.size() - 1;
}

void ModelBuilder::add(std::shared_ptr<const Embedding> embedding) {
  n_points_ += embedding->n_points();
  embeddings_.push_back(std::move(embedding));
}

std::vector<int> ModelBuilder::places(const std::vector<int>& first) const {
  std::vector<int> all;
  for (const int unknown : first) all.push_back(place_of_.at(unknown));
  return all;
}

void ModelBuilder::add(std::shared_ptr<const Constraint> constraint) {
  fix(constraint->fixed());
  model_.constraints.push_back(std::move(constraint));
}

void ModelBuilder::fix(const std::vector<int>& unknowns) {
  fixed_.insert(fixed_.end(), unknowns.begin(), unknowns.end());
}

void ModelBuilder::mass(int unknown, double mass) {
  masses_[static_cast<std::size_t>(unknown)] += mass;
  moves_ = true;
}

std::shared_ptr<const Inertia> ModelBuilder::joined_inertia() {
  if (moves_) {
    const auto n_q = static_cast<Eigen::Index>(masses_.size());
    inertias_.push_back(
        std::make_shared<LumpedInertia>(Eigen::Map<const Eigen::VectorXd>(masses_.data(), n_q), rotors_, spinning_));
  }
  if (inertias_.empty()) return nullptr;
  return inertias_.size() == 1 ? inertias_.front() : std::make_shared<SummedInertia>(inertias_);
}

Model ModelBuilder::finish() {
  const auto n_q = static_cast<int>(scale_.size());
  Layout layout = Layout::all_free(n_q, points_blocks(positions_));
  layout.scale = Eigen::Map<const Eigen::VectorXd>(scale_.data(), n_q);
  layout.history = std::move(model_.layout.history);
  layout.carried = std::move(model_.layout.carried);
  layout.fix(fixed_);
  model_.layout = std::move(layout);
  model_.embedding =
      embeddings_.size() == 1 ? embeddings_.front() : std::make_shared<JoinedEmbedding>(std::move(embeddings_));
  if (!surface_.points.empty()) {
    surface_.radius.resize(static_cast<std::size_t>(n_points_), 0);
    model_.surface = std::make_shared<const Surface>(std::move(surface_));
  }
  model_.inertia = joined_inertia();
  model_.initial.v = Eigen::VectorXd::Zero(n_q);
  return std::move(model_);
}

}  // namespace plumb
