#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>

namespace plumb {

struct MeshNow;

/// A force and a moment on a cross-section, fixed in space.
struct Wrench {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m
};

/// What the world does to a model at one instant.
struct Loads {
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();  ///< m/s^2
  std::vector<Pose> clamps;                           ///< one pose per clamp of the model
  std::vector<Wrench> wrenches;                       ///< one per loaded point of the model
  std::vector<PoseRate> clamp_rates;                  ///< of the clamps, or none: they are at rest
  std::vector<double> pressures;  ///< Pa, one per pressed surface, along its normals wherever they turn
};

/// Straight in gravity, positions, wrenches and pressure, the shortest way in rotations; without rates. Both must have
/// the same clamps, loaded points and pressed surfaces. Fractions beyond 0 and 1 go on straight.
void interpolate(const Loads& from, const Loads& to, double fraction, Loads& out);

/// What multi-step methods remember of the last step.
struct PastStep {
  double duration = 0;       ///< s; zero: there was none
  Eigen::VectorXd step;      ///< in q
  Eigen::VectorXd momentum;  ///< at its start, or what the method says in its place
};

/// Where a state is on a path of equilibria between two loads, and which way it goes: solve/arc_length.h. Its length is
/// that of the step in q, each entry over the layout's scale.
struct PathPlace {
  double fraction = 0;      ///< lambda: loads are from + lambda (to - from)
  double step = 0;          ///< length that the next step should have; zero: not known yet, the path begins here
  double slope = 0;         ///< d lambda / d length
  Eigen::VectorXd tangent;  ///< dq / d length, of length 1
};

/// The energy balance of a motion since it began, J: start + work - dissipated - remeshed = kinetic + potential energy
/// now, but for what the method of time loses or gains (step/energy_balance.h).
struct EnergyBooks {
  bool open = false;           ///< false: the motion has not begun
  double start = 0;            ///< kinetic + potential energy at the beginning
  double start_potential = 0;  ///< of it, the potential energy
  double work = 0;             ///< by clamps that move, loads that change, and loads without a potential
  double dissipated = 0;       ///< by the material's viscosity
  double remeshed = 0;         ///< lost where the mesh changed (step/change_model.h); below zero: gained
  double in_play = 0;          ///< the largest so far of kinetic + |potential - start_potential| + |work|
  double steps = 0;            ///< done so far
  double gain = 0, loss = 0;   ///< the most that the method had gained, and lost, by itself at any step so far
};

/// Everything that can change in a run. What is not here cannot survive a restart, so all of it is here.
struct State {
  Eigen::VectorXd q;                     ///< unknowns, free and fixed; the Layout says what they mean
  Eigen::VectorXd v;                     ///< their rates
  double time = 0;                       ///< s
  std::vector<Eigen::VectorXd> history;  ///< reference frames, anchors, ...; the Layout names each slot
  Loads loads;                           ///< under which this state was last accepted
  double load_step = 1;                  ///< last successful fraction of a load increment: continuation starts from it
  double time_step = 0;                  ///< s, that the error control wants next; zero: not known yet
  PastStep past;
  EnergyBooks books;
  PathPlace path;
  std::shared_ptr<const MeshNow> mesh;  ///< of a body whose mesh changes (geometry/mesh_now.h); null: as specified
};

/// The state as bytes, bit for bit.
std::string save(const State& state);
/// Throws UserError if the bytes are not a whole saved state.
State load_state(std::string_view bytes);
/// Equal for equal bits, to compare runs of one binary on one machine.
std::uint64_t hash(const State& state);

}  // namespace plumb
