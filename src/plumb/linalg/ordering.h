#pragma once

#include <vector>

#include <plumb/linalg/compressed_graph.h>

namespace plumb {

/// Returns the vertices in an order of elimination that leaves little fill: nested dissection by METIS, on whose leaves
/// minimum degree decides. The same order for the same graph, from any thread.
std::vector<int> fill_reducing_order(const CompressedGraph& graph);

}  // namespace plumb
