#pragma once

// Curves of straight segments that pass through each other while their points move, and curves that pierce a surface.
// Curves have no thickness here.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace plumb {

/// A segment of which both ends move evenly along straight lines.
struct MovingSegment {
  std::array<Eigen::Vector3d, 2> before, after;
};

/// When two segments first pass through each other, as a part of the motion, 0 to 1. They do where they come to lie in
/// one plane, with a point in common, and leave it on the other side: a root of a cubic at which its sign changes.
/// Having a point in common at the end counts, having had one from the beginning does not; nor does touching on the
/// way. Segments that stay in one plane pass through each other as soon as they have a point in common.
std::optional<double> crossing(const MovingSegment& a, const MovingSegment& b);

/// The points of a curve before and after a motion.
struct MovingCurve {
  std::span<const Eigen::Vector3d> before, after;
};

/// Segment a of one curve passes through segment b of another, or of the same one.
struct Crossing {
  int a = 0, b = 0;
  double fraction = 0;  ///< of the motion
};

/// The crossing that comes first.
std::optional<Crossing> first_crossing(const MovingCurve& a, const MovingCurve& b);
/// Returns the first crossing of a curve with itself, if there is one; neighbours, which share a point, do not count.
/// The rigid part of the motion is left out: points that turn by half a circle would all pass through its middle.
std::optional<Crossing> first_crossing(const MovingCurve& curve);

/// The first segment of a curve that runs through a triangle, from one side to the other.
std::optional<int> first_piercing(std::span<const Eigen::Vector3d> curve, std::span<const Eigen::Vector3d> points,
                                  std::span<const std::array<int, 3>> triangles);

}  // namespace plumb
