#pragma once

#include <vector>

#include <plumb/linalg/symmetric.h>

namespace plumb {

/// The graph of a symmetric matrix, where unknowns coupled to the same others are one vertex: the three coordinates of a
/// point of a mesh, say. An analysis on it gives the same fill and is several times cheaper.
struct CompressedGraph {
  std::vector<int> start;         ///< of each vertex's neighbours, and their number behind the last
  std::vector<int> neighbours;    ///< both directions; nobody is a neighbour of itself
  std::vector<int> member_start;  ///< of each vertex's unknowns, and their number behind the last
  std::vector<int> members;

  int n() const { return static_cast<int>(start.size()) - 1; }
};

CompressedGraph compressed_graph(const SymmetricMatrix& a);

}  // namespace plumb
