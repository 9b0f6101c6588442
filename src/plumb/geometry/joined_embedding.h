#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <plumb/geometry/embedding.h>

namespace plumb {

/// The points of several parts of a body, part after part.
class JoinedEmbedding final : public Embedding {
 public:
  explicit JoinedEmbedding(std::vector<std::shared_ptr<const Embedding>> parts);

  int n_points() const override { return starts_.back(); }
  std::span<const int> stencil(int point) const override;
  void positions(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<Eigen::Vector3d> x) const override;
  void velocities(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<const PoseRate> rates,
                  const Eigen::VectorXd& v, std::span<Eigen::Vector3d> out) const override;
  void jacobian(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const override;
  bool linear() const override;
  void curvature(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point, const Eigen::Vector3d& r,
                 Eigen::Ref<Eigen::MatrixXd> on_stencil) const override;

 private:
  /// Returns the part that has a point, and which of the part's points it is.
  std::pair<const Embedding*, int> find(int point) const;

  std::vector<std::shared_ptr<const Embedding>> parts_;
  std::vector<int> starts_{0};  ///< the first point of each part, and the number of all points
};

}  // namespace plumb
