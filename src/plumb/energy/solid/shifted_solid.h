#pragma once

#include <vector>

#include <plumb/energy/solid/solid_stretch.h>

namespace plumb {

/// A solid whose small singular values are raised for one iteration of Newton's method: where F = U diag(s) V^T has any
/// below the threshold, F~ = U max(diag(s), threshold) V^T is the nearest matrix that has none, and the element's energy
/// is that of F + (F~ - F) with the difference as it was when the iteration began. Stress and Hessian are then those at
/// F~, also where the true energy is not defined, and steps can be judged by an energy that they belong to. The guide is the corotated law.
class ShiftedSolid final : public Shifted {
 public:
  explicit ShiftedSolid(const SolidStretch& solid) : solid_(solid), own_(solid.material()) {}

  std::string_view name() const override { return "shifted solid"; }
  int n_elements() const override { return solid_.n_elements(); }
  int stencil_size() const override { return solid_.stencil_size(); }
  std::span<const int> stencil(int element) const override { return solid_.stencil(element); }
  bool convexifies() const override { return true; }

  int shift(const State& state, double part, bool guided) override;
  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override;
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override;

 private:
  SolidStretch solid_;  ///< by the law of this iteration
  SolidMaterial own_;
  std::vector<Eigen::Matrix3d> offsets_;       ///< F~ - F
  std::vector<SolidStretch::Point> tangents_;  ///< convex, where the iteration began
};

}  // namespace plumb
