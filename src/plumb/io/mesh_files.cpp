#include <plumb/io/mesh_files.h>

#include <plumb/core/disk.h>
#include <plumb/io/text_lines.h>

namespace plumb {

TriangleMesh mesh_of_bytes(std::string_view bytes, const std::string& file_name) {
  // The mark of UTF-8 would hide the first word.
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  if (bytes.empty()) refuse(file_name, "the file is empty");
  return is_ply(bytes) ? mesh_of_ply(bytes, file_name) : mesh_of_obj(bytes, file_name);
}

TriangleMesh read_mesh(const std::filesystem::path& path) {
  const auto bytes = read_all(path);
  if (!bytes) cannot("read", path);
  return mesh_of_bytes(*bytes, path.string());
}

void write_mesh(const std::filesystem::path& path, const TriangleMesh& mesh) {
  const std::string extension = path.extension().string();
  if (extension != ".obj" && extension != ".ply") {
    refuse(path.string(), "a mesh is written to a file that ends in .obj or .ply");
  }
  replace_file(path, extension == ".obj" ? obj_of_mesh(mesh) : ply_of_mesh(mesh));
}

}  // namespace plumb
