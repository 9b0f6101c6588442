#include <plumb/geometry/joined_embedding.h>

#include <algorithm>

namespace plumb {

JoinedEmbedding::JoinedEmbedding(std::vector<std::shared_ptr<const Embedding>> parts) : parts_(std::move(parts)) {
  for (const auto& part : parts_) starts_.push_back(starts_.back() + part->n_points());
}

std::pair<const Embedding*, int> JoinedEmbedding::find(int point) const {
  const auto beyond = std::upper_bound(starts_.begin(), starts_.end(), point);
  const auto part = static_cast<std::size_t>(beyond - starts_.begin()) - 1;
  return {parts_[part].get(), point - starts_[part]};
}

std::span<const int> JoinedEmbedding::stencil(int point) const {
  const auto [part, i] = find(point);
  return part->stencil(i);
}

void JoinedEmbedding::positions(const Eigen::VectorXd& q, std::span<const Pose> clamps,
                                std::span<Eigen::Vector3d> x) const {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto begin = static_cast<std::size_t>(starts_[p]), end = static_cast<std::size_t>(starts_[p + 1]);
    parts_[p]->positions(q, clamps, x.subspan(begin, end - begin));
  }
}

void JoinedEmbedding::velocities(const Eigen::VectorXd& q, std::span<const Pose> clamps,
                                 std::span<const PoseRate> rates, const Eigen::VectorXd& v,
                                 std::span<Eigen::Vector3d> out) const {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const auto begin = static_cast<std::size_t>(starts_[p]), end = static_cast<std::size_t>(starts_[p + 1]);
    parts_[p]->velocities(q, clamps, rates, v, out.subspan(begin, end - begin));
  }
}

void JoinedEmbedding::jacobian(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                               Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const {
  const auto [part, i] = find(point);
  part->jacobian(q, clamps, i, on_stencil);
}

bool JoinedEmbedding::linear() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const auto& part) { return part->linear(); });
}

void JoinedEmbedding::curvature(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                                const Eigen::Vector3d& r, Eigen::Ref<Eigen::MatrixXd> on_stencil) const {
  const auto [part, i] = find(point);
  part->curvature(q, clamps, i, r, on_stencil);
}

}  // namespace plumb
