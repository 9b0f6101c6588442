#pragma once

// Solids of tetrahedra as files: Gmsh's format 4.1 in text, and VTK's legacy format.

#include <filesystem>
#include <string>
#include <string_view>

#include <plumb/geometry/tetrahedral_mesh.h>
#include <plumb/io/msh_file.h>
#include <plumb/io/vtk_grid_file.h>

namespace plumb {

/// Reads a mesh by what is in the file: VTK where it begins with "# vtk DataFile", else Gmsh. Throws UserError with the
/// file and the place where something is wrong.
TetrahedralMesh read_tetrahedra(const std::filesystem::path& path);

/// The same of bytes in memory; the name is for messages.
TetrahedralMesh tetrahedra_of_bytes(std::string_view bytes, const std::string& file_name);

}  // namespace plumb
