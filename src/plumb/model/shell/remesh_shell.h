#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <plumb/geometry/remesh/momentum.h>
#include <plumb/geometry/remesh/obstacle_sizing.h>
#include <plumb/geometry/remesh/remesh.h>
#include <plumb/geometry/remesh/sizing_field.h>
#include <plumb/model/shell/on_mesh.h>

namespace plumb {

/// How the mesh of a shell follows its shape.
struct ShellRemeshing {
  SizingOptions sizing;
  RemeshOptions options;
  std::vector<std::uint64_t> kept = {};  ///< names of points that stay besides those of supports and loads
  /// Tells how the nearest obstacle lies to each point; empty: there is none.
  std::function<std::vector<NearObstacle>(std::span<const Eigen::Vector3d>)> near = {};
  ObstacleSizing obstacles = {};  ///< what those ask for
};

struct RemeshedShell {
  State state;
  RemeshCounts counts;
  std::vector<Successor> successors;  ///< of each old point
  std::vector<StepMomentum> momenta;  ///< of each operation
};

/// Returns the state of a shell on a mesh that suits it better; none if its mesh is good as it is. `spec` is the shell
/// as it was specified, whatever mesh the state has.
///
/// Points of supports and loads stay, and so do the edges between points of one support or one load: a clamped row is
/// as fine as it was specified. Points that stay keep their places; a new one is in the middle of its edge. Velocities
/// keep the linear momentum of what is free (geometry/remesh/momentum.h). The rest of the state is as it was: the
/// caller gives it to change_model (step/change_model.h), which sees to what depends on the unknowns.
///
/// Unknowns must be the points alone: of Koiter's bendings with directors, ENSURE fails.
std::optional<RemeshedShell> remeshed(const ShellSpec& spec, const State& state, const ShellRemeshing& remeshing);

/// Is the shell made of points alone, so that it can be remeshed?
bool can_remesh(ShellBending bending);
/// Throws UserError if the mesh of a shell is none that can change: see `remesh` and `on_mesh`.
void check_remeshing(const ShellSpec& spec);

}  // namespace plumb
