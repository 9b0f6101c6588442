#include <plumb/solve/jump.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

using Points = std::vector<Eigen::Vector3d>;

/// How far points are apart in two states; at most, m.
double distance(const Points& a, const Points& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

double size(const Points& points) { return distance(points, Points(points.size(), points.front())); }

/// An equilibrium at a part of the way.
struct Place {
  State state;
  double fraction = 0;
  double energy = 0;  ///< J
};

class Bisection {
 public:
  Bisection(Continuation& continuation, const State& before, const State& after, const PointsOf& points)
      : continuation_(continuation), before_(before), after_(after), points_(points) {
    constexpr double kSame = 1e-3, kRounding = 1e-6;
    moved_ = gap(before, after);
    same_ = std::max(kSame * moved_, kRounding * size(points(before)));
  }

  JumpSearch run() {
    constexpr int kHalvings = 12;
    // From a bifurcation on, a branch moves as the root of the load: by a 64th in the last interval.
    constexpr double kJump = 0.03, kRelease = 1e-6;
    if (!(moved_ > same_) || comes_back() || ended_by_budget(status_)) return {status_, {}};
    Place low{before_, 0}, high{after_, 1};
    for (int i = 0; i < kHalvings; ++i) {
      Place middle{low.state, 0.5 * (low.fraction + high.fraction)};
      if (!go(middle)) break;
      (gap(low.state, middle.state) < gap(middle.state, high.state) ? low : high) = middle;
      if (gap(low.state, high.state) < kJump * moved_) return {status_, {}};
    }
    // A jump leaves two equilibria under one load; those of mirror images, of which a column may take either, have the
    // same energy.
    Place fallen{high.state, low.fraction};
    if (ended_by_budget(status_) || !go(low) || !go(fallen)) return {status_, {}};
    if (gap(low.state, fallen.state) < kJump * moved_) return {};
    const double released = low.energy - fallen.energy;
    if (!(std::abs(released) > kRelease * (std::abs(low.energy) + std::abs(fallen.energy)))) return {};
    return {Status::ok, Jump{high.fraction, gap(low.state, high.state), std::max(0.0, released)}};
  }

 private:
  double gap(const State& a, const State& b) const { return distance(points_(a), points_(b)); }

  Outcome advance(State& state, const Loads& loads) {
    const Outcome outcome = continuation_.advance(state, loads);
    status_ = outcome.status;
    return outcome;
  }

  /// To the equilibrium at the place's part of the way.
  bool go(Place& place) {
    interpolate(before_.loads, after_.loads, place.fraction, loads_);
    const Outcome outcome = advance(place.state, loads_);
    place.energy = outcome.energy;
    return outcome.status == Status::ok;
  }

  /// Does the way back lead to where it began, and without a jump of its own?
  bool comes_back() {
    State back = after_;
    const Outcome outcome = advance(back, before_.loads);
    return outcome.status == Status::ok && gap(back, before_) <= same_ && !may_have_jumped(outcome);
  }

  Continuation& continuation_;
  const State &before_, &after_;
  const PointsOf& points_;
  double moved_ = 0, same_ = 0;  ///< m: between the two; below which states are the same
  Loads loads_;
  Status status_ = Status::ok;
};

}  // namespace

JumpSearch find_jump(Continuation& continuation, const State& before, const State& after, const PointsOf& points) {
  return Bisection(continuation, before, after, points).run();
}

bool may_have_jumped(const Outcome& outcome) {
  constexpr double kStray = 0.5;
  return outcome.saddles_left > 0 || outcome.retries > 0 || outcome.straying > kStray;
}

}  // namespace plumb
