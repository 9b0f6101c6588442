#pragma once

#include <array>
#include <vector>

namespace plumb {

/// What of a body can touch: some of the points of its Embedding, joined by edges and triangles, and thickened. A rod
/// has points and edges, a plate triangles as well. Every corner of an edge or a triangle is among `points`, and every
/// side of a triangle among `edges`.
struct Surface {
  std::vector<int> points;                    ///< of the embedding, ascending
  std::vector<std::array<int, 2>> edges;      ///< points of the embedding
  std::vector<std::array<int, 3>> triangles;  ///< points of the embedding
  std::vector<double> radius;                 ///< m, half the thickness at each point of the embedding, linear between
};

}  // namespace plumb
