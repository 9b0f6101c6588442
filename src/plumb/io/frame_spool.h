#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <span>

#include <plumb/core/spool.h>
#include <plumb/geometry/shape.h>

namespace plumb {

/// The frames of a run, one layout for all, with their numbers on the disk: memory does not grow with them. Files whose
/// order is quantity by quantity (an .npz, a page) are made from it.
class FrameSpool {
 public:
  explicit FrameSpool(std::filesystem::path dir = std::filesystem::temp_directory_path()) : numbers_(std::move(dir)) {}

  /// Throws UserError unless it has the points, curves, surfaces, arrays and observables of the first one.
  void add(const Frame& frame);

  std::size_t n_frames() const { return n_frames_; }
  /// Names, units, curves and triangles of all frames; empty where there is none.
  const Frame& first() const { return first_; }

  /// A part of the numbers that every frame has.
  struct Quantity {
    std::size_t first = 0, n = 0;
  };
  Quantity time() const { return {0, 1}; }
  Quantity positions() const { return {1, 3 * first_.shape.points.size()}; }
  Quantity array(std::size_t index) const;
  Quantity observable(std::size_t index) const;

  /// Calls `take` with the numbers of a quantity, frame by frame.
  void each(Quantity quantity, const std::function<void(std::span<const double>)>& take) const;

 private:
  Spool numbers_;
  Frame first_;
  std::size_t n_frames_ = 0, n_numbers_ = 0;  ///< n_numbers_: of a frame
};

}  // namespace plumb
