#pragma once

// The course of a remeshing: edges are flipped, split and collapsed until there is nothing left to gain.

#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/remesh/live_mesh.h>
#include <plumb/geometry/remesh/remesh.h>
#include <plumb/geometry/remesh/remesh_rules.h>

namespace plumb {

/// Triangles that are to be looked at, each once.
class Worklist {
 public:
  void add(int triangle) {
    const auto place = static_cast<std::size_t>(triangle);
    if (place >= listed_.size()) listed_.resize(place + 1, 0);
    if (listed_[place]) return;
    listed_[place] = 1;
    triangles_.push_back(triangle);
  }
  bool contains(int triangle) const {
    const auto place = static_cast<std::size_t>(triangle);
    return place < listed_.size() && listed_[place];
  }
  void clear() {
    for (const int triangle : triangles_) listed_[static_cast<std::size_t>(triangle)] = 0;
    triangles_.clear();
  }
  const std::vector<int>& triangles() const { return triangles_; }
  bool empty() const { return triangles_.empty(); }

 private:
  std::vector<int> triangles_;
  std::vector<char> listed_;
};

class Remeshing {
 public:
  /// `sizing` and `kept` have an entry for each point.
  Remeshing(LiveMesh mesh, std::vector<Eigen::Matrix3d> sizing, std::vector<bool> kept, const RemeshOptions& options);
  Remeshing(const Remeshing&) = delete;
  Remeshing& operator=(const Remeshing&) = delete;

  void run();

  LiveMesh& mesh() { return mesh_; }
  const RemeshCounts& counts() const { return counts_; }

 private:
  /// An edge that might be split or collapsed.
  struct Candidate {
    double squared_size;
    int low, high;  ///< its ends
    int edge;
  };

  void changed(int triangle);
  void changed_around(int point);
  bool changed_in_this_pass(int triangle) const;
  template <class Test>
  std::vector<Candidate> candidates(const Worklist& where, const Test& wanted) const;

  void flip_edges();
  void split_long_edges();
  void split(int edge);
  void collapse_short_edges();
  void collapse(const Candidate& candidate);
  void widen(Worklist& list);

  LiveMesh mesh_;
  std::vector<Eigen::Matrix3d> sizing_;  ///< of each slot of a point
  std::vector<bool> kept_;               ///< of each slot of a point
  RemeshRules rules_;
  RemeshCounts counts_;
  Worklist to_flip_, to_split_, to_collapse_;
  int pass_ = 0;
  std::vector<int> changed_in_;  ///< for each slot of a triangle, the last pass that changed it
  std::vector<int> suspects_, fan_;
};

}  // namespace plumb
