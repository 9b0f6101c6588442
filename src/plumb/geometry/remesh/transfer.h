#pragma once

// Quantities carried over from an old mesh to the one that a remeshing made of it.

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/mesh_now.h>
#include <plumb/geometry/remesh/remesh_history.h>

namespace plumb {

/// Returns the values at the new points: those that stayed keep theirs, a new one has the mean of the ends of its edge.
std::vector<double> transferred_to_points(const RemeshHistory& history, std::span<const double> values);
std::vector<Eigen::Vector3d> transferred_to_points(const RemeshHistory& history,
                                                   std::span<const Eigen::Vector3d> values);

/// Returns the values of the new triangles: the means by rest area over each patch that an operation covers anew, so
/// that the integral over the rest surface is kept. Equal values stay equal to the last bit.
std::vector<double> transferred_to_triangles(const RemeshHistory& history, std::span<const double> values);

/// Gives each new facet of a patch the mean of the old ones, in values of slots. It is written as a change from the
/// first value, so that values that are all equal stay so.
void cover_anew(const RemeshHistory& history, const Patch& patch, std::vector<double>& of_triangles);

/// Returns what became of each old point.
std::vector<Successor> successors(const RemeshHistory& history);

/// Lumped masses, kg: each triangle gives a third of its own to each corner. `mass_per_area` has one value for each
/// triangle, kg/m^2.
std::vector<double> lumped_masses(const MeshNow& mesh, std::span<const double> mass_per_area);

}  // namespace plumb
