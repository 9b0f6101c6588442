#pragma once

#include <optional>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/contact/detect/find_contacts.h>
#include <plumb/model/linearisation.h>
#include <plumb/step/dynamics.h>
#include <plumb/world/contact_rows.h>
#include <plumb/world/contact_step.h>
#include <plumb/world/static_state.h>

namespace plumb {

/// Equilibrium of bodies in contact, with each contact held as it is told:
///   grad E(q) = J^T r,
///   sticks: x_a = anchor;   slides: gap = 0, r_T = mu r_n d, d against the slip since the last accepted state.
/// q: unknowns of the bodies; r: forces on sides a, N. Newton's method on (q, r):
///   H dq - J^T dr = -(grad E - J^T r),  W = J H^-1 J^T,
/// with H the exact Hessian of E - r.x, the geometric stiffness of curved embeddings and obstacles included. What the
/// contacts hold is a small dense problem in W. H may be indefinite, as for a strip that has buckled under a force which
/// only the sticking tip lets it bear, or singular, as for a body that nothing but contact holds: J^T D J, which changes
/// nothing where J dq is given, is added on contacts with obstacles.
///
/// Forces follow a moving or turning obstacle. Limits: a pair of bodies is solved to the same equations with an
/// approximate H (the turning of their normals is left out), and each of the two must be held by more than that pair.
class StaticContact {
 public:
  /// The programmes give the loads of each body, and `around` the obstacles, by the load parameter.
  StaticContact(std::vector<Model> bodies, std::vector<Programme> programmes, Surroundings around);

  int n_bodies() const { return static_cast<int>(bodies_.size()); }
  Linearisation& body(int i) { return bodies_[static_cast<std::size_t>(i)]; }
  double mu(const ContactKey& key) const { return around_.friction.mu(key); }
  /// Returns the extent of the largest body, m.
  double size() const { return size_; }
  int iterations() const { return iterations_; }

  /// Returns the state with all bodies as their models begin, at this load, and no contact.
  StaticState begin(double load) const;
  /// Returns how all things lie to each other that are nearer than `margin`, m, ascending by key.
  std::vector<Contact> near(const StaticState& state, double margin) const;
  /// Brings a contact up to date with a state.
  void look(Contact& contact, const StaticState& state) const;
  /// Returns a touch that begins where a contact is in a state.
  StaticTouch touch(const Contact& contact, const StaticState& state, ContactHold hold) const;
  /// Lets a touch hold, or slide on, from where its sides are now.
  void anchor(StaticTouch& touch, const StaticState& state) const;
  /// Returns how far side a has come along side b since the touch was anchored, m, in space.
  Eigen::Vector3d slid(const StaticTouch& touch, const StaticState& state) const;
  /// Returns the unit normal of a touch, from b to a, in space.
  Eigen::Vector3d normal(const StaticTouch& touch, const StaticState& state) const;

  /// Moves a state to equilibrium at this load, held as its touches say; leaves it untouched unless the status is ok.
  Status solve(StaticState& state, double load);

  /// First derivatives by the load parameter along the equilibria at a state.
  struct Rates {
    Status status = Status::singular;
    std::vector<Eigen::Vector3d> force;   ///< of each touch, N, in its frame: normal, then two tangents
    std::vector<Eigen::Vector3d> motion;  ///< of side a against side b, m, in the same frame
    std::vector<Eigen::Matrix3d> frame;
  };
  /// `step`: over how much of the load parameter differences are taken; its sign is the direction of the path.
  Rates rates(const StaticState& state, double step);

  /// The state to second order, on the contacts.
  struct Linear {
    Status status = Status::singular;
    Eigen::MatrixXd w;           ///< J H^-1 J^T, three rows a touch, with J^T D J in H
    Eigen::MatrixXd jacobian_t;  ///< J^T on the free unknowns of all bodies
    int n_negative = 0;          ///< negative eigenvalues of H with J^T D J
    std::vector<int> rows;       ///< independent ones among those whose motion is given, ascending
    std::vector<Eigen::Matrix3d> frame;
    double residual = 0;  ///< largest force that is not balanced over the largest sum of absolute forces
  };
  Linear linear(const StaticState& state);

 private:
  struct Look;
  struct Problem;
  Look look_at(const StaticState& state, double load) const;
  Status residuals(const StaticState& state, const Look& look, std::vector<Eigen::VectorXd>& out);
  Status linearise(const StaticState& state, const Look& look, Problem& problem);
  Eigen::Matrix2d turning(const Contact& contact, const Eigen::Matrix3d& frame, const Look& look) const;
  std::vector<int> given_rows(const StaticState& state) const;
  Eigen::Vector3d offset(const StaticTouch& touch, const Look& look) const;
  Contact contact_of(const StaticTouch& touch, const Look& look) const;
  void step_freely(Problem& problem, std::vector<Eigen::VectorXd> residual, const Eigen::VectorXd& given);

  std::vector<Linearisation> bodies_;
  std::vector<Programme> programmes_;
  Surroundings around_;
  double size_ = 0;
  int iterations_ = 0;
  std::vector<Eigen::VectorXd> taken_;  ///< the last step of each body, on all of q
};

}  // namespace plumb
