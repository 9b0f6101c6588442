#pragma once

// What supports of bodies with meshes have in common: points that are held along some axes, and how they move.

#include <string_view>
#include <vector>

#include <plumb/scene/bodies/handling.h>
#include <plumb/scene/bodies/scene_solve.h>
#include <plumb/scene/read/read_pose.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// The axes along which points are held, as ["x", "z"].
std::array<bool, 3> read_axes(const Entry& entry);

/// The mean of some of all points.
Eigen::Vector3d middle_of(const std::vector<Eigen::Vector3d>& all, const std::vector<int>& chosen);

/// The keys move and turn of what holds points: what slides along an axis cannot be moved along it, nor turned out of
/// the axes that are held.
void read_motion_of_hold(const Keys& keys, BodySize size, const SceneSolve& solve, SceneHold& hold);

/// Refuses two that hold a point in common and move it otherwise. An entry for each of them.
void check_common_points(const std::vector<Entry>& entries, const std::vector<SceneHold>& holds);

/// Refuses supports that leave none of `n_points` to move.
void check_any_free(const Keys& keys, std::size_t n_points, const std::vector<SceneHold>& holds);

/// Refuses a body whose motion, in words of free_motion.h, nothing keeps it from; no words: there is none. `example`
/// says what to add.
void check_no_free_motion(const Keys& keys, std::string_view motion, std::string_view example);

}  // namespace plumb
