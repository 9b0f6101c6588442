#pragma once

// What a scene file says, checked and in SI units. docs/scenes.md lists the keys; read_scene.h reads them.

#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <plumb/scene/bodies/body.h>
#include <plumb/scene/bodies/handling.h>
#include <plumb/scene/bodies/scene_contact.h>
#include <plumb/scene/bodies/scene_solve.h>

namespace plumb {

/// Bodies of a scene that one table asks for: copies of each other, or one that is alone. They are spoken of together.
struct Family {
  std::string name;
  std::size_t begin = 0, end = 0;  ///< of its bodies
  std::size_t size() const { return end - begin; }
};

struct Scene {
  std::string title;
  Eigen::Vector3d gravity = {0, 0, -9.81};  ///< m/s^2
  Ramp gravity_scale;
  SceneSolve solve;
  std::vector<std::shared_ptr<const Body>> bodies;  ///< at least one; copies of a scene share them
  std::vector<Family> families;                     ///< of all bodies, in their order
  SceneContact contact = {};
};

}  // namespace plumb
