#include <plumb/solve/critical_load.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

/// The branch at one lambda.
struct Probe {
  double at = 0;
  double softest = 0;  ///< the eigenvalue nearest to zero, negative where the state is unstable
};

class BranchWalk {
 public:
  BranchWalk(const Model& model, State state, const Loads& from, const Loads& to)
      : solver_(model, {.accepts_saddles = true}), state_(std::move(state)), from_(from), to_(to) {}

  bool probe(double at, Probe& out) {
    Loads loads;
    interpolate(from_, to_, at, loads);
    const Outcome outcome = solver_.solve(state_, loads, false);
    iterations += outcome.iterations;
    if (outcome.status != Status::ok) return false;
    const double size = std::abs(solver_.eigenvalue_nearest_to_zero());
    out = {at, outcome.negative_modes > 0 ? -size : size};
    return true;
  }

  int iterations = 0;

 private:
  EquilibriumSolver solver_;
  State state_;
  Loads from_, to_;
};

double secant(const Probe& a, const Probe& b) { return a.at + (b.at - a.at) * a.softest / (a.softest - b.softest); }

/// On from a stable load by at most twice its lambda until one is unstable.
bool bracket(BranchWalk& walk, Probe& stable, Probe& unstable) {
  constexpr double kFirst = 1.0 / 16, kBeyond = 1.02;
  Probe before;
  if (!walk.probe(0, before) || before.softest <= 0) return false;
  double next = kFirst;
  while (true) {
    Probe here;
    if (!walk.probe(next, here)) return false;
    if (here.softest < 0) {
      stable = before;
      unstable = here;
      return true;
    }
    if (next >= 1) return false;
    const double foreseen = here.softest < before.softest ? kBeyond * secant(before, here) : HUGE_VAL;
    next = std::min({1.0, 2 * here.at, std::max(foreseen, 1.1 * here.at)});
    before = here;
  }
}

}  // namespace

CriticalLoad critical_load(const Model& model, State state, const Loads& from, const Loads& to, double tolerance) {
  constexpr int kProbes = 60;
  BranchWalk walk(model, std::move(state), from, to);
  CriticalLoad result;
  Probe stable, unstable;
  bool found = bracket(walk, stable, unstable);
  for (int i = 0; found && unstable.at - stable.at > tolerance * unstable.at; ++i) {
    // A root of the secant is close to one side after a while: a little beyond it the other side comes close, too.
    const double margin = 0.4 * tolerance * unstable.at, middle = 0.5 * (stable.at + unstable.at);
    double at = i % 3 == 2 ? middle : secant(stable, unstable);
    at += at < middle ? margin : -margin;
    at = std::clamp(at, stable.at + margin, unstable.at - margin);
    Probe here;
    found = i < kProbes && walk.probe(at, here);
    if (found) (here.softest < 0 ? unstable : stable) = here;
  }
  result.iterations = walk.iterations;
  if (!found) {
    result.status = failed_with(Status::not_converged);
    return result;
  }
  result.status = Status::ok;
  result.fraction = 0.5 * (stable.at + unstable.at);
  result.width = unstable.at - stable.at;
  return result;
}

}  // namespace plumb
