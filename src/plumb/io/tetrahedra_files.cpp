#include <plumb/io/tetrahedra_files.h>

#include <plumb/core/disk.h>
#include <plumb/io/text_lines.h>

namespace plumb {

TetrahedralMesh tetrahedra_of_bytes(std::string_view bytes, const std::string& file_name) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  if (bytes.empty()) refuse(file_name, "the file is empty");
  return is_vtk(bytes) ? mesh_of_vtk(bytes, file_name) : mesh_of_msh(bytes, file_name);
}

TetrahedralMesh read_tetrahedra(const std::filesystem::path& path) {
  const auto bytes = read_all(path);
  if (!bytes) cannot("read", path);
  return tetrahedra_of_bytes(*bytes, path.string());
}

}  // namespace plumb
