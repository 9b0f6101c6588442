#pragma once

// What a remeshing does to the linear momentum sum m v of lumped masses, and velocities that keep it.

#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/mesh_now.h>
#include <plumb/geometry/remesh/remesh_history.h>

namespace plumb {

/// Masses and velocities before a remeshing.
struct MassesInMotion {
  const MeshNow& mesh;                          ///< the old one
  std::span<const Eigen::Vector3d> velocities;  ///< of its points, m/s
  std::span<const double> mass_per_area;        ///< of its triangles, kg/m^2
  std::vector<bool> held = {};                  ///< which points have velocities that nobody may change; empty: none
};

/// The momentum of all masses at an operation, kg m/s.
struct StepMomentum {
  Eigen::Vector3d before;
  Eigen::Vector3d interpolated;  ///< afterwards, if points keep their velocities and new ones have the mean of two
  Eigen::Vector3d kept;          ///< afterwards, with what was lost made good
};

struct KeptMomentum {
  std::vector<Eigen::Vector3d> velocities;  ///< of the new points, m/s
  std::vector<StepMomentum> steps;          ///< one for each operation
};

/// Returns velocities with the same momentum. A triangle has the momentum of its mass times the mean velocity of its
/// corners, so sum m v is the integral of the linear velocity field times the mass per area. A split does not change
/// that field and keeps the momentum. A flip and a collapse change the field, and a linear one alone stays what it was.
/// Then the points of the patches get one common velocity in addition, which makes good what the momentum lost; of all
/// changes of velocities that do, this one has the least kinetic energy. Where all points of a patch are held, nothing
/// is added.
KeptMomentum momentum_keeping_velocities(const RemeshHistory& history, const MassesInMotion& masses);

}  // namespace plumb
