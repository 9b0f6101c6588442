#include <codes/rod_trial/scenario_rod.h>

#include <numbers>

namespace codes {
namespace {

plumb::RodSection section_of(const judge::ClampedStrip& strip, double length) {
  return strip.radius ? plumb::RodSection::circle(*strip.radius * length)
                      : plumb::RodSection::rectangle(strip.sheet.width * length, strip.sheet.thickness * length);
}

plumb::RodSection section_of(const judge::HangingCurl& curl, double length) {
  return curl.rectangle
             ? plumb::RodSection::rectangle(curl.rectangle->thickness * length, curl.rectangle->width * length)
             : plumb::RodSection::circle(curl.radius * length);
}

}  // namespace

ScenarioRod::ScenarioRod(const judge::Scenario& scenario, double young_modulus)
    : young(young_modulus),
      length(scenario.scales.length),
      placement(scenario),
      clamp(placement.placed({})),
      n_elements(scenario.knobs.n) {
  if (const auto* curl = std::get_if<judge::HangingCurl>(&scenario.question)) {
    nu = curl->rectangle ? curl->rectangle->nu : curl->nu;
    stiffness = plumb::rod_stiffness(section_of(*curl, length), young, nu, scenario.scales.density);
    bending = stiffness.bend_1;
    natural_curvature = 2 * std::numbers::pi * curl->turns / length;
    clamp = placement.placed({Eigen::Vector3d::Zero(), -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()});
  } else if (const auto* strip = std::get_if<judge::ClampedStrip>(&scenario.question)) {
    nu = strip->sheet.nu;
    stiffness = plumb::rod_stiffness(section_of(*strip, length), young, nu, scenario.scales.density);
    bending = stiffness.bend_2;
  } else {
    judge::refuse("a rod", scenario.question);
  }
}

double ScenarioRod::gravity(double gamma) const {
  return gamma * bending / (stiffness.mass_per_length * length * length * length);
}

}  // namespace codes
