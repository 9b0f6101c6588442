#pragma once

#include <array>

#include <Eigen/Core>

#include <plumb/contact/detect/obstacle.h>

namespace plumb {

/// A point, an edge or a triangle whose corners move evenly along straight lines.
struct MovingFeature {
  int n = 0;  ///< corners: 1, 2 or 3
  std::array<Eigen::Vector3d, 3> from, to;
};

/// May a point and a triangle, or two edges, have a point in common at some instant of their motion, or come nearer than
/// `slack`, m? Never false if they do; features of no extent and motions within a plane included. True for some that
/// pass at a distance of rounding.
///
/// Conservative advancement by separating directions. For any vector n, the features are apart as long as
///   n.(a_i(t) - b_k(t)) > 0 for all corners i and k,
/// and each of these is linear in t: a direction, taken from the nearest points at one instant, certifies the motion up
/// to the first root. From there on another direction is taken. That goes on to the end of the motion, or until no
/// direction certifies any progress. How well the nearest points are computed has no influence on what is certified: the
/// only rounding is that of the products above, which is bounded by 8 eps sum_k |n_k| |a_k - b_k| and subtracted.
bool may_meet(const MovingFeature& a, const MovingFeature& b, double slack = 0);

/// May a point that moves straight in the frame of an analytic solid meet its surface, or come nearer to it than
/// `slack`? Never false if it does, as far as `nearness` is right to 1e-14 of the sizes. A point that stays inside does
/// not meet it. The solids but the bowl are convex, hence their signed distance is a convex function of time: tangents
/// bound it from below. That of a bowl changes no faster than one moves.
bool may_meet(const ObstacleShape& solid, const Eigen::Vector3d& from, const Eigen::Vector3d& to, double slack = 0);

}  // namespace plumb
