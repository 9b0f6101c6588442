// From the coil upwards and from the hook downwards x moves in small steps until the planar shape is unstable; the
// crossing is then the zero of a smooth function, the lateral stiffness of the free end. At the tip of the 3D region
// the smallest stiffness over x vanishes. Every crossing found on one chain of elements is checked on a finer one.

#include <judge/protocols/bend_twist/master_curve.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include <judge/protocols/bend_twist/second_variation.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double element_length = 1.5;  // in units of R
constexpr double refinement = 1.4;
constexpr double agreement = 1e-7;  // of both chains: a tenth of what the header promises
constexpr double x_first = 0.04, x_last = 1.0, x_ratio = 1.08;
constexpr double narrowest = 1e-5;  // 3D interval of x that is told from none

/// The planar shape of one rod at changing x, and its margin: positive where it is stable. The margin is the stiffness
/// of the free end; -1 where that end, though it may resist, is not needed to see the instability.
class Probe {
 public:
  Probe(double turns, const BendTwistRod& stiffness, double finer = 1)
      : stiffness_(stiffness),
        rod_(turns * 2 * std::numbers::pi, int(turns * 2 * std::numbers::pi * finer / element_length) + 2) {}

  // Folds lie inside the 3D region, behind the first unstable x on either side.
  double margin(double x) {
    ENSURE(rod_.follow_to(x));
    const LateralStiffness lateral = lateral_stiffness(rod_, stiffness_);
    return lateral.n_negative == 0 ? lateral.tip : -1;
  }

  void hang_straight() { rod_.hang_straight(); }

 private:
  BendTwistRod stiffness_;
  PlanarRod rod_;
};

/// The zero of f between a and b by false position; an end that stays twice counts half (Illinois).
template <class Function>
double find_zero(const Function& f, double a, double at_a, double b, double at_b) {
  ENSURE(at_a * at_b <= 0);
  while (std::abs(b - a) > 1e-12 * std::abs(b) && at_b != 0) {
    const double c = b - at_b * (b - a) / (at_b - at_a);
    if (c == a || c == b) return c;
    const double at_c = f(c);
    if (at_c * at_b <= 0)
      a = b, at_a = at_b;
    else
      at_a /= 2;
    b = c, at_b = at_c;
  }
  return b;
}

struct Least {
  double x, margin;
};

/// The least margin between two values of x, by golden sections.
Least find_least(Probe& probe, double low, double high) {
  const double golden = (std::sqrt(5.0) - 1) / 2;
  double a = high - golden * (high - low), b = low + golden * (high - low);
  double at_a = probe.margin(a), at_b = probe.margin(b);
  while (high - low > narrowest * high / 2) {
    if (at_a < at_b) {
      high = b, b = a, at_b = at_a;
      at_a = probe.margin(a = high - golden * (high - low));
    } else {
      low = a, a = b, at_a = at_b;
      at_b = probe.margin(b = low + golden * (high - low));
    }
  }
  return at_a < at_b ? Least{a, at_a} : Least{b, at_b};
}

/// Some x at which the planar shape is unstable, the first one that small steps from the coil meet.
std::optional<double> find_unstable(Probe& probe) {
  Least least{x_first, probe.margin(x_first)};
  for (double x = x_first * x_ratio; x < x_last; x *= x_ratio) {
    const double margin = probe.margin(x);
    if (margin < least.margin) least = {x, margin};
    if (margin < 0) return x;
  }
  // The steps may have passed over a narrow region.
  least = find_least(probe, least.x / x_ratio, least.x * x_ratio);
  return least.margin < 0 ? std::optional(least.x) : std::nullopt;
}

double find_lower(Probe& probe, double unstable) {
  const double stable = unstable / x_ratio / x_ratio;
  const auto margin = [&](double x) { return probe.margin(x); };
  const double at_unstable = probe.margin(unstable);
  return find_zero(margin, stable, probe.margin(stable), unstable, at_unstable);
}

