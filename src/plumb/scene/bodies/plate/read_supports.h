#pragma once

#include <plumb/scene/bodies/plate/read_mesh.h>
#include <plumb/scene/bodies/scene_solve.h>

namespace plumb {

/// [[plate.support]] of a plate whose rest and initial shape are known. A static plate must not be able to move as a
/// rigid body.
std::vector<SceneSupport> read_supports(const Keys& keys, const ScenePlate& plate, const PlateMesh& mesh,
                                        const SceneSolve& solve);

/// [[plate.force]].
std::vector<SceneLoad> read_loads(const Keys& keys, const PlateMesh& mesh);

}  // namespace plumb
