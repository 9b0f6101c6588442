#pragma once

#include <functional>
#include <memory>

#include <Eigen/Core>

#include <plumb/model/linearisation.h>

namespace plumb {

/// What the world does at each time, with the rates of the clamps.
using Programme = std::function<Loads(double time)>;

/// The equations of motion of one model, d/dt dT/dv = f with f = dT/dq - dE/dq - dD/dv, and their derivatives, on the
/// free unknowns. What all methods of time share. A model whose terms couple other unknowns takes other Dynamics, which
/// may be assigned to these: a pattern may change between steps.
class Dynamics {
 public:
  explicit Dynamics(Model model);

  /// From now on viscous forces are those of a step from `start` to wherever they are asked for, as far as the terms know
  /// them (Dissipation::over_step).
  void begin_step(const State& start, double duration);

  const Model& model() const { return here_.model(); }
  const SymmetricPattern& pattern() const { return here_.pattern(); }

  /// f at a state with its rates.
  Status forces(const State& state, const Loads& loads, Eigen::VectorXd& out);
  /// f and, in `matrix`, the Hessian of E + `alpha` times that of D, as `want` asks for that of E. `taken` is the
  /// Newton step that led here, or null (Energy::evaluate_after).
  Status linearise(const State& state, const Loads& loads, const Eigen::VectorXd* taken, Want want, double alpha,
                   Eigen::VectorXd& force);
  /// The same with the mean of dE/dq along a step (Energy::evaluate_along) in place of dE/dq, and without dT/dq; D as
  /// at `middle`.
  Status linearise_along(const Way& way, const State& middle, const Loads& loads, double alpha, Eigen::VectorXd& force);
  /// Room for one matrix of this model and its factors: what `linearise` fills, for whoever goes on from there.
  SymmetricMatrix& matrix() { return here_.potential().hessian; }
  Factorization& factors() { return here_.factors(); }

  /// What a step of the clamps does to the forces on the free unknowns, to first order: rows of the Hessian of E times
  /// the step.
  Status drag(const State& state, const Loads& loads, const Eigen::VectorXd& clamp_step, Eigen::VectorXd& out);

  /// Adds what rates of the clamps do to minus the forces on the free unknowns by D.
  Status add_drag_of_dissipation(const State& state, const Loads& loads, const Eigen::VectorXd& clamp_rates,
                                 Eigen::VectorXd& out);

  /// v on the free unknowns, from p = M(q) v + what the clamps add. Those of the fixed ones are kept. False where the
  /// mass matrix is singular.
  bool rates_from_momentum(State& state, const Loads& loads, const Eigen::VectorXd& momentum);
  /// Writes the entries of a step that clamps decide.
  void clamp_step(const State& state, const Loads& loads, Eigen::VectorXd& step) const;

 private:
  Status add_dissipation(const Eigen::VectorXd* taken, const State& state, const Loads& loads, Want want,
                         Eigen::VectorXd& force);
  void add_inertial(const State& state, const Loads& loads, Eigen::VectorXd& force);
  void add_hessian_of_dissipation(double alpha);

  class ViscousTerm;

  Linearisation here_;  ///< of E; its Hessian becomes the matrix
  std::vector<std::shared_ptr<ViscousTerm>> viscous_;
  Assembly dissipation_;
  Potential loss_;
  Eigen::VectorXd inertial_, free_;
};

}  // namespace plumb
