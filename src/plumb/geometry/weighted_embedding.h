#pragma once

#include <span>
#include <vector>

#include <plumb/geometry/embedding.h>

namespace plumb {

/// Points that are weighted sums of nodes, as the points of a spline surface are of its control points.
class WeightedEmbedding final : public Embedding {
 public:
  /// A node is three consecutive unknowns of q, of which `first` is the index of the first.
  struct Share {
    int first;
    double weight;
  };
  /// points[i]: the nodes of point i, each once.
  explicit WeightedEmbedding(const std::vector<std::vector<Share>>& points);

  int n_points() const override { return static_cast<int>(starts_.size()) - 1; }
  std::span<const int> stencil(int point) const override;
  void positions(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<Eigen::Vector3d> x) const override;
  void velocities(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<const PoseRate> rates,
                  const Eigen::VectorXd& v, std::span<Eigen::Vector3d> out) const override;
  void jacobian(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const override;
  bool linear() const override { return true; }

 private:
  void sum(const Eigen::VectorXd& nodes, std::span<Eigen::Vector3d> out) const;

  std::vector<std::size_t> starts_{0};  ///< of the shares of each point, and the end of the last
  std::vector<double> weights_;
  std::vector<int> stencils_;  ///< three entries per share
};

}  // namespace plumb
