#pragma once

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// Refuses, at `place`, a scene with contact whose bodies overlap each other, themselves or an obstacle at time zero, or
/// pierce a surface: no motion leads out of that. The sentence says who, how deep and where.
void check_overlaps(const Entry& place, const Scene& scene);

}  // namespace plumb
