#pragma once

#include <plumb/scene/bodies/rod/scene_rod.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// Fills stiffness, shear and draw_radius: from material and section, or from stiffness.
void read_stiffness(const Keys& keys, SceneRod& rod);

}  // namespace plumb
