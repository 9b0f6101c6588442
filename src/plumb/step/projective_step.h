#pragma once

#include <Eigen/Core>

#include <plumb/solve/projection_matrix.h>
#include <plumb/step/dynamics.h>
#include <plumb/step/energy_balance.h>

namespace plumb {

/// One step of Projective Dynamics (step/projective_euler.h), cut between its local and its global half so that contact
/// can act there: begin, then local and global as often as wanted, then end. With f the force of the projections and of
/// the loads at the present point x, the global half goes to
///   x + (K + M/h^2)^-1 (f - M ((x - q)/h - v)/h).
class ProjectiveStep {
 public:
  /// Throws UserError for a model that is not made of projections (mechanics/projective.h).
  explicit ProjectiveStep(Dynamics& dynamics) : dynamics_(dynamics), matrix_(dynamics.model()) {}
  /// Takes another model of the dynamics in.
  void reset();

  /// Starts from q + h v, with the clamps where `end` has them.
  Status begin(const State& start, const Loads& end, double duration);
  /// Computes f at the present point.
  Status local();
  /// Returns f, N, on the free unknowns: what contact adds is felt by the next global half.
  Eigen::VectorXd& force() { return force_; }
  Status global();
  /// Replaces the state from which the step began by the point where it is now. Returns what that did to its energy.
  StepWork end(State& state, const EnergyMeter& meter);

  const State& point() const { return point_; }
  const Loads& loads() const { return end_; }
  /// Returns how far all entries of q have come since the start.
  const Eigen::VectorXd& way() const { return way_; }

 private:
  Dynamics& dynamics_;
  ProjectionMatrix matrix_;
  double factored_for_ = 0;  ///< s; zero: for no length of step
  double duration_ = 0;
  State point_;
  Loads end_;
  Eigen::VectorXd rates_before_, way_, step_, free_step_, force_, momentum_, change_of_rates_;
};

}  // namespace plumb
