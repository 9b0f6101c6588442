#pragma once

#include <vector>

#include <plumb/scene/bodies/body.h>

namespace plumb {

/// What each support does to a plate, about the position of its pose, from the gradient of the potential on all of q;
/// the held points' own inertia is left out. A coordinate that several supports hold counts for the first of them.
///
/// Where a mirror holds the direction of an edge (energy/shell/mirrored_bending.h), the energy of its triangle depends
/// on how the support is turned. It is left alone by turning triangle and mirror together, so turning the mirror alone
/// works as turning the triangle back: that is the mirror's moment. A triangle between two mirrors counts for the first
/// of them.
std::vector<Wrench> plate_reactions(const ScenePlate& plate, const Model& model, const State& state,
                                    const Eigen::VectorXd& gradient);

}  // namespace plumb
