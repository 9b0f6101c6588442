#include <judge/protocols/sampled_motion.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr std::size_t kNearest = 8;

}  // namespace

SampledMotion::SampledMotion(std::vector<double> values, double step) : values_(std::move(values)), step_(step) {
  ENSURE(values_.size() >= kNearest && step > 0);
}

double SampledMotion::at(double t) const {
  const auto n = static_cast<double>(values_.size());
  const double first = std::clamp(std::floor(t / step_) - (kNearest / 2 - 1), 0.0, n - kNearest);
  const auto from = static_cast<std::size_t>(first);
  const double x = t / step_ - first;
  // Neville's scheme on the nodes 0, 1, ..., 7.
  double p[kNearest];
  std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(from), kNearest, p);
  for (std::size_t width = 1; width < kNearest; ++width) {
    for (std::size_t i = 0; i + width < kNearest; ++i) {
      const auto left = static_cast<double>(i), right = static_cast<double>(i + width);
      p[i] = ((right - x) * p[i] + (x - left) * p[i + 1]) / (right - left);
    }
  }
  return p[0];
}

std::vector<double> SampledMotion::zeros() const {
  constexpr int halvings = 50;
  std::vector<double> found;
  for (std::size_t i = 1; i < values_.size(); ++i) {
    if ((values_[i - 1] < 0) == (values_[i] < 0)) continue;
    double low = step_ * static_cast<double>(i - 1), high = step_ * static_cast<double>(i);
    const bool rises = values_[i - 1] < 0;
    for (int k = 0; k < halvings; ++k) {
      const double middle = 0.5 * (low + high);
      ((at(middle) < 0) == rises ? low : high) = middle;
    }
    found.push_back(0.5 * (low + high));
  }
  return found;
}

double SampledMotion::largest(double from, double to) const {
  constexpr int per_step = 64;
  const int n = std::max(1, static_cast<int>(std::ceil((to - from) / step_ * per_step)));
  double largest = 0;
  for (int i = 0; i <= n; ++i) largest = std::max(largest, std::abs(at(from + (to - from) * i / n)));
  return largest;
}

void unwrap(std::vector<double>& angles) {
  constexpr double turn = 2 * std::numbers::pi;
  for (std::size_t i = 1; i < angles.size(); ++i) angles[i] -= turn * std::round((angles[i] - angles[i - 1]) / turn);
}

}  // namespace judge
