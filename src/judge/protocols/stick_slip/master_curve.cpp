// The pendulum. The total force makes the angle delta with the vertical, tan delta = Q/P; chi = theta - delta obeys
// chi'' = -(P^2 + Q^2)^(1/2) sin chi and ends at rest at its largest value. With
//   sin(chi/2) = m sin f,  m = sin(chi(1)/2),
// the phase f runs from -(pi - a), where chi = -delta, to pi/2: down to the lowest angle and up to the highest. Here
// sin a = t/m, t = sin(delta/2). Two integrals over the phase give all,
//   I = integral of 1/D = (P^2 + Q^2)^(1/4),  J = integral of sin^2 f / D,  D = (1 - m^2 sin^2 f)^(1/2),
// and x(1) = 0 reads  (I - 2 m^2 J) tan delta = 2 m cos a.  Everything is written so that nothing cancels as m -> 0,
// where a tends to the root of cot a = 3 pi/2 - a, that is tan k = k for k = 3 pi/2 - a, and P to k^2.

#include <judge/protocols/stick_slip/master_curve.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double accuracy = 1e-11;  // of the estimated error: a hundredth of what the header promises
constexpr double rounding = 1e-14;  // floor of the estimate
// Where the searches start.
constexpr double a_at_buckling = 0.219, m_at_triple_point = 0.55;

/// Gauss-Legendre quadrature on [-1, 1].
template <std::size_t N>
struct Quadrature {
  std::array<double, N> node, weight;

  Quadrature() {
    for (std::size_t i = 0; i < N; ++i) {
      double x = std::cos(pi * (double(i) + 0.75) / (double(N) + 0.5)), slope = 0;
      for (int iteration = 0; iteration < 10; ++iteration) {
        double before = 1, here = x;
        for (std::size_t k = 1; k < N; ++k) {
          const double next = (double(2 * k + 1) * x * here - double(k) * before) / double(k + 1);
          before = here, here = next;
        }
        slope = double(N) * (before - x * here) / (1 - x * x);
        x -= here / slope;
      }
      node[i] = x, weight[i] = 2 / ((1 - x * x) * slope * slope);
    }
  }
};

/// A zero of f near two values, by secants.
template <class Function>
double find_zero(const Function& f, double before, double here) {
  double at_before = f(before), at_here = f(here);
  for (int iteration = 0; at_here != at_before; ++iteration) {
    ENSURE(iteration < 30);
    const double next = here - at_here * (here - before) / (at_here - at_before);
    // The error of `next` is about the product of the last two.
    if (std::abs(next - here) <= 1e-11 * std::abs(here)) return next;
    before = here, at_before = at_here;
    here = next, at_here = f(here);
  }
  return here;
}

/// The strip in equilibrium that belongs to m.
template <std::size_t N>
class Strip {
 public:
  explicit Strip(double m) : m_(m) {
    const auto offset = [this](double a) {
      integrate(a);
      return (I_ - 2 * m_ * m_ * J_) * half_tan_delta_over_m() - std::cos(a);
    };
    integrate(find_zero(offset, a_at_buckling, a_at_buckling - 1e-3));
  }

  double P() const { return I_ * I_ * cos_delta(); }
  double ratio() const { return 2 * m_ * half_tan_delta_over_m(); }
  double tip() const { return 2 * std::asin(m_) + 2 * std::asin(t()); }
  /// The integral of 1 - cos theta.
  double eps_y() const {
    const double chord = 2 * std::cos(a_) * std::sqrt(1 - t() * t()) / I_;
    return 2 * m_ * m_ * (std::sin(a_) * (std::sin(a_) - chord) + cos_delta() * J_ / I_);
  }

