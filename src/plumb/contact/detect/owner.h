#pragma once

#include <memory>
#include <span>
#include <vector>

#include <plumb/contact/detect/box_tree.h>
#include <plumb/contact/detect/find_contacts.h>
#include <plumb/contact/detect/parts.h>

namespace plumb {

/// A body or an obstacle's mesh: its parts, where they are, and trees of boxes around them.
class Owner {
 public:
  int number = 0;
  bool obstacle = false;
  Parts parts;
  PartsNow now;     ///< where things are, or where they start
  PartsNow then;    ///< where things end; only of motions
  double bend = 0;  ///< m: points stay this near to the straight way from start to end

  /// Takes a body or a mesh in, with where it is. What it was before is kept as far as it still fits.
  void take(const SurfaceNow& body, int number_of_body);
  void take(const ObstacleNow& mesh, int number_of_obstacle);
  /// Says where things end.
  void move(const SurfaceNow& body);
  void move(const ObstacleNow& from, const ObstacleNow& to);

  /// Grows all boxes by this, beside the radius; with or without the way from start to end.
  enum class Around { now, motion };
  void choose_boxes(Around around, double by);
  const Box& whole() const { return whole_; }
  /// Trees are made when somebody asks.
  const BoxTree& point_tree();
  const BoxTree& edge_tree();
  const BoxTree& triangle_tree();

 private:
  struct Tree {
    BoxTree tree;
    bool ready = false;
  };
  template <std::size_t N>
  const BoxTree& ready(Tree& tree, const std::vector<std::array<int, N>>& corners);
  Box box_of(std::span<const int> corners) const;

  Surface surface_;
  std::shared_ptr<const TriangleMesh> mesh_;
  std::vector<std::array<int, 1>> single_points_;
  Around around_ = Around::now;
  double by_ = 0;
  Box whole_;
  Tree points_, edges_, triangles_;
  std::vector<Box> boxes_;
};

/// All bodies and obstacles of a search. Null: it touches nothing, or is no mesh.
struct Owners {
  std::vector<std::unique_ptr<Owner>> bodies, obstacles;

  void take(std::span<const SurfaceNow> bodies_now, std::span<const ObstacleNow> obstacles_now);
};

}  // namespace plumb
