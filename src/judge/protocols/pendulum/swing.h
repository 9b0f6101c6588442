#pragma once

// A rigid uniform rod that swings about a hinge at its end: theta'' = -3/2 sin(theta), theta from hanging straight down,
// times in sqrt(L/g). Closed forms by the arithmetic-geometric mean.

namespace judge {

/// Returns the period of the swing from `angle` (rad, in (0, pi)) to the other side and back.
double swing_period(double angle);

/// Returns theta at a time after it was let go at rest at `angle`.
double swing_angle(double angle, double t);

}  // namespace judge
