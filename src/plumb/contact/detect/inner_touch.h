#pragma once

#include <array>
#include <vector>

#include <plumb/contact/detect/find_contacts.h>
#include <plumb/contact/detect/measure.h>

namespace plumb {

/// Returns the radius of a ball, a capsule or a cylinder, m; of other shapes, zero.
double round_part(const ObstacleShape& shape);

/// Returns the weights of the place of an edge that is nearest to an analytic solid, its own radius taken off. A weight is
/// exactly zero where an end plays no part: of equally near places, those at ends count first. The distance to a convex
/// solid is a convex function along the edge, and its minimum is found by halving. The bowl is not convex: an edge that leans on
/// its wall with an end may lie over its rim as well, and then the place inside counts.
std::array<double, 3> nearest_weights(const Obstacle& obstacle, const Pose& pose, const Feature& edge);

/// Returns how deep the inside of an edge of a rod may be in a solid, m, while its ends are outside, so that a rod which
/// follows a round solid closely touches it with its points alone. For an edge, l long, on a ball, a capsule or a cylinder
/// of radius R, both thicknesses included: one and a half times l^2/(8 R), its depth when both ends touch, if l <= R/8;
/// nothing if it is longer, nor on a box or a bowl.
double tolerated_depth(const Obstacle& obstacle, const Feature& edge);

/// Enters how an edge lies to an analytic solid: at its nearest place, with the tolerated depth added to the gap. Returns
/// the weights of that place.
std::array<double, 3> enter_inside(const Obstacle& obstacle, const Pose& pose, const Feature& edge, Contact& contact);

/// Adds the contacts of the insides of a rod's edges with an analytic solid that is nearer than `margin`: places which are
/// nearer to it than everything around them on the edge. Ends, and planes, which ends always touch first, are left to the
/// points of the body; so are bodies with triangles.
void add_inner_contacts(const SurfaceNow& body, int number_of_body, const ObstacleNow& solid, int number_of_solid,
                        double margin, std::vector<Contact>& contacts);

}  // namespace plumb
