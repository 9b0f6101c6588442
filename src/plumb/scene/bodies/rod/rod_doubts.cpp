#include <plumb/scene/bodies/rod/rod_doubts.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace plumb {
namespace {

/// Beyond, laws that are linear in a measure of strain disagree by more than a tenth, according to the measure.
constexpr double kLargeStretch = 0.1;

/// A strip whose curvature times its length is below is flat to the eye, and nearly so to Newton's method.
constexpr double kFlat = 1e-6;

bool loaded(const Loads& loads) {
  return !loads.gravity.isZero(0) || std::any_of(loads.wrenches.begin(), loads.wrenches.end(), [](const Wrench& w) {
    return !w.force.isZero(0) || !w.moment.isZero(0);
  });
}

/// The height of a rectangle with this stiffness against bending and stretching.
double height_of(double bend, double stretch) { return std::sqrt(12 * bend / stretch); }

}  // namespace

std::vector<Warning> doubts_of(const SceneRod& rod, const std::vector<CurveSample>& now, double time) {
  std::vector<Warning> doubts;
  double stretch = 0, bend = 0;
  for (std::size_t i = 1; i < now.size(); ++i) {
    const double length = (now[i].position - now[i - 1].position).norm();
    stretch = std::max(stretch, length / (now[i].arc_length - now[i - 1].arc_length) - 1);
  }
  const double height_1 = height_of(rod.stiffness.bend_1, rod.stiffness.stretch),
               height_2 = height_of(rod.stiffness.bend_2, rod.stiffness.stretch);
  for (const CurveSample& s : now) {
    bend = std::max(bend, std::hypot(height_1 * s.kappa_1, height_2 * s.kappa_2));
  }
  if (stretch > kLargeStretch) {
    doubts.push_back(
        {"stretch",
         {},
         time,
         fmt::format("it is stretched by {0:.0f} %, where its law, a force in proportion to the stretch, is about "
                     "{0:.0f} % off that of rubber",
                     100 * stretch),
         "are EA, the forces and the motion right?",
         stretch});
  }
  if (bend > 1) {
    doubts.push_back(
        {"curvature",
         {},
         time,
         fmt::format("it is bent to a radius of {:.2g} of the height of its section, sqrt(12 EI/EA): its inner side "
                     "would be folded",
                     1 / bend),
         "a rod cannot be bent so sharply; are the section and the motion right?",
         bend});
  }
  return doubts;
}

std::optional<Warning> flat_doubt(const SceneRod& ribbon, const std::vector<CurveSample>& now, const State& state) {
  double bent = 0;
  for (const CurveSample& s : now) bent = std::max(bent, std::abs(s.kappa_2) * ribbon.length);
  if (bent > kFlat || !loaded(state.loads)) return std::nullopt;
  return Warning{
      "flat",
      {},
      state.time,
      "it is flat under loads, and nothing tells if it would stay so: the generators of a flat strip have no "
      "stiffness",
      "tilt its clamp or push it sideways a little, and take that back",
      1};
}

}  // namespace plumb