double find_upper(Probe& probe, double unstable) {
  probe.hang_straight();
  const auto margin = [&](double x) { return probe.margin(x); };
  double stable = x_last, at_stable = probe.margin(x_last);
  for (;;) {
    const double x = std::max(stable / x_ratio, unstable), at_x = probe.margin(x);
    if (at_x < 0) return find_zero(margin, stable, at_stable, x, at_x);
    ENSURE(x > unstable);
    stable = x, at_stable = at_x;
  }
}

/// The same crossing on a finer chain lies so near that it need not be computed.
void check(Probe& finer, double crossing, double outwards) {
  ENSURE(finer.margin(crossing * (1 + outwards * agreement)) > 0);
  ENSURE(finer.margin(crossing * (1 - outwards * agreement)) < 0);
}

void check_nu(double nu) {
  if (!(nu >= 0 && nu <= 0.5))
    throw plumb::UserError(
        fmt::format("Poisson's ratio must lie between 0 and 0.5 on the Bend-Twist curve, but is {:g}", nu));
}

}  // namespace

BendTwistRod round_rod(double nu) {
  check_nu(nu);
  return {1, 1 / (1 + nu)};
}

double rectangle_torsion(double width, double thickness) {
  // J / (w h^3) = 1/3 - 64/pi^5 h/w sum over odd n of tanh(n pi w / 2h) / n^5, Saint-Venant 1855.
  constexpr int enough = 2001;
  const double pi = std::numbers::pi;
  double sum = 0;
  for (int n = enough; n > 0; n -= 2) sum += std::tanh(n * pi * width / (2 * thickness)) / std::pow(n, 5);
  return 1.0 / 3 - 64 / std::pow(pi, 5) * thickness / width * sum;
}

BendTwistRod rectangular_rod(double width, double thickness, double nu) {
  check_nu(nu);
  if (!(thickness > 0 && width >= thickness))
    throw plumb::UserError(
        fmt::format("a rectangle must be at least as wide as thick, but is {:g} by {:g}", width, thickness));
  const double ratio = width / thickness;
  return {ratio * ratio, 12 * rectangle_torsion(width, thickness) / (2 * (1 + nu))};
}

BendTwistCrossings bend_twist_frontier(double turns, double nu) { return bend_twist_frontier(turns, round_rod(nu)); }

BendTwistCrossings bend_twist_frontier(double turns, const BendTwistRod& rod) {
  if (!(turns >= bend_twist_turns_min && turns <= bend_twist_turns_max))
    throw plumb::UserError(fmt::format("turns must lie between {:g} and {:g} on the Bend-Twist curve, but is {:g}",
                                       bend_twist_turns_min, bend_twist_turns_max, turns));
  Probe probe(turns, rod);
  const std::optional<double> unstable = find_unstable(probe);
  if (!unstable) return {};
  const double lower = find_lower(probe, *unstable), upper = find_upper(probe, *unstable);
  if (upper - lower < narrowest) return {};

  Probe finer(turns, rod, refinement);
  check(finer, lower, -1);
  finer.hang_straight();
  check(finer, upper, 1);
  return {lower, upper};
}

bool bend_twist_planar_is_stable(double turns, double x, double nu) {
  return bend_twist_frontier(turns, nu).planar_is_stable(x);
}

BendTwistTip bend_twist_tip(double nu) { return bend_twist_tip(round_rod(nu)); }

BendTwistTip bend_twist_tip(const BendTwistRod& rod) {
  const auto least = [&](double turns) {
    Probe probe(turns, rod);
    return find_least(probe, 0.3, 0.6);
  };
  const auto margin = [&](double turns) { return least(turns).margin; };
  const double shorter = 0.7;
  double longer = 1.1;
  while (margin(longer) > 0) longer *= 1.2;
  const double turns = find_zero(margin, shorter, margin(shorter), longer, margin(longer));
  return {turns, least(turns).x};
}

std::vector<double> bend_twist_samples() {
  std::vector<double> turns;
  for (int i = 0; i < 23; ++i) turns.push_back(std::min(0.3 * std::pow(10 / 0.3, i / 22.0), bend_twist_turns_max));
  return turns;
}

}  // namespace judge
