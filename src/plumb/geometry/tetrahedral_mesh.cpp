#include <plumb/geometry/tetrahedral_mesh.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <plumb/core/status.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// The triangle opposite to each corner, with its normal to the outside.
constexpr std::array<std::array<std::size_t, 3>, 4> kFaces{{{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}}};

struct Face {
  std::array<int, 3> sorted{}, corners{};
  std::size_t order = 0;  ///< of its tetrahedron and its place there
};

/// All triangles of all tetrahedra; the same triangle of two neighbours stands side by side.
std::vector<Face> sorted_faces(const TetrahedralMesh& mesh) {
  std::vector<Face> faces;
  faces.reserve(4 * mesh.tetrahedra.size());
  for (const auto& t : mesh.tetrahedra) {
    for (const auto& corners : kFaces) {
      Face face;
      for (std::size_t i = 0; i < 3; ++i) face.corners[i] = face.sorted[i] = t[corners[i]];
      std::sort(face.sorted.begin(), face.sorted.end());
      face.order = faces.size();
      faces.push_back(face);
    }
  }
  std::sort(faces.begin(), faces.end(), [](const Face& a, const Face& b) {
    return a.sorted != b.sorted ? a.sorted < b.sorted : a.order < b.order;
  });
  return faces;
}

/// Calls `visit(first face, how many)` for every triangle of the mesh.
template <class Visit>
void for_each_face(const std::vector<Face>& faces, const Visit& visit) {
  for (std::size_t i = 0, next = 0; i < faces.size(); i = next) {
    for (next = i + 1; next < faces.size() && faces[next].sorted == faces[i].sorted;) ++next;
    visit(faces[i], next - i);
  }
}

void check_points(const TetrahedralMesh& mesh) {
  std::vector<bool> used(mesh.points.size(), false);
  for (std::size_t k = 0; k < mesh.tetrahedra.size(); ++k) {
    const auto& t = mesh.tetrahedra[k];
    for (const int p : t) {
      if (p < 0 || p >= static_cast<int>(mesh.points.size())) {
        throw UserError(fmt::format("tetrahedron {} has point {}, but the mesh has the points 0 to {}", k, p,
                                    static_cast<int>(mesh.points.size()) - 1));
      }
      used[static_cast<std::size_t>(p)] = true;
    }
  }
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    if (!mesh.points[i].allFinite()) throw UserError(fmt::format("point {} has a coordinate that is no number", i));
    if (!used[i]) throw UserError(fmt::format("point {} (counted from 0) is in no tetrahedron", i));
  }
}

double longest_edge(const TetrahedralMesh& mesh, int tetrahedron) {
  const auto& t = mesh.tetrahedra[static_cast<std::size_t>(tetrahedron)];
  double longest = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& a = mesh.points[static_cast<std::size_t>(t[i])];
      const auto& b = mesh.points[static_cast<std::size_t>(t[j])];
      longest = std::max(longest, (a - b).norm());
    }
  }
  return longest;
}

}  // namespace

double volume(const TetrahedralMesh& mesh, int tetrahedron) {
  const auto& t = mesh.tetrahedra[static_cast<std::size_t>(tetrahedron)];
  const auto x = [&](std::size_t i) -> const Vector3d& { return mesh.points[static_cast<std::size_t>(t[i])]; };
  return (x(1) - x(0)).dot((x(2) - x(0)).cross(x(3) - x(0))) / 6;
}

double volume(const TetrahedralMesh& mesh) {
  double sum = 0;
  for (int k = 0; k < static_cast<int>(mesh.tetrahedra.size()); ++k) sum += volume(mesh, k);
  return sum;
}

void check(const TetrahedralMesh& mesh) {
  if (mesh.tetrahedra.empty()) throw UserError("a solid needs at least one tetrahedron");
  check_points(mesh);
  for (int k = 0; k < static_cast<int>(mesh.tetrahedra.size()); ++k) {
    const double longest = longest_edge(mesh, k), smallest = kFlatTetrahedron * longest * longest * longest;
    if (!(volume(mesh, k) > smallest)) {
      throw UserError(fmt::format("tetrahedron {} (counted from 0) is {}: its volume is {:.3g} m^3", k,
                                  volume(mesh, k) < -smallest ? "inside out" : "flat", volume(mesh, k)));
    }
  }
  for_each_face(sorted_faces(mesh), [](const Face& face, std::size_t n) {
    if (n > 2) {
      throw UserError(fmt::format("the triangle of the points {}, {} and {} has {} tetrahedra, at most two fit there",
                                  face.sorted[0], face.sorted[1], face.sorted[2], n));
    }
  });
}

void orient(TetrahedralMesh& mesh) {
  for (int k = 0; k < static_cast<int>(mesh.tetrahedra.size()); ++k) {
    auto& t = mesh.tetrahedra[static_cast<std::size_t>(k)];
    if (volume(mesh, k) < 0) std::swap(t[2], t[3]);
  }
}

std::vector<std::array<int, 3>> outer_triangles(const TetrahedralMesh& mesh) {
  std::vector<std::pair<std::size_t, std::array<int, 3>>> outer;
  for_each_face(sorted_faces(mesh), [&](const Face& face, std::size_t n) {
    if (n == 1) outer.emplace_back(face.order, face.corners);
  });
  std::sort(outer.begin(), outer.end());
  std::vector<std::array<int, 3>> triangles;
  for (const auto& face : outer) triangles.push_back(face.second);
  return triangles;
}

OuterSurface outer_surface(const TetrahedralMesh& mesh) {
  OuterSurface surface;
  surface.mesh.triangles = outer_triangles(mesh);
  std::vector<int> number(mesh.points.size(), -1);
  for (const auto& t : surface.mesh.triangles) {
    for (const int p : t) number[static_cast<std::size_t>(p)] = 0;
  }
  for (std::size_t i = 0; i < number.size(); ++i) {
    if (number[i] < 0) continue;
    number[i] = static_cast<int>(surface.points.size());
    surface.points.push_back(static_cast<int>(i));
    surface.mesh.points.push_back(mesh.points[i]);
  }
  for (auto& t : surface.mesh.triangles) {
    for (int& p : t) p = number[static_cast<std::size_t>(p)];
  }
  return surface;
}

}  // namespace plumb
