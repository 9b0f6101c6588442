#pragma once

// Small vibrations of a clamped and free beam, Euler and Bernoulli: EI w'''' + rho A w_tt = rho A g. Lengths are in L,
// times in L^2 sqrt(rho A / (EI)), so that mode k turns at beta_k^2 with cos(beta) cosh(beta) = -1.

#include <vector>

namespace judge {

/// A mode w = shape(s), with the integral of its square over the length one.
class CantileverMode {
 public:
  /// k = 1, 2, ..., 12.
  explicit CantileverMode(int k);

  double frequency() const { return beta_ * beta_; }      ///< rad per unit of time
  double shape(double s) const;                           ///< s from the clamp
  double mean() const { return 2 * (1 - gap_) / beta_; }  ///< integral of the shape
  /// Returns how far the tip swings to either side if the weight gamma acts all at once.
  double amplitude(double gamma) const { return gamma * mean() * shape(1) / (frequency() * frequency()); }

 private:
  double beta_ = 0, gap_ = 0;
};

inline constexpr int cantilever_modes_most = 12;

/// Returns the drop at s of a strip at rest on which the weight gamma acts from t = 0 on.
double released_strip(double gamma, double s, double t);

}  // namespace judge
