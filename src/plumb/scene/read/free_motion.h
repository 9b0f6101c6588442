#pragma once

#include <array>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <Eigen/Core>

#include <plumb/scene/bodies/handling.h>

namespace plumb {

/// How strongly what holds a body of unit size resists its rigid motions: three displacements of its middle and three
/// turns about it, as a sum of squares.
using Resistance = Eigen::Matrix<double, 6, 6>;

/// For each point of a body, the lowest point that elements connect it with.
std::vector<int> connected_parts(std::size_t n_points, std::span<const std::array<int, 3>> triangles);
std::vector<int> connected_parts(std::size_t n_points, std::span<const std::array<int, 4>> tetrahedra);

/// What holds resist by holding points, of each part by its lowest point.
std::map<int, Resistance> resistances(const std::vector<Eigen::Vector3d>& points, const std::vector<int>& parts,
                                      const std::vector<SceneHold>& holds);

/// A rigid motion of a body, or of a part of it that hangs together, which nothing resists, in words: "the plate from
/// moving along x", "the plate from turning about a line along y". Empty: there is none.
std::string free_motion(const std::map<int, Resistance>& parts, std::string_view body);

}  // namespace plumb
