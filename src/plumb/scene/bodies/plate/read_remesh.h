#pragma once

#include <optional>

#include <plumb/scene/bodies/plate/scene_plate.h>
#include <plumb/scene/bodies/scene_solve.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// [plate.remesh] of a plate whose rest shape and bending are known; none where there is no such table.
std::optional<SceneRemesh> read_remesh(const Keys& keys, const ScenePlate& plate, const SceneSolve& solve);

}  // namespace plumb
