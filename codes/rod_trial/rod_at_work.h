#pragma once

#include <memory>
#include <vector>

#include <codes/rod_trial/discrete_rod.h>
#include <codes/sweep/sweep.h>

namespace codes {

/// The rod of a scenario with one Young's modulus: discretised, swept from weight to weight, and looked at.
class RodAtWork {
 public:
  RodAtWork(const judge::Scenario& scenario, double young, Discretisation discretise);

  const ScenarioRod& rod() const { return rod_; }
  double young() const { return rod_.young; }
  Sweep& sweep() { return sweep_; }
  const Sweep& sweep() const { return sweep_; }

  FoundEquilibrium advance(double gamma);

  /// Returns the integral of |twist|, rad.
  double out_of_plane(const plumb::State& state) const { return view(state)->total_twist(); }
  /// Returns the energy in units of EI/L; that of the weight is counted from the clamp.
  double energy(const FoundEquilibrium& found) const;
  /// Returns reach, drop, out_of_plane and energy.
  judge::Quantities quantities(const FoundEquilibrium& seen) const;
  /// Returns points of the centreline, as judge::Trial::shape does.
  std::vector<double> shape(const plumb::State& state) const;

 private:
  std::unique_ptr<plumb::CurveView> view(const plumb::State& state) const {
    return discrete_->view(sweep_.model(), state);
  }

  ScenarioRod rod_;
  std::unique_ptr<DiscreteRod> discrete_;
  Sweep sweep_;
};

}  // namespace codes
