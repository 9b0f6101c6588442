#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/mechanics/element_energy.h>
#include <plumb/mechanics/projective.h>

namespace plumb {

/// Rest shape and stiffness of one triangle.
struct StretchTriangle {
  std::array<Eigen::Vector2d, 3> slopes;  ///< of the corners' shape functions in the plane of the rest shape, 1/m
  double weight = 0;                      ///< stiffness times area, J
};

/// Returns the triangle a b c of the rest shape with stiffness S, N/m. Throws UserError if it has no area.
StretchTriangle stretch_triangle(double stiffness, const Eigen::Vector3d& a, const Eigen::Vector3d& b,
                                 const Eigen::Vector3d& c);

/// Stretching of triangles in Projective Dynamics (Bouaziz et al. 2014, section 5.1, with the singular values held at
/// 1):
///   E = sum S/2 area |F - P|^2,   joules,
/// where F (3 x 2) is the gradient of the deformation, constant on each triangle, and P = F (F^T F)^(-1/2) is the
/// nearest matrix of singular values 1. In principal stretches it is S/2 ((s1 - 1)^2 + (s2 - 1)^2) per area: a membrane
/// of Poisson ratio 0. Unknowns of an element: x0, x1, x2. Closed-form derivatives, four triangles at once:
///   dE = S area (F - P),   d2E[dF] = S area (|dF|^2 - n.dF U^-1 dF^T n - (p2.df1 - p1.df2)^2 / tr U),
/// with U = (F^T F)^(1/2), the columns p of P and f of F, and the normal n. Known limit: a triangle without area is
/// outside the domain, for its projection is not unique.
class ProjectedStretch final : public ElementEnergy<ProjectedStretch, 9>, public Projective {
 public:
  ProjectedStretch(std::vector<std::array<int, 9>> stencils, std::vector<StretchTriangle> triangles);
  ~ProjectedStretch() override;

  std::string_view name() const override { return "projected stretch"; }
  Role role() const override { return Role::stretch; }

  template <class S>
  bool value(int triangle, const std::array<S, 9>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;
  void bound(int triangle, std::span<double> packed) const override;

 private:
  std::vector<StretchTriangle> triangles_;
};

}  // namespace plumb
