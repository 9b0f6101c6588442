#include <codes/plate_trial/scenario_plate.h>

#include <cmath>

#include <Eigen/Geometry>

namespace codes {
namespace {

/// Returns the pose before it is placed, turned by `angle` about the length.
plumb::Pose upright(bool stands, double angle) {
  const Eigen::Vector3d x = Eigen::Vector3d::UnitX(), z = Eigen::Vector3d::UnitZ();
  const Eigen::Vector3d width = stands ? z : Eigen::Vector3d::UnitY();
  if (angle == 0) return {Eigen::Vector3d::Zero(), x, width};
  return {Eigen::Vector3d::Zero(), x, Eigen::AngleAxisd(angle, x).toRotationMatrix() * width};
}

}  // namespace

ScenarioPlate::ScenarioPlate(const judge::Scenario& scenario, double young_modulus)
    : young(young_modulus),
      nu(judge::sheet_of(scenario.question).nu),
      density(scenario.scales.density),
      length(scenario.scales.length),
      width(judge::sheet_of(scenario.question).width * length),
      thickness(judge::sheet_of(scenario.question).thickness * length),
      stands(!std::holds_alternative<judge::ClampedStrip>(scenario.question) &&
             !std::holds_alternative<judge::ReleasedStrip>(scenario.question)),
      placement(scenario),
      clamp(placement.placed(upright(stands, 0))),
      n_elements(scenario.knobs.n),
      dt(scenario.knobs.dt),
      tol(scenario.knobs.tol) {}

double ScenarioPlate::bending() const { return young * std::pow(thickness, 3) / (12 * (1 - nu * nu)); }

double ScenarioPlate::gravity(double gamma) const {
  const double stiffness = stands ? bending() : young * std::pow(thickness, 3) / 12;
  return gamma * stiffness / (density * thickness * std::pow(length, 3));
}

double ScenarioPlate::slowness() const { return std::sqrt(density * thickness * std::pow(length, 4) / bending()); }

plumb::Pose ScenarioPlate::tilted(double angle) const { return placement.placed(upright(stands, angle)); }

}  // namespace codes
