#pragma once

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/read/mesh_reader.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// All plates of the file: one [plate], or several [[plate]]. `scene` knows how it is solved, and its rods.
std::vector<ScenePlate> read_plates(const Keys& file, const Scene& scene, const MeshReader& read_mesh);

}  // namespace plumb
