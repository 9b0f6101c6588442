#pragma once

#include <vector>

#include <plumb/linalg/compressed_graph.h>

namespace plumb {

/// Returns the vertices in an order of elimination that leaves little fill: by minimum degree (Amestoy, Davis and Duff
/// 1996, as Eigen has it).
std::vector<int> minimum_degree_order(const CompressedGraph& graph);

}  // namespace plumb
