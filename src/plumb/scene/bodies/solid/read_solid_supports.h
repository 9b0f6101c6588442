#pragma once

#include <plumb/scene/bodies/scene_solve.h>
#include <plumb/scene/bodies/solid/read_solid_mesh.h>
#include <plumb/scene/bodies/solid/scene_solid.h>

namespace plumb {

/// [[solid.support]] of a solid whose rest and initial shape are known. A static solid must not be able to move as a
/// rigid body.
std::vector<SceneHold> read_supports(const Keys& keys, const SceneSolid& solid, const SolidMesh& mesh,
                                     const SceneSolve& solve);

/// [[solid.force]].
std::vector<SceneLoad> read_loads(const Keys& keys, const SolidMesh& mesh);

/// The key pressure.
void read_pressure(const Keys& keys, const SolidMesh& mesh, SceneSolid& solid);

}  // namespace plumb
