#pragma once

#include <array>
#include <string_view>
#include <vector>

#include <plumb/energy/shell/sheet_material.h>
#include <plumb/mechanics/element_energy.h>

namespace plumb {

/// Material, rest shape and edges of one triangle; edge i is opposite to corner i.
struct BendingTriangle {
  SheetMaterial material;
  TriangleForm<double> rest_first;            ///< abar
  TriangleForm<double> rest_second{0, 0, 0};  ///< bbar
  /// True if edge i has a neighbour across it. If not, the boundary's normal turns by its director alone.
  std::array<bool, 3> hinged{true, true, true};
  /// By which sign edge i sees its director: +1 in one of its triangles, -1 in the other, 0 where it has none and the
  /// mid-edge normal halves the angle between the two.
  std::array<double, 3> director{0, 0, 0};
};

/// Bending of a Koiter shell on triangles (Weischedel 2012; Chen et al. 2018), joules: per area of the rest shape
///   t^3/12 |abar^-1 (b - bbar)|^2,   |M|^2 = alpha/2 tr(M)^2 + beta tr(M^2),
///   alpha = Y nu/(1 - nu^2),   beta = Y/(2 (1 + nu)),
/// with the second form b of strain/koiter_triangle.h, constant on the triangle, from the bends of its edges,
///   II_i = 2 h_i f(theta_i/2 + s_i phi_i):
/// theta_i is the angle of the hinge, phi_i the director of the edge, an unknown shared by both of its triangles: by
/// how much the mid-edge normal turns away from the middle between theirs. A choice of EdgeBend, with directors or
/// without
/// (`sin` without is the `average` of papers: right on some meshes only, see koiter_bending_test.cpp).
///
/// Unknowns of an element: x0, x1, x2, the far corners of the neighbours across edges 0, 1, 2, phi_0, phi_1, phi_2.
/// Where there is no neighbour its place repeats corner i, and where there is no director its place repeats any unknown
/// of the corners: derivatives there are exact zeros, so the sums of the assembly do not see them. Closed-form
/// derivatives, four triangles at once. Known limits: outside the domain are triangles without area, hinges folded by a
/// half turn and, with `tan`, normals turned by a quarter turn. The angle of a hinge does not count turns.
class KoiterBending final : public ElementEnergy<KoiterBending, 21> {
 public:
  KoiterBending(EdgeBend kind, std::vector<std::array<int, 21>> stencils,
                const std::vector<BendingTriangle>& triangles);
  ~KoiterBending() override;

  std::string_view name() const override { return "Koiter bending"; }
  Role role() const override { return Role::bend; }

  template <class S>
  bool value(int triangle, const std::array<S, 21>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

  /// What a triangle's energy depends on besides its unknowns, ready for the kernel.
  struct Constants {
    std::array<double, 6> stiffness{};  ///< K of E = 1/2 (II - rest)^T K (II - rest), packed lower, J/m^2
    std::array<double, 3> rest{};       ///< bends of the edges, m
    std::array<double, 3> hinged{}, director{};
  };

 private:
  template <EdgeBend kind>
  Status evaluate_closed(const State& state, int begin, int end, Want want, ElementBuffer& out) const;

  EdgeBend kind_;
  std::vector<Constants> constants_;
};

/// The second form of a shape, with its directors, for the rest of a curved shell; corners and neighbours as above.
/// Throws UserError where the shape is outside the domain.
TriangleForm<double> second_form(EdgeBend kind, const std::array<Eigen::Vector3d, 3>& corners,
                                 const std::array<Eigen::Vector3d, 3>& neighbours, const std::array<double, 3>& phi,
                                 const std::array<bool, 3>& hinged, const std::array<double, 3>& director);

}  // namespace plumb
