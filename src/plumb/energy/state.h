#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>

namespace plumb {

/// What the world does to a model at one instant.
struct Loads {
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  ///< m/s^2
  std::vector<Pose> clamps;                           ///< one pose per clamp of the model
};

/// Straight in gravity and positions, the shortest way in rotations. Both must have the same clamps.
void interpolate(const Loads& from, const Loads& to, double fraction, Loads& out);

/// Everything that can change in a run. What is not here cannot survive a restart, so all of it is here.
struct State {
  Eigen::VectorXd q;                     ///< unknowns, free and fixed; the Layout says what they mean
  Eigen::VectorXd v;                     ///< their rates
  double time = 0;                       ///< s
  std::vector<Eigen::VectorXd> history;  ///< reference frames, anchors, ...; the Layout names each slot
  Loads loads;                           ///< under which this state was last accepted
  double load_step = 1;                  ///< last successful fraction of a load increment: continuation starts from it
};

/// The state as bytes, bit for bit.
std::string save(const State& state);
/// Throws UserError when the bytes are not a whole saved state.
State load_state(const std::string& bytes);
/// Equal for equal bits, to compare runs of one binary on one machine.
std::uint64_t hash(const State& state);

}  // namespace plumb
