#include <algorithm>

#include <plumb/contact/friction/accelerated_sweeps.h>
#include <plumb/contact/friction/central_path.h>
#include <plumb/contact/friction/contact_sizes.h>
#include <plumb/contact/friction/newton_finish.h>
#include <plumb/core/budget.h>

namespace plumb {

namespace {

/// One solve: rounds of plain sweeps, accelerated sweeps and Newton steps, and once the central path. Plain sweeps always
/// come on, but slowly; accelerated ones and Newton steps are fast where contacts keep their modes and lost where they do
/// not. The path costs as much as some hundred sweeps, so it comes when they have not sufficed. Every round is twice as
/// long as the last, and what a phase found is kept only if the residual fell: nothing costs more than a few times the
/// plain sweeps.
class Solve {
 public:
  Solve(const ContactProblem& problem, const ContactOptions& options, Eigen::VectorXd& r)
      : problem_(problem), options_(options), sweeps_(problem), accelerated_(sweeps_), best_(r), now_(r) {
    outcome_.residual = now_residual_ = sweeps_.residual(r, u_);
    if (!ran_away(r, outcome_.residual)) return;
    best_.setZero();
    now_ = best_;
    outcome_.residual = now_residual_ = sweeps_.residual(now_, u_);
  }

  ContactOutcome run() {
    constexpr int kFirstRound = 16;
    const bool cheap = newton_is_cheap(sweeps_.rows());
    const bool guessed = !now_.isZero(0);  // forces of the last step, say
    if (cheap && goes_on() && guessed) newton(kFewSteps);
    for (int length = kFirstRound; goes_on(); length *= 2) {
      plain(length);
      if (goes_on() && cheap) newton(kManySteps);
      if (goes_on()) accelerate(length);
      if (goes_on() && !cheap && guessed && length > kFirstRound) newton(kSomeSteps);
      if (goes_on() && length > options_.sweeps_before_newton && !path_tried_) follow_path();
      if (goes_on() && !cheap && path_tried_) newton(kManySteps);
    }
    if (cheap && done()) polish();
    outcome_.status = done() ? Status::ok : failed_with(Status::not_converged);
    return outcome_;
  }

 private:
  static constexpr int kBetweenLooks = 8, kFewSteps = 5, kSomeSteps = 12, kManySteps = 60;
  static constexpr double kRounding = 1e-15, kQuick = 0.1;

  bool done() const { return outcome_.residual <= options_.tolerance; }
  bool goes_on() const { return !done() && outcome_.sweeps < options_.max_sweeps && budget_left() == Status::ok; }

  void plain(int length) {
    for (int k = 0; k < length && goes_on(); ++k) {
      sweeps_.sweep(now_);
      ++outcome_.sweeps;
      if (k % kBetweenLooks == kBetweenLooks - 1 || k == length - 1) {
        now_residual_ = sweeps_.residual(now_, u_);
        note(now_, now_residual_);
      }
    }
  }

  void accelerate(int length) {
    accelerated_.start(now_);
    for (int k = 0; k < length && goes_on(); ++k) {
      accelerated_.sweep();
      ++outcome_.sweeps;
      if (k % kBetweenLooks == kBetweenLooks - 1 || k == length - 1)
        note(accelerated_.forces(), sweeps_.residual(accelerated_.forces(), u_));
    }
    return_to_best();
  }

  void newton(int steps) {
    note_newton(options_.tolerance, steps);
    return_to_best();
  }

  void follow_path() {
    constexpr int kMostIterations = 80;
    path_tried_ = true;
    if (!central_path_is_feasible(sweeps_.rows())) return;
    Eigen::VectorXd r = best_;
    const CentralPathOutcome found = follow_central_path(problem_, sweeps_, options_.tolerance, kMostIterations, r, u_);
    outcome_.newton_iterations += found.iterations;
    note(r, found.residual);
    return_to_best();
  }

  /// Steps on to rounding while it is quick: the books of a body at rest see a residual as energy from nowhere.
  void polish() {
    while (outcome_.residual > kRounding && budget_left() == Status::ok) {
      const double before = outcome_.residual;
      note_newton(kRounding, 1);
      if (!(outcome_.residual < kQuick * before)) break;
    }
  }

  void note_newton(double tolerance, int steps) {
    Eigen::VectorXd r = best_;
    sweeps_.residual(r, u_);
    const NewtonOutcome found = newton_finish(problem_, sweeps_, tolerance, steps, r, u_);
    outcome_.newton_iterations += found.iterations;
    outcome_.sweeps += found.sweeps;
    note(r, found.residual);
  }

  /// Are these forces, with u_ their motion, accepted only because they are huge?
  bool ran_away(const Eigen::VectorXd& r, double residual) const {
    return residual <= options_.tolerance && !moves_as_it_should(problem_, sweeps_.sizes(), r, u_);
  }

  /// Keeps the forces if they are the best so far; u_ must be their motion.
  void note(const Eigen::VectorXd& r, double residual) {
    if (!(residual < outcome_.residual) || ran_away(r, residual)) return;
    outcome_.residual = residual;
    best_ = r;
  }

  /// Plain sweeps go on from the best forces, but only if these are much better than their own: small differences of the
  /// residual mean nothing on the way.
  void return_to_best() {
    if (!(outcome_.residual < 0.5 * now_residual_)) return;
    now_ = best_;
    now_residual_ = outcome_.residual;
  }

  const ContactProblem& problem_;
  const ContactOptions& options_;
  GaussSeidel sweeps_;
  AcceleratedSweeps accelerated_;
  Eigen::VectorXd& best_;
  Eigen::VectorXd now_, u_;
  double now_residual_ = 0;
  bool path_tried_ = false;
  ContactOutcome outcome_;
};

}  // namespace

ContactOutcome solve_contact(const ContactProblem& problem, const ContactOptions& options, Eigen::VectorXd& r) {
  ENSURE(problem.w && static_cast<int>(problem.cones.size()) == problem.w->n_contacts());
  ENSURE(r.size() == problem.b.size() && r.size() == 3 * problem.w->n_contacts());
  return Solve(problem, options, r).run();
}

}  // namespace plumb
