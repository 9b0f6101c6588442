#include <judge/protocols/frontier_search.h>

#include <algorithm>

namespace judge {
namespace {

// Both sides of the foretold place, close enough together to end the search; then farther away.
constexpr double kAside[] = {-0.45, 0.45, -1.4, 1.4, -8, 8};  // of the width
constexpr double kTooClose = 0.05;                            // of the width: a label so close to a known one is wasted

/// Between unlike neighbours; positions on the axis.
double asked_between(double low, double high, double width, std::optional<double> foretold) {
  if (foretold) {
    for (const double aside : kAside) {
      const double at = *foretold + aside * width;
      if (low + kTooClose * width < at && at < high - kTooClose * width) return at;
    }
  }
  return 0.5 * (low + high);
}

}  // namespace

std::optional<double> next_in_search(std::vector<Label> labels, const Axis& swept, double width,
                                     std::optional<double> foretold) {
  sort_by_value(labels);
  if (foretold) foretold = swept.position(*foretold);
  for (std::size_t i = 1; i < labels.size(); ++i) {
    if (labels[i - 1].beyond == labels[i].beyond) continue;
    const double low = swept.position(labels[i - 1].at), high = swept.position(labels[i].at);
    if (high - low > width) return swept.value(asked_between(low, high, width, foretold));
  }
  return std::nullopt;
}

}  // namespace judge
