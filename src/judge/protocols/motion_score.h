#pragma once

// Protocols of motion are judged by numbers that are read from it: a frequency, an amplitude, the energy that is left.
// The paper has no such protocol. Here a number is OK within 5 % of the theory, strict within 1 %, and all must be.

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <judge/protocols/protocol.h>

namespace judge {

/// A number that was read from a motion.
struct MotionNumber {
  std::string name;     ///< "the period"
  double value = 0;     ///< not finite: the motion has none
  double expected = 1;  ///< in theory; not zero
  double noise = 1e-5;  ///< relative: what reading it may be wrong by
  double at = 0;        ///< its place along the picture
  std::string where{};  ///< "90 degrees"; empty where there is only one
};

/// What stands against a motion whatever its numbers are: "Branch angle-90: there is no point at t = 3."
Score score_motion(const std::vector<MotionNumber>& numbers, const std::string& objection);

/// Returns why the points of a branch do not show the whole motion; empty if they do.
std::string missing_instants(const BranchPoints& branch, const std::vector<Load>& planned);

/// Returns the instants step, 2 step, ... up to `until` as loads.
std::vector<Load> instants(double step, double until);

/// Returns measured values against t beside the curve that they should be on.
Plot motion_trace(const BranchPoints& branch, const std::string& measured, const Axis& height,
                  const std::function<double(double t)>& theory, const std::string& title);

}  // namespace judge
