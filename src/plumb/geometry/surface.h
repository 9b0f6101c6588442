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

/// Adds a curve through points of the embedding; a closed one returns from the last to the first.
void add_curve(const std::vector<int>& points, double radius, bool closed, Surface& surface);

/// Adds triangles. Their corners are places in `points`, which are points of the embedding.
void add_triangles(const std::vector<int>& points, const std::vector<std::array<int, 3>>& triangles, double radius,
                   Surface& surface);

/// Returns two triangles for each cell of a grid of points, which are counted across first.
std::vector<std::array<int, 3>> grid_triangles(int points_along, int points_across);

}  // namespace plumb
