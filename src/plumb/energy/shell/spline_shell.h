#pragma once

#include <span>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/energy/shell/sheet_material.h>
#include <plumb/geometry/bspline.h>
#include <plumb/mechanics/energy.h>
#include <plumb/strain/kirchhoff_love.h>

namespace plumb {

/// Where a shell is stretched and where it is bent: rules along and across the patch.
struct ShellRule {
  std::vector<QuadraturePoint> stretch_along, stretch_across, bend_along, bend_across;
};

/// Across: degree + 1 Gauss points per element. Along: stretch is seen at the Greville points of splines one degree
/// lower, bend at degree - 1 Gauss points per element. A bent strip of splines cannot keep its length everywhere, and
/// at every point of a full rule it would pay for that with a stiffness (L/t)^2 times that of bending: membrane
/// locking. With about one point per element it keeps its length there and is free between. There are as many points as
/// the derivative of a spline has coefficients, and across the rule is full, so that no deformation goes unseen: only
/// rigid motions cost nothing. A plate that is rolled up across its width still locks; let the length be the way that
/// bends.
ShellRule locking_free_rule(const SplinePatch& patch);
/// degree + 1 Gauss points each way, for everything: locks when thin.
ShellRule full_rule(const SplinePatch& patch);

/// A rotation-free Kirchhoff-Love shell on B-splines, Kiendl et al. 2009, joules:
///   W = int t/2 E:C:E + t^3/24 K:C:K dA,
/// with the strains of strain/kirchhoff_love.h, plane stress of St. Venant-Kirchhoff in the rest metric. Unknowns of an
/// element: its (degree + 1)^2 control points. Any rest shape that has a normal; stretching and bending are not
/// coupled, so it should be thin against its radii. Closed-form derivatives. Bits do not depend on other elements.
class SplineShell final : public Energy {
 public:
  /// Control points are three numbers each, in the order of the patch, from entry `first` of q on. rest: a q in which
  /// they are as without loads.
  SplineShell(const SplinePatch& patch, const ShellRule& rule, const SheetMaterial& material,
              const Eigen::VectorXd& rest, int first = 0);

  std::string_view name() const override { return "spline shell"; }
  int n_elements() const override { return static_cast<int>(elements_.size()); }
  int stencil_size() const override { return stencil_size_; }
  std::span<const int> stencil(int element) const override { return at(element).stencil; }
  /// Where an element is seen: points of stretch and of bend.
  int n_points(int element) const;

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, int begin, int end,
                        Want want, ElementBuffer& out) const override;
  /// Stretch by a secant, bend by quadrature.
  Status evaluate_along(const Way& way, const Loads& loads, int begin, int end, Want want,
                        ElementBuffer& out) const override;
  /// Duals by the jet of each point.
  Status evaluate_by_duals(const State& state, const Loads& loads, int begin, int end, Want want,
                           ElementBuffer& out) const;

 private:
  /// Points of one kind in an element: (x,1 x,2) or the whole jet of each is `basis` times the control points.
  struct Points {
    Eigen::Matrix<double, -1, -1, Eigen::RowMajor> basis;
    std::vector<Eigen::Matrix3d> stiffness;  ///< weight included
    std::vector<Eigen::Vector3d> rest;       ///< strain
  };
  struct Element {
    std::vector<int> stencil;
    Points stretch, bend;
  };

  Status evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                         ElementBuffer& out) const;
  const Element& at(int element) const { return elements_[static_cast<std::size_t>(element)]; }
  void add_points(const SplinePatch& patch, const std::vector<QuadraturePoint>& along,
                  const std::vector<QuadraturePoint>& across, const SheetMaterial& material, bool bend,
                  const Eigen::VectorXd& rest);

  int stencil_size_;
  std::vector<Element> elements_;
};

}  // namespace plumb
