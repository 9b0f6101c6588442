#pragma once

#include <functional>

#include <Eigen/Core>

#include <plumb/step/anderson.h>
#include <plumb/step/dynamics.h>

namespace plumb {

/// How the equation of a step is solved.
enum class StepSolve {
  until_converged,
  one_convex_iteration,  ///< one Newton iteration on convex Hessians is the step: what it leaves is the method's own
};

struct StepOptions {
  StepSolve solve = StepSolve::until_converged;
  double update_tolerance = 1e-11;  ///< of the layout's scale: a step is done when Newton's next change is smaller
  double residual_tolerance = 0;    ///< of the residual at the start of a step that contact does not complete: it is
                                    ///< done, too, when its own is smaller
  /// Far from the solution, an iteration whose matrix is indefinite takes the one of convex Hessians instead, which leads
  /// down. Near to it that would be slow: the solution may be a saddle, as of cloth that is about to wrinkle.
  bool convex_where_indefinite = false;
  int max_iterations = 60;
  double high_frequency_radius = 0.5;  ///< of generalised alpha, in [0, 1]: what is left of infinitely fast amplitudes
};

/// What an implicit method of time asks for at one point of its step: an equation in U, the whole way from the start of
/// the step to that point.
class StepEquation {
 public:
  virtual ~StepEquation() = default;
  /// Under which the point is, and to which the clamps go.
  virtual const Loads& loads() const = 0;
  /// Gives the point its rates, which follow from the way there.
  virtual void set_rates(State& point, const Eigen::VectorXd& way) const = 0;
  /// Minus the residual, on the free unknowns; its derivative by U, or nearly so, in the matrix of the dynamics.
  /// `taken` is the last Newton step, or null.
  virtual Status linearise(const State& point, const Eigen::VectorXd& way, const Eigen::VectorXd* taken,
                           Eigen::VectorXd& minus_residual) = 0;
  /// Adds what a step of the clamps does to the residual by their rates alone, to first order. Newton's method sees it
  /// in its second iteration: only equations that are solved by one iteration have it.
  virtual Status add_drag_of_rates(const State& /*point*/, const Eigen::VectorXd& /*clamp_step*/,
                                   Eigen::VectorXd& /*residual*/) {
    bug("an equation that is solved by one iteration", __FILE__, __LINE__);
  }
  /// Is the matrix the exact derivative? Where it is not, Anderson's acceleration makes up for it.
  virtual bool exact() const = 0;
  /// `linearise` takes convex Hessians of E from now on, or no longer. Returns false if it cannot.
  virtual bool make_convex(bool /*convex*/) { return false; }
};

/// One implicit step of one model, cut at its factorisation, so that contact can complete it:
///   begin, then linearise and move until converged.
/// A trial point is always retracted from the start of the step by the whole way, so that frames do not depend on the
/// iterates.
class LinearisedStep {
 public:
  LinearisedStep(Dynamics& dynamics, StepOptions options);

  void begin(const State& start, StepEquation& equation);
  /// What contact adds to the matrix before it is factored.
  using Stiffen = std::function<void(SymmetricMatrix&)>;
  /// The equation's matrix at the present point, factored, and Newton's step.
  Status linearise(const Stiffen& stiffen = {});
  /// Newton's step on the free unknowns, as `linearise` found it.
  const Eigen::VectorXd& free_step() const { return free_step_; }
  /// The step of what clamps hold, on all unknowns, as `linearise` found it: zero but at the first one.
  const Eigen::VectorXd& held_step() const { return step_; }
  /// Solves in place, for every column: b becomes matrix^-1 b.
  void solve(Eigen::Ref<Eigen::MatrixXd> b) const { dynamics_.factors().solve(b); }
  /// Is the matrix, as it was factored last, positive definite?
  bool positive() const { return dynamics_.factors().n_negative() == 0; }
  /// Goes on by a step of the free unknowns; the clamps go where the loads want them at the first one.
  Status move(const Eigen::VectorXd& free_step);
  /// Was the last move small, or nothing but rounding that further ones would stir? One iteration on purpose is enough.
  bool converged() const;
  /// Is one iteration the whole step?
  bool one_iteration() const { return options_.solve == StepSolve::one_convex_iteration; }
  int iterations() const { return iterations_; }
  /// The equations have changed on the way, as by another contact: what was converged is not, and the moves so far do not
  /// count against it.
  void change_course();

  /// All of it, from `begin` to the solution; adds its iterations.
  Status newton(const State& start, StepEquation& equation, int& iterations);

  const State& point() const { return point_; }
  /// Under which the point is; the point's own loads are still those of the start.
  const Loads& loads() const { return equation_->loads(); }
  const Eigen::VectorXd& way() const { return way_; }

 private:
  bool hopeless() const;  ///< alone: contacts that come and go stir a body's steps
  Status factor(const Stiffen& stiffen);
  Status factor_convex(const Eigen::VectorXd* taken, const Stiffen& stiffen);

  Dynamics& dynamics_;
  StepOptions options_;
  StepEquation* equation_ = nullptr;
  State start_, point_;
  Anderson anderson_;
  Eigen::VectorXd way_, step_, taken_, free_step_, free_way_;
  double update_ = 0, previous_update_ = 0;
  double first_residual_ = 0;  ///< at the start of the step
  bool alone_ = false;         ///< no contact will complete the step: the residual is all of it
  bool residual_is_small_ = false;
  int on_this_course_ = 0;  ///< iterations
  int iterations_ = 0;
};

}  // namespace plumb
