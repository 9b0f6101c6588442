#pragma once

#include <vector>

#include <plumb/scene/bodies/rod/rod_body.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// Returns what is doubtful of a rod that is stretched, or bent more sharply than its section is high. docs/scenes.md
/// gives the reasons for the limits.
std::vector<Warning> doubts_of(const SceneRod& rod, const RodSamples& now, double time);

}  // namespace plumb
