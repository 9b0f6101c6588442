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

/// Returns the values of the new triangles: the means by rest area over each patch that an operation covers anew, so that
/// the integral over the rest surface is kept. Equal values stay equal to the last bit.
std::vector<double> transferred_to_triangles(const RemeshHistory& history, std::span<const double> values);

/// Lumped masses, kg: each triangle gives a third of its own to each corner. `mass_per_area` has one value for each
/// triangle, kg/m^2.
std::vector<double> lumped_masses(const MeshNow& mesh, std::span<const double> mass_per_area);

/// Velocities that keep the linear momentum sum m v of lumped masses, m/s. The lumped momentum is the integral of the
/// linear velocity field times the mass per area; so a split, which does not change that field, keeps it. After a flip or
/// a collapse, the points of the patches get one common velocity in addition, which makes good what the momentum lost;
/// of all changes that do, it has the least kinetic energy. Points that are `held` (one flag for each old point; empty:
/// none), and new ones between two that are, get nothing added; where all points of a patch are held, momentum changes.
std::vector<Eigen::Vector3d> momentum_keeping_velocities(const RemeshHistory& history,
                                                         std::span<const Eigen::Vector3d> velocities,
                                                         std::span<const double> mass_per_area,
                                                         const std::vector<bool>& held = {});

}  // namespace plumb
