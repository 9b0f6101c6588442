// Any bytes as a mesh file, OBJ or PLY: read to finite points and right indices, or refused in one line that names the
// file; and what was read is the same after being written and read again.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <plumb/core/status.h>
#include <plumb/io/mesh_files.h>
#include <plumb/io/mesh_rules.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const TriangleMesh mesh = mesh_of_bytes(bytes, "mesh");
    ensure_sound(mesh);
    for (const std::string& written : {obj_of_mesh(mesh), ply_of_mesh(mesh)}) {
      const TriangleMesh again = mesh_of_bytes(written, "again");
      ENSURE(again.points == mesh.points && again.triangles == mesh.triangles);
    }
  } catch (const UserError& error) {
    const std::string sentence = error.what();
    ENSURE(sentence.starts_with("mesh"));
    ENSURE(sentence.find('\n') == std::string::npos);
  }
  return 0;
}
