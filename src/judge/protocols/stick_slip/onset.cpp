#include <judge/protocols/stick_slip/onset.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/stick_slip/master_curve.h>

namespace judge {
namespace {

constexpr double kReached = 1e-4;  // of mu: Q/P that is nearer has come to it, for solvers have tolerances
constexpr double kBeyond = 1e-3;   // of P: Q may be so much more than mu P

std::optional<double> value(const Point& point, const char* name) {
  const auto found = point.values.find(name);
  return found == point.values.end() ? std::nullopt : std::optional(found->second);
}

double eps_y(const Point& point) { return point.values.at("eps_y"); }
bool bears(const Point& point) { return value(point, "P").value_or(0) > 0; }
/// Returns |Q|/P of a strip that bears on the ground: it may buckle to either side.
double ratio(const Point& point) { return std::abs(point.values.at("Q")) / point.values.at("P"); }

bool slips(const Point& point, double mu) {
  return point.label == "slip" || (bears(point) && ratio(point) >= mu * (1 - kReached));
}

std::vector<Point> sorted(std::vector<Point> points) {
  std::stable_sort(points.begin(), points.end(), [](const Point& a, const Point& b) { return eps_y(a) < eps_y(b); });
  return points;
}

/// Returns where Q/P comes to mu after the load `before`, at which it has not: the square of Q/P grows as eps_y does.
double extrapolated(const Point& before, double mu) {
  const double growth = mu / ratio(before);
  return eps_y(before) * growth * growth;
}

double distance_from_master(double at, double mu) {
  const double friction = std::min(mu, stick_slip_triple_point().ratio);
  return std::abs(at - stick_slip_at_friction(friction).eps_y);
}

}  // namespace

bool tells_forces(const PushedRow& row) {
  if (row.mu == 0) return false;
  bool any = false;
  for (const Point& point : row.points) {
    const bool told = value(point, "P") && value(point, "Q");
    if (!told && eps_y(point) > 0 && point.status == plumb::Status::ok) return false;
    any = any || (told && bears(point));
  }
  return any;
}

std::vector<Label> force_labels(const PushedRow& row) {
  std::vector<Label> labels;
  bool slipped = false;
  for (const Point& point : sorted(row.points)) {
    if (point.label.empty()) continue;
    slipped = slipped || slips(point, row.mu);
    labels.push_back({eps_y(point), slipped});
  }
  return labels;
}

std::optional<double> told_onset(const std::vector<Point>& points) {
  for (const Point& point : sorted(points)) {
    if (const auto told = value(point, "slips_from")) return told;
  }
  return std::nullopt;
}

std::optional<Onset> force_onset(const PushedRow& row) {
  if (!tells_forces(row)) return std::nullopt;
  const std::vector<Point> points = sorted(row.points);
  const auto first = std::find_if(points.begin(), points.end(), [&](const Point& p) { return slips(p, row.mu); });
  if (first == points.end()) return std::nullopt;
  Onset onset{eps_y(*first), std::nullopt};
  if (first != points.begin()) {
    const Point& before = *(first - 1);
    if (!bears(before)) {
      onset.eps_y = 0.5 * (eps_y(before) + eps_y(*first));
    } else {
      onset.eps_y = ratio(before) > 0 ? std::min(onset.eps_y, extrapolated(before, row.mu)) : onset.eps_y;
      const double on_curve = std::min(eps_y(before), stick_slip_triple_point().eps_y);
      onset.P_ratio = before.values.at("P") / stick_slip_curve(on_curve).P;
    }
  }
  const auto told = told_onset(points);
  if (told && distance_from_master(*told, row.mu) > distance_from_master(onset.eps_y, row.mu)) onset.eps_y = *told;
  return onset;
}

std::string cone_violation(const PushedRow& row) {
  for (const Point& point : row.points) {
    if (!bears(point) || !value(point, "Q") || ratio(point) <= row.mu + kBeyond) continue;
    return fmt::format("Q/P is {:.4g} at μ = {:g}, ε_y = {:.4g}: more than friction can hold.", ratio(point), row.mu,
                       eps_y(point));
  }
  return {};
}

}  // namespace judge
