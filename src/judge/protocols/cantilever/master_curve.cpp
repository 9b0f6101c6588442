// Shooting from the free end. With u = Gamma^(1/3) (1 - s) eq. (3) has no parameter left: theta'' = -u cos theta with
// theta' = 0 at u = 0; Gamma only says where it must vanish, at U = Gamma^(1/3). In this direction the layer at the
// clamp is the growing solution, so the integration is stable. The start is not theta(0), which comes within 1e-29 of
// pi/2, but w = artanh(sin theta), which is theta where theta is small and about (2/3) sqrt(Gamma) where Gamma is
// large.
//
// The state (cos theta, sin theta, theta') obeys a polynomial system,
//   c' = -s v,  s' = c v,  v' = -u c,
// whose Taylor coefficients follow from two Cauchy products: steps of any order at the price of a few hundred flops.

#include <judge/protocols/cantilever/master_curve.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr int order = 24;
constexpr double unit_roundoff = 0x1p-53;
constexpr double start_accuracy = 1e-13;  // of w where it is small, absolute where it is large
constexpr double accuracy = 1e-11;        // of the estimated error: a hundredth of what the header promises
constexpr double rounding = 1e-14;        // floor of the estimate: both trajectories round alike

using Series = std::array<double, order + 1>;

double sum_series(const Series& a, double h) {
  double sum = a[order];
  for (int k = order - 1; k >= 0; --k) sum = sum * h + a[std::size_t(k)];
  return sum;
}

double integrate_series(const Series& a, double h) {
  double sum = a[order] / (order + 1);
  for (int k = order - 1; k >= 0; --k) sum = sum * h + a[std::size_t(k)] / (k + 1);
  return sum * h;
}

/// One trajectory from the free end towards the clamp.
struct Trajectory {
  double u = 0;
  double c, s, v = 0;   // cos theta, sin theta, d theta / du
  double x = 0, y = 0;  // integrals of c and s over u

  explicit Trajectory(double w) : c(1 / std::cosh(w)), s(std::tanh(w)) {}

  /// w here: what the start would be for a rod that ends here.
  double start() const { return std::asinh(s / c); }

  void step(double clamp, double fraction) {
    Series cs, ss, vs;
    cs[0] = c, ss[0] = s, vs[0] = v;
    for (std::size_t k = 0; k < order; ++k) {
      double sv = 0, cv = 0;
      for (std::size_t j = 0; j <= k; ++j) sv += ss[j] * vs[k - j], cv += cs[j] * vs[k - j];
      const double uc = u * cs[k] + (k > 0 ? cs[k - 1] : 0);
      cs[k + 1] = -sv / double(k + 1), ss[k + 1] = cv / double(k + 1), vs[k + 1] = -uc / double(k + 1);
    }
    // The longest step whose last terms are below the rounding of c, the smallest quantity that must stay exact.
    double h = clamp - u;
    for (const Series* a : {&cs, &ss, &vs})
      for (std::size_t k : {order - 1, order}) {
        const double last = std::abs((*a)[k]) / (unit_roundoff * c);
        if (last > 0) h = std::min(h, fraction * std::pow(last, -1.0 / double(k)));
      }
    x += integrate_series(cs, h), y += integrate_series(ss, h);
    c = sum_series(cs, h), s = sum_series(ss, h), v = sum_series(vs, h);
    u = h < clamp - u ? u + h : clamp;
  }
};

Trajectory shoot(double w, double clamp, double fraction) {
  Trajectory t(w);
  while (t.u < clamp) t.step(clamp, fraction);
  return t;
}

/// The start w for which theta vanishes at the clamp, by secants: what is left there is nearly a straight line in w.
double find_start(double gamma, double clamp) {
  // Gamma/6 for small Gamma, (2/3) sqrt(Gamma) - log(Gamma)/12 + ... for large, and a bridge: within 0.2 everywhere.
  double w = gamma / 6 / std::sqrt(1 + gamma / 16) - 0.2 * std::log1p(gamma / 16) * gamma / (gamma + 20);
  double slope = 1 + 0.4 * gamma / (gamma + 10);
  double left = shoot(w, clamp, 1).start();
  for (int iteration = 0; std::abs(left) > start_accuracy * std::min(w, 1.0); ++iteration) {
    ENSURE(iteration < 20);
    const double step = -left / slope;
    w += step;
    const double next = shoot(w, clamp, 1).start();
    slope = (next - left) / step;
    left = next;
  }
  return w;
}

double relative_difference(double a, double b) { return std::abs(a - b) / std::abs(b); }

}  // namespace

CantileverPoint cantilever_curve(double gamma) {
  if (!(gamma >= cantilever_gamma_min && gamma <= cantilever_gamma_max))
    throw plumb::UserError(fmt::format("Gamma must lie between {:g} and {:g} on the Cantilever curve, but is {:g}",
                                       cantilever_gamma_min, cantilever_gamma_max, gamma));
  const double clamp = std::cbrt(gamma);
  const double w = find_start(gamma, clamp);
  // The same trajectory twice: what shorter steps change is the error of the longer ones.
  const Trajectory coarse = shoot(w, clamp, 1);
  const Trajectory fine = shoot(w, clamp, 0.6);
  CantileverPoint p{gamma, fine.x / clamp, fine.y / clamp, fine.y / fine.x, 0};
  // To it comes what the start still misses: y is proportional to w where w is small, and where it is large sech w, and
  // so x, changes in proportion to the change of w. A factor of two covers both and the bridge between.
  p.error = relative_difference(coarse.x, fine.x) + relative_difference(coarse.y, fine.y) +
            2 * std::abs(fine.start()) / std::min(w, 1.0) + rounding;
  ENSURE(p.error <= accuracy);
  return p;
}

std::vector<CantileverPoint> cantilever_curve(const std::vector<double>& gammas) {
  std::vector<CantileverPoint> points;
  points.reserve(gammas.size());
  for (double gamma : gammas) points.push_back(cantilever_curve(gamma));
  return points;
}

std::vector<double> cantilever_samples() {
  std::vector<double> gammas;
  for (int i = 0; i <= 280; ++i)
    gammas.push_back(std::clamp(std::pow(10.0, (i - 120) / 40.0), cantilever_gamma_min, cantilever_gamma_max));
  return gammas;
}

}  // namespace judge
