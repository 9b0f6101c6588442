#pragma once

#include <map>
#include <memory>
#include <vector>

#include <plumb/energy/rod/rod_bend_twist.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/elastic_rod/section.h>
#include <plumb/model/model_builder.h>

namespace plumb {

/// A discrete elastic rod, Bergou et al. 2008 and 2010: the unknowns are the positions of the nodes and one angle per
/// edge, interleaved (x_0, theta_0, x_1, theta_1, ..., x_n), so that the Hessian is a narrow band.
struct RodSpec {
  std::vector<double> nodes;  ///< arc length of each node, increasing, m; any spacing
  RodStiffness stiffness;

  /// Natural curvatures and twist, 1/m: one value for the whole rod, or one per interior node. Empty: none.
  std::vector<double> natural_kappa_1, natural_kappa_2, natural_twist;

  /// A clamp holds an edge: the position of its middle, its direction and its director. The plane of the clamp is
  /// therefore the middle of the edge; `clamped_nodes` places the nodes accordingly.
  std::vector<int> clamped_edges;

  /// Where wrenches of the loads act, arc length.
  std::vector<double> loaded;

  /// Viscosity over stiffness of every strain, s.
  double relaxation = 0;

  double contact_radius = 0;  ///< m, of what can touch

  /// A ring: the last node is the first one, and a vertex joins the last edge to the first. The natural shape closes.
  bool closed = false;
};

/// Nodes of a rod that other parts of the model have already: from the number of the node to its first coordinate in q.
/// Rods that share a node are held together there as by a ball; a joint holds their directions too (rod_joint.h).
using SharedNodes = std::map<int, int>;

/// A rod in a model.
struct RodParts {
  std::shared_ptr<const RodFrames> frames;
  std::shared_ptr<const RodVertices> vertices;
  std::vector<double> lengths;  ///< of the edges, m
  RodStiffness stiffness;
  std::vector<std::size_t> clamps, wrenches;  ///< places in the loads, in the order of the specification

  int n_edges() const { return frames->n_edges(); }
  /// Returns the first coordinate in q of a node.
  int node(int i) const { return i < n_edges() ? frames->edge(i).x0 : frames->edge(i - 1).x1; }
};

/// Adds a rod in its natural shape, which starts with the middle of the first edge at this pose. Nodes that are shared
/// must lie where the shape puts them.
RodParts add_elastic_rod(ModelBuilder& builder, const RodSpec& spec, const Pose& start = {},
                         const SharedNodes& shared = {});

/// Returns what a vertex of a rod resists with: the stiffness over the length that is its share; the rest strains are
/// those of a state.
RodVertexLaw vertex_law(const RodVertices& vertices, int vertex, const State& rest, const RodStiffness& stiffness,
                        double share);

/// Returns a model of one rod.
Model elastic_rod(const RodSpec& spec, const Pose& start = {});

/// Nodes of a rod of free length L with n edges, the first of which is clamped: s = 0 is in its middle and s = L is the
/// last node. grading 1 spaces evenly; g > 1 crowds the nodes towards the clamp like s ~ (i/n)^g.
std::vector<double> clamped_nodes(double length, int n, double grading = 1);

}  // namespace plumb
