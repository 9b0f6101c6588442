#include <codes/push/shell_strip.h>

#include <algorithm>

#include <plumb/model/shell/pick_points.h>

namespace codes {
namespace {

constexpr double kEuler = 20.190728556426629;  // EI/L^2, of the clamped and pinned strip

}  // namespace

plumb::ShellSpec shell_strip_spec(const StripToPush& strip, const TrianglePlate& plate) {
  ScenarioPlate hanging(strip.scenario, strip.young);
  hanging.clamp = {{0, 0, strip.height}, -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitY()};
  plumb::ShellSpec spec = plate.spec(hanging);
  spec.relaxation = strip.relaxation;
  // The membrane is shortened by the force that belongs to the mode, so that nothing rings at first.
  const double shortened = 1 - kEuler * strip.unit_force() / (strip.young * strip.width * strip.thickness);
  for (const Eigen::Vector3d& x : spec.rest.points) {
    const double s = (strip.height - x.z()) / strip.length;
    spec.start.push_back(hanging.clamp.position + shortened * strip.place(s) + Eigen::Vector3d(0, x.y(), 0));
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
