#include <judge/question/statement.h>

#include <cmath>
#include <numbers>

namespace judge {
namespace {

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

// I/A of the two sections, in units of L^2.
double slenderness(const Sheet& sheet) { return sheet.thickness * sheet.thickness / 12; }
double slenderness(double radius) { return radius * radius / 4; }

/// The gravity at which rho A g L^3 / (E I) is gamma.
double gravity(const Scales& scales, double young, double gamma, double slenderness) {
  return gamma * young * slenderness / (scales.density * scales.length);
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
};

}  // namespace

Quantities stated_in_si(const Scenario& scenario) {
  if (std::holds_alternative<std::monostate>(scenario.question)) return scenario.told;
  return std::visit([&](const auto& kind) { return stated(scenario.scales, kind); }, scenario.question);
}

Quantities stated_in_si(const Scenario& scenario, const Load& load) {
  return std::visit(Stating{scenario.scales, young_at(scenario, load), load}, scenario.question);
}

double force_unit(const Scenario& scenario) {
  const auto* strip = std::get_if<PushedStrip>(&scenario.question);
  if (strip == nullptr) return 0;
  const double length = scenario.scales.length;
  return scenario.scales.young * strip->sheet.width * std::pow(strip->sheet.thickness, 3) / 12 * length * length;
}

}  // namespace judge
