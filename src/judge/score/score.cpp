#include <judge/score/score.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <judge/score/hausdorff.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double same_place = 1e-9;  // of the box: a load restated in other units comes back with rounding

// Positions and errors beyond these are as wrong as any: their squares are numbers, and distances have digits left.
constexpr double farthest_position = 1e6, largest_error = 1e300;

/// A point in positions of the box: along the sampled axis and along the compared one.
struct Place {
  double sampled = 0;
  double compared = 0;
  auto operator<=>(const Place&) const = default;
};

struct Window {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  bool holds(double sampled) const { return sampled >= low - same_place && sampled <= high + same_place; }
};

/// A logarithmic axis may have no number for a place far outside of the box.
double finite(double value) {
  constexpr double largest = std::numeric_limits<double>::max();
  return std::clamp(value, -largest, largest);
}

/// The axes by their role.
struct Frame {
  const Axis& sampled;
  const Axis& compared;
  bool along_x;

  explicit Frame(const ScoreRule& rule)
      : sampled(rule.sampled == Sampled::x ? rule.box.x : rule.box.y),
        compared(rule.sampled == Sampled::x ? rule.box.y : rule.box.x),
        along_x(rule.sampled == Sampled::x) {}

  Place place(double x, double y) const {
    return along_x ? Place{sampled.position(x), compared.position(y)}
                   : Place{sampled.position(y), compared.position(x)};
  }
  Vec2 in_box(Place p) const { return along_x ? Vec2{p.sampled, p.compared} : Vec2{p.compared, p.sampled}; }
  double sampled_value(double x, double y) const { return along_x ? x : y; }
  double compared_value(double x, double y) const { return along_x ? y : x; }
  std::string at(double position) const { return fmt::format("{} = {:.4g}", sampled.label, sampled.value(position)); }
};

/// The compared position at a sampled one, on points sorted along the sampled axis; beyond the ends, that of the end.
double interpolate(const std::vector<Place>& sorted, double sampled) {
  const auto right = std::lower_bound(sorted.begin(), sorted.end(), sampled,
                                      [](const Place& p, double value) { return p.sampled < value; });
  if (right == sorted.begin()) return right->compared;
  const Place& a = *(right - 1);
  if (right == sorted.end()) return a.compared;
  return a.compared + (right->compared - a.compared) * (sampled - a.sampled) / (right->sampled - a.sampled);
}

/// The part of a sorted curve inside the window, cut where it crosses the ends; empty when it lies outside.
Path clip(const std::vector<Place>& sorted, const Window& window, const Frame& frame) {
  Path path;
  const double low = window.low - same_place, high = window.high + same_place;
  if (sorted.empty() || sorted.front().sampled > high || sorted.back().sampled < low) return path;
  if (sorted.front().sampled < low) path.push_back(frame.in_box({window.low, interpolate(sorted, window.low)}));
  for (const Place& p : sorted)
    if (window.holds(p.sampled)) path.push_back(frame.in_box(p));
  if (sorted.back().sampled > window.high)
    path.push_back(frame.in_box({window.high, interpolate(sorted, window.high)}));
  return path;
}

std::vector<Place> sorted_master(const MasterBranch& branch, const Frame& frame) {
  std::vector<Place> places;
  for (const CurvePoint& p : branch.points) {
    places.push_back(frame.place(p.x, p.y));
    ENSURE(std::isfinite(places.back().sampled) && std::isfinite(places.back().compared));
  }
  ENSURE(!places.empty());
  std::sort(places.begin(), places.end());
  return places;
}

std::vector<double> sorted_plan(const MeasuredBranch& branch, const Frame& frame) {
  std::vector<double> plan;
  for (double value : branch.planned) plan.push_back(frame.sampled.position(value));
  std::sort(plan.begin(), plan.end());
  plan.erase(std::unique(plan.begin(), plan.end(), [](double a, double b) { return b - a < same_place; }), plan.end());
  return plan;
}

/// A planned value with no point within half the plan's spacing there, told as the interval without points; or empty.
std::string find_gap(const std::vector<double>& plan, const std::vector<Place>& measured, const Frame& frame) {
  for (std::size_t i = 0; i < plan.size(); ++i) {
    double spacing = plan.size() > 1 ? 1 : 0;
    if (i > 0) spacing = std::min(spacing, plan[i] - plan[i - 1]);
    if (i + 1 < plan.size()) spacing = std::min(spacing, plan[i + 1] - plan[i]);
    const auto right = std::lower_bound(measured.begin(), measured.end(), Place{plan[i], -1e300});
    const double after = right == measured.end() ? plan.back() : right->sampled;
    const double before = right == measured.begin() ? plan.front() : (right - 1)->sampled;
    const double allowed = spacing / 2 + same_place;
    const bool reached = (right != measured.end() && after - plan[i] <= allowed) ||
                         (right != measured.begin() && plan[i] - before <= allowed);
    if (reached) continue;
    if (after - before < same_place) return fmt::format("there is no point at {}", frame.at(plan[i]));
    return fmt::format("there is no point between {} and {}", frame.at(before), frame.at(after));
  }
  return {};
}

/// Collects what one comparison needs while walking over the branches.
class Comparison {
 public:
  explicit Comparison(const ScoreRule& rule) : rule_(rule), frame_(rule) {}

  void add(const MasterBranch& master, const std::vector<MeasuredBranch>& measured) {
    const std::vector<Place> curve = sorted_master(master, frame_);
    Window window;
    for (const MeasuredBranch& branch : measured)
      if (branch.name == master.name) add_measured(branch, master, curve, window);
    if (window.low > window.high) return object(master.name, "nothing was measured");
    Path path = clip(curve, window, frame_);
    ENSURE(!path.empty());
    master_.push_back(std::move(path));
  }

