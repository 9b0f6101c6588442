#pragma once

#include <span>

#include <plumb/world/contact_step.h>

namespace plumb {

struct FilterOptions {
  int rounds = 10;           ///< of impulses, contact after contact, before impact zones begin
  int zone_rounds = 100;     ///< at most
  double push_out = 0.1;     ///< of an overlap at the start: how much of it a step takes away
  double tolerance = 1e-12;  ///< of the size of the bodies: a smaller overlap is none
};

/// Is this a body that the filter can take: are its points unknowns with masses of their own?
bool takes_velocity_filter(const Model& model);

/// One step of bodies that touch, by a velocity filter (Bridson, Fedkiw and Anderson 2002, section 7; Harmon, Vouga,
/// Tamstorf and Grinspun 2008). Each body does its step as if it were alone, to candidate positions; then the mean rates
/// v over the step are changed by impulses until nothing overlaps at its end or has passed through on the way. Impulses
/// act on the masses of points alone: the filter does not see what joins them.
///
/// - A contact that would overlap by d at the end gets the inelastic impulse that changes its normal rate by
///   dv_n = d/h: the surfaces touch at the end. With weights a_i of its points and masses m_i, the impulse is
///   dv_n / sum(a_i^2/m_i) along the normal.
/// - Friction by Bridson's rule, after each normal impulse: the tangential rate loses at most mu dv_n,
///   v_T <- max(1 - mu dv_n/|v_T|, 0) v_T.
/// - Rounds over all contacts, by their keys. What still overlaps after `rounds` of them goes to impact zones
///   (world/impact_zones.h), which grow until nothing overlaps, with friction by the same rule after each projection.
///
/// Then x = q + h v, and v is the rate with which the next step begins.
///
/// Where this is Coulomb's law. In a state of rest the impulse over h is the force on the bodies: momentum has no other
/// way. A point that sticks does not creep. But the step alone lets go of the contacts: its end has the contact points
/// y h beyond where the filter keeps them, y = r h/m, r the force on a point and m its mass. Elastic forces are those at
/// that end, and viscous ones (Kelvin and Voigt, relaxation time tau) those on the way there: the shape at rest is that
/// of a body whose contacts have sunk in by r h (h + tau)/m. Contact is as soft as a spring m/(h (h + tau)), in all
/// directions, and the softer the lighter its points.
///
/// For bodies whose points are unknowns with lumped masses (UserError otherwise), and methods whose rate at the end is
/// the mean over the step: backward Euler, linearly implicit or not. Bodies that nothing touches have the bits that
/// they have alone. Books: the unfiltered step's, and what the filter took from kinetic and potential energy as
/// dissipated. `forces` are the impulses over h. Status not_converged if zones did not end: then nothing has changed.
ContactStepOutcome filtered_step(std::span<const Toucher> bodies, const Surroundings& around, double duration,
                                 const FilterOptions& options = {});

}  // namespace plumb
