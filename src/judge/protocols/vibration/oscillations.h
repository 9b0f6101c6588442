#pragma once

// Frequencies, decay and amplitudes of a motion that is a sum of oscillations, from its values at even instants alone:
// the matrix pencil method (Hua and Sarkar 1990). It starts from no guess, so that a code which is wrong by any factor
// is measured as well as a right one.

#include <complex>
#include <optional>
#include <vector>

namespace judge {

/// One part of a motion: in channel c it is 2 Re(amplitude[c] exp((-decay + i frequency) t)).
struct Oscillation {
  double frequency = 0;  ///< rad per unit of time, positive
  double decay = 0;      ///< per unit of time; below zero: it grows
  std::vector<std::complex<double>> amplitude;
};

struct OscillatingMotion {
  std::vector<double> rest;        ///< of each channel: what it swings about
  std::vector<Oscillation> parts;  ///< the one that is largest in the first channel at the first instant first
};

/// `channels` are values at first, first + step, ...: as many in each. Nothing if they are too few, or hold no motion.
std::optional<OscillatingMotion> oscillations_of(const std::vector<std::vector<double>>& channels, double first,
                                                 double step);

}  // namespace judge
