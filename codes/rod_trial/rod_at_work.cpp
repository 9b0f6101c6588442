#include <codes/rod_trial/rod_at_work.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace codes {
namespace {

constexpr int kFewestPoints = 60;   // of a shape ...
constexpr int kPointsPerTurn = 20;  // ... whose loops look round

/// Returns the coordinates of about `n_wanted` of the points, evenly chosen, both ends included, in the given unit.
std::vector<double> thinned(const std::vector<Eigen::Vector3d>& points, int n_wanted, double unit) {
  if (points.empty()) return {};
  const auto last = static_cast<int>(points.size()) - 1;
  const int n = std::min(n_wanted, last);
  std::vector<double> coordinates;
  for (int i = 0; i <= n; ++i) {
    const Eigen::Vector3d& point = points[static_cast<std::size_t>(n == 0 ? 0 : i * last / n)];
    for (const double coordinate : point) coordinates.push_back(coordinate / unit);
  }
  return coordinates;
}

}  // namespace

RodAtWork::RodAtWork(const judge::Scenario& scenario, double young, Discretisation discretise)
    : rod_(scenario, young), discrete_(discretise(rod_)), sweep_(discrete_->model()) {}

FoundEquilibrium RodAtWork::advance(double gamma) {
  const plumb::Outcome outcome = sweep_.advance(sweep_.under(rod_.gravity(gamma)));
  return {sweep_.state(), outcome};
}

double RodAtWork::energy(const FoundEquilibrium& found) const {
  const double weight = -found.state.loads.gravity.z() * rod_.stiffness.mass_per_length * rod_.length;
  return (found.outcome.energy - weight * rod_.clamp.position.z()) * rod_.length / rod_.bending;
}

judge::Quantities RodAtWork::quantities(const FoundEquilibrium& seen) const {
  const Eigen::Vector3d tip = rod_.placement.seen(view(seen.state)->tip()) / rod_.length;
  return {{"reach", tip.x()}, {"drop", -tip.z()}, {"out_of_plane", out_of_plane(seen.state)}, {"energy", energy(seen)}};
}

std::vector<double> RodAtWork::shape(const plumb::State& state) const {
  const double turns = std::abs(rod_.natural_curvature) * rod_.length / (2 * std::numbers::pi);
  std::vector<Eigen::Vector3d> points = view(state)->centreline();
  for (Eigen::Vector3d& point : points) point = rod_.placement.seen(point);
  return thinned(points, std::max(kFewestPoints, static_cast<int>(std::lround(kPointsPerTurn * turns))), rod_.length);
}

}  // namespace codes
