#pragma once

#include <optional>
#include <string>
#include <vector>

#include <plumb/geometry/triangle_mesh.h>
#include <plumb/model/shell/remesh_shell.h>
#include <plumb/scene/bodies/handling.h>

namespace plumb {

/// Holds points of a plate. The axes of a symmetric support are its normal alone, which is the tangent of its pose.
struct SceneSupport : SceneHold {
  Hold hold = Hold::clamped;
};

/// Pulls at points of a plate: towards one of its points, or a place in space that may move.
struct SceneSpring : SceneMotion {
  ShellSpring spring;
};

/// How the mesh of a plate follows its shape in a motion.
struct SceneRemesh {
  SizingOptions sizing;
  RemeshOptions options;
  std::optional<ObstacleSizing> near_obstacles;  ///< none: obstacles ask for nothing
  int every = 1;                                 ///< steps
};

/// A plate or a shell of triangles as a scene file says it, in SI units.
struct ScenePlate {
  std::string name;
  TriangleMesh rest;                     ///< without loads
  std::vector<Eigen::Vector3d> initial;  ///< where the search, or the motion, starts
  SheetMaterial material;
  double density = 0;  ///< kg/m^3
  MembraneLaw membrane = MembraneLaw::st_venant_kirchhoff;
  std::optional<ShellWeave> weave;  ///< none: the material is the same in all directions
  ShellBending bending = ShellBending::tan;
  double damping = 0;  ///< relaxation time of every strain, s: viscosity over stiffness
  std::vector<SceneSupport> supports;
  std::vector<SceneLoad> loads;
  std::vector<SceneSpring> springs;
  double pressure = 0;  ///< Pa, along the normals
  Ramp pressure_scale;
  std::optional<SceneRemesh> remesh;  ///< none: the mesh stays
};

}  // namespace plumb
