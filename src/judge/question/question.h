#pragma once

// The kinds of question that protocols ask. A protocol fills one in; a code finds there all that it needs to know of
// the protocol, so that it looks at no protocol's name and copies none of its thresholds. Lengths are in units of L.

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include <judge/question/load.h>

namespace judge {

/// A flat rectangle of length 1.
struct Sheet {
  double width = 0, thickness = 0;
  double nu = 0;  ///< Poisson's ratio
};

/// A naturally straight strip, clamped horizontally, bends under its own weight.
/// Loads: gamma = rho A g L^3 / (E I), and its own `young` where E is what changes.
struct ClampedStrip {
  Sheet sheet;
  std::optional<double> radius{};  ///< of the circular section that a rod has instead, if stated
};

/// A naturally circular rod hangs from a clamp that points downwards. Does it leave its plane?
/// Loads: gamma = rho A g L^3 / (E I) and x = gamma^(1/3) / (2 pi turns), which is swept and then bisected; I is that of
/// bending in the plane of the circle.
struct HangingCurl {
  double radius = 0, nu = 0;
  double turns = 0;         ///< of the natural circle
  double leaves_plane = 0;  ///< rad: it has left if the integral of |twist| is larger
  /// The section that a rod has instead of the circle of `radius`; its thickness lies in the plane of the natural circle.
  std::optional<Sheet> rectangle{};
};

/// A plate, clamped along a vertical edge, sags under its own weight. Does it leave its plane?
/// Loads: gamma_star = rho g h L^3 / D, which is swept and then bisected.
struct BucklingPlate {
  Sheet sheet;
  double tilt = 0;          ///< rad, of the clamp while the first weight is put on
  double leaves_plane = 0;  ///< it has left if its tip is farther aside
  double heaviest = 0;      ///< the largest gamma_star that may be asked
};

/// The same plate, too light to buckle, with its clamp tilted about its axis.
/// Loads: gamma_star, and tilt in rad.
struct TiltedPlate {
  Sheet sheet;
};

/// A weightless strip, clamped vertically, is pushed against the ground. Does its tip slip?
/// Loads: the push eps_y, which is swept; then, since what has slipped does not stick again, each load restarts: from
/// the straight strip, or from any earlier state of the same push whose tip stuck.
struct PushedStrip {
  Sheet sheet;
  double mu = 0;     ///< the coefficient of friction
  double slips = 0;  ///< it has slipped if its tip is farther from where it touched first
};

// What follows is about motion: loads are instants. A load says `t`, later and later, in the question's own unit of time
// (time_unit in judge/question/statement.h); at t = 0 the body is as the question says, and gravity acts.

/// A straight strip, clamped horizontally, is at rest until its weight acts all at once; then it vibrates.
/// t is in units of L^2 sqrt(rho A / (E I)).
struct ReleasedStrip {
  Sheet sheet;
  double gamma = 0;  ///< rho A g L^3 / (E I), small
};

/// A straight strip, hinged along its short edge, is let go at rest, and swings about the horizontal axis of the hinge.
/// t is in units of sqrt(L / g).
struct HingedStrip {
  Sheet sheet;
  double gamma = 0;  ///< rho A g L^3 / (E I), so small that it hardly bends
  double angle = 0;  ///< rad, from hanging straight down
};

/// A straight rod of circular section without any support lies along x and is thrown: each of its points has the
/// velocity of a rigid motion, whose axis is across the rod.
/// t is in units of L^2 sqrt(rho A / (E I)), velocities in L over that, spins in rad over that.
struct ThrownRod {
  double radius = 0;
  double gamma = 0;                       ///< rho A g L^3 / (E I)
  double velocity_x = 0, velocity_z = 0;  ///< of the middle; z is upwards
  double spin_y = 0, spin_z = 0;          ///< about the middle
};

/// Empty in a scenario that was read from a record.
using Question = std::variant<std::monostate, ClampedStrip, HangingCurl, BucklingPlate, TiltedPlate, PushedStrip,
                              ReleasedStrip, HingedStrip, ThrownRod>;

/// Returns what the question is about, for people: "a clamped strip".
std::string_view name_of(const Question& question);

/// Returns the numbers of `question` by the names that records and foreign programs see.
Quantities regime_of(const Question& question);

/// Returns the rectangle of `question`, or throws plumb::UserError if the question is about none.
const Sheet& sheet_of(const Question& question);

/// Throws the plumb::UserError of a code that has no answer to this kind of question.
[[noreturn]] void refuse(const std::string& code, const Question& question);

}  // namespace judge
