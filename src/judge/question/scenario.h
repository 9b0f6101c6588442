#pragma once

#include <string>

#include <judge/question/load.h>
#include <judge/question/question.h>

namespace judge {

/// The numerical parameters of eq. (9). Zero: the code has no such knob, or its card's default applies.
struct Knobs {
  int n = 0;       ///< elements along the length
  double dt = 0;   ///< time step, in units of the scenario's own time
  double tol = 0;  ///< solver tolerance
  bool operator==(const Knobs&) const = default;
};

/// Returns the knobs that a code has, for people: "300 elts, dt = 0.0005, tol = 1e-13".
std::string knobs_text(const Knobs& knobs);

/// The units in which a regime is stated. Any other triple is the same regime: a restatement.
struct Scales {
  double length = 1;   ///< L, m
  double young = 1;    ///< E, Pa
  double density = 1;  ///< rho, kg/m^3
  bool operator==(const Scales&) const = default;
};

/// How densely a protocol samples. `quick` keeps both ends and the verdict of `full`.
enum class Sampling { quick, full };

/// Where a scene stands. A code that can be told so (Card::places) is asked the same scene elsewhere.
struct Place {
  double azimuth = 0;     ///< rad: the scene is turned about the vertical
  bool mirrored = false;  ///< in a vertical plane through the clamp
  double shift = 0;       ///< in units of L, along each of the three axes
  bool operator==(const Place&) const = default;
};

/// What a code needs to prepare one branch of a protocol. Lengths in `regime` are in units of L.
struct Scenario {
  std::string protocol;  ///< "cantilever"
  std::string branch;    ///< unique within the protocol; the unit of work and the name of its record file
  Quantities regime;     ///< e.g. radius, thickness, width, nu
  Scales scales;
  Knobs knobs;
  Sampling sampling = Sampling::full;  ///< which loads will be asked; a code need not care
  Question question{};                 ///< what a code of Plumb's own reads
  Place place{};
  Quantities told{};  ///< in SI units (statement.h), of a scenario that was read from a record

  /// Asks `asked`, and states it in the regime.
  void ask(const Question& asked);
  /// Compares all but the questions and what follows from them: a scenario that was read from a record has none, and the
  /// regime states it.
  bool operator==(const Scenario& other) const;
};

/// Returns Young's modulus at a load, Pa: the scenario's, unless the load states its own.
double young_at(const Scenario& scenario, const Load& load);

}  // namespace judge
