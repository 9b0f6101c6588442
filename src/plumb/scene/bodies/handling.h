#pragma once

// What a scene does to its bodies besides their weight: what holds them and moves, what pulls at them.

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>

namespace plumb {

/// A factor that changes in time: linear between the keys, constant before the first and after the last. No keys: one.
struct Ramp {
  struct Key {
    double time = 0;  ///< s, increasing
    double value = 1;
  };
  std::vector<Key> keys;
  double at(double time) const;
};

/// Is the factor ever another number than at first?
bool changes(const Ramp& ramp);

/// How what holds a body moves from the pose that it has at time zero.
struct SceneMotion {
  Eigen::Vector3d move = Eigen::Vector3d::Zero();        ///< m, times `moving`
  Eigen::Vector3d turn_axis = Eigen::Vector3d::UnitX();  ///< unit, through the position of the pose
  double turn = 0;                                       ///< rad, any number of turns, times `turning`
  Ramp moving, turning;                                  ///< with keys wherever there is something to move or turn
};

bool moves(const SceneMotion& motion);

/// Holds points of a body along some axes in space; along the others they slide.
struct SceneHold : SceneMotion {
  std::vector<int> points;                     ///< ascending
  std::array<bool, 3> axes{true, true, true};  ///< along which it holds its points
  Pose pose;                                   ///< at time zero: its position is the middle of the points
};

/// A force and a moment, fixed in space.
struct ScenePull {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();   ///< N
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();  ///< N m
  Ramp scale;
};

/// Pulls at points of a body.
struct SceneLoad : ScenePull {
  std::vector<int> points;
};

/// What the world does to a body besides its weight, in the order of the model's clamps and wrenches.
struct Handling {
  struct Hold {
    SceneMotion motion;
    std::optional<Pose> pose;  ///< at time zero; none: where the initial shape has it
  };
  std::string_view holder = "clamp";  ///< what holds the body, in sentences
  std::vector<Hold> holds;
  std::vector<ScenePull> pulls;
  double pressure = 0;  ///< Pa
  Ramp pressure_scale;

  /// Does anything that holds the body move?
  bool moves() const;
  /// Does a force or a moment change?
  bool pulls_change() const;
  /// Does a moment act, fixed in space?
  bool has_moment() const;
};

}  // namespace plumb
