#pragma once

#include <plumb/scene/entry.h>
#include <plumb/scene/scene.h>

namespace plumb {

/// All rods of the file: one [rod], or several [[rod]].
std::vector<SceneRod> read_rods(const Keys& file, const SceneSolve& solve);

}  // namespace plumb
