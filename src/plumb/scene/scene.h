#pragma once

// A scene file, read and checked: what to simulate, in SI units. See docs/scenes.md for the keys.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>
#include <plumb/model/elastic_rod/section.h>
#include <plumb/step/method.h>

namespace plumb {

enum class RodKind { discrete_elastic_rod, super_helix, super_clothoid, timoshenko_beam };

/// "discrete-elastic-rod", "super-helix", "super-clothoid", "timoshenko-beam".
std::string_view name(RodKind kind);

/// A factor that changes in time: linear between the keys, constant before the first and after the last. No keys: one.
struct Ramp {
  struct Key {
    double time = 0;  ///< s, increasing
    double value = 1;
  };
  std::vector<Key> keys;
  double at(double time) const;
};

/// Holds a cross-section. It follows its motion from the pose it has in the initial shape (or is told).
struct SceneClamp {
  double at = 0;                                         ///< arc length, m
  std::optional<Pose> pose;                              ///< at time zero; none: where the initial shape has it
  Eigen::Vector3d move = Eigen::Vector3d::Zero();        ///< m, times `moving`
  Eigen::Vector3d turn_axis = Eigen::Vector3d::UnitX();  ///< unit, through the clamped point
  double turn = 0;                                       ///< rad, any number of turns, times `turning`
  Ramp moving, turning;                                  ///< with keys wherever there is something to move or turn
};

struct SceneForce {
  double at = 0;                                     ///< arc length, m
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N, fixed in space
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m, fixed in space
  Ramp scale;
};

/// Uniform curvatures and twist, 1/m.
struct Strains {
  double kappa_1 = 0, kappa_2 = 0, twist = 0;
};

struct SceneRod {
  std::string name;
  RodKind kind = RodKind::discrete_elastic_rod;
  int n = 0;          ///< elements
  double length = 0;  ///< m
  RodStiffness stiffness;
  double shear = 0;        ///< kGA, N: of beams
  double draw_radius = 0;  ///< m
  Strains natural;         ///< without loads
  Strains initial;         ///< where the search, or the motion, starts; clamps without a pose are there
  Pose start;              ///< of the initial shape
  double damping = 0;      ///< relaxation time of every strain, s: viscosity over stiffness
  std::vector<SceneClamp> clamps;
  std::vector<SceneForce> forces;
};

struct SceneSolve {
  Method method = Method::static_;
  double duration = 0;   ///< s; of a static scene: the time that its programme takes
  int n_frames = 1;      ///< after the first one at time zero
  double dt = 0;         ///< s, fixed; zero: controlled by the error
  double tolerance = 0;  ///< local error of a step, of the length; zero: fixed step
};

struct Scene {
  std::string title;
  Eigen::Vector3d gravity = {0, 0, -9.81};  ///< m/s^2
  Ramp gravity_scale;
  SceneSolve solve;
  std::vector<SceneRod> rods;
};

/// A key of the file set from outside: "rod.length" = "12 cm" (with several rods: "rod.curl.length"; an entry of a
/// list by its number from 0: "world.gravity.2"). The value is read as TOML where it is TOML, as text otherwise.
struct Override {
  std::string key, value;
};

/// Reads the text of a scene. Whatever is wrong is a UserError with one sentence: file, line, key, what was expected,
/// and the nearest valid key. A scene that is returned can be simulated.
Scene read_scene(const std::string& text, const std::string& file_name, const std::vector<Override>& overrides = {});

/// The keys that a sweep may change: those of the file's numbers, as an Override takes them.
std::vector<std::string> numeric_keys(const std::string& text, const std::string& file_name);

}  // namespace plumb
