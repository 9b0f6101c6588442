#include <plumb/geometry/embedding.h>

#include <plumb/core/status.h>

namespace plumb {

void Embedding::curvature(const Eigen::VectorXd&, std::span<const Pose>, int, const Eigen::Vector3d&,
                          Eigen::Ref<Eigen::MatrixXd> on_stencil) const {
  ENSURE(linear());
  on_stencil.setZero();
}

std::vector<Eigen::Vector3d> Embedding::points_at(const Eigen::VectorXd& q, std::span<const Pose> clamps) const {
  std::vector<Eigen::Vector3d> x(static_cast<std::size_t>(n_points()));
  positions(q, clamps, x);
  return x;
}

NodalEmbedding::NodalEmbedding(const std::vector<int>& first) {
  stencils_.reserve(3 * first.size());
  for (const int f : first) stencils_.insert(stencils_.end(), {f, f + 1, f + 2});
}

void NodalEmbedding::positions(const Eigen::VectorXd& q, std::span<const Pose>, std::span<Eigen::Vector3d> x) const {
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = q.segment<3>(stencils_[3 * i]);
}

void NodalEmbedding::velocities(const Eigen::VectorXd&, std::span<const Pose>, std::span<const PoseRate>,
                                const Eigen::VectorXd& v, std::span<Eigen::Vector3d> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = v.segment<3>(stencils_[3 * i]);
}

void NodalEmbedding::jacobian(const Eigen::VectorXd&, std::span<const Pose>, int,
                              Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const {
  on_stencil.setIdentity();
}

}  // namespace plumb
