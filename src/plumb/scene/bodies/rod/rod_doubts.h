#pragma once

#include <optional>
#include <vector>

#include <plumb/model/view.h>
#include <plumb/scene/bodies/rod/scene_rod.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// Returns what is doubtful of a rod that is stretched, or bent more sharply than its section is high. docs/scenes.md
/// gives the reasons for the limits.
std::vector<Warning> doubts_of(const SceneRod& rod, const std::vector<CurveSample>& now, double time);

/// Returns what is doubtful of a ribbon that is flat under loads: the generators of a flat strip have no stiffness, so
/// nothing certifies that it would not twist and bend.
std::optional<Warning> flat_doubt(const SceneRod& ribbon, const std::vector<CurveSample>& now, const State& state);

}  // namespace plumb
