#pragma once

#include <plumb/model/spline_shell/spline_shell.h>
#include <plumb/model/view.h>

namespace plumb {

/// A spline shell in a state of its model; its points are where elements meet, station by station.
class SplineShellView final : public SurfaceView {
 public:
  SplineShellView(const SplineShellSpec& spec, const State& state, const SplineShellParts& parts = {})
      : patch_(spline_patch(spec)), state_(state), parts_(parts) {}

  Eigen::Vector3d position(double s, double y) const { return at(s, y, PatchValues::kValue); }
  /// Returns the unit normal: tangent x director at the clamp.
  Eigen::Vector3d normal(double s, double y) const;
  /// Returns the middle of the free edge.
  Eigen::Vector3d tip() const { return position(patch_.along.end(), 0); }

  std::vector<Eigen::Vector3d> points() const override;
  std::vector<std::array<int, 3>> triangles() const override;
  /// The strains of the lines along and across, and of the angle between them.
  std::vector<PointArray> strains() const override;
  /// The clamp holds the first two rows of control points as one rigid body.
  std::vector<Wrench> reactions(const Eigen::VectorXd& gradient) const override;

 private:
  Eigen::Vector3d at(double s, double y, PatchValues::Row row) const;
  Eigen::Vector3d control_point(int i) const { return state_.q.segment<3>(parts_.first + 3 * i); }

  SplinePatch patch_;
  const State& state_;
  SplineShellParts parts_;
};

}  // namespace plumb
