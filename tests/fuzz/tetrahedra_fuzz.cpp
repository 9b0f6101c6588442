// Any bytes as a mesh of tetrahedra, Gmsh or VTK: read to finite points and right indices, or refused in one line that
// names the file; and what was read is the same after being written and read again, but for how corners are counted.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <plumb/core/status.h>
#include <plumb/io/tetrahedra_files.h>

namespace {

std::vector<std::array<int, 4>> corners(std::vector<std::array<int, 4>> tetrahedra) {
  for (auto& t : tetrahedra) std::sort(t.begin(), t.end());
  return tetrahedra;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace plumb;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    const TetrahedralMesh mesh = tetrahedra_of_bytes(bytes, "mesh");
    for (const Eigen::Vector3d& x : mesh.points) ENSURE(x.allFinite());
    for (const auto& t : mesh.tetrahedra) {
      for (const int p : t) ENSURE(p >= 0 && static_cast<std::size_t>(p) < mesh.points.size());
    }
    const TetrahedralMesh again = tetrahedra_of_bytes(vtk_of_mesh(mesh), "again");
    ENSURE(again.points == mesh.points && corners(again.tetrahedra) == corners(mesh.tetrahedra));
  } catch (const UserError& error) {
    const std::string sentence = error.what();
    ENSURE(sentence.starts_with("mesh"));
    ENSURE(sentence.find('\n') == std::string::npos);
  }
  return 0;
}
