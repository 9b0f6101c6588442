#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/vertex_star.h>
#include <plumb/mechanics/energy.h>
#include <plumb/mechanics/projective.h>

namespace plumb {

/// A point that bends with the ring around it.
struct CurvatureStar {
  std::vector<int> points;      ///< the centre and its neighbours: the first coordinate of each in q
  std::vector<double> weights;  ///< c of each, 1/m^2; their sum is zero
  double stiffness = 0;         ///< B times the area of the centre, J m^2
  double rest = 0;              ///< |sum c x| at rest, 1/m
};

/// Bending at the interior points of a triangle mesh in Projective Dynamics (Bouaziz et al. 2014, section 5.3):
///   E = sum B/2 area |s - p|^2,   s = sum_j c_j x_j,   joules,
/// with the cotangent weights c over the Voronoi area of the point, and p the vector along s that is as long as s was
/// at rest: zero on a flat sheet, which makes E quadratic. In all, E = sum B/2 area (|s| - |s|_rest)^2.
///
/// Normalised by the area alone (and not by twice the area), s is twice the Laplacian of x: 2 (kappa_1 + kappa_2) along
/// the normal. So a sheet that is rolled up costs 4 B kappa^2 / 2 per area, and B = D/4 bends it as a plate of
/// stiffness D. Known limits: the energy sees kappa_1 + kappa_2 alone, as that of a plate of Poisson ratio 1: saddles
/// are free. Points of the boundary have no ring and do not bend: beside a free edge there are shapes that cost
/// nothing. Where the rest shape is curved, s = 0 is outside the domain.
///
/// A term holds stars of one size; closed-form derivatives.
class MeanCurvature final : public Energy, public Projective {
 public:
  /// All stars have the same number of points.
  explicit MeanCurvature(std::vector<CurvatureStar> stars);

  std::string_view name() const override { return "mean curvature"; }
  Role role() const override { return Role::bend; }
  int n_elements() const override { return static_cast<int>(stars_.size()); }
  int stencil_size() const override { return 3 * n_points_; }
  std::span<const int> stencil(int star) const override;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  void bound(int star, std::span<double> packed) const override;

 private:
  const CurvatureStar& star(int i) const { return stars_[static_cast<std::size_t>(i)]; }

  int n_points_ = 0;
  std::vector<CurvatureStar> stars_;
  std::vector<int> stencils_;
};

/// Returns the bending of a mesh with stiffness B, N m: a term for each number of neighbours that its interior points
/// have. `points` says where the first coordinate of each point of the mesh is in q.
std::vector<std::shared_ptr<const MeanCurvature>> mean_curvature(const TriangleMesh& rest, double stiffness,
                                                                 const std::vector<int>& points);

}  // namespace plumb
