#pragma once

#include <vector>

#include <plumb/model/view.h>
#include <plumb/scene/bodies/rod/scene_rod.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// Returns what is doubtful of a rod that is stretched, or bent more sharply than its section is high. docs/scenes.md
/// gives the reasons for the limits.
std::vector<Warning> doubts_of(const SceneRod& rod, const std::vector<CurveSample>& now, double time);

}  // namespace plumb
