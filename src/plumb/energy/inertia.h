#pragma once

#include <memory>
#include <vector>

#include <Eigen/Core>

#include <plumb/energy/energy.h>
#include <plumb/energy/layout.h>
#include <plumb/energy/rod_frames.h>
#include <plumb/energy/rotations.h>
#include <plumb/linalg/symmetric.h>

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

/// Masses that sit on single unknowns, T = 1/2 sum m_i v_i^2, and two kinds of things that turn.
/// Rotors, the rigid cross-sections at the nodes of a beam (energy/exact_beam.h): T = 1/2 omega.R J R^T omega. Turning
/// is measured by the spin in space, whose momentum changes by the torque alone: there is no dT/dq. Spinning edges of a
/// discrete elastic rod: the rate of an edge's angle is its spin about its tangent, which is the rate of no function of
/// q. Its momentum p t turns with the edge, and the nodes feel it: a couple -p dt/dt, as of a gyroscope.
class LumpedInertia final : public Inertia {
 public:
  struct Rotor {
    std::shared_ptr<const Rotations> rotations;
    int index;                ///< among the rotations
    Eigen::Vector3d inertia;  ///< about the columns of its frame, kg m^2

    int first() const { return rotations->turn(index); }
    Eigen::Matrix3d frame(const State& state) const { return rotations->of(state, index); }
  };
  explicit LumpedInertia(Eigen::VectorXd masses, std::vector<Rotor> rotors = {}, std::vector<RodEdge> edges = {});

  double energy(const State& state, const Loads& loads, const Eigen::VectorXd& v) const override;
  void momentum(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const override;
  void force(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const override;
  void add_mass(const State& state, const Layout& layout, double factor, SymmetricMatrix& out) const override;
  /// In the middle: gyroscopic forces do no work.
  void mean_force(const Way& way, const State& middle, const Loads& loads, Eigen::VectorXd& out) const override;
  /// Rotors carry their spins along.
  void carry(const State& from, const State& to, Eigen::VectorXd& v) const override;
  bool constant() const override { return rotors_.empty(); }

 private:
  Eigen::VectorXd masses_;  ///< per entry of q
  std::vector<Rotor> rotors_;
  std::vector<std::size_t> leaders_;  ///< one rotor of all that share their spins
  std::vector<RodEdge> edges_;
};

}  // namespace plumb
