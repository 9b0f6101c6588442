#pragma once

#include <string>
#include <string_view>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// Does a file begin as PLY does?
bool is_ply(std::string_view bytes);

/// Text, or bytes of either order; the name is for messages. Throws UserError with the file and the line, or the byte,
/// where something is wrong.
TriangleMesh mesh_of_ply(std::string_view bytes, const std::string& file_name);

/// Binary, the lowest byte first, coordinates in double precision.
std::string ply_of_mesh(const TriangleMesh& mesh);

}  // namespace plumb
