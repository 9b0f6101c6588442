#include <plumb/geometry/weighted_embedding.h>

namespace plumb {

WeightedEmbedding::WeightedEmbedding(const std::vector<std::vector<Share>>& points) {
  for (const std::vector<Share>& shares : points) {
    for (const auto [first, weight] : shares) {
      weights_.push_back(weight);
      stencils_.insert(stencils_.end(), {first, first + 1, first + 2});
    }
    starts_.push_back(weights_.size());
  }
}

std::span<const int> WeightedEmbedding::stencil(int point) const {
  const std::size_t begin = starts_[static_cast<std::size_t>(point)],
                    end = starts_[static_cast<std::size_t>(point) + 1];
  return {stencils_.data() + 3 * begin, 3 * (end - begin)};
}

void WeightedEmbedding::sum(const Eigen::VectorXd& nodes, std::span<Eigen::Vector3d> out) const {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i].setZero();
    for (std::size_t k = starts_[i]; k < starts_[i + 1]; ++k)
      out[i] += weights_[k] * nodes.segment<3>(stencils_[3 * k]);
  }
}

void WeightedEmbedding::positions(const Eigen::VectorXd& q, std::span<const Pose>, std::span<Eigen::Vector3d> x) const {
  sum(q, x);
}

void WeightedEmbedding::velocities(const Eigen::VectorXd&, std::span<const Pose>, std::span<const PoseRate>,
                                   const Eigen::VectorXd& v, std::span<Eigen::Vector3d> out) const {
  sum(v, out);
}

void WeightedEmbedding::jacobian(const Eigen::VectorXd&, std::span<const Pose>, int point,
                                 Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const {
  const std::size_t begin = starts_[static_cast<std::size_t>(point)];
  for (Eigen::Index k = 0; 3 * k < on_stencil.cols(); ++k) {
    on_stencil.middleCols<3>(3 * k) = weights_[begin + static_cast<std::size_t>(k)] * Eigen::Matrix3d::Identity();
  }
}

}  // namespace plumb
