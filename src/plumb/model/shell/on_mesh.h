#pragma once

// Shells whose mesh changes: the specification stays, the state has the mesh of the instant, and the model is built
// from both.

#include <cstdint>
#include <vector>

#include <plumb/geometry/mesh_now.h>
#include <plumb/model/shell/shell.h>

namespace plumb {

/// Returns the mesh of a specification before anything has changed it: the name of a point is its number.
MeshNow mesh_of(const ShellSpec& spec);

/// Returns the names of the points that supports and loads mean, ascending: a remeshing must not remove them.
std::vector<std::uint64_t> meant_points(const ShellSpec& spec);

/// Returns the shell of a specification on another mesh of its material. Supports and loads mean the same points by
/// their names, under whatever numbers they have now. Where the specification has a start, other points start at the
/// place that it has for them, linear on each triangle of the specified mesh; that must then lie in a plane at rest.
/// Throws UserError if a point that is meant is not there, or the specified mesh lies in no plane.
ShellSpec on_mesh(const ShellSpec& spec, const MeshNow& mesh);

/// Returns the model of a shell on the mesh of a state: as specified where the state has none. Its initial state has
/// that mesh, too, so that the state fits.
Model shell(const ShellSpec& spec, const State& state);

}  // namespace plumb
