#pragma once

#include <memory>
#include <vector>

#include <plumb/model/shell/shell.h>
#include <plumb/model/shell/supports.h>

namespace plumb {

/// Has this kind of bending a director at every edge?
bool has_directors(ShellBending bending);
/// Of a triangle, m.
double thickness_of(const ShellSpec& spec, std::size_t triangle);

/// What a shell is made of: energies of its triangles and hinges, and their viscosities.
struct ShellTerms {
  std::vector<std::shared_ptr<const Energy>> energies;
  std::vector<std::shared_ptr<const Dissipation>> dissipations;
};
void add_membrane(const ShellSpec& spec, ShellTerms& terms);
/// Hinges, or Koiter's triangles with their directors behind the points.
void add_bending(const ShellSpec& spec, const MeshTopology& topology, const HeldEdges& held, ShellTerms& terms);

}  // namespace plumb
