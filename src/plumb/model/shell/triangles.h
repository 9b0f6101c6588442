#pragma once

#include <plumb/model/shell/shell.h>
#include <plumb/model/shell/supports.h>

namespace plumb {

/// Returns true if this kind of bending has a director at every edge.
bool has_directors(ShellBending bending);
/// Returns true if it bends at hinges between triangles.
bool has_hinges(ShellBending bending);
/// Returns the thickness of a triangle, m.
double thickness_of(const ShellSpec& spec, std::size_t triangle);

/// Adds the energy of the triangles' stretch, and its viscosity.
void add_membrane(ModelBuilder& builder, const ShellSpec& spec, const ShellParts& parts);
/// Adds hinges, or Koiter's triangles with their directors, and their viscosities.
void add_bending(ModelBuilder& builder, const ShellSpec& spec, const MeshTopology& topology, const HeldEdges& held,
                 const ShellParts& parts);

}  // namespace plumb
