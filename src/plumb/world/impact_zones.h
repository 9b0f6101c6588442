#pragma once

#include <vector>

#include <Eigen/Core>

#include <plumb/world/point_masses.h>

namespace plumb {

/// Returns contacts by zones: those that share a point that can move, directly or through others, are in one. Ascending
/// within a zone, and zones by their first contact.
std::vector<std::vector<int>> impact_zones(const PointMasses& masses, const std::vector<const Contact*>& contacts);

/// Changes the rates of the points of a zone by as little as possible, in the norm of the masses, so that the normal
/// rates of its contacts change by `change`, m/s (Harmon, Vouga, Tamstorf and Grinspun 2008, eq. 3):
///   v <- v + M^-1 N^T l,   (N M^-1 N^T) l = change,
/// N the normals of all its contacts at once. Tangential motion is free, unlike in a rigid zone (Provot 1997). Contacts
/// push and never pull: the one with the lowest impulse below zero is left out, until there is none. Returns the normal
/// impulses l, N s; where contacts are redundant, the smallest.
Eigen::VectorXd project_zone(PointMasses& masses, const std::vector<const Contact*>& zone,
                             const Eigen::VectorXd& change);

}  // namespace plumb
