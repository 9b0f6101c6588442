#include <judge/fit/log_minimum.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double kGolden = std::numbers::phi - 1;
constexpr double kAsGood = 0.01, kFlat = 0.1;

/// Evaluates and remembers.
class Search {
 public:
  Search(const Objective& objective, const SearchRange& range) : objective_(objective), range_(range) {}

  /// Returns the score at exp(x), or nothing if somebody asked to stop.
  std::optional<double> at(double x) {
    const double value = std::clamp(std::exp(x), range_.least, range_.most);
    const std::optional<double> score = objective_(value);
    if (score) samples_.push_back({value, *score});
    return score;
  }

  /// Narrows the bracket [a, b] until it is as short as the tolerance. False: somebody asked to stop.
  bool narrow(double a, double b) {
    double left = b - kGolden * (b - a), right = a + kGolden * (b - a);
    auto at_left = at(left), at_right = at_left ? at(right) : std::nullopt;
    while (at_left && at_right && b - a > range_.tolerance) {
      if (*at_left <= *at_right) {
        b = right;
        right = left;
        at_right = at_left;
        left = b - kGolden * (b - a);
        at_left = at(left);
      } else {
        a = left;
        left = right;
        at_left = at_right;
        right = a + kGolden * (b - a);
        at_right = at(right);
      }
    }
    return at_left && at_right;
  }

  std::vector<Sample> take() { return std::move(samples_); }

 private:
  const Objective& objective_;
  const SearchRange& range_;
  std::vector<Sample> samples_;
};

void tell_uncertainty(const SearchRange& range, LogMinimum& found) {
  found.low = range.least;
  found.high = range.most;
  for (const Sample& s : found.samples) {
    if (s.score <= (1 + kAsGood) * found.best.score) continue;
    if (s.value < found.best.value) found.low = std::max(found.low, s.value);
    if (s.value > found.best.value) found.high = std::min(found.high, s.value);
  }
}

}  // namespace

int n_values(const SearchRange& range) {
  const double bracket = 2 * std::log(range.most / range.least) / (range.n_scan - 1);
  const double sections = std::log(range.tolerance / bracket) / std::log(kGolden);
  return range.n_scan + 2 + std::max(0, static_cast<int>(std::ceil(sections)));
}

std::optional<LogMinimum> log_minimum(const Objective& objective, const SearchRange& range) {
  ENSURE(range.least > 0 && range.most > range.least && range.n_scan > 2 && range.tolerance > 0);
  Search search(objective, range);
  const double first = std::log(range.least), step = std::log(range.most / range.least) / (range.n_scan - 1);
  std::vector<double> scan;
  for (int i = 0; i < range.n_scan; ++i) {
    const auto score = search.at(first + i * step);
    if (!score) return {};
    scan.push_back(*score);
  }
  const auto [lowest, highest] = std::minmax_element(scan.begin(), scan.end());
  const double at = first + static_cast<double>(lowest - scan.begin()) * step;
  if (!search.narrow(std::max(first, at - step), std::min(std::log(range.most), at + step))) return {};

  LogMinimum found;
  found.flat = *highest - *lowest < kFlat * *lowest;
  found.samples = search.take();
  std::stable_sort(found.samples.begin(), found.samples.end(),
                   [](const Sample& a, const Sample& b) { return a.value < b.value; });
  found.best = *std::min_element(found.samples.begin(), found.samples.end(),
                                 [](const Sample& a, const Sample& b) { return a.score < b.score; });
  const double from_end = std::min(found.best.value / range.least, range.most / found.best.value);
  found.at_end = std::log(from_end) <= range.tolerance;
  tell_uncertainty(range, found);
  return found;
}

}  // namespace judge
