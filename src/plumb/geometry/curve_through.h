#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace plumb {

/// A smooth curve through points: the natural cubic spline over the lengths of the chords between them. Its curvature is
/// continuous and vanishes at both ends, beyond which it goes on straight.
class CurveThrough {
 public:
  /// At least two points, no two neighbours in the same place.
  explicit CurveThrough(std::vector<Eigen::Vector3d> points);

  /// The place at a parameter; 0 is the first point, `end` the last.
  Eigen::Vector3d at(double t) const;
  double end() const { return knots_.back(); }

  /// Returns n + 1 points of the curve, each at the distance `chord` from the one before, m; the first one is where the
  /// straight part ahead of the curve is `ahead` before the first point. None if the curve bends so much that the next
  /// point is not to be found.
  std::optional<std::vector<Eigen::Vector3d>> walk(int n, double chord, double ahead) const;

  /// Returns the length of the curve from its first to its last point, m, to about a part in a million.
  double length() const;

 private:
  std::vector<Eigen::Vector3d> points_, bends_;  ///< places and second derivatives at the knots
  std::vector<double> knots_;
};

}  // namespace plumb
