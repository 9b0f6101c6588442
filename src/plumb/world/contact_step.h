#pragma once

#include <functional>
#include <span>
#include <vector>

#include <plumb/contact/detect/contact_finder.h>
#include <plumb/contact/friction/problem.h>
#include <plumb/step/march.h>
#include <plumb/world/world.h>

namespace plumb {

/// A body that may touch others. All of a world stand at the same time.
struct Toucher {
  Stepper& stepper;
  State& state;
  const Programme& programme;
  bool touches_itself = true;
  bool stands_aside = false;  ///< for a while: nothing touches it
  Interlude between = {};     ///< of a march (world_march.h)
};

/// What is around the bodies.
struct Surroundings {
  std::vector<Obstacle> obstacles;
  std::function<ObstacleMotion(double time)> motion;  ///< of all obstacles; may be empty if there are none
  FrictionLaws friction;
};

/// A contact that bears a force, as others see it.
struct ContactForce {
  ContactKey key;
  Eigen::Vector3d place, normal;  ///< m, on side b; unit, from b to a, as the step saw it
  Eigen::Vector3d force;          ///< N, on side a
  double gap = 0;                 ///< m
  double slip = 0;                ///< m, how far side a slid over side b during the step
  bool sticks = false;
};

struct ContactStepOutcome {
  Status status = Status::ok;
  int iterations = 0;                  ///< Hessians assembled and factored, of all bodies
  double residual = 0;                 ///< of the worst contact (contact/friction/problem.h)
  std::vector<StepWork> energy;        ///< of each body
  std::vector<bool> touched;           ///< did contact see the body? If not, it was not moved.
  std::vector<ContactForce> contacts;  ///< ascending by key
};

/// One step of bodies that touch, by an implicit method that can be cut at its factorisation (Stepper::begin):
///   A d = -R + J^T r,  u = J d + c,  (u, r) obey Coulomb's law,
/// repeated until d is small, or done once where one iteration is the method's step. A, R: matrix and residual of the method at the present point of the way; c: gap and
/// tangential motion over the whole step there, m. Contact forces are those at the end of the step, in N. Impacts are
/// inelastic: surfaces that meet stay together at the end of the step.
///
/// One iteration sees gaps to first order: a step that leaves two surfaces deeper in each other than a tenth of their
/// thickness is not_converged, and the next one pushes apart what is left. On planes nothing is. All bodies that touch
/// are solved until they converge, or all by one iteration.
///
/// Bodies that are near nothing are not moved: whoever moves them alone gets the same bits as without the others.
/// Moves all bodies that are near something, or none: the status is ok or nothing has changed. `finder` saves work from
/// step to step and changes nothing.
ContactStepOutcome contact_step(std::span<const Toucher> bodies, const Surroundings& around,
                                std::vector<Touch>& touches, double duration, const ContactOptions& options,
                                ContactFinder& finder);

}  // namespace plumb
