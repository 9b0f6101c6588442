#pragma once

// Which edges of a mesh want to be split, flipped or collapsed, and which operations would do harm.

#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/remesh/live_mesh.h>
#include <plumb/geometry/remesh/remesh.h>

namespace plumb {

class RemeshRules {
 public:
  /// All are kept by reference. `sizing` has a tensor for each slot of a point, `kept` tells which points stay.
  RemeshRules(const LiveMesh& mesh, const std::vector<Eigen::Matrix3d>& sizing, const std::vector<bool>& kept,
              const RemeshOptions& options);

  double squared_size(int edge) const { return squared_size(mesh_.from(edge), mesh_.to(edge)); }
  double squared_size(int a, int b) const;
  /// Is the edge so short that its ends might become one?
  bool is_short(int edge) const { return squared_size(edge) < longest_after_collapse_; }

  /// The size is above 1, the edge need not stay whole, and no triangle becomes too slender: halves have an aspect of
  /// aspect_min / 4 at least, or the edge is the longest one of its triangle. Bisecting longest edges, however often,
  /// leaves at least half of the smallest angle (Rosenberg and Stenger 1975). Without this rule, triangles at an edge
  /// that stays whole would be split for ever.
  bool should_split(int edge) const;

  /// The angles opposite to the edge, as the mean metric of the four points sees them, are more than two right ones
  /// together, sin(p + q) < -margin (sin p + sin q), the edge is no crease, and neither does a new triangle become too
  /// slender nor the new edge so long that it would be split.
  bool should_flip(int edge) const;

  /// Are the first edges that a collapse would make on both sides short enough? This is part of `may_collapse`, and it
  /// tells most of what is in vain before the fan is known.
  bool may_be_collapsed_into(int edge, int into) const;

  /// The point `removed`, whose fan is given, need not stay, lies on no crease or on a straight one that leads to
  /// `into`, and afterwards the mesh is a surface, no triangle is turned over or below aspect_min, and no new edge is
  /// longer than 1 - hysteresis.
  bool may_collapse(int removed, int into, const std::vector<int>& fan) const;

 private:
  bool halves_are_sound(int edge) const;
  bool edges_stay_short(int into, const std::vector<int>& fan) const;
  bool crease_allows(int removed, int into, const std::vector<int>& fan) const;
  bool stays_a_surface(int into, const std::vector<int>& fan) const;
  bool triangles_stay_sound(int into, const std::vector<int>& fan) const;
  /// 12 sqrt(3) area / perimeter^2, below 0 where the triangle is turned over as seen along `normal`.
  double aspect(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c,
                const Eigen::Vector3d& normal) const;

  const LiveMesh& mesh_;
  const std::vector<Eigen::Matrix3d>& sizing_;
  const std::vector<bool>& kept_;
  double aspect_min_;
  double longest_after_collapse_;  ///< the square of its size
};

}  // namespace plumb
