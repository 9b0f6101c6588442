#pragma once

#include <Eigen/Core>

#include <plumb/linalg/symmetric.h>
#include <plumb/mechanics/energy.h>
#include <plumb/mechanics/layout.h>

namespace plumb {

/// A kinetic energy T(q, v), joules, quadratic in v: T = 1/2 v.M(q) v, plus what moving clamps add where they are not
/// part of q. Rates are those of the unknowns along the layout's retraction.
class Inertia {
 public:
  virtual ~Inertia() = default;
  virtual double energy(const State& state, const Loads& loads, const Eigen::VectorXd& v) const = 0;
  /// dT/dv on all of q: kg m/s, or kg m^2/s for angles.
  virtual void momentum(const State& state, const Loads& loads, const Eigen::VectorXd& v,
                        Eigen::VectorXd& out) const = 0;
  /// dT/dq as Lagrange's equations need it, d/dt dT/dv - dT/dq = force; zero where masses do not depend on q.
  virtual void force(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const = 0;
  /// out += factor M(q), on the free unknowns. `out` has room wherever an energy of the model couples unknowns.
  virtual void add_mass(const State& state, const Layout& layout, double factor, SymmetricMatrix& out) const = 0;
  /// The mean of `force` along a step with the rates v0 and v1 at its ends, such that with p1 - p0 = h times it, and
  /// the step h (v0 + v1)/2, the kinetic energy does not change (step/energy_keeping.h). `middle`: half way, with the
  /// mean rates. By default for a T(q, v) that is quadratic in v:
  ///   mean of dT/dq(q, (v0 + v1)/2) - dT/dq(q, (v1 - v0)/2), by the quadrature of the way.
  virtual void mean_force(const Way& way, const State& middle, const Loads& loads, Eigen::VectorXd& out) const;
  /// Turns rates as the step from one state to another turns what they are measured in. By default nothing turns.
  virtual void carry(const State& /*from*/, const State& /*to*/, Eigen::VectorXd& /*v*/) const {}
  /// Does M not depend on q?
  virtual bool constant() const = 0;
};

}  // namespace plumb
