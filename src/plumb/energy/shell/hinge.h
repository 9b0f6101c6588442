#pragma once

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/mechanics/element_energy.h>

namespace plumb {

/// What a hinge resists: the angle itself (Grinspun et al. 2003), or the sine of half of it (Bridson et al. 2003). Both
/// have the same stiffness where the hinge is at rest.
enum class HingeMeasure { angle, half_sine };

/// Stiffness and rest angle of one hinge.
struct HingeLaw {
  double stiffness = 0;   ///< N m (per radian squared)
  double rest_angle = 0;  ///< rad
};

/// How the D of a plate makes the stiffness of its hinges, factor D |e|^2 / (A1 + A2). What is right depends on the
/// mesh:
///  - kStripHinge bends a strip as D would on meshes of equal right or equilateral triangles (hinge_test.cpp);
///  - kDiscreteShellHinge, three times as stiff, is Discrete Shells (Grinspun et al. 2003) with its k = D;
///  - kBridsonHinge is a quarter of the first (Bridson et al. 2003).
inline constexpr double kStripHinge = 1, kDiscreteShellHinge = 3, kBridsonHinge = 0.25;

/// Returns the energy of a hinge that is off its rest angle, J (see HingeBending).
template <class S>
S hinge_energy(HingeMeasure measure, double stiffness, const S& off) {
  using std::sin;
  if (measure == HingeMeasure::angle) return 0.5 * stiffness * off * off;
  const S quarter = sin(S(0.25 * off));
  return 8.0 * stiffness * quarter * quarter;
}

/// The law of the hinge at the edge p q between triangles (p, q, c) and (q, p, d) of the rest shape. Throws UserError
/// where one of them has no area or they are folded on each other.
HingeLaw hinge_law(double factor, double bending_stiffness, const Eigen::Vector3d& c, const Eigen::Vector3d& p,
                   const Eigen::Vector3d& q, const Eigen::Vector3d& d);

/// Bending at the interior edges of a triangle mesh, Discrete Shells (Grinspun et al. 2003):
///   E = sum 1/2 stiffness (theta - rest_angle)^2,   joules,
/// with theta the angle between the normals (hinge_angle of strain/koiter_triangle.h); or, for HingeMeasure::half_sine,
///   E = sum 4 stiffness (1 - cos((theta - rest_angle)/2)),
/// whose moment is 2 stiffness sin((theta - rest_angle)/2) (Bridson et al. 2003, eq. 6). Unknowns of an element: c, p,
/// q, d for the edge p q, between triangles (p, q, c) and (q, p, d). Closed-form derivatives, four hinges at once.
/// Known limits: it is no plate: its Poisson ratio and its stiffness in twist are the mesh's (-1/3 on equilateral
/// triangles). Outside the domain are triangles without area and hinges folded by a half turn.
class HingeBending final : public ElementEnergy<HingeBending, 12> {
 public:
  HingeBending(std::vector<std::array<int, 12>> stencils, std::vector<HingeLaw> laws,
               HingeMeasure measure = HingeMeasure::angle);
  ~HingeBending() override;

  std::string_view name() const override { return "hinge bending"; }
  Role role() const override { return Role::bend; }
  bool convexifies() const override { return true; }

  template <class S>
  bool value(int hinge, const std::array<S, 12>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  /// Hinges that are flat at rest have a secant in the products of their sides, of which theta^2 is a smooth function:
  /// a rotation of the step does not disturb it. The others, and half sines, have a quadrature along the way.
  Status evaluate_along(const Way& way, const Loads& loads, int begin, int end, Want want,
                        ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

 private:
  std::vector<HingeLaw> laws_;
  HingeMeasure measure_;
};

}  // namespace plumb
