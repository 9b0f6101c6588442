#include <plumb/io/frame_spool.h>

#include <vector>

#include <plumb/core/status.h>
#include <plumb/io/frame_rules.h>

namespace plumb {
namespace {

/// Time, positions, arrays, observables.
std::vector<double> numbers_of(const Frame& frame) {
  std::vector<double> numbers{frame.time};
  for (const Eigen::Vector3d& point : frame.shape.points) numbers.insert(numbers.end(), point.begin(), point.end());
  for (const PointArray& array : frame.shape.arrays) {
    numbers.insert(numbers.end(), array.values.begin(), array.values.end());
  }
  for (const Observable& observable : frame.observables) numbers.push_back(observable.value);
  return numbers;
}

}  // namespace

void FrameSpool::add(const Frame& frame) {
  ensure_sound(frame);
  if (n_frames_ == 0) first_ = frame;
  require_layout_of(first_, frame);
  const std::vector<double> numbers = numbers_of(frame);
  n_numbers_ = numbers.size();
  numbers_.append(numbers);
  ++n_frames_;
}

FrameSpool::Quantity FrameSpool::array(std::size_t index) const {
  const Quantity before = index == 0 ? positions() : array(index - 1);
  return {before.first + before.n, first_.shape.arrays[index].values.size()};
}

FrameSpool::Quantity FrameSpool::observable(std::size_t index) const {
  return {n_numbers_ - first_.observables.size() + index, 1};
}

void FrameSpool::each(Quantity quantity, const std::function<void(std::span<const double>)>& take) const {
  ENSURE(n_frames_ == 0 || quantity.first + quantity.n <= n_numbers_);
  std::vector<double> numbers(quantity.n);
  for (std::size_t frame = 0; frame < n_frames_; ++frame) {
    numbers_.read(frame * n_numbers_ + quantity.first, numbers);
    take(numbers);
  }
}

}  // namespace plumb
