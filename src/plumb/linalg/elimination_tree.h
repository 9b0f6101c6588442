#pragma once

#include <vector>

#include <plumb/linalg/compressed_graph.h>

namespace plumb {

/// Which columns of L depend on which: the parent of a column is that of its first row below the diagonal (Liu 1990).
/// Columns are vertices of a graph, eliminated in postorder; each stands for as many unknowns as it has members.
struct EliminationTree {
  std::vector<int> order;   ///< column k is vertex order[k]
  std::vector<int> place;   ///< vertex v is column place[v]
  std::vector<int> parent;  ///< of each column, or -1; behind the column
  std::vector<int> weight;  ///< unknowns of each column
  std::vector<int> count;   ///< unknowns among the rows of each column, its own included
};

/// Eliminates in this order, or in one with the same fill that is a postorder of the tree.
EliminationTree elimination_tree(const CompressedGraph& graph, const std::vector<int>& order);

/// Returns the nodes of a forest so that subtrees stand together and a parent behind its children, which keep their order.
std::vector<int> postorder(const std::vector<int>& parent);

}  // namespace plumb
