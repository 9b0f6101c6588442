#include <plumb/solve/newton.h>

#include <cmath>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

// In the layout's scale.
constexpr double kShortStep = 1e-5;   // within, Newton's method is as good with the exact Hessian
constexpr double kNearSaddle = 0.05;  // within, an indefinite Hessian is that of a saddle to be left

}  // namespace

bool NewtonSteps::run(Search& search) {
  const Layout& layout = search.layout();
  Linearisation& here = search.here;
  double previous = HUGE_VAL;
  int n_growing = 0;
  search.outcome.status = Status::not_converged;
  for (int i = 0; i < search.options.max_newton && budget_left() == Status::ok; ++i) {
    const bool exact = layout.relative_size(search.taken) <= kShortStep;
    const Status evaluated = exact ? search.evaluate() : here.evaluate_after(search.taken, search.state, search.loads);
    if (evaluated != Status::ok) return false;
    ++search.outcome.iterations;
    if (here.factor() != Status::ok) return false;
    if (!search.newton_step(free_step_, step_)) return false;
    if (search.pointed.isZero(0)) search.pointed = step_;
    const double update = layout.relative_size(step_);
    if (!std::isfinite(update)) return false;
    // A saddle nearby is worth reaching, for it is left quickly; a long step towards one leads anywhere.
    if (here.n_negative() > 0 && update > kNearSaddle) return false;
    if (search.at_rest(update, previous)) {
      if (!exact) {
        search.taken.setZero();
        continue;
      }
      if (here.n_negative() == 0 || search.options.accepts_saddles) {
        search.accept(update);
        return true;
      }
      search.outcome.status = Status::unstable;
      return false;
    }
    n_growing = update > previous ? n_growing + 1 : 0;
    if (n_growing > 3) return false;
    previous = update;
    if (update > kLargestStep) step_ *= kLargestStep / update;
    search.taken = step_;
    if (layout.retract(search.state, step_) != Status::ok) return false;
  }
  return false;
}

}  // namespace plumb
