#pragma once

// Solids of tetrahedra as Gmsh's files, format 4.1 in text.

#include <filesystem>
#include <string>
#include <string_view>

#include <plumb/geometry/tetrahedral_mesh.h>

namespace plumb {

/// Reads the tetrahedra of a file and the points that they have, in the file's order; other elements are left out. What
/// is inside out is turned: the order of corners is not told by every program. `check` tells whether the mesh is fit for
/// a solid. Throws UserError with the file and the line where something is wrong.
TetrahedralMesh read_msh(const std::filesystem::path& path);

/// The same of bytes in memory; the name is for messages.
TetrahedralMesh mesh_of_msh(std::string_view text, const std::string& file_name);

/// The file of a mesh, as one volume.
std::string msh_of_mesh(const TetrahedralMesh& mesh);

}  // namespace plumb
