#pragma once

#include <string>
#include <vector>

#include <plumb/contact/detect/obstacle.h>
#include <plumb/scene/bodies/handling.h>

namespace plumb {

/// Something rigid that the bodies of a scene touch, and that moves as the scene says.
struct SceneObstacle {
  std::string name;
  Obstacle solid;
  Pose start;  ///< at time zero
  SceneMotion motion;
};

/// How the bodies of a scene touch each other, themselves and the obstacles.
struct SceneContact {
  struct Pair {
    int body = 0;           ///< a family of bodies, the smaller number of two
    int other = 0;          ///< family or obstacle
    bool obstacle = false;  ///< is `other` an obstacle?
    double friction = 0;
  };
  bool on = false;                   ///< false: bodies pass through each other
  bool filtered = false;             ///< a velocity filter instead of the exact solver
  double friction = 0;               ///< coefficient of pairs that are not named
  std::vector<Pair> pairs = {};      ///< no two of the same
  double tolerance = 1e-10;          ///< of the residual of the worst contact (contact/friction/problem.h)
  bool self = true;                  ///< does a body touch itself?
  std::vector<bool> leave_out = {};  ///< of each body: does it touch nothing?
  std::vector<SceneObstacle> obstacles = {};
};

}  // namespace plumb
