#pragma once

#include <plumb/scene/bodies/handling.h>
#include <plumb/scene/bodies/scene_solve.h>
#include <plumb/scene/read/read_pose.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// The keys move and turn of what holds a body. A motion without times takes the whole duration.
void read_motion(const Keys& keys, BodySize size, const SceneSolve& solve, SceneMotion& motion);

/// The keys force, moment and when.
void read_pull(const Keys& keys, ScenePull& pull);

}  // namespace plumb
