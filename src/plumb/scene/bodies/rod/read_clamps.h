#pragma once

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// [[rod.clamp]] of a rod whose length, n and kind are known. A motion without times takes the whole duration.
std::vector<SceneClamp> read_clamps(const Keys& keys, const SceneRod& rod, const SceneSolve& solve);

/// [[rod.force]].
std::vector<SceneForce> read_forces(const Keys& keys, const SceneRod& rod);

}  // namespace plumb
