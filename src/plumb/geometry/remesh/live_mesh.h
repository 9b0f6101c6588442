#pragma once

// A surface of triangles under split, flip and collapse. It knows which triangles meet, where the rest surface has
// creases, and writes down what is done to it. Whether an operation is wise is decided by remesh_rules.h.

#include <cstdint>
#include <unordered_set>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/mesh_now.h>
#include <plumb/geometry/remesh/remesh_history.h>

namespace plumb {

/// Corners are numbered through all triangles: 3 t, 3 t + 1 and 3 t + 2 are those of triangle t, counter-clockwise. A
/// corner also stands for the edge opposite to it, as its triangle sees it.
class LiveMesh {
 public:
  /// Edges of the boundary, and those at which the rest surface is bent, are creases. Throws UserError where the mesh
  /// is no surface, has flat triangles, or has a point with no fan of triangles or several.
  explicit LiveMesh(const MeshNow& mesh);

  // Points and triangles have slots, and those that were removed keep theirs.
  int n_point_slots() const { return static_cast<int>(rest_.size()); }
  int n_triangle_slots() const { return static_cast<int>(points_.size() / 3); }
  bool has_point(int point) const { return corner_[at(point)] >= 0; }
  bool has_triangle(int t) const { return points_[at(3 * t)] >= 0; }

  static int next(int corner) { return corner % 3 == 2 ? corner - 2 : corner + 1; }
  static int previous(int corner) { return corner % 3 == 0 ? corner + 2 : corner - 1; }
  int point(int corner) const { return points_[at(corner)]; }
  int from(int corner) const { return points_[at(next(corner))]; }    ///< where the opposite edge begins
  int to(int corner) const { return points_[at(previous(corner))]; }  ///< where the opposite edge ends
  int across(int corner) const { return across_[at(corner)]; }        ///< the other corner opposite to that edge; or -1

  const Eigen::Vector3d& rest(int point) const { return rest_[at(point)]; }
  std::uint64_t name(int point) const { return names_[at(point)]; }
  double extent() const { return extent_; }  ///< the largest coordinate at rest, m: rounding is 1e-16 of it

  /// A crease is never flipped, and points on it are removed only along it.
  bool is_crease(int edge) const { return creases_[at(edge)]; }
  /// An edge that stays whole is neither split nor flipped.
  bool stays_whole(int edge) const { return whole_[at(edge)]; }
  void keep_whole(int edge);

  /// Fills in the corners at a point, counter-clockwise; on the boundary, from its one side to the other.
  void fan(int point, std::vector<int>& corners) const;
  /// The edge between two points, or -1.
  int find_edge(int a, int b) const;

  /// Puts a point into the middle of an edge and returns it; both halves are what the edge was.
  int split(int edge);
  /// Replaces an edge that is no crease by the other diagonal of its triangles.
  void flip(int edge);
  /// Pulls a point, whose fan is given, into a neighbour.
  void collapse(int removed, int kept, const std::vector<int>& fan);

  /// The mesh as it is, in the order of slots and without thickness.
  MeshNow mesh(std::vector<int>& point_slots, std::vector<int>& triangle_slots) const;
  const RemeshHistory& history() const { return history_; }
  /// Moves the history out. What maps slots to the numbers of a mesh is left to the caller.
  RemeshHistory take_history();

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }

  void connect(const MeshNow& mesh);
  void join_neighbours(const MeshNow& mesh);
  void find_creases();
  bool is_bent(int edge) const;
  void join(int edge, int other);
  void copy_marks(int to, int from);
  void clear_marks(int edge);

  int new_point(int a, int b);
  std::uint64_t new_name(int a, int b);
  int cut(int edge, int middle);
  void close(int gone, int stays, int third);

  Facet facet(int t) const;
  void record_collapse(int removed, int kept, std::vector<int> fan);

  std::vector<Eigen::Vector3d> rest_;
  std::vector<std::uint64_t> names_;
  std::unordered_set<std::uint64_t> names_in_use_;  ///< filled when the first point is made
  std::vector<int> corner_;                         ///< of each point, one of its corners; -1: the point is removed
  std::vector<int> points_;                         ///< of each corner; -1: the triangle is removed
  std::vector<int> across_;
  std::vector<char> creases_, whole_;
  double extent_ = 0;
  RemeshHistory history_;
};

}  // namespace plumb
