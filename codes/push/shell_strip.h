#pragma once

#include <vector>

#include <codes/plate_trial/triangle_plate.h>
#include <codes/push/strip_to_push.h>

namespace codes {

/// Returns a strip that is a shell of triangles, n cells along its length; mesh, membrane and bending are as `plate`
/// chooses. It begins bent; the clamp holds two rows of points, and all points of the other end touch.
PushedBody shell_strip(const StripToPush& strip, const TrianglePlate& plate);
plumb::ShellSpec shell_strip_spec(const StripToPush& strip, const TrianglePlate& plate);
/// Returns the points at the end of a shell: those that hang lowest at rest.
std::vector<int> shell_tip(const plumb::ShellSpec& spec);

}  // namespace codes
