#include <plumb/solve/jump.h>

#include <algorithm>

namespace plumb {
namespace {

/// How far the points of two states are apart; at most, m.
double distance(const Embedding& embedding, const State& a, const State& b) {
  double largest = 0;
  for (int i = 0; i < embedding.n_points(); ++i) {
    largest = std::max(largest, (embedding.position(a.q, i) - embedding.position(b.q, i)).norm());
  }
  return largest;
}

double size(const Embedding& embedding, const State& state) {
  double largest = 0;
  for (int i = 1; i < embedding.n_points(); ++i) {
    largest = std::max(largest, (embedding.position(state.q, i) - embedding.position(state.q, 0)).norm());
  }
  return largest;
}

bool ran_out(Status status) { return status == Status::interrupted || status == Status::out_of_time; }

/// An equilibrium with its potential energy.
struct Branch {
  State state;
  double energy = 0;
  double fraction = 0;
};

class Search {
 public:
  Search(Continuation& continuation, const State& before, const State& after)
      : continuation_(continuation), before_(before), after_(after) {
    constexpr double kSame = 1e-3, kRounding = 1e-6;
    moved_ = gap(before, after);
    same_ = std::max(kSame * moved_, kRounding * size(*continuation.model().embedding, before));
  }

  JumpSearch run() {
    constexpr int kHalvings = 12;
    // Beside a fold a smooth branch moves as the root of the load: by a 64th in the last interval.
    constexpr double kJump = 0.03;
    if (!(moved_ > same_)) return {};
    Branch low{before_}, high{after_, 0, 1};
    if (comes_back(after_, before_) || ran_out(status_)) return {status_, {}};
    for (int i = 0; i < kHalvings && !ran_out(status_); ++i) {
      Branch middle{low.state, 0, 0.5 * (low.fraction + high.fraction)};
      interpolate(before_.loads, after_.loads, middle.fraction, loads_);
      if (!advance(middle, loads_)) break;
      (comes_back(middle.state, low.state) ? low : high) = middle;
      if (gap(low.state, high.state) < kJump * moved_) return {status_, {}};
    }
    if (ran_out(status_)) return {status_, {}};
    // Both energies under one load: that of the jump.
    Branch landed = high;
    const double fallen =
        advance(low, low.state.loads) && advance(landed, low.state.loads) ? low.energy - landed.energy : 0;
    return {Status::ok, Jump{high.fraction, gap(low.state, high.state), std::max(0.0, fallen)}};
  }

 private:
  double gap(const State& a, const State& b) const { return distance(*continuation_.model().embedding, a, b); }

  bool advance(Branch& branch, const Loads& loads) {
    const Outcome outcome = continuation_.advance(branch.state, loads);
    status_ = outcome.status;
    branch.energy = outcome.energy;
    return outcome.status == Status::ok;
  }

  bool comes_back(const State& from, const State& to) {
    Branch back{from};
    return advance(back, to.loads) && gap(back.state, to) <= same_;
  }

  Continuation& continuation_;
  const State &before_, &after_;
  double moved_ = 0, same_ = 0;  ///< m: between the two; below which states are the same
  Loads loads_;
  Status status_ = Status::ok;
};

}  // namespace

JumpSearch find_jump(Continuation& continuation, const State& before, const State& after) {
  return Search(continuation, before, after).run();
}

bool may_have_jumped(const Outcome& outcome) {
  constexpr double kStray = 0.5;
  return outcome.saddles_left > 0 || outcome.retries > 0 || outcome.straying > kStray;
}

}  // namespace plumb
