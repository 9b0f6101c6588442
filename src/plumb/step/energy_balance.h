#pragma once

// The energy balance of a motion: start + work - dissipated - remeshed = kinetic + potential energy, but for what the
// method of time gains or loses by itself. Nothing is added to the motion; it is only watched.

#include <span>

#include <Eigen/Core>

#include <plumb/model/model.h>
#include <plumb/step/method.h>

namespace plumb {

/// What a step did to the energy besides exchanging it, J.
struct StepWork {
  double work = 0;        ///< done by clamps that move, loads that change, and loads without a potential
  double dissipated = 0;  ///< by the material's viscosity
};

/// The balance at one instant.
struct EnergyBalance {
  double kinetic = 0, potential = 0;  ///< J; potential: of all terms that have one
  double numerical = 0;               ///< J, what the method has lost by itself since the start; below zero: gained
  double in_play = 0;                 ///< J, the largest so far of kinetic + |potential - at start| + |work|
  double noise = 0;                   ///< J, of rounding: a smaller loss or gain means nothing
  double lost_share() const { return in_play > 0 ? numerical / in_play : 0; }
};

/// Measures the energies of one model.
class EnergyMeter {
 public:
  explicit EnergyMeter(const Model& model);

  /// J, with the rates of the clamps that the state's own loads have.
  double kinetic(const State& state) const { return model_->inertia->energy(state, state.loads, state.v); }
  /// Returns the energy of all terms that have a potential, J, under the state's own loads. HUGE_VAL outside a term's
  /// domain.
  double potential(const State& state) const { return potential(state, state.loads); }

  /// A place on a step where the method evaluated its forces, and how much that counted; weights sum to one.
  struct Sample {
    const State* state;
    const Loads* loads;
    double weight;
    const State* from = nullptr;  ///< viscous forces are those of a step from there; null: of the rates
    double duration = 0;          ///< s, of that step
  };
  /// What a step along `way` did to the energy, with the forces that the method itself used.
  StepWork over(const State& start, const State& end, const Eigen::VectorXd& way,
                std::span<const Sample> samples) const;
  /// Returns the work of that alone, J.
  double work_over(const State& start, const State& end, const Eigen::VectorXd& way,
                   std::span<const Sample> samples) const;
  /// Returns the work of a step that was one iteration on convex Hessians, J. Its forces are those at the start and what
  /// the Hessians make of the way. The gradient at the end is another one: a part that turned by an angle seems to be
  /// stretched by half its square, and where stretching is stiff and viscous, the clamps would bear that.
  double work_of_one_iteration(const State& start, const State& end, const Eigen::VectorXd& way) const;
  /// The same for a step whose conservative forces were means along the way (Energy::evaluate_along), under `loads`.
  StepWork over(const Way& way, const State& middle, const Loads& loads) const;

  /// Returns what viscosity takes along a way, J, by the rates of strain that the way makes at a state. At the middle of
  /// the way these are the change of the strain over the step, to third order: a body that only turns loses nothing. At
  /// its end they are off by half the square of the angle.
  double viscous_loss(const State& state, const Loads& loads, const Eigen::VectorXd& way) const;

  /// Begins the books with the present energy unless they are open.
  void open(State& state) const;
  /// Enters a step. Returns the balance after it.
  EnergyBalance enter(State& state, const StepWork& step) const;
  EnergyBalance balance(const State& state) const;

 private:
  template <class Evaluate>
  double work_against(const Eigen::VectorXd& way, bool clamps_move, const Evaluate& gradient) const;
  double potential(const State& state, const Loads& loads) const;
  /// Returns the work of the clamps against viscous and inertial forces on what they hold, along a way.
  double work_against_rates(const Sample& at, const Eigen::VectorXd& way, const Eigen::VectorXd& inertial) const;
  /// Viscous forces at the sample, on the elements of a dissipation: of the step if the sample has one, else of the rates.
  template <class Visit, class Wanted>
  void for_viscous_forces(const Sample& at, const Visit& visit, const Wanted& wanted) const;
  double viscous_loss(const Sample& at, const Eigen::VectorXd& way) const;
  /// Is there anything held among the unknowns of some elements?
  bool holds_any(const Energy& term, int begin, int end) const;
  double work_of_changing_loads(const State& start, const State& end) const;
  double work_on_clamped_masses(const State& start, const State& end) const;
  bool clamps_move(const Eigen::VectorXd& way) const;
  Status linearised_gradient(const Energy& term, const State& start, const Loads& loads, const Eigen::VectorXd& way,
                             int begin, int end, ElementBuffer& out) const;

  const Model* model_;
};

/// Shares of the energy in play at which a motion is not to be believed, and at which it is not worth going on.
inline constexpr double kWarnedDrift = 0.01, kFatalDrift = 0.1, kWarnedLoss = 0.1;

/// What the method has gained, and lost, by itself at most so far, over the energy in play.
double gained_share(const EnergyBooks& books);
double lost_share(const EnergyBooks& books);
/// What changes of the mesh took or gave, over the energy in play.
double remeshed_share(const EnergyBooks& books);

/// While a motion begins there is little in play, and the first steps of a low-order method are a large part of it: on
/// the way the limits are wider by a hundred steps over those done. At the end of a motion they are what they are.
enum class Judged { on_the_way, at_the_end };
/// Returns the share of the energy in play that `limit` allows by now.
double allowed_share(double limit, const EnergyBooks& books, Judged when);

/// Returns true if the motion gained more than `limit` of the energy in play, or lost it with a method that should keep
/// it.
bool drifts(const EnergyBooks& books, Method method, double limit, Judged when);
/// Returns true if a method that damps by design took more than kWarnedLoss of the energy in play.
bool loses_much(const EnergyBooks& books, Method method, Judged when);

}  // namespace plumb
