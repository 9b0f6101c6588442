#include <codes/plate_trial/scenario_plate.h>

#include <cmath>

#include <Eigen/Geometry>

namespace codes {

ScenarioPlate::ScenarioPlate(const judge::Scenario& scenario, double young_modulus)
    : young(young_modulus),
      nu(judge::sheet_of(scenario.question).nu),
      density(scenario.scales.density),
      length(scenario.scales.length),
      width(judge::sheet_of(scenario.question).width * length),
      thickness(judge::sheet_of(scenario.question).thickness * length),
      stands(!std::holds_alternative<judge::ClampedStrip>(scenario.question) &&
             !std::holds_alternative<judge::ReleasedStrip>(scenario.question)),
      n_elements(scenario.knobs.n),
      dt(scenario.knobs.dt),
      tol(scenario.knobs.tol) {
  clamp = {Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(),
           stands ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY()};
}

double ScenarioPlate::bending() const { return young * std::pow(thickness, 3) / (12 * (1 - nu * nu)); }

double ScenarioPlate::gravity(double gamma) const {
  return gamma * bending() / (density * thickness * std::pow(length, 3));
}

double ScenarioPlate::slowness() const { return std::sqrt(density * thickness * std::pow(length, 4) / bending()); }

plumb::Pose ScenarioPlate::tilted(double angle) const {
  plumb::Pose pose = clamp;
  pose.director = Eigen::AngleAxisd(angle, pose.tangent).toRotationMatrix() * pose.director;
  return pose;
}

}  // namespace codes
