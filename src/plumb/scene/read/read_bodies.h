#pragma once

#include <string>
#include <vector>

#include <plumb/scene/read/body_kind.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// Returns the bodies of a file: of each kind one [rod], or several [[rod]], each called by its name as far as it has
/// one. No two have the same name.
std::vector<std::shared_ptr<const Body>> read_bodies(const Keys& file, const std::vector<BodyKind const*>& kinds,
                                                     const SceneSolve& solve, const MeshReader& read_mesh);

/// Returns the key name, or the kind if there is none.
std::string read_name(const Keys& keys, const std::string& kind);

}  // namespace plumb
