#pragma once

#include <vector>

#include <plumb/scene/bodies/scene_contact.h>
#include <plumb/scene/bodies/scene_solve.h>
#include <plumb/scene/read/mesh_reader.h>
#include <plumb/scene/read/read_pose.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// Returns the tables [obstacle] or [[obstacle]] of a file. `largest` is the size of the largest body: what is a million
/// times larger or smaller could not be computed with beside it. `taken` are the names of the bodies.
std::vector<SceneObstacle> read_obstacles(const Keys& file, const SceneSolve& solve, BodySize largest,
                                          const std::vector<std::string>& taken, const MeshReader& read_mesh);

}  // namespace plumb
