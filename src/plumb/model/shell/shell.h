#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include <Eigen/Core>

#include <plumb/energy/shell/hinge.h>
#include <plumb/energy/shell/koiter_bending.h>
#include <plumb/energy/shell/koiter_membrane.h>
#include <plumb/geometry/frame.h>
#include <plumb/geometry/mesh_topology.h>
#include <plumb/model/model_builder.h>

namespace plumb {

/// How a shell of triangles bends: a Koiter shell on mid-edge normals, of which there are four kinds; hinges; or hinges
/// whose energy is quadratic in the points (energy/shell/quadratic_bending.h).
enum class ShellBending { average, sin, tan, theta, hinge, quadratic };

/// The shell is a fabric: its membrane is woven, and `st_venant_kirchhoff`.
struct ShellWeave {
  Weave weave;
  Eigen::Vector3d warp{1, 0, 0};  ///< along which the warp runs: projected into each triangle of the rest shape
};

/// What a support holds of its points.
enum class Hold {
  clamped,    ///< the points and the direction of the shell follow the pose as one rigid body
  hinged,     ///< the points follow the pose as one rigid body, in the held axes; the shell turns freely about them
  symmetric,  ///< the shell goes on as its mirror image in the plane through the pose's position, normal to its tangent
};

/// Points that something holds. Each support follows a pose of the loads; a plane of symmetry does not move.
///
/// The direction of a clamped edge (both ends in one support) is held by the row of points behind it, where the support
/// has them: the plane of the clamp is then in the middle between the two rows. Where it has not, as at an edge of the
/// mesh, the triangle's missing neighbour is its own mirror image (energy/shell/mirrored_bending.h), and the plane of
/// the clamp is the edge. Symmetric edges are always of the second kind. Both converge at second order.
struct ShellSupport {
  Hold hold = Hold::clamped;
  std::vector<int> points;
  Pose pose;  ///< where it is when the shell is at its start; of `symmetric`, its tangent must be along x, y or z
  std::array<bool, 3> axes{true, true, true};  ///< of `hinged`: along which the points are held; else they slide
};

/// Points that a force and a moment act on: a wrench of the loads for each load of the shell, fixed in space. Where
/// all points are on boundary edges between them, the force is spread by the length of these; else by the area around
/// each point (a single point takes all). The moment is spread by length over the boundary edges between the points and
/// turns them with their normals; without such an edge it does nothing.
struct ShellLoad {
  std::vector<int> points;
};

/// Springs that pull at points of a shell, with equal parts of the stiffness: towards another point of it, or towards a
/// place in space, the position of a pose of the loads.
struct ShellSpring {
  std::vector<int> points;
  int other = -1;                    ///< a point of the shell; -1: a place
  Pose place;                        ///< when the shell is at its start
  double stiffness = 0, length = 0;  ///< N/m, of all together; m, where they pull at nothing
};

/// A shell on a triangle mesh. Membrane and bending are chosen freely. Unknowns: the points, and behind them the angle
/// of the director of every edge where the kind of bending has one. Loads act by their gravity, clamps, wrenches and
/// pressure.
struct ShellSpec {
  TriangleMesh rest;                   ///< without loads: any shape
  std::vector<Eigen::Vector3d> start;  ///< where the points are at first; none: as at rest
  SheetMaterial material;              ///< of all triangles
  std::vector<double> thickness;       ///< m, of each triangle; none: the material's
  double density = 1000;               ///< kg/m^3
  double relaxation = 0;  ///< s: every strain resists its rate with its stiffness times this (Kelvin and Voigt)
  MembraneLaw membrane = MembraneLaw::st_venant_kirchhoff;
  ShellBending bending = ShellBending::tan;
  std::optional<ShellWeave> weave;
  double hinge_factor = kStripHinge;  ///< of `hinge` and `quadratic`
  HingeMeasure hinge_measure = HingeMeasure::angle;

  std::vector<ShellSupport> supports;  ///< none: a free body
  std::vector<ShellLoad> loads;
  std::vector<ShellSpring> springs;

  /// For a single clamp: a support before all others, where it has points.
  std::vector<int> clamped;
  Pose clamp;
};

/// A shell in a model.
struct ShellParts {
  std::vector<int> points;                    ///< of each point of the mesh, its first coordinate in q
  int first_director = -1;                    ///< in q, where the directors of the edges begin; -1: there are none
  std::vector<std::size_t> clamps, wrenches;  ///< places in the loads: of the supports, and of the loads of the spec
  std::vector<std::size_t> spring_places;     ///< in the loads, behind the supports: of the springs that have a place
  std::size_t pressure = 0;                   ///< its place in the loads

  /// Returns the first coordinate in q of a point.
  int point(int i) const { return points[static_cast<std::size_t>(i)]; }
  /// Returns the unknowns of several points, three each.
  template <std::size_t N>
  std::array<int, 3 * N> unknowns(const std::array<int, N>& of) const {
    std::array<int, 3 * N> all{};
    for (std::size_t i = 0; i < 3 * N; ++i) all[i] = point(of[i / 3]) + static_cast<int>(i % 3);
    return all;
  }
};

/// Points of a shell that other parts of the model have already: from the number of the point to its first coordinate
/// in q. A shell shares them with another one as by a piano hinge, with a rod along them as by a row of balls.
using SharedPoints = std::map<int, int>;

/// Adds a shell at its start. Points that are shared must lie there. Throws UserError for what no shell can be made of.
ShellParts add_shell(ModelBuilder& builder, const ShellSpec& spec, const SharedPoints& shared = {});

/// Returns a model of one shell, under no loads.
Model shell(const ShellSpec& spec);

/// Is there a boundary edge between the points of a load, on which a moment can act?
bool takes_moment(const ShellSpec& spec, const ShellLoad& load);

}  // namespace plumb
