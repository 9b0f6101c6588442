#pragma once

#include <vector>

#include <Eigen/Core>

#include <plumb/world/static_contact.h>

namespace plumb {

/// What an exact look at an equilibrium with friction shows. Stable means: under perturbations that keep the forces
/// inside their cones, so that what sticks goes on sticking. With no negative mode on the stick manifold {J dq = 0}, and
/// needed friction below mu, a state is stable in this sense. By Haynsworth's inertia formula, with independent rows J,
///   negative modes = n_minus(H) - n_minus(W),  W = J H^-1 J^T,  H the Hessian of E - r.x.
/// Contacts without friction hold their normal motion alone. A state in which something slides against friction is not
/// certified: its tangent is not symmetric. `hill` tells the sign of its symmetric part then.
struct StickCertificate {
  Status status = Status::singular;
  bool certified = false;   ///< does nothing slide against friction?
  int negative_modes = -1;  ///< on the stick manifold; -1: not certified
  double residual = 0;      ///< largest force that is not balanced over the largest sum of absolute forces
  double hill =
      0;  ///< N/m, smallest eigenvalue of the symmetric part of d(friction left)/d(slip) of what slides: below
          ///< zero, slip makes more slip; zero if nothing slides against friction
};

StickCertificate certify(StaticContact& statics, const StaticState& state);

/// Returns the largest |r_T| / r_n of all contacts that bear a force: the friction that these forces need. Where J has
/// independent rows, as for elastic bodies with fewer contacts than unknowns, no other forces balance. Infinite if one
/// pulls.
double needed_friction(const StaticContact& statics, const StaticState& state);

}  // namespace plumb
