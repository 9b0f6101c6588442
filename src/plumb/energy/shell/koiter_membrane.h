#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <plumb/energy/shell/sheet_material.h>
#include <plumb/energy/shell/weave.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/element_energy.h>

namespace plumb {

/// How a triangle resists stretching, per area of the rest shape with thickness t, where a and abar are the first forms
/// (strain/koiter_triangle.h):
///  - `st_venant_kirchhoff`: t/4 |abar^-1 (a - abar)|^2, |M|^2 = alpha/2 tr(M)^2 + beta tr(M^2) (Koiter; Weischedel
///  2012,
///    Chen et al. 2018);
///  - `neo_hookean`: t mu/2 (T - 2 + ln((1 - k)/j + k) / (1 - k)), T = tr(abar^-1 a), j = det a / det abar,
///    mu = Y/(2 (1 + nu)), k = nu/(1 - nu). It is the solid mu/2 (I1 - 3) + lambda/4 (J^2 - 1) - (lambda/2 + mu) ln J
///    (Ciarlet 1988; Wriggers 2008) in plane stress: its thickness has stretched by 1/sqrt((1 - k) + k j), which leaves
///    no stress across;
///  - `principal_stretch`: t (mu ((s0 - 1)^2 + (s1 - 1)^2) + lambda/2 (s0 + s1 - 2)^2), with the principal stretches s
///    and lambda = Y nu/(1 - nu^2): co-rotational elasticity. They are two of the singular values of the 3 x 3
///    deformation gradient that takes normals to normals; the third is 1 and adds nothing. In the first form,
///    s0 s1 = sqrt(j) and s0 + s1 = sqrt(T + 2 sqrt(j)), which is smooth where the stretches are equal.
/// All have the same moduli at small strain.
enum class MembraneLaw { st_venant_kirchhoff, neo_hookean, principal_stretch };

class FourElements;
template <class S>
struct MembraneInput;

/// Material and rest shape of one triangle.
struct MembraneTriangle {
  SheetMaterial material;
  TriangleForm<double> rest;                  ///< abar
  std::optional<WeaveOnTriangle> weave = {};  ///< of a fabric: in place of the material's modulus and Poisson ratio
};

/// The matrix K of 1/2 m^T K m, the energy of a small change m = (m11, m12, m22) of the triangle's first form; J/m^4.
Eigen::Matrix3d stiffness_at_rest(const MembraneTriangle& triangle);

/// Stretching of triangles, joules; constant on each. Unknowns of an element: x0, x1, x2. Closed-form derivatives, four
/// triangles at once. Known limits: a triangle without area is outside the domain of `principal_stretch`, which has no
/// normal there, and of `neo_hookean`, whose energy has no lower bound where nu < 0: such a material is refused;
/// `st_venant_kirchhoff` softens when compressed and does not mind being crushed. It alone may be a weave.
class KoiterMembrane final : public ElementEnergy<KoiterMembrane, 9> {
 public:
  KoiterMembrane(MembraneLaw law, std::vector<std::array<int, 9>> stencils, std::vector<MembraneTriangle> triangles);
  ~KoiterMembrane() override;

  std::string_view name() const override { return "Koiter membrane"; }
  Role role() const override { return Role::stretch; }
  bool convexifies() const override { return law_ != MembraneLaw::neo_hookean; }

  /// Gives the energy of a triangle. That of principal_stretch comes from the 3 x 3 deformation gradient here, while the
  /// closed form works on the first form.
  template <class S>
  bool value(int triangle, const std::array<S, 9>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, int begin, int end,
                        Want want, ElementBuffer& out) const override;
  /// For st_venant_kirchhoff this is a secant in the first form a, which is quadratic in the corners: the mean of the
  /// stresses at both ends, with the derivative of a in the middle.
  Status evaluate_along(const Way& way, const Loads& loads, int begin, int end, Want want,
                        ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

  /// What a triangle's energy depends on besides its corners, ready for the kernel.
  struct Constants {
    TriangleForm<double> rest;
    std::array<double, 6> stiffness{};                  ///< of st_venant_kirchhoff, packed lower, J/m^4
    double shear = 0, ratio = 0, inverse_rest_det = 0;  ///< of neo_hookean: area t mu / 2, k, 1 / det abar
    double mu = 0, lambda = 0;                          ///< of principal_stretch, times the volume: J
  };

 private:
  MembraneInput<Packet> input(const FourElements& four) const;
  std::array<Vector3<Packet>, 3> corners(const FourElements& four, const Eigen::VectorXd& q) const;
  std::array<Packet, 3> excess(const FourElements& four, const Eigen::VectorXd& step, Packet share) const;
  Status evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                         ElementBuffer& out) const;
  template <MembraneLaw law>
  Status evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                         ElementBuffer& out) const;

  MembraneLaw law_;
  std::vector<Constants> constants_;
};

}  // namespace plumb
