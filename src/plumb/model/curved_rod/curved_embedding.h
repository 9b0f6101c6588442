#pragma once

#include <span>
#include <vector>

#include <plumb/energy/rod/curved_chain.h>
#include <plumb/geometry/embedding.h>

namespace plumb {

/// Points of a rod of curvatures: where it starts, then `per_element` points on every element, evenly, the last one at
/// the element's end. A chain: a point depends on the clamp and on all unknowns up to its element. Positions and
/// velocities of all points take one sweep along the rod, the Jacobian of a point O(n), its curvature O(n^2).
class CurvedEmbedding final : public Embedding {
 public:
  CurvedEmbedding(CurvedChain rod, CurvedPlace place, int per_element = 1);

  int n_points() const override { return 1 + per_element_ * rod_.n_elements(); }
  std::span<const int> stencil(int point) const override;
  void positions(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<Eigen::Vector3d> x) const override;
  void velocities(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<const PoseRate> rates,
                  const Eigen::VectorXd& v, std::span<Eigen::Vector3d> out) const override;
  void jacobian(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point,
                Eigen::Ref<Eigen::Matrix3Xd> on_stencil) const override;
  bool linear() const override { return false; }
  void curvature(const Eigen::VectorXd& q, std::span<const Pose> clamps, int point, const Eigen::Vector3d& r,
                 Eigen::Ref<Eigen::MatrixXd> on_stencil) const override;
  /// Computes the positions of all points and the frames there: columns tangent, first and second director.
  void frames(const Eigen::VectorXd& q, std::span<const Pose> clamps, std::span<Eigen::Vector3d> x,
              std::span<Eigen::Matrix3d> frames) const;

 private:
  /// Returns the cross-section of a point; not for the first one.
  CurvedPoint at(int point) const;

  CurvedChain rod_;
  CurvedPlace place_;
  int per_element_;
  std::vector<int> unknowns_;  ///< the rod's entries of q; a stencil is the first of them
};

}  // namespace plumb
