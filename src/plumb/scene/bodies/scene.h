#pragma once

// What a scene file says, checked and in SI units. docs/scenes.md lists the keys; read_scene.h reads them.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>
#include <plumb/geometry/triangle_mesh.h>
#include <plumb/model/elastic_rod/section.h>
#include <plumb/model/shell/shell.h>
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

/// How what holds a body moves from the pose that it has at time zero.
struct SceneMotion {
  Eigen::Vector3d move = Eigen::Vector3d::Zero();        ///< m, times `moving`
  Eigen::Vector3d turn_axis = Eigen::Vector3d::UnitX();  ///< unit, through the position of the pose
  double turn = 0;                                       ///< rad, any number of turns, times `turning`
  Ramp moving, turning;                                  ///< with keys wherever there is something to move or turn
};

/// A force and a moment, fixed in space.
struct ScenePull {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m
  Ramp scale;
};

/// Holds a cross-section of a rod.
struct SceneClamp : SceneMotion {
  double at = 0;             ///< arc length, m
  std::optional<Pose> pose;  ///< at time zero; none: where the initial shape has it
};

struct SceneForce : ScenePull {
  double at = 0;  ///< arc length, m
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

/// Holds points of a plate.
struct SceneSupport : SceneMotion {
  Hold hold = Hold::clamped;
  std::array<bool, 3> axes{true, true, true};  ///< along which it holds its points; of a symmetric one its normal
  std::vector<int> points;
  Pose pose;  ///< at time zero: the middle of the points; of a symmetric one the tangent is normal to its plane
};

/// Pulls at points of a plate.
struct SceneLoad : ScenePull {
  std::vector<int> points;
};

/// A plate or a shell, of triangles.
struct ScenePlate {
  std::string name;
  TriangleMesh rest;                     ///< without loads
  std::vector<Eigen::Vector3d> initial;  ///< where the search, or the motion, starts
  SheetMaterial material;
  double density = 0;  ///< kg/m^3
  MembraneLaw membrane = MembraneLaw::st_venant_kirchhoff;
  ShellBending bending = ShellBending::tan;
  double damping = 0;  ///< relaxation time of every strain, s: viscosity over stiffness
  std::vector<SceneSupport> supports;
  std::vector<SceneLoad> loads;
  double pressure = 0;  ///< Pa, along the normals
  Ramp pressure_scale;
};

struct SceneSolve {
  Method method = Method::static_;
  bool arc_length = false;  ///< static, along the path of equilibria from the loads at time zero to those at the end
  double duration = 0;      ///< s; of a static scene: the time that its programme takes
  int n_frames = 1;         ///< after the first one at time zero; of a path: at most
  double dt = 0;            ///< s, fixed; zero: controlled by the error
  double tolerance = 0;     ///< local error of a step, of the length; zero: fixed step
  double longest_step = 0;  ///< of a path, of the size of the body
  double high_frequency_radius = 0.5;  ///< of generalised alpha: what is left of infinitely fast amplitudes per step
  double time_limit = 0;               ///< s of a clock on the wall that a frame may take; zero: any
};

struct Scene {
  std::string title;
  Eigen::Vector3d gravity = {0, 0, -9.81};  ///< m/s^2
  Ramp gravity_scale;
  SceneSolve solve;
  std::vector<SceneRod> rods;
  std::vector<ScenePlate> plates;  ///< with the rods, at least one
};

}  // namespace plumb
