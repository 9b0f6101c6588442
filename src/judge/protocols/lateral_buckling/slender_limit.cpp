#include <judge/protocols/lateral_buckling/slender_limit.h>

#include <cmath>

#include <plumb/core/status.h>

namespace judge {
namespace {

/// phi(1) as a function of m = lambda^2, and its derivative: phi = sum_k c_k t^(6k), c_k+1 = -(m/4) c_k/((6k+6)(6k+5)).
struct TipTwist {
  double value = 0, slope = 0;
};

TipTwist tip_twist(double m) {
  TipTwist sum{1, 0};
  double term = 1;
  for (int k = 0; k < 30; ++k) {
    term *= -m / 4 / ((6 * k + 6) * (6 * k + 5));
    sum.value += term;
    sum.slope += (k + 1) * term / m;
  }
  return sum;
}

}  // namespace

double rod_threshold() {
  // Up to its first zero the function falls and is convex, and two terms of its series vanish at m = 120, which is left
  // of the zero: from there Newton's iterates rise to it.
  double m = 120;
  for (int iteration = 0; iteration < 50; ++iteration) {
    const TipTwist tip = tip_twist(m);
    const double step = -tip.value / tip.slope;
    m += step;
    if (std::abs(step) <= 1e-14 * m) return std::sqrt(m);
  }
  ENSURE(!"Newton's iterates have reached the zero");
  return 0;
}

double slender_threshold(double nu) { return rod_threshold() * std::sqrt(2.0) * (1 - nu) * std::sqrt(1 + nu); }

}  // namespace judge
