#include <judge/question/statement.h>

#include <cmath>
#include <numbers>

namespace judge {
namespace {

// I/A of the two sections, in units of L^2.
double slenderness(const Sheet& sheet) { return sheet.thickness * sheet.thickness / 12; }
double slenderness(double radius) { return radius * radius / 4; }

/// The gravity at which rho A g L^3 / (E I) is gamma.
double gravity(const Scales& scales, double young, double gamma, double slenderness) {
  return gamma * young * slenderness / (scales.density * scales.length);
}

/// L^2 sqrt(rho A / (E I)), s.
double slowness(const Scales& scales, double slenderness) {
  return scales.length * std::sqrt(scales.density / (scales.young * slenderness));
}

double unit_of_time(const Scales& scales, const ReleasedStrip& strip) {
  return slowness(scales, slenderness(strip.sheet));
}
double unit_of_time(const Scales& scales, const HingedStrip& strip) {
  return std::sqrt(scales.length / gravity(scales, scales.young, strip.gamma, slenderness(strip.sheet)));
}
double unit_of_time(const Scales& scales, const ThrownRod& rod) { return slowness(scales, slenderness(rod.radius)); }

Quantities material(const Scales& scales) {
  return {{"length", scales.length}, {"young", scales.young}, {"density", scales.density}};
}

Quantities stated(const Scales& scales, const Sheet& sheet) {
  Quantities si = material(scales);
  si["width"] = sheet.width * scales.length;
  si["thickness"] = sheet.thickness * scales.length;
  si["nu"] = sheet.nu;
  return si;
}

Quantities stated(const Scales&, std::monostate) { return {}; }

Quantities stated(const Scales& scales, const ClampedStrip& strip) {
  Quantities si = stated(scales, strip.sheet);
  if (strip.radius) si["radius"] = *strip.radius * scales.length;
  return si;
}

Quantities stated(const Scales& scales, const HangingCurl& curl) {
  Quantities si = curl.rectangle ? stated(scales, *curl.rectangle) : material(scales);
  if (!curl.rectangle) {
    si["radius"] = curl.radius * scales.length;
    si["nu"] = curl.nu;
  }
  si["natural_curvature"] = 2 * std::numbers::pi * curl.turns / scales.length;
  return si;
}

Quantities stated(const Scales& scales, const BucklingPlate& plate) { return stated(scales, plate.sheet); }

Quantities stated(const Scales& scales, const TiltedPlate& plate) { return stated(scales, plate.sheet); }

Quantities stated(const Scales& scales, const PushedStrip& strip) {
  Quantities si = stated(scales, strip.sheet);
  si["mu"] = strip.mu;
  return si;
}

/// A strip that moves under its weight.
Quantities stated_moving(const Scales& scales, const Sheet& sheet, double gamma) {
  Quantities si = stated(scales, sheet);
  si["g"] = gravity(scales, scales.young, gamma, slenderness(sheet));
  return si;
}

Quantities stated(const Scales& scales, const ReleasedStrip& strip) {
  return stated_moving(scales, strip.sheet, strip.gamma);
}

Quantities stated(const Scales& scales, const HingedStrip& strip) {
  Quantities si = stated_moving(scales, strip.sheet, strip.gamma);
  si["angle"] = strip.angle;
  return si;
}

Quantities stated(const Scales& scales, const ThrownRod& rod) {
  const double unit = unit_of_time(scales, rod), speed = scales.length / unit;
  Quantities si = material(scales);
  si["radius"] = rod.radius * scales.length;
  si["g"] = gravity(scales, scales.young, rod.gamma, slenderness(rod.radius));
  si["velocity_x"] = rod.velocity_x * speed;
  si["velocity_z"] = rod.velocity_z * speed;
  si["spin_y"] = rod.spin_y / unit;
  si["spin_z"] = rod.spin_z / unit;
  return si;
}

/// A load of one kind of question; E at the load stands beside its scales.
struct Stating {
  const Scales& scales;
  double young;
  const Load& load;

  Quantities operator()(std::monostate) const { return {}; }

  Quantities operator()(const ClampedStrip& strip) const {
    const double gamma = load.at("gamma");
    Quantities si{{"g", gravity(scales, young, gamma, slenderness(strip.sheet))}};
    if (strip.radius) si["g_round"] = gravity(scales, young, gamma, slenderness(*strip.radius));
    return si;
  }

  Quantities operator()(const HangingCurl& curl) const {
    const double section = curl.rectangle ? slenderness(*curl.rectangle) : slenderness(curl.radius);
    return {{"g", gravity(scales, young, load.at("gamma"), section)}};
  }

  Quantities plate(const Sheet& sheet) const {
    // rho g h L^3 / D with D = E h^3 / (12 (1 - nu^2)).
    return {{"g", gravity(scales, young, load.at("gamma_star"), slenderness(sheet)) / (1 - sheet.nu * sheet.nu)}};
  }
  Quantities operator()(const BucklingPlate& question) const { return plate(question.sheet); }
  Quantities operator()(const TiltedPlate& question) const { return plate(question.sheet); }

  Quantities operator()(const PushedStrip&) const { return {{"push", load.at("eps_y") * scales.length}}; }

  template <class Motion>
  requires requires(const Scales& s, const Motion& m) { unit_of_time(s, m); }
  Quantities operator()(const Motion& motion) const { return {{"time", load.at("t") * unit_of_time(scales, motion)}}; }
};

}  // namespace

Quantities stated_in_si(const Scenario& scenario) {
  if (std::holds_alternative<std::monostate>(scenario.question)) return scenario.told;
  return std::visit([&](const auto& kind) { return stated(scenario.scales, kind); }, scenario.question);
}

Quantities stated_in_si(const Scenario& scenario, const Load& load) {
  return std::visit(Stating{scenario.scales, young_at(scenario, load), load}, scenario.question);
}

double time_unit(const Scenario& scenario) {
  return std::visit(
      [&](const auto& kind) -> double {
        if constexpr (requires { unit_of_time(scenario.scales, kind); }) return unit_of_time(scenario.scales, kind);
        return 0;
      },
      scenario.question);
}

double force_unit(const Scenario& scenario) {
  const auto* strip = std::get_if<PushedStrip>(&scenario.question);
  if (strip == nullptr) return 0;
  const double length = scenario.scales.length;
  return scenario.scales.young * strip->sheet.width * std::pow(strip->sheet.thickness, 3) / 12 * length * length;
}

}  // namespace judge
