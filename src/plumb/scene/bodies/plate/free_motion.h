#pragma once

#include <string>
#include <vector>

#include <plumb/scene/bodies/plate/scene_plate.h>

namespace plumb {

/// A rigid motion of a plate, or of a part of it that hangs together, which no support resists, in words: "the plate
/// from moving along x", "the plate from turning about a line along y". Empty: there is none.
std::string free_motion(const ScenePlate& plate, const std::vector<SceneSupport>& supports);

}  // namespace plumb
