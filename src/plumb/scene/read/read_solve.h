#pragma once

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// The table [solve] as far as it speaks for itself: the method, and the duration or zero.
SceneSolve read_solve(const Keys& solve);

/// What depends on the rest of the scene: whether it needs a duration, the number of frames, the step.
void complete_solve(const Keys& solve, Scene& scene);

}  // namespace plumb
