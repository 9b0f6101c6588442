#include <codes/push/shell_strip.h>

#include <algorithm>
#include <cmath>

#include <plumb/model/shell/pick_points.h>

namespace codes {
namespace {

constexpr double kEuler = 20.190728556426629;  // EI/L^2, of the clamped and pinned strip

}  // namespace

std::map<double, Eigen::Vector3d> bent_rows(const StripToPush& strip, const std::set<double>& distances, double held,
                                            double stretch) {
  std::map<double, Eigen::Vector3d> rows;
  double before = 0;
  Eigen::Vector3d x = Eigen::Vector3d::Zero();
  for (const double s : distances) {
    const double theta = s > held ? strip.angle(0.5 * (before + s)) : 0;
    x += (s > held ? stretch : 1) * (s - before) * strip.length * Eigen::Vector3d(std::sin(theta), 0, -std::cos(theta));
    before = s;
    rows[s] = x;
  }
  return rows;
}

double row_at(const plumb::ShellSpec& spec, const StripToPush& strip, const Eigen::Vector3d& rest) {
  return std::round((spec.clamp.position.z() - rest.z()) / strip.length * 1e9) * 1e-9;
}

double last_held_row(const plumb::ShellSpec& spec, const StripToPush& strip) {
  double held = 0;
  for (const int p : spec.clamped) {
    held = std::max(held, row_at(spec, strip, spec.rest.points[static_cast<std::size_t>(p)]));
  }
  return held;
}

plumb::ShellSpec shell_strip_spec(const StripToPush& strip, const TrianglePlate& plate) {
  ScenarioPlate hanging(strip.scenario, strip.young);
  hanging.clamp = {{0, 0, strip.height}, -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitY()};
  plumb::ShellSpec spec = plate.spec(hanging);
  spec.relaxation = strip.relaxation;
  std::set<double> distances;
  for (const Eigen::Vector3d& x : spec.rest.points) distances.insert(row_at(spec, strip, x));
  // The membrane is shortened by the force that belongs to the mode, so that nothing rings at first.
  const double bends_as = plate.bending == plumb::ShellBending::hinge ? plate.hinge_factor : 1;
  const double stretch = 1 - kEuler * bends_as * strip.unit_force() / (strip.young * strip.width * strip.thickness);
  const auto rows = bent_rows(strip, distances, last_held_row(spec, strip), stretch);
  for (const Eigen::Vector3d& x : spec.rest.points) {
    spec.start.push_back(spec.clamp.position + rows.at(row_at(spec, strip, x)) + Eigen::Vector3d(0, x.y(), 0));
  }
  for (const int p : spec.clamped) {
    spec.start[static_cast<std::size_t>(p)] = spec.rest.points[static_cast<std::size_t>(p)];
  }
  return spec;
}

std::vector<int> shell_tip(const plumb::ShellSpec& spec) {
  double lowest = spec.rest.points.front().z();
  for (const Eigen::Vector3d& x : spec.rest.points) lowest = std::min(lowest, x.z());
  const double end = lowest + 1e-6 * (spec.clamp.position.z() - lowest);
  return plumb::pick_points(spec.rest, [&](const Eigen::Vector3d& x) { return x.z() < end; });
}

PushedBody shell_strip(const StripToPush& strip, const TrianglePlate& plate) {
  const plumb::ShellSpec spec = shell_strip_spec(strip, plate);
  PushedBody body;
  body.model = plumb::shell(spec);
  body.upright = spec.clamp;
  body.bent = body.model.initial;
  body.clearance = 0.5 * strip.thickness;
  body.tip = shell_tip(spec);
  return body;
}

}  // namespace codes
