#pragma once

#include <plumb/scene/bodies/plate/read_mesh.h>
#include <plumb/scene/bodies/scene_solve.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {

/// [[plate.support]] of a plate whose rest and initial shape are known. A static plate must not be able to move as a
/// rigid body.
std::vector<SceneSupport> read_supports(const Keys& keys, const ScenePlate& plate, const PlateMesh& mesh,
                                        const SceneSolve& solve);

/// [[plate.force]].
std::vector<SceneLoad> read_loads(const Keys& keys, const PlateMesh& mesh);

/// The springs of a plate, [[plate.spring]].
std::vector<SceneSpring> read_springs(const Keys& keys, const PlateMesh& mesh, BodySize size, const SceneSolve& solve);

}  // namespace plumb
