#pragma once

#include <memory>
#include <vector>

#include <plumb/energy/rod_frames.h>
#include <plumb/geometry/frame.h>
#include <plumb/model/elastic_rod/section.h>
#include <plumb/model/model.h>

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
};

/// Where the natural shape starts: the middle of the first edge lies at this pose.
Model elastic_rod(const RodSpec& spec, const Pose& start = {});

/// Nodes of a rod of free length L with n edges, the first of which is clamped: s = 0 is in its middle and s = L is the
/// last node. grading 1 spaces evenly; g > 1 crowds the nodes towards the clamp like s ~ (i/n)^g.
std::vector<double> clamped_nodes(double length, int n, double grading = 1);

/// What one sees of a rod in a state.
class RodView {
 public:
  RodView(const Model& model, const State& state);
  int n_nodes() const { return model_.embedding->n_points(); }
  Eigen::Vector3d node(int i) const { return model_.embedding->position(state_.q, i); }
  Eigen::Vector3d tip() const { return node(n_nodes() - 1); }
  double angle(int edge) const { return state_.q[4 * edge + 3]; }
  Eigen::Vector3d tangent(int edge) const { return frames_.tangent(state_, edge); }
  Eigen::Vector3d director(int edge) const { return frames_.material_director(state_, edge, angle(edge)); }
  /// Integrated twist at the interior node i + 1: what the twisting energy sees, rad.
  double twist(int i) const;

 private:
  const Model& model_;
  const State& state_;
  const RodFrames& frames_;
};

}  // namespace plumb
