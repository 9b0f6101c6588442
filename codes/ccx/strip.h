#pragma once

// The rectangular strip or plate of a scenario in SI units, its weight, and the units in which its deck is written.

#include <judge/question/scenario.h>

namespace codes {

struct Strip {
  double length = 1, width = 0.1, thickness = 1e-3;  ///< m
  double young = 1;                                  ///< Pa
  double nu = 0;
  double density = 1;  ///< kg/m^3
};

Strip strip_of(const judge::Scenario& scenario, double young);

/// Returns the g of gamma = rho A g L^3/(E I), I = w h^3/12, m/s^2.
double gravity_of_gamma(const Strip& strip, double gamma);
/// Returns the g of gamma_star = rho g h L^3/D, D = E h^3/(12 (1 - nu^2)), m/s^2.
double gravity_of_gamma_star(const Strip& strip, double gamma_star);

/// A strip and its gravity in the units of a deck: of length L, of force a millionth of the weight, of time the second.
/// CalculiX compares with absolute numbers: residual forces below 1e-6 are none, and elements of a thousandth of a
/// millimetre have no normal.
struct WeighedStrip {
  Strip strip;
  double gravity = 0;
};
/// Returns `strip` in the units of a deck; `gravity` is in m/s^2 and positive.
WeighedStrip in_deck_units(const Strip& strip, double gravity);

}  // namespace codes
