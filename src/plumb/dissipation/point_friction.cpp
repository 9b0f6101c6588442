#include <plumb/dissipation/point_friction.h>

#include <cmath>

namespace plumb {

PointFriction::PointFriction(std::shared_ptr<const Embedding> embedding, int point, const Eigen::Vector3d& normal,
                             const PointFrictionLaw& law, std::size_t slot)
    : embedding_(std::move(embedding)),
      point_(point),
      along_(Eigen::Matrix3d::Identity() - normal * normal.transpose()),
      law_(law),
      slot_(slot) {
  ENSURE(law_.speed > 0);
}

PointFriction::Loss PointFriction::loss(const State& state, const Loads& loads) const {
  std::vector<Eigen::Vector3d> velocity(static_cast<std::size_t>(embedding_->n_points()));
  embedding_->velocities(state.q, loads.clamps, loads.clamp_rates, state.v, velocity);
  const Eigen::Vector3d u = along_ * velocity[static_cast<std::size_t>(point_)];
  const double most = law_.mu * state.history[slot_][0];
  if (law_.kind == FrictionOfSpeed::viscous) {
    const double viscosity = most / law_.speed;
    return {0.5 * viscosity * u.squaredNorm(), viscosity * u, viscosity * along_};
  }
  const double size = std::sqrt(u.squaredNorm() + law_.speed * law_.speed);
  return {most * (size - law_.speed), most / size * u, most / size * (along_ - u * u.transpose() / (size * size))};
}

Eigen::Vector3d PointFriction::force(const State& state, const Loads& loads) const { return -loss(state, loads).slope; }

Status PointFriction::evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                               ElementBuffer& out) const {
  if (begin >= end) return Status::ok;
  const Loss at = loss(state, loads);
  Eigen::Matrix3Xd jacobian(3, stencil_size());
  embedding_->jacobian(state.q, loads.clamps, point_, jacobian);
  out.value(0) = at.value;
  const Eigen::VectorXd slope = jacobian.transpose() * at.slope;
  for (int i = 0; i < stencil_size(); ++i) out.gradient(0, i) = slope[i];
  if (!want.hessian) return Status::ok;
  const Eigen::MatrixXd curvature = jacobian.transpose() * at.curvature * jacobian;
  for (int i = 0; i < stencil_size(); ++i) {
    for (int j = 0; j <= i; ++j) out.hessian(0, ElementBuffer::packed_index(i, j)) = curvature(i, j);
  }
  return Status::ok;
}

}  // namespace plumb
