#pragma once

#include <string>
#include <vector>

#include <plumb/geometry/shape.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// Bodies of a scene do not feel each other. This tells where they should have: rods whose centrelines pass through
/// themselves or each other from one frame to the next, points going straight from one to the other, and rods that
/// pierce a plate.
class PassThrough {
 public:
  /// The lengths of the curves, in the order in which a shape has them, m.
  explicit PassThrough(std::vector<double> lengths) : lengths_(std::move(lengths)) {}

  /// Is there no curve that could pass through anything?
  bool idle() const { return lengths_.empty(); }
  /// Begins anew with a frame.
  void begin(const Shape& shape, double time);
  /// The next frame. What has been told already is not looked for again.
  std::vector<Warning> look(const Shape& shape, double time, const std::vector<Warning>& told);

 private:
  using Centrelines = std::vector<std::vector<Eigen::Vector3d>>;
  Centrelines centrelines(const Shape& shape) const;

  std::vector<double> lengths_;
  Centrelines before_;  ///< of the last frame; empty: there was none
  double time_ = 0;
};

}  // namespace plumb
