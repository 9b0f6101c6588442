#pragma once

// What the bodies of a scene were made from, to look at and to change.

#include <memory>
#include <vector>

#include <plumb/scene/bodies/plate/plate_body.h>
#include <plumb/scene/bodies/rod/rod_body.h>
#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/bodies/solid/solid_body.h>

namespace plumb {

struct OpenScene : Scene {
  std::vector<SceneRod> rods;
  std::vector<ScenePlate> plates;
  std::vector<SceneSolid> solids;
};

inline OpenScene opened(const Scene& scene) {
  OpenScene open{scene, {}, {}, {}};
  for (const auto& body : scene.bodies) {
    if (const auto* rod = dynamic_cast<const RodBody*>(body.get())) open.rods.push_back(rod->rod());
    if (const auto* plate = dynamic_cast<const PlateBody*>(body.get())) open.plates.push_back(plate->plate());
    if (const auto* solid = dynamic_cast<const SolidBody*>(body.get())) open.solids.push_back(solid->solid());
  }
  return open;
}

/// Returns the scene with bodies made from the rods, plates and solids as they are now.
inline Scene closed(const OpenScene& open) {
  Scene scene = open;
  scene.bodies.clear();
  for (const SceneRod& rod : open.rods) scene.bodies.push_back(rod_body(rod));
  for (const ScenePlate& plate : open.plates) scene.bodies.push_back(std::make_shared<PlateBody>(plate));
  for (const SceneSolid& solid : open.solids) scene.bodies.push_back(std::make_shared<SolidBody>(solid));
  return scene;
}

}  // namespace plumb
