#pragma once

#include <plumb/scene/bodies/rod/scene_rod.h>
#include <plumb/scene/bodies/scene_solve.h>
#include <plumb/scene/read/read_pose.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

inline BodySize length_of_rod(double length) { return {length, "the length of the rod"}; }

/// [[rod.clamp]] of a rod whose length, n and kind are known. A motion without times takes the whole duration.
std::vector<SceneClamp> read_clamps(const Keys& keys, const SceneRod& rod, const SceneSolve& solve);

/// [[rod.force]].
std::vector<SceneForce> read_forces(const Keys& keys, const SceneRod& rod);

}  // namespace plumb
