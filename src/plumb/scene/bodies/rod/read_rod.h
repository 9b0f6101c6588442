#pragma once

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// All rods of the file: one [rod], or several [[rod]].
std::vector<SceneRod> read_rods(const Keys& file, const SceneSolve& solve);

}  // namespace plumb
