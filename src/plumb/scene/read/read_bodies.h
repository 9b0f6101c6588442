#pragma once

#include <string>
#include <vector>

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/read/body_kind.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// Reads the bodies of a file into a scene whose way of solving is known: of each kind one [rod], or several [[rod]],
/// each called by its name as far as it has one, with their copies. No two have the same name.
void read_bodies(const Keys& file, const std::vector<BodyKind const*>& kinds, const MeshReader& read_mesh,
                 Scene& scene);

/// Returns the key name, or the kind if there is none.
std::string read_name(const Keys& keys, const std::string& kind);

}  // namespace plumb
