#pragma once

#include <vector>

#include <plumb/model/shell/shell_view.h>
#include <plumb/scene/bodies/plate/scene_plate.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// Returns what is doubtful of a plate whose bending is wrong on its mesh, or that is strained further than its law
/// holds. docs/scenes.md gives the reasons for the limits.
std::vector<Warning> doubts_of(const ScenePlate& plate, const ShellView& now, double time);

}  // namespace plumb
