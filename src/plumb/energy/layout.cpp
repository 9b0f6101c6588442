#include <plumb/energy/layout.h>

namespace plumb {

Status Retraction::retract(State& state, const Eigen::VectorXd& step) const {
  state.q += step;
  return Status::ok;
}

void NodalRetraction::move_rigidly(State& state, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& shift) const {
  for (const int p : points_) state.q.segment<3>(p) = (rotation * state.q.segment<3>(p) + shift).eval();
}

Layout Layout::all_free(int n_q, std::shared_ptr<const Retraction> retraction) {
  Layout layout;
  layout.n_q = n_q;
  layout.free_index.assign(static_cast<std::size_t>(n_q), 0);
  layout.scale = Eigen::VectorXd::Ones(n_q);
  layout.retraction = std::move(retraction);
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

}  // namespace plumb
