#include <plumb/mechanics/layout.h>

namespace plumb {

Block points_block(int first, int stride, int count) {
  return {.name = "points", .first = first, .stride = stride, .count = count, .width = 3, .positions = true};
}

std::vector<Block> points_blocks(const std::vector<int>& first) {
  std::vector<Block> blocks;
  for (const int at : first) {
    if (!blocks.empty() && blocks.back().count == 1 && at > blocks.back().first)
      blocks.back().stride = at - blocks.back().first;
    if (!blocks.empty() && at == blocks.back().at(blocks.back().count)) {
      ++blocks.back().count;
    } else {
      blocks.push_back(points_block(at, 3, 1));
    }
  }
  return blocks;
}

Layout Layout::all_free(int n_q, std::vector<Block> blocks) {
  Layout layout;
  layout.n_q = n_q;
  layout.free_index.assign(static_cast<std::size_t>(n_q), 0);
  layout.scale = Eigen::VectorXd::Ones(n_q);
  layout.blocks = std::move(blocks);
  layout.fix({});
  return layout;
}

Layout Layout::freed() const {
  Layout layout = *this;
  layout.free_index.assign(static_cast<std::size_t>(n_q), 0);
  layout.fix({});
  return layout;
}

void Layout::fix(const std::vector<int>& unknowns) {
  for (const int i : unknowns) free_index[static_cast<std::size_t>(i)] = -1;
  n_free = 0;
  for (int& i : free_index) {
    if (i >= 0) i = n_free++;
  }
}

void Layout::spread(const Eigen::VectorXd& free, Eigen::VectorXd& all) const {
  for_free([&](int i, int row) { all[i] = free[row]; });
}

void Layout::gather(const Eigen::VectorXd& all, Eigen::VectorXd& free) const {
  free.resize(n_free);
  for_free([&](int i, int row) { free[row] = all[i]; });
}

double Layout::relative_size(const Eigen::VectorXd& step) const {
  return step.cwiseQuotient(scale).cwiseAbs().maxCoeff();
}

Status Layout::retract(State& state, const Eigen::VectorXd& step) const {
  for (const auto& part : carried) {
    if (const Status s = part->carry(state, step); s != Status::ok) return s;
  }
  state.q += step;
  for (const auto& part : carried) part->settle(state);
  return Status::ok;
}

}  // namespace plumb
