#include <codes/rod_trial/scenario_rod.h>

#include <cmath>
#include <numbers>

namespace codes {
namespace {

plumb::RodSection section_of(const judge::Sheet& sheet, double length) {
  return plumb::RodSection::rectangle(sheet.width * length, sheet.thickness * length);
}

plumb::RodSection section_of(const judge::ClampedStrip& strip, double length) {
  return strip.radius ? plumb::RodSection::circle(*strip.radius * length) : section_of(strip.sheet, length);
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
  } else if (const auto* released = std::get_if<judge::ReleasedStrip>(&scenario.question)) {
    nu = released->sheet.nu;
    stiffness = plumb::rod_stiffness(section_of(released->sheet, length), young, nu, scenario.scales.density);
  } else if (const auto* hinged = std::get_if<judge::HingedStrip>(&scenario.question)) {
    nu = hinged->sheet.nu;
    stiffness = plumb::rod_stiffness(section_of(hinged->sheet, length), young, nu, scenario.scales.density);
    hold = RodHold::hinge;
    plumb::Pose hanging;
    hanging.tangent = {std::sin(hinged->angle), 0, -std::cos(hinged->angle)};
    clamp = placement.placed(hanging);
  } else if (const auto* thrown = std::get_if<judge::ThrownRod>(&scenario.question)) {
    stiffness =
        plumb::rod_stiffness(plumb::RodSection::circle(thrown->radius * length), young, nu, scenario.scales.density);
    hold = RodHold::none;
    plumb::Pose start;
    start.position = {-0.5 * length, 0, 0};
    clamp = placement.placed(start);
  } else {
    judge::refuse("a rod", scenario.question);
  }
}

double ScenarioRod::gravity(double gamma) const {
  return gamma * bending / (stiffness.mass_per_length * length * length * length);
}

}  // namespace codes
