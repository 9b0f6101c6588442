#pragma once

#include <vector>

#include <plumb/energy/hinge.h>
#include <plumb/energy/koiter_bending.h>
#include <plumb/energy/koiter_membrane.h>
#include <plumb/geometry/frame.h>
#include <plumb/geometry/mesh_topology.h>
#include <plumb/model/model.h>

namespace plumb {

/// How a shell of triangles bends: a Koiter shell on mid-edge normals, of which there are four kinds, or hinges.
enum class ShellBending { average, sin, tan, theta, hinge };

/// A shell on a triangle mesh. Membrane and bending are chosen freely. Unknowns: the points, and behind them the angle
/// of the director of every edge where the kind of bending has one.
struct ShellSpec {
  TriangleMesh rest;       ///< without loads, and where the search starts
  SheetMaterial material;  ///< of all triangles
  double density = 1000;   ///< kg/m^3
  MembraneLaw membrane = MembraneLaw::st_venant_kirchhoff;
  ShellBending bending = ShellBending::tan;
  double hinge_factor = kStripHinge;  ///< of `hinge`

  /// These points move with the clamp as one rigid body, and the directors of the edges between them are held. A
  /// clamped direction takes two rows of points; the plane of the clamp is then in the middle between them.
  std::vector<int> clamped;
  Pose clamp;  ///< where the rest shape has it: pose 0 of the loads
};

Model shell(const ShellSpec& spec);

}  // namespace plumb