  Score finish() {
    if (!measured_.empty()) {
      const Hausdorff h = hausdorff(master_, measured_);
      score_.hausdorff = h.distance;
      score_.hausdorff_at = {finite(rule_.box.x.value(h.at.x)), finite(rule_.box.y.value(h.at.y))};
    }
    score_.strict_reason = score_.reason;
    judge_distance();
    judge_relative_error();
    score_.strict_range = longest_passed();
    score_.ok = score_.reason.empty();
    score_.strict_ok = score_.strict_reason.empty();
    return score_;
  }

 private:
  /// Only the first objection is told: the others often follow from it.
  void object(const std::string& branch, const std::string& what) {
    if (!score_.reason.empty()) return;
    score_.reason = branch.empty() ? what + "." : fmt::format("Branch {}: {}.", branch, what);
    if (branch.empty()) score_.reason[0] = char(std::toupper(score_.reason[0]));
  }

  void add_measured(const MeasuredBranch& branch, const MasterBranch& master, const std::vector<Place>& curve,
                    Window& window) {
    const std::vector<double> plan = sorted_plan(branch, frame_);
    ENSURE(!plan.empty());
    const Window own{plan.front(), plan.back()};
    std::vector<Place> places;
    for (const MeasuredPoint& p : branch.points) {
      const Place place = frame_.place(p.x, p.y);
      if (!std::isfinite(place.sampled) || !std::isfinite(place.compared)) {
        object(branch.name, fmt::format("the point {} = {:.4g}, {} = {:.4g} has no place in the plot",
                                        rule_.box.x.label, p.x, rule_.box.y.label, p.y));
        continue;
      }
      places.push_back({place.sampled, std::clamp(place.compared, -farthest_position, farthest_position)});
      if (p.strict && own.holds(place.sampled)) note_relative_error(p, place, master, curve);
    }
    std::sort(places.begin(), places.end());
    Path path = clip(places, own, frame_);
    if (path.empty()) return object(branch.name, "nothing was measured");
    if (const std::string gap = find_gap(plan, places, frame_); !gap.empty()) object(branch.name, gap);
    measured_.push_back(std::move(path));
    window = {std::min(window.low, own.low), std::max(window.high, own.high)};
  }

  void note_relative_error(const MeasuredPoint& p, const Place& place, const MasterBranch& master,
                           const std::vector<Place>& curve) {
    const double at = frame_.sampled_value(p.x, p.y), got = frame_.compared_value(p.x, p.y);
    const double expected = master.exact ? master.exact(at) : frame_.compared.value(interpolate(curve, place.sampled));
    // Where the master vanishes, an error is measured by the height of the box.
    const double scale = expected != 0 ? std::abs(expected) : frame_.compared.high - frame_.compared.low;
    const double error = std::min(std::abs(got - expected) / scale, largest_error);
    errors_.push_back({at, error});
    score_.deviations.push_back({master.name, at, got < expected ? -error : error, 0, frame_.at(place.sampled)});
    const bool first_place = score_.worst && error == score_.worst->value && at < worst_at_;
    if (score_.worst && error <= score_.worst->value && !first_place) return;
    score_.worst = RelativeError{error, {p.x, p.y}, expected};
    worst_at_ = at;
  }

  void judge_distance() {
    if (!score_.hausdorff || *score_.hausdorff < rule_.tolerance) return;
    object("", fmt::format("the curves are {:.3g} % of the plot apart near {} = {:.4g}, {} = {:.4g}",
                           100 * *score_.hausdorff, rule_.box.x.label, score_.hausdorff_at.x, rule_.box.y.label,
                           score_.hausdorff_at.y));
  }

  void judge_relative_error() {
    if (!score_.strict_reason.empty()) return;
    if (!score_.worst) {
      score_.strict_reason = "No point meets the assumptions of the master curve.";
    } else if (score_.worst->value > rule_.strict_tolerance) {
      score_.strict_reason = fmt::format("{} is {:.3g} % off at {} = {:.4g}.", frame_.compared.label,
                                         100 * score_.worst->value, frame_.sampled.label, worst_at_);
    }
  }

  std::optional<PassedRange> longest_passed() {
    std::sort(errors_.begin(), errors_.end());
    std::optional<PassedRange> longest, current;
    for (const auto& [at, error] : errors_) {
      if (error > rule_.strict_tolerance) {
        current.reset();
        continue;
      }
      if (!current) current = PassedRange{at, at};
      current->to = at;
      const auto width = [&](const PassedRange& r) {
        return frame_.sampled.position(r.to) - frame_.sampled.position(r.from);
      };
      if (!longest || width(*current) > width(*longest)) longest = current;
    }
    return longest;
  }

  const ScoreRule& rule_;
  Frame frame_;
  std::vector<std::pair<double, double>> errors_;  // where, how large
  std::vector<Path> master_, measured_;
  double worst_at_ = 0;
  Score score_;
};

}  // namespace

Score score_curves(const std::vector<MasterBranch>& master, const std::vector<MeasuredBranch>& measured,
                   const ScoreRule& rule) {
  ENSURE(!master.empty());
  for (const MeasuredBranch& branch : measured)
    ENSURE(std::any_of(master.begin(), master.end(), [&](const MasterBranch& m) { return m.name == branch.name; }));
  Comparison comparison(rule);
  for (const MasterBranch& branch : master) comparison.add(branch, measured);
  return comparison.finish();
}

}  // namespace judge
