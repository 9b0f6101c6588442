#pragma once

#include <array>
#include <vector>

#include <Eigen/Core>

#include <plumb/energy/solid/solid_law.h>
#include <plumb/geometry/tetrahedral_mesh.h>
#include <plumb/model/model_builder.h>

namespace plumb {

/// Points that follow a pose of the loads as one rigid body, along some axes in space; along the others they slide.
struct SolidSupport {
  std::vector<int> points;
  Pose pose;  ///< where it is when the solid is at its start
  std::array<bool, 3> axes{true, true, true};
};

/// Points that a force acts on: a wrench of the loads for each load of the solid, fixed in space. Where triangles of
/// the outside have all their corners among the points, the force is spread by their area; else by the volume around
/// each point. Its moment does nothing: it would need to be said how it is spread.
struct SolidLoad {
  std::vector<int> points;
};

/// A solid of linear tetrahedra. Unknowns: the points. Loads act by their gravity, clamps, wrenches and pressure, which
/// presses onto the outside. The outside touches: as triangles, thickened by the skin.
struct SolidSpec {
  TetrahedralMesh rest;                ///< without loads
  std::vector<Eigen::Vector3d> start;  ///< where the points are at first; none: as at rest
  SolidMaterial material;
  double density = 1000;  ///< kg/m^3
  double relaxation = 0;  ///< s: every strain resists its rate with its stiffness times this (Kelvin and Voigt)
  std::vector<SolidSupport> supports;  ///< none: a free body
  std::vector<SolidLoad> loads;
  std::vector<int> pressed;  ///< the pressure acts on triangles of the outside between these points; none: on all
  /// m: the outside is touched at this distance from it. With none it can be touched by obstacles that are no meshes;
  /// between meshes, who is on which side would be lost where they touch.
  double skin = 0;
};

/// A solid in a model.
struct SolidParts {
  std::vector<int> points;                    ///< of each point of the mesh, its first coordinate in q
  std::vector<std::size_t> clamps, wrenches;  ///< places in the loads: of the supports, and of the loads of the spec
  std::size_t pressure = 0;                   ///< its place in the loads
};

/// Adds a solid at its start. Throws UserError for what no solid can be made of.
SolidParts add_solid(ModelBuilder& builder, const SolidSpec& spec);

/// Returns a model of one solid, under no loads.
Model solid(const SolidSpec& spec);

}  // namespace plumb
