#pragma once

// Triangle meshes as OBJ and PLY files. The headers of the two formats come with this one.

#include <filesystem>
#include <string>
#include <string_view>

#include <plumb/geometry/triangle_mesh.h>
#include <plumb/io/obj_file.h>
#include <plumb/io/ply_file.h>

namespace plumb {

/// Reads a mesh by what is in the file: PLY (ascii, binary of either byte order) where it begins with "ply", else OBJ.
/// Polygons become fans of triangles about their first point; normals, colours and the like are left out. All
/// coordinates are finite and all indices right; `check` tells whether the mesh is fit for a shell. Throws UserError
/// with the file and the line, or the byte, where something is wrong.
TriangleMesh read_mesh(const std::filesystem::path& path);

/// The same of bytes in memory; the name is for messages.
TriangleMesh mesh_of_bytes(std::string_view bytes, const std::string& file_name);

/// As the extension says: .obj or .ply.
void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh);

}  // namespace plumb
