#pragma once

#include <vector>

#include <plumb/step/projective_step.h>
#include <plumb/step/stepper.h>
#include <plumb/world/step_motion.h>

namespace plumb {

/// Projective Dynamics with dry frictional contact (Ly, Jouve, Boissieux and Bertails-Descoubes 2020).
///
/// In rates u = (x - q)/h, a global step of Projective Dynamics is P u = b with P = M + h^2 K, K = sum w A^T A, and b
/// from the last projections. Contact impulses r act on points: P u = b + r. P is split into the diagonal M and the
/// positive C = h^2 K, of which the last iterate takes the second:
///   M u = d + r,   d = b - C u_last = M v + h f(x_last).
/// So each point that is near an obstacle is alone with its own mass m. With w its rate against the obstacle if it had
/// d/m, and the gap at the start counted as a rate, w_n = (d/m - u_obstacle).n + gap/h:
///   w_n >= 0:              r = 0                           it does not come to the obstacle,
///   |w_T| <= -mu w_n:      r = -m w                        it sticks,
///   otherwise:             r = -m w_n (n - mu w_T/|w_T|)   it slides;
/// then P u = b + r with the factors of P, which contact does not change. Where the iterations come to rest, M u = d + r
/// with the present d, and Coulomb's law holds exactly. How fast: at sticking points the error is multiplied by
///   1 - M (P^-1)_cc
/// in each iteration ((P^-1)_cc on the points in contact), that is by 1 - m/m_eff, m_eff the mass that a step of this
/// length feels behind the point, stiffness included. A light point at the end of a stiff sheet needs m_eff/m
/// iterations. A step ends after a fixed number of them, with whatever residual is left.
///
/// Limits: one body made of projections; points of it against analytic obstacles only (no meshes, no other bodies, not
/// itself); each point has one contact, the nearest; normals are those at the start of the step.
class ProjectiveFriction final : public Stepper {
 public:
  /// Throws UserError for a model that is not made of projections, and for obstacles that are meshes.
  ProjectiveFriction(Model model, Surroundings around, int iterations);

  StepOutcome step(State& state, const Programme& programme, double duration) override;
  void reset(Model model) override;

  /// Returns the contacts of the last step that bear a force.
  const std::vector<ContactForce>& contacts() const { return contacts_; }
  /// Returns the residual of Coulomb's law after each iteration of the last step: of the worst contact, as `residual`
  /// of contact/friction/problem.h has it, with 1/m for W.
  const std::vector<double>& residuals() const { return residuals_; }

 private:
  /// A point near an obstacle.
  struct Near {
    Contact contact;
    int q = 0, row = 0;  ///< of its x: in q, and among the free unknowns
    double mass = 0;     ///< kg
    double mu = 0;
    Eigen::Vector3d before{0, 0, 0};    ///< m/s, v at the start
    Eigen::Vector3d obstacle{0, 0, 0};  ///< m/s, the mean rate of the obstacle there
    Eigen::Vector3d impulse{0, 0, 0};   ///< N s

    /// Returns the rate against the obstacle of a point at the rate u, the gap at the start counted as one.
    Eigen::Vector3d against(const Eigen::Vector3d& u, double duration) const {
      return u - obstacle + contact.gap / duration * contact.normal;
    }
  };
  void find(const State& state, const StepMotion& motion, double margin, double duration);
  Status iterate(double duration);
  double residual_now(double duration) const;
  void tell(const State& after, double duration, StepWork& work);

  ProjectiveStep way_;
  Surroundings around_;
  int iterations_;
  Eigen::VectorXd masses_;  ///< of the unknowns
  std::vector<Near> near_;
  std::vector<ContactForce> contacts_;
  std::vector<double> residuals_;
};

}  // namespace plumb
