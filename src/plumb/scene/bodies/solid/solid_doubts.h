#pragma once

#include <vector>

#include <plumb/model/solid/solid_view.h>
#include <plumb/scene/bodies/solid/scene_solid.h>
#include <plumb/scene/bodies/warning.h>

namespace plumb {

/// Returns what is doubtful of a solid that is inside out somewhere, is strained further than its law holds, or has too
/// coarse a mesh for its stress. docs/scenes.md gives the reasons for the limits.
std::vector<Warning> doubts_of(const SceneSolid& solid, const SolidView& now, double time);

}  // namespace plumb
