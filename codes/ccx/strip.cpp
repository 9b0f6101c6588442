#include <codes/ccx/strip.h>

#include <plumb/core/status.h>

namespace codes {
namespace {

constexpr double kUnitsOfWeight = 1e6;

double cube(double x) { return x * x * x; }

}  // namespace

Strip strip_of(const judge::Scenario& scenario, double young) {
  const judge::Sheet& sheet = judge::sheet_of(scenario.question);
  const double length = scenario.scales.length;
  return {length, sheet.width * length, sheet.thickness * length, young, sheet.nu, scenario.scales.density};
}

double gravity_of_gamma(const Strip& s, double gamma) {
  const double area = s.width * s.thickness, inertia = s.width * cube(s.thickness) / 12;
  return gamma * s.young * inertia / (s.density * area * cube(s.length));
}

double gravity_of_gamma_star(const Strip& s, double gamma_star) {
  const double stiffness = s.young * cube(s.thickness) / (12 * (1 - s.nu * s.nu));
  return gamma_star * stiffness / (s.density * s.thickness * cube(s.length));
}

WeighedStrip in_deck_units(const Strip& s, double gravity) {
  ENSURE(gravity > 0);
  const double weight = s.density * s.length * s.width * s.thickness * gravity;
  const double length = s.length, force = weight / kUnitsOfWeight;
  // Force is mass times length over square second, hence mass is force over length.
  const double stress = force / (length * length), density = force / length / cube(length);
  return {{s.length / length, s.width / length, s.thickness / length, s.young / stress, s.nu, s.density / density},
          gravity / length};
}

}  // namespace codes
