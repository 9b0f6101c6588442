#pragma once

#include <vector>

#include <codes/plate_trial/plate_trial.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/shell.h>

namespace codes {

/// A plate of triangles: what its rows choose. n cells along the length and half a one more, for the plane of the clamp
/// is in the middle between its two rows of points; as many per length across.
struct TrianglePlate {
  plumb::MembraneLaw membrane = plumb::MembraneLaw::st_venant_kirchhoff;
  plumb::ShellBending bending = plumb::ShellBending::tan;
  double hinge_factor = plumb::kStripHinge;
  plumb::HingeMeasure hinge_measure = plumb::HingeMeasure::angle;
  plumb::CellPattern pattern = plumb::CellPattern::equilateral;
  double jitter = 0;  ///< of a cell; points outside the clamp are moved at random

  plumb::ShellSpec spec(const ScenarioPlate& plate) const;
  /// Returns the points of `spec` in the middle of the free edge: one, or the two beside it.
  static std::vector<int> tip_points(const ScenarioPlate& plate, const plumb::ShellSpec& spec);
  std::unique_ptr<DiscretePlate> operator()(const ScenarioPlate& plate) const;
};

}  // namespace codes
