#include <judge/protocols/vibration/cantilever_modes.h>

#include <cmath>
#include <numbers>

#include <plumb/core/status.h>

namespace judge {

CantileverMode::CantileverMode(int k) {
  ENSURE(k >= 1 && k <= cantilever_modes_most);
  // cos(beta) + 1/cosh(beta) = 0; the second term is small, so that Newton's method starts next to the root.
  beta_ = (k - 0.5) * std::numbers::pi;
  for (int i = 0; i < 50; ++i) {
    const double f = std::cos(beta_) + 1 / std::cosh(beta_);
    const double slope = -std::sin(beta_) - std::tanh(beta_) / std::cosh(beta_);
    beta_ -= f / slope;
  }
  gap_ = (std::sin(beta_) - std::cos(beta_) - std::exp(-beta_)) / (std::sinh(beta_) + std::sin(beta_));
}

double CantileverMode::shape(double s) const {
  // cosh - cos - sigma (sinh - sin) with sigma = 1 - gap, without the difference of two large numbers.
  const double x = beta_ * s;
  return 0.5 * (2 - gap_) * std::exp(-x) + 0.5 * gap_ * std::exp(x) - std::cos(x) + (1 - gap_) * std::sin(x);
}

double released_strip(double gamma, double s, double t) {
  static const std::vector<CantileverMode> modes = [] {
    std::vector<CantileverMode> all;
    for (int k = 1; k <= cantilever_modes_most; ++k) all.emplace_back(k);
    return all;
  }();
  double drop = 0;
  for (const CantileverMode& mode : modes) {
    drop += gamma * mode.mean() * mode.shape(s) / std::pow(mode.frequency(), 2) * (1 - std::cos(mode.frequency() * t));
  }
  return drop;
}

}  // namespace judge
