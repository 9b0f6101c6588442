#include <codes/rod_trial/scenario_rod.h>

#include <numbers>

namespace codes {
namespace {

plumb::RodSection section_of(const judge::ClampedStrip& strip, double length) {
  return strip.radius ? plumb::RodSection::circle(*strip.radius * length)
                      : plumb::RodSection::rectangle(strip.sheet.width * length, strip.sheet.thickness * length);
}

}  // namespace

ScenarioRod::ScenarioRod(const judge::Scenario& scenario, double young_modulus)
    : young(young_modulus), length(scenario.scales.length), n_elements(scenario.knobs.n) {
  if (const auto* curl = std::get_if<judge::HangingCurl>(&scenario.question)) {
    nu = curl->nu;
    stiffness =
        plumb::rod_stiffness(plumb::RodSection::circle(curl->radius * length), young, nu, scenario.scales.density);
    natural_curvature = 2 * std::numbers::pi * curl->turns / length;
    clamp = {Eigen::Vector3d::Zero(), -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()};
  } else if (const auto* strip = std::get_if<judge::ClampedStrip>(&scenario.question)) {
    nu = strip->sheet.nu;
    stiffness = plumb::rod_stiffness(section_of(*strip, length), young, nu, scenario.scales.density);
  } else {
    judge::refuse("a rod", scenario.question);
  }
}

double ScenarioRod::gravity(double gamma) const {
  return gamma * stiffness.bend_2 / (stiffness.mass_per_length * length * length * length);
}

}  // namespace codes
