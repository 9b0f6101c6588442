#pragma once

// What a remeshing did, operation by operation, so that any quantity can be carried over to the new mesh (transfer.h).

#include <array>
#include <span>
#include <vector>

#include <Eigen/Core>

namespace plumb {

enum class RemeshKind {
  split,     ///< an edge gets a point in its middle
  flip,      ///< an edge becomes the other diagonal of its two triangles
  collapse,  ///< a point is pulled along an edge into its neighbour, and the two triangles between vanish
};

/// A triangle before or after an operation. Points and triangles have slots: those of the old mesh come first, new ones
/// follow, and a slot is not used again for another point. A triangle keeps its slot while it only changes its shape.
struct Facet {
  int slot = 0;
  std::array<int, 3> points{};  ///< slots
  double area = 0;              ///< at rest, m^2
};

/// A part of the rest surface that an operation covers anew: both sets of facets have the same union. A split has a
/// patch for each triangle at the edge; a collapse along a crease has one for each side of the crease.
struct Patch {
  int before = 0, after = 0, end = 0;  ///< facets [before, after) become [after, end)
};

struct RemeshStep {
  RemeshKind kind = RemeshKind::split;
  /// Slots. A split makes `point` between `a` and `b`; a collapse pulls `point` into `a` (`b` is -1); a flip replaces
  /// the edge from `a` to `b` (`point` is -1).
  int point = -1, a = -1, b = -1;
  int first_patch = 0, last_patch = 0;  ///< patches [first, last)
};

/// The point of the new mesh that has the place of an old one.
struct Successor {
  int point = 0;       ///< its number in the new mesh
  bool stayed = true;  ///< is it the same? If not, the old one was pulled into it.
};

struct RemeshHistory {
  std::vector<RemeshStep> steps;
  std::vector<Patch> patches;
  std::vector<Facet> facets;
  std::vector<Eigen::Vector3d> rest;           ///< of each point's slot, m; removed points too
  std::vector<int> old_points, old_triangles;  ///< for each of the first slots, its number in the old mesh
  std::vector<int> new_points, new_triangles;  ///< for each number in the new mesh, its slot
  int n_triangle_slots = 0;

  void begin_step(RemeshKind kind, int point, int a, int b) {
    const int n = static_cast<int>(patches.size());
    steps.push_back({kind, point, a, b, n, n});
  }
  void begin_patch() {
    const int n = static_cast<int>(facets.size());
    patches.push_back({n, n, n});
    ++steps.back().last_patch;
  }
  void add_before(const Facet& facet) {
    facets.push_back(facet);
    patches.back().after = ++patches.back().end;
  }
  void add_after(const Facet& facet) {
    facets.push_back(facet);
    ++patches.back().end;
  }

  std::span<const Patch> patches_of(const RemeshStep& step) const {
    return std::span(patches).subspan(static_cast<std::size_t>(step.first_patch),
                                      static_cast<std::size_t>(step.last_patch - step.first_patch));
  }
  std::span<const Facet> before(const Patch& patch) const { return range(patch.before, patch.after); }
  std::span<const Facet> after(const Patch& patch) const { return range(patch.after, patch.end); }

 private:
  std::span<const Facet> range(int first, int last) const {
    return std::span(facets).subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first));
  }
};

}  // namespace plumb
