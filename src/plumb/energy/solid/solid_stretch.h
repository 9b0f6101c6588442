#pragma once

#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include <plumb/energy/solid/solid_law.h>
#include <plumb/linalg/svd3.h>
#include <plumb/mechanics/element_energy.h>
#include <plumb/mechanics/shiftable.h>
#include <plumb/strain/tetrahedron.h>

namespace plumb {

/// The elastic energy of linear tetrahedra:
///   E = sum V psi(s), joules,
/// with the volume V at rest and an isotropic law psi of the singular values s of F, F = U diag(s) V^T, which is
/// constant on each (energy/solid/solid_law.h). Unknowns of an element: its corners x0, x1, x2, x3. The exact Hessian,
/// finite for repeated, zero and negative singular values, has closed form in the axes of U and V:
///   (U^T dP V)_ii = sum_j psi_ij D_jj,   (U^T dP V)_ij = flip (D_ij + D_ji)/2 + twist (D_ij - D_ji)/2,   D = U^T dF V,
/// so that the convex one is that of the law at each element: the nearest in dF. Known limit: linear tetrahedra lock
/// where the Poisson ratio is near 1/2, the more the coarser they are (docs/solids.md).
class SolidStretch final : public ElementEnergy<SolidStretch, 12>, public Shiftable {
 public:
  SolidStretch(const SolidMaterial& material, std::vector<std::array<int, 12>> stencils,
               std::vector<RestTetrahedron> tetrahedra);
  ~SolidStretch() override;

  std::string_view name() const override { return "solid stretch"; }
  bool convexifies() const override { return true; }
  const SolidMaterial& material() const { return material_; }

  template <class S>
  bool value(int tetrahedron, const std::array<S, 12>& q, const State& state, const Loads& loads, S& energy) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;
  std::unique_ptr<Shifted> shifted() const override;

  /// Returns F of a tetrahedron at the points q.
  Eigen::Matrix3d gradient_of(const Eigen::VectorXd& q, int tetrahedron) const;
  /// Returns the least singular value of all tetrahedra: below zero, some are inside out.
  double least_stretch(const Eigen::VectorXd& q) const;

 private:
  friend class ShiftedSolid;
  /// A tetrahedron at an F. False: it is outside the domain.
  struct Point {
    RotationSvd svd;
    StretchResponse response;
  };
  bool at(const Eigen::Matrix3d& f, Want want, Point& out) const;
  void put(const Point& point, int tetrahedron, Want want, int slot, ElementBuffer& out) const;
  void put_product(const Point& point, int tetrahedron, const Eigen::VectorXd& v, int slot, ElementBuffer& out) const;

  SolidMaterial material_;
  std::vector<RestTetrahedron> tetrahedra_;
};

}  // namespace plumb
