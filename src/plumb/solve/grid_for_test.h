#pragma once

// A grid of crossing rods whose ends are drawn inwards, so that it rises to a dome: an elastic gridshell (Baek,
// Sageman-Furnas, Jawed and Reis 2018). The bench of joined rods has it, too.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <plumb/model/elastic_rod/rod_joint.h>

namespace plumb {

struct RodGrid {
  Model model;
  int n_segments = 0;
  std::vector<RodParts> rods;  ///< those along x, then those along y
};

/// Returns a square of rods of 1 m, `n` each way, with `between` edges from one crossing to the next and about half as
/// many beyond the outermost ones. Joined, the rods of one direction share their nodes with those of the other where
/// they cross, and swivel there; else those along y lie a little above. The ends are held as by balls.
inline RodGrid rod_grid(int n, int between, bool joined = true) {
  using Eigen::Vector3d;
  const int beyond = (between + 1) / 2, n_edges = (n - 1) * between + 2 * beyond;
  const double edge = 1.0 / n_edges;
  RodSpec spec;
  for (int i = 0; i <= n_edges; ++i) spec.nodes.push_back(edge * i);
  spec.stiffness = rod_stiffness(RodSection::circle(1e-3), 20e9, 0.3, 1800);
  ModelBuilder builder;
  RodGrid grid;
  for (int k = 0; k < 2 * n; ++k) {
    const bool across = k >= n;
    const double aside = edge * (beyond + between * (k % n));
    const Vector3d tangent = across ? Vector3d::UnitY() : Vector3d::UnitX();
    Vector3d start = across ? Vector3d(aside, 0, joined ? 0 : 0.01) : Vector3d(0, aside, 0);
    SharedNodes crossings;
    for (int i = 0; joined && across && i < n; ++i) {
      crossings[beyond + between * i] = grid.rods[static_cast<std::size_t>(i)].node(beyond + between * (k % n));
    }
    // A pose is that of the middle of the first edge.
    start += 0.5 * edge * tangent;
    const RodParts rod = add_elastic_rod(builder, spec, {start, tangent, Vector3d::UnitZ()}, crossings);
    hold_point(builder, rod.node(0));
    hold_point(builder, rod.node(n_edges));
    builder.fix({rod.frames->edge(0).angle});
    grid.n_segments += rod.n_edges();
    grid.rods.push_back(rod);
  }
  grid.model = builder.finish();
  return grid;
}

/// Returns the height of the highest node, m.
inline double rise(const RodGrid& grid, const State& state) {
  double highest = 0;
  for (const RodParts& rod : grid.rods) {
    for (int i = 0; i <= rod.n_edges(); ++i) highest = std::max(highest, state.q[rod.node(i) + 2]);
  }
  return highest;
}

/// How the ends are drawn inwards.
enum class DrawnEnds {
  /// Each rod by as much as it is longer than its chord in the dome z = h sin(pi x) sin(pi y): the rods at the rim, whose
  /// neighbours hold them down, hardly at all.
  as_a_dome,
  /// All rods alike. What is too long at the rim cannot rise there, and goes into short waves: a grid with wrinkles.
  alike,
};

/// Returns the loads that draw the ends of the middle rods inwards by `share` of their length, and push upwards.
inline Loads draw_ends(const Model& model, double share, double push, DrawnEnds how = DrawnEnds::as_a_dome) {
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, push};
  for (Pose& end : loads.clamps) {
    Eigen::Vector3d in = Eigen::Vector3d(0.5, 0.5, 0) - end.position;
    in.z() = 0;
    if (how == DrawnEnds::as_a_dome) {
      const int along = std::abs(in.x()) > std::abs(in.y()) ? 0 : 1;
      const double sine = std::sin(std::numbers::pi * end.position[1 - along]);
      in[along] *= sine * sine;
      in[1 - along] = 0;
    }
    end.position += share * in;
  }
  return loads;
}

}  // namespace plumb
