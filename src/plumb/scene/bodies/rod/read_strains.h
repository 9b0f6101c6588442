#pragma once

#include <plumb/scene/bodies/rod/scene_rod.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// { curvature, twist } or { helix = { radius, pitch, hand } }, for a rod whose length, n and kind are known. Strains
/// that its elements are too long for are refused.
Strains read_strains(const Entry& entry, const SceneRod& rod);

/// How many elements a rod of this kind may have.
int most_elements(RodKind kind);

/// Returns true for a rod of curvatures, which can be held at its start only.
bool is_curved(RodKind kind);

}  // namespace plumb
