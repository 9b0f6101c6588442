#pragma once

#include <span>
#include <vector>

#include <plumb/energy/rod/curved_chain.h>
#include <plumb/geometry/embedding.h>
#include <plumb/strain/planar_arc.h>

namespace plumb {

/// The points of CurvedEmbedding for a Super-Helix that stays in the plane of its clamp's tangent and director: they
/// depend on kappa_1 alone, which is all of their stencils; kappa_2 and the twist are zero and held. In closed form.
class PlanarEmbedding final : public Embedding {
 public:
  PlanarEmbedding(CurvedChain rod, CurvedPlace place, int per_element = 1);

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

 private:
  /// An element up to a point, in the plane of the clamp.
  struct Piece {
    Eigen::Vector2d end, slope, bend;  ///< m; by its own curvature once and twice, m^2, m^3
    double length = 0;                 ///< m
  };
  /// Returns the pieces up to a point, from the clamp on.
  std::vector<Piece> pieces_to(const Eigen::VectorXd& q, int point) const;
  /// Goes along the rod; calls visit(point, element, start of the element, its heading, arc from there to the point).
  template <class Visit>
  void sweep(const Eigen::VectorXd& q, const Visit& visit) const;
  double curvature_of(const Eigen::VectorXd& q, std::size_t element) const { return q[kappas_[element]]; }
  /// Returns how far along its element a point is, m; not for the first one.
  double along(int point) const;
  std::size_t element_of(int point) const { return static_cast<std::size_t>((point - 1) / per_element_); }

  CurvedChain rod_;
  CurvedPlace place_;
  int per_element_;
  std::vector<int> kappas_;  ///< the rod's kappa_1 in q; a stencil is the first of them
};

}  // namespace plumb
