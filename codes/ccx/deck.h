#pragma once

// The words of a CalculiX deck that shells and beams share. Numbers in the deck's units: see strip.h.

#include <string>

namespace codes {

/// At most 20 characters, which is what a field of a deck holds.
std::string number(double value);

/// The corner node i of n elements on [0, 1], crowded towards the clamp: (i/n)^2. The layer that bends at the clamp
/// under Gamma is 1/sqrt(Gamma) long, and the corners of a clamped plate are singular.
double graded(int i, int n);
/// The nodes 0 to 2n of quadratic elements: the odd ones in the middle of their element.
double graded_node(int i, int n);

/// *MATERIAL, named M.
std::string material(double young, double nu, double density);

/// The increments of a static step of one unit of time.
struct Increments {
  int n = 1;                 ///< of equal size, and none larger
  double residual = 1e-5;    ///< largest residual force, relative to the mean force
  double correction = 1e-5;  ///< largest correction, relative to the largest displacement in the increment
};

/// *STATIC with controls that let Newton's method zigzag: the steps of a thin sheet leave the surface of no stretch and
/// come back, which CalculiX's defaults take for divergence; after 9 iterations they would also accept 2 % of residual.
std::string static_step(const Increments& increments);

/// Self-weight `gravity` along `direction` ("0,0,-1") on all elements, following an amplitude.
std::string weight(double gravity, const std::string& direction, const std::string& amplitude);

/// *AMPLITUDE of a weight that grows from 0 to 1 as (e^(k t) - 1)/(e^k - 1), k = ln(1 + gamma/5): equal increments of
/// time turn a cantilever by similar angles, however large gamma is.
std::string growing_weight(const std::string& name, double gamma);
/// Enough of them for `growing_weight`.
int growing_increments(double gamma);

/// *NODE PRINT of the displacement of the set TIP at the end of the step.
std::string print_tip();

}  // namespace codes
