#pragma once

#include <array>
#include <span>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/surface.h>
#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

/// Lists of whole numbers, one list for each of 0..n-1, in one array.
class Lists {
 public:
  Lists() = default;
  /// `pairs` says (list, entry); entries keep their order.
  Lists(int n, std::span<const std::array<int, 2>> pairs);
  std::span<const int> operator[](int i) const {
    return {entries_.data() + begin_[i], static_cast<std::size_t>(begin_[i + 1] - begin_[i])};
  }

 private:
  std::vector<int> begin_{0}, entries_;
};

/// The points, edges and triangles of a body's Surface or of an obstacle's mesh, and who meets whom. Everything is
/// numbered within: point 0 is the first of the Surface. Edges and triangles hold such numbers.
struct Parts {
  std::vector<int> points;                    ///< in the embedding, or in the mesh
  std::vector<std::array<int, 2>> edges;      ///< ends
  std::vector<std::array<int, 3>> triangles;  ///< corners
  std::vector<int> edge_names;                ///< the part that a ContactKey names, for each edge
  Lists edges_at, triangles_at;               ///< of each point
  Lists triangles_beside;                     ///< of each edge
};

Parts parts_of(const Surface& surface);

/// Edge `name` of a mesh is the side `name % 3` of triangle `name / 3`, from that corner to the next; of the two
/// triangles beside an edge, the one with the lower number gives the name.
Parts parts_of(const TriangleMesh& mesh);
std::array<int, 2> mesh_edge(const TriangleMesh& mesh, int name);

/// Parts at one instant.
struct PartsNow {
  const Parts* parts = nullptr;
  std::vector<Eigen::Vector3d> x;  ///< m, of each point of the parts
  std::vector<double> radius;      ///< m, of each point of the parts
};

}  // namespace plumb