 private:
  void integrate(double a) {
    static const Quadrature<N> quadrature;
    a_ = a, I_ = J_ = 0;
    const double first = a - pi, last = pi / 2, half = (last - first) / 2;
    for (std::size_t i = 0; i < N; ++i) {
      const double s = std::sin((first + last) / 2 + half * quadrature.node[i]);
      const double part = half * quadrature.weight[i] / std::sqrt(1 - m_ * m_ * s * s);
      I_ += part, J_ += part * s * s;
    }
  }

  double t() const { return m_ * std::sin(a_); }
  double cos_delta() const { return 1 - 2 * t() * t(); }
  double half_tan_delta_over_m() const { return std::sin(a_) * std::sqrt(1 - t() * t()) / cos_delta(); }

  double m_, a_ = 0;
  double I_ = 0, J_ = 0;
};

using Coarse = Strip<28>;
using Fine = Strip<40>;

double relative_difference(double a, double b) { return a == b ? 0 : std::abs(a - b) / std::abs(b); }

StickSlipPoint make_point(double m) {
  const Fine fine(m);
  const Coarse coarse(m);
  StickSlipPoint p{fine.eps_y(), fine.P(), fine.P() * fine.ratio(), fine.ratio(), fine.tip(), 0};
  p.error = relative_difference(coarse.eps_y(), p.eps_y) + relative_difference(coarse.P(), p.P) +
            relative_difference(coarse.ratio(), p.ratio) + rounding;
  ENSURE(p.error <= accuracy);
  return p;
}

/// The point where a quantity that grows in proportion to m, as long as m is small, has a given value. What the search
/// misses is added to the error.
template <class Quantity>
StickSlipPoint find_point(const Quantity& quantity, double value, double value_at_triple_point) {
  if (value == 0) return make_point(0);
  const double guess = m_at_triple_point * value / value_at_triple_point;
  const auto excess = [&](double m) { return quantity(Fine(m)) - value; };
  const double m = find_zero(excess, guess, 0.99 * guess);
  StickSlipPoint p = make_point(m);
  p.error += 2 * relative_difference(quantity(Fine(m)), value);
  ENSURE(p.error <= accuracy);
  return p;
}

void check_range(const char* name, double value, double end) {
  if (!(value >= 0 && value <= end))
    throw plumb::UserError(
        fmt::format("{} must lie between 0 and {:.9f}, the triple point, on the Stick-Slip curve, but is {:g}: beyond, "
                    "the strip touches the ground with more than its tip",
                    name, end, value));
}

}  // namespace

StickSlipPoint stick_slip_curve(double eps_y) {
  const double end = stick_slip_triple_point().eps_y;
  check_range("eps_y", eps_y, end);
  const auto root = [](const Fine& strip) { return std::sqrt(strip.eps_y()); };
  StickSlipPoint p = find_point(root, std::sqrt(eps_y), std::sqrt(end));
  p.eps_y = eps_y;
  return p;
}

std::vector<StickSlipPoint> stick_slip_curve(const std::vector<double>& eps_y) {
  std::vector<StickSlipPoint> points;
  points.reserve(eps_y.size());
  for (double value : eps_y) points.push_back(stick_slip_curve(value));
  return points;
}

StickSlipPoint stick_slip_at_friction(double mu) {
  const double end = stick_slip_triple_point().ratio;
  check_range("mu", mu, end);
  StickSlipPoint p = find_point([](const Fine& strip) { return strip.ratio(); }, mu, end);
  p.ratio = mu;
  return p;
}

const StickSlipPoint& stick_slip_triple_point() {
  static const StickSlipPoint point = [] {
    const auto excess = [](double m) { return Fine(m).tip() - pi / 2; };
    return make_point(find_zero(excess, m_at_triple_point, 0.99 * m_at_triple_point));
  }();
  return point;
}

std::vector<double> stick_slip_samples() {
  std::vector<double> eps_y;
  const double end = stick_slip_triple_point().eps_y;
  for (int i = 0; i / 60.0 < end; ++i) eps_y.push_back(i / 60.0);
  eps_y.push_back(end);
  return eps_y;
}

}  // namespace judge
