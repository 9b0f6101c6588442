#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

// The directions in which one contact can slip. With the unit vector e along r_T, so r = r_n (1, mu e), the condition
// u_n = 0 gives r_n = -b_n / (W_nn + mu w.e), w = W_Tn, and then
//   (W_nn + mu w.e) u_T = c + A e,   c = W_nn b_T - b_n w,   A = mu (b_T w^T - b_n W_TT).
// Friction opposes u_T: e x (c + A e) = 0, a trigonometric polynomial of degree two. In t = tan(angle/2) it is a quartic
// (Bonnefon and Daviet 2011 come to a quartic too), so at most four directions exist.

namespace plumb {

struct SlipEquation {
  Eigen::Vector2d c;
  Eigen::Matrix2d a;

  SlipEquation(const Eigen::Matrix3d& w, const Eigen::Vector3d& b, double mu);

  /// Returns c + A e, along u_T.
  Eigen::Vector2d motion(const Eigen::Vector2d& e) const { return c + a * e; }
};

/// Turns e by Newton's method on the angle; returns the direction once it no longer changes, nothing if it does not
/// settle in a few iterations.
std::optional<Eigen::Vector2d> slip_direction_near(const SlipEquation& equation, Eigen::Vector2d e);

/// Returns all directions that solve the equation, and those where it comes near to zero without changing its sign:
/// among them are double roots that rounding hides. It is for the caller to try them.
std::vector<Eigen::Vector2d> all_slip_directions(const SlipEquation& equation);

}  // namespace plumb
