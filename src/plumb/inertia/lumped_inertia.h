#pragma once

#include <memory>
#include <vector>

#include <plumb/frames/rod_frames.h>
#include <plumb/frames/rotations.h>
#include <plumb/mechanics/inertia.h>

namespace plumb {

/// Masses that sit on single unknowns, T = 1/2 sum m_i v_i^2, and two kinds of things that turn.
/// Rotors, the rigid cross-sections at the nodes of a beam (energy/rod/exact_beam.h): T = 1/2 omega.R J R^T omega.
/// Turning is measured by the spin in space, whose momentum changes by the torque alone: there is no dT/dq. Spinning
/// edges of a discrete elastic rod: the rate of an edge's angle is its spin about its tangent, which is the rate of no
/// function of q. Its momentum p t turns with the edge, and the nodes feel it: a couple -p dt/dt, as of a gyroscope.
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
