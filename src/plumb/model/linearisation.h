#pragma once

#include <memory>

#include <Eigen/Core>

#include <plumb/linalg/factorization.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/model.h>
#include <plumb/model/skew_correction.h>

namespace plumb {

/// What counts as being at rest.
struct Tolerances {
  double update = 1e-9;    ///< of the layout's scale: the next Newton step
  double residual = 1e-7;  ///< of the largest sum of absolute forces on an unknown: the force
};

/// The potential of one model at one state, to second order, on the free unknowns, and the factors of its Hessian: what
/// every method of statics and of time is built on. Memory is allocated once, by the constructor. A model whose terms
/// couple other unknowns has another pattern: it takes another Linearisation, which may be assigned to this one.
class Linearisation {
 public:
  explicit Linearisation(Model model);

  const Model& model() const { return model_; }
  const Layout& layout() const { return model_.layout; }
  const SymmetricPattern& pattern() const { return assembly_.pattern(); }

  /// What the last evaluation filled; it may be added to before `factor`.
  Potential& potential() { return potential_; }
  const Potential& potential() const { return potential_; }
  Status evaluate(const State& state, const Loads& loads, Want want = {true, true, true});
  /// The same on the way of Newton's method, after `step` (Energy::evaluate_after).
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads,
                        Want want = {true, true, true});
  /// The same as means over a step (Energy::evaluate_along).
  Status evaluate_along(const Way& way, const Loads& loads, Want want);
  /// Gives the energy of another state, J; `potential()` stays as it is.
  Status energy(const State& state, const Loads& loads, double& value);
  /// out (on the free unknowns) = rows of the Hessian at a state times v (a vector like q, fixed entries included).
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out);

  /// Factors the Hessian H of `potential()` plus a multiple of the identity (Factorization::factor).
  Status factor(double shift = 0);
  int n_negative() const { return factors_->n_negative(); }
  Factorization& factors() { return *factors_; }
  /// Lets `solve` work with H + S, where S is what is skew in the stiffness of the loads at that state, until the next
  /// `factor`. False: H + S is singular.
  bool add_skew(const State& state, const Loads& loads);
  /// Solves in place.
  void solve(Eigen::Ref<Eigen::VectorXd> b) const { skew_.solve(*factors_, b); }
  /// Gives Newton's step, -(H + S)^-1 times the gradient. False: H + S is singular, and what is given is no step.
  bool newton_step(const State& state, const Loads& loads, Eigen::VectorXd& free_step);

  /// Moves a state by a step of the free unknowns; on outside_domain it is half moved.
  Status retract(State& state, const Eigen::VectorXd& free_step);

  /// Returns the largest force over the largest sum of absolute forces on an unknown.
  double residual() const;
  /// Is every force below `relative` of the largest sum of absolute forces, or below `factor` times its own noise? An
  /// unknown q is rounded to eps |q|, and an angle near zero is still the difference of directions rounded to eps: of
  /// whatever is larger, q or its scale. The force is then uncertain by eps |H| times that: no iteration does better.
  bool force_is_noise(const State& state, double factor, double relative);
  /// Is the state, at which the potential was evaluated, at rest? `update` is the size of the next Newton step in the
  /// layout's scale, `previous` that of the last one. Either the next step is small and so is the force; or steps no
  /// longer shrink and what is left of the force is rounding, which more steps would only stir.
  bool at_rest(const State& state, double update, double previous, const Tolerances& tolerances);

 private:
  Model model_;
  Assembly assembly_;
  Potential potential_;
  std::unique_ptr<Factorization> factors_;
  SkewCorrection skew_;
  Eigen::VectorXd step_;           ///< on all of q
  Eigen::VectorXd sizes_, noise_;  ///< of the free unknowns; of the forces on them
};

}  // namespace plumb
