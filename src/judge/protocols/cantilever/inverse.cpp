#include <judge/protocols/cantilever/inverse.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/cantilever/master_curve.h>
#include <plumb/core/status.h>

namespace judge {

CantileverInverse cantilever_gamma(double aspect) {
  const double low = cantilever_curve(cantilever_gamma_min).aspect,
               high = cantilever_curve(cantilever_gamma_max).aspect;
  if (!(aspect >= low && aspect <= high)) {
    throw plumb::UserError(
        fmt::format("drop/reach must lie between {:.4g} and {:.4g}, but is {:.4g}: take a shorter or a longer piece",
                    low, high, aspect));
  }
  // Secants in logarithms, where the curve is nearly straight, kept inside a shrinking bracket.
  const double wanted = std::log(aspect);
  const auto missed = [&](double log_gamma) {
    const double gamma = std::clamp(std::exp(log_gamma), cantilever_gamma_min, cantilever_gamma_max);
    return std::log(cantilever_curve(gamma).aspect) - wanted;
  };
  double a = std::log(cantilever_gamma_min), b = std::log(cantilever_gamma_max);
  double fa = missed(a), fb = missed(b);
  double at = a;
  for (int i = 0; i < 100 && b - a > 1e-13; ++i) {
    at = i % 3 == 2 ? 0.5 * (a + b) : b - fb * (b - a) / (fb - fa);
    const double f = missed(at);
    if (f == 0) break;
    (f < 0 ? a : b) = at;
    (f < 0 ? fa : fb) = f;
    if (std::abs(f) < 1e-14) break;
  }
  const double h = 1e-4;
  const double from = std::max(at - h, std::log(cantilever_gamma_min)),
               to = std::min(at + h, std::log(cantilever_gamma_max));
  return {std::exp(at), (to - from) / (missed(to) - missed(from))};
}

}  // namespace judge
