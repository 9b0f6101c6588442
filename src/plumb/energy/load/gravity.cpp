#include <plumb/energy/load/gravity.h>

#include <plumb/mechanics/specimen.h>

namespace plumb {

Gravity::Gravity(std::shared_ptr<const NodalEmbedding> nodes, Eigen::VectorXd masses)
    : nodes_(std::move(nodes)), masses_(std::move(masses)) {
  ENSURE(masses_.size() == nodes_->n_points());
}

Status Gravity::evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                         ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) {
    const Eigen::Vector3d minus_weight = -masses_[e] * loads.gravity;
    if (want.value) out.value(e - begin) = minus_weight.dot(state.q.segment<3>(nodes_->first(e)));
    if (!want.gradient) continue;
    for (int i = 0; i < 3; ++i) out.gradient(e - begin, i) = minus_weight[i];
  }
  return Status::ok;
}

Status Gravity::hessian_times(const State&, const Loads&, const Eigen::VectorXd&, int begin, int end,
                              ElementBuffer& out) const {
  for (int e = begin; e < end; ++e) {
    for (int i = 0; i < stencil_size(); ++i) out.gradient(e - begin, i) = 0;
  }
  return Status::ok;
}

std::vector<Specimen> gravity_specimens() {
  const std::vector<int> points{0, 3, 6};
  Specimen s;
  s.name = "gravity";
  s.energy = std::make_shared<Gravity>(std::make_shared<NodalEmbedding>(points), Eigen::Vector3d(1, 2, 0.5));
  s.layout = Layout::all_free(9, {points_block(0, 3, 3)});
  s.rest.q = Eigen::VectorXd::LinSpaced(9, -1, 1);
  s.loads.gravity = {0.3, -1, 9.81};
  s.rest_is_zero = false;
  s.objective = false;
  return {s};
}

}  // namespace plumb
