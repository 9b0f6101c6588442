#include <plumb/io/mesh_rules.h>

#include <array>
#include <utility>

#include <plumb/core/status.h>
#include <plumb/io/text_lines.h>

namespace plumb {

void add_polygon(TriangleMesh& mesh, const std::vector<int>& points) {
  for (std::size_t i = 2; i < points.size(); ++i) {
    mesh.triangles.push_back({points[0], points[i - 1], points[i]});
  }
}

void require_triangles(const TriangleMesh& mesh, const std::string& file_name) {
  if (mesh.triangles.empty()) refuse(file_name, "the file holds no triangles");
}

void ensure_sound(const TriangleMesh& mesh) {
  for (const Eigen::Vector3d& x : mesh.points) ENSURE(x.allFinite());
  for (const std::array<int, 3>& triangle : mesh.triangles) {
    for (const int point : triangle) ENSURE(point >= 0 && static_cast<std::size_t>(point) < mesh.points.size());
  }
}

void keep_used_points(TetrahedralMesh& mesh) {
  std::vector<int> now(mesh.points.size(), -1);
  for (const auto& t : mesh.tetrahedra) {
    for (const int p : t) now[static_cast<std::size_t>(p)] = 0;
  }
  std::vector<Eigen::Vector3d> kept;
  for (std::size_t i = 0; i < now.size(); ++i) {
    if (now[i] < 0) continue;
    now[i] = static_cast<int>(kept.size());
    kept.push_back(mesh.points[i]);
  }
  mesh.points = std::move(kept);
  for (auto& t : mesh.tetrahedra) {
    for (int& p : t) p = now[static_cast<std::size_t>(p)];
  }
}

}  // namespace plumb
