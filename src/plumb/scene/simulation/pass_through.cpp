#include <plumb/scene/simulation/pass_through.h>

#include <algorithm>
#include <optional>
#include <span>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/geometry/crossing.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Moves the last point of a curve, at the arc length `from`, back to `end`; `to` is that of the next point. What
/// sticks out where a clamp holds the middle of an edge is no part of the rod.
void cut(Vector3d& last, const Vector3d& next, double from, double to, double end) {
  last += (end - from) / (to - from) * (next - last);
}

/// Returns the warning about a pair of bodies; none if that pair was told already.
std::optional<Warning> pair_warning(const std::string& first, const std::string& second,
                                    const std::vector<Warning>& told) {
  Warning warning;
  warning.kind = first == second ? "crossing" : "crossing with " + second;
  warning.body = first;
  warning.advice = "bodies do not feel contact, so what follows is not what real ones do; keep them apart";
  const bool known = std::any_of(told.begin(), told.end(), [&](const Warning& other) {
    return other.kind == warning.kind && other.body == warning.body;
  });
  return known ? std::nullopt : std::optional(warning);
}

/// "23 %": the place of a segment along a curve.
std::string place(int segment, const Shape::Curve& curve) {
  return fmt::format("{:.0f} %", 100 * (segment + 0.5) / (curve.n_points - 1));
}

}  // namespace

PassThrough::Centrelines PassThrough::centrelines(const Shape& shape) const {
  const auto arc = std::find_if(shape.arrays.begin(), shape.arrays.end(),
                                [](const PointArray& array) { return array.name == "arc length"; });
  ENSURE(arc != shape.arrays.end());
  Centrelines all;
  for (std::size_t i = 0; i < shape.curves.size(); ++i) {
    const auto first = static_cast<std::size_t>(shape.curves[i].first),
               n = static_cast<std::size_t>(shape.curves[i].n_points);
    const std::span<const double> s = std::span(arc->values).subspan(first, n);
    auto& points = all.emplace_back();
    for (std::size_t p = 0; p < n; ++p) points.push_back(shape.points[first + p]);
    if (s[0] < 0) cut(points[0], points[1], s[0], s[1], 0);
    if (s[n - 1] > lengths_[i]) cut(points[n - 1], points[n - 2], s[n - 1], s[n - 2], lengths_[i]);
  }
  return all;
}

void PassThrough::begin(const Shape& shape, double time) {
  before_ = centrelines(shape);
  time_ = time;
}

std::vector<Warning> PassThrough::look(const Shape& shape, double time, const std::vector<Warning>& told) {
  std::vector<Warning> found;
  const Centrelines now = centrelines(shape);
  const auto when = [&](double fraction) { return time_ + fraction * (time - time_); };
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Shape::Curve& rod = shape.curves[i];
    for (std::size_t k = i; k < before_.size(); ++k) {
      const Shape::Curve& other = shape.curves[k];
      auto warning = pair_warning(rod.name, other.name, told);
      if (!warning) continue;
      const MovingCurve motion{before_[i], now[i]};
      const auto crossing = i == k ? first_crossing(motion) : first_crossing(motion, {before_[k], now[k]});
      if (!crossing) continue;
      warning->time = when(crossing->fraction);
      warning->what = fmt::format("its centreline, {} along it, passes through {} at {}", place(crossing->a, rod),
                                  i == k ? "itself" : "that of " + other.name, place(crossing->b, other));
      found.push_back(*warning);
    }
    for (const Shape::Surface& plate : shape.surfaces) {
      auto warning = pair_warning(rod.name, plate.name, told);
      if (!warning) continue;
      const auto points = std::span(shape.points)
                              .subspan(static_cast<std::size_t>(plate.first), static_cast<std::size_t>(plate.n_points));
      const auto segment = first_piercing(now[i], points, plate.triangles);
      if (!segment) continue;
      warning->time = time;
      warning->what = fmt::format("its centreline, {} along it, pierces {}", place(*segment, rod), plate.name);
      found.push_back(*warning);
    }
  }
  begin(shape, time);
  return found;
}

}  // namespace plumb
