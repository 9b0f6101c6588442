#pragma once

#include <array>
#include <vector>

#include <plumb/contact/detect/find_contacts.h>
#include <plumb/contact/detect/measure.h>

namespace plumb {

/// Returns the weights of the place of an edge or a triangle that is nearest to an analytic solid, its own radius taken
/// off. A weight is exactly zero where a corner plays no part: of equally near places, those at corners count first.
/// The distance to a convex solid is a convex function on the feature, and its minimum is found by halving. For the bowl,
/// which is not convex, the place is one of those that are nearer than all around them.
std::array<double, 3> nearest_weights(const Obstacle& obstacle, const Pose& pose, const Feature& feature);

/// Returns how deep the inside of an edge or a triangle of a body may be in a solid, m, while its corners are outside, so
/// that a body which follows a round solid closely touches it with its points alone:
/// - an edge of a rod, l long, on a ball, a capsule or a cylinder of radius R, both thicknesses included: one and a half
///   times l^2/(8 R), its depth when both ends touch, if l <= R/8; nothing if it is longer, nor on a box;
/// - a side or a triangle of a mesh: a fiftieth of its longest side.
double tolerated_depth(const Obstacle& obstacle, const Surface& surface, const Feature& feature);

/// Enters how an edge or a triangle of a body lies to an analytic solid: at its nearest place, with the tolerated depth
/// added to the gap.
void enter_inside(const Obstacle& obstacle, const Pose& pose, const Surface& surface, const Feature& feature,
                  Contact& contact, std::array<double, 3>& weights);

/// Adds the contacts of the insides of a body's edges and triangles with an analytic solid that is nearer than `margin`:
/// places which are nearer to it than everything around them on the feature. Corners, and planes, which corners always
/// touch first, are left to the points of the body.
void add_inner_contacts(const SurfaceNow& body, int number_of_body, const ObstacleNow& solid, int number_of_solid,
                        double margin, std::vector<Contact>& contacts);

}  // namespace plumb
