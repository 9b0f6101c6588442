#pragma once

#include <map>
#include <set>
#include <vector>

#include <codes/plate_trial/triangle_plate.h>
#include <codes/push/strip_to_push.h>

namespace codes {

/// Returns a strip that is a shell of triangles, n cells along its length; mesh, membrane and bending are as `plate`
/// chooses. It begins bent; the clamp holds two rows of points, and all points of the other end touch.
PushedBody shell_strip(const StripToPush& strip, const TrianglePlate& plate);
plumb::ShellSpec shell_strip_spec(const StripToPush& strip, const TrianglePlate& plate);
/// Returns where the rows of a bent strip are, by their distances s from the clamp, in L and ascending: on a polygon whose
/// sides are as long as the strip is between them, times `stretch`, and have its angles; straight up to `held`. Rows on
/// the arc itself would be nearer to each other than at rest, by h^2 kappa^2/24, and the membrane, which is 12 L^2/h^2
/// times as stiff as the bending, would take that for many times the buckling load.
std::map<double, Eigen::Vector3d> bent_rows(const StripToPush& strip, const std::set<double>& distances, double held,
                                            double stretch = 1);
/// Returns the distance of a point at rest from the clamp, in L; rows whose distances differ by rounding are one.
double row_at(const plumb::ShellSpec& spec, const StripToPush& strip, const Eigen::Vector3d& rest);
/// Returns the distance of the last row that the clamp holds.
double last_held_row(const plumb::ShellSpec& spec, const StripToPush& strip);
/// Returns the points at the end of a shell: those that hang lowest at rest.
std::vector<int> shell_tip(const plumb::ShellSpec& spec);

}  // namespace codes
