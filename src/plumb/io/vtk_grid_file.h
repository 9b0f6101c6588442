#pragma once

// Solids of tetrahedra as VTK's legacy files: unstructured grids, in text or in bytes.

#include <string>
#include <string_view>

#include <plumb/geometry/tetrahedral_mesh.h>

namespace plumb {

bool is_vtk(std::string_view bytes);

/// Reads the tetrahedra of an unstructured grid (cells of type 10) and the points that they have, in the file's order;
/// other cells, fields and data are left out. What is inside out is turned. Versions up to 4.2 count the points of each
/// cell, versions from 5.0 on have offsets; both are read. `check` tells whether the mesh is fit for a solid. Throws
/// UserError with the file and the place where something is wrong: a line of a text, or a byte of a binary file.
TetrahedralMesh mesh_of_vtk(std::string_view bytes, const std::string& file_name);

/// The file of a mesh, in text, version 3.0.
std::string vtk_of_mesh(const TetrahedralMesh& mesh);

}  // namespace plumb
