#pragma once

#include <string>
#include <string_view>

#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// The name is for messages. Throws UserError with the file and the line where something is wrong.
TriangleMesh mesh_of_obj(std::string_view text, const std::string& file_name);

/// Numbers are as short as brings every bit back.
std::string obj_of_mesh(const TriangleMesh& mesh);

}  // namespace plumb
