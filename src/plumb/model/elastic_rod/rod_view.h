#pragma once

#include <optional>

#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/view.h>

namespace plumb {

/// A discrete elastic rod in a state. Nodes and edges are counted along the rod.
class RodView final : public CurveView {
 public:
  /// Shows the first rod of a model, without places along it or clamps.
  RodView(const Model& model, const State& state);
  RodView(const RodParts& rod, const State& state);
  /// Shows the first rod of a model, which was built from `spec`. `spacing` is the length of every edge, m, if all are
  /// equal; without it the strains are divided by the lengths that the nodes have.
  RodView(const RodSpec& spec, const Model& model, const State& state, std::optional<double> spacing = {});

  int n_nodes() const { return frames_.n_edges() + 1; }
  Eigen::Vector3d node(int i) const { return state_.q.segment<3>(x(i)); }
  double angle(int edge) const { return state_.q[frames_.edge(edge).angle]; }
  Eigen::Vector3d tangent(int edge) const { return frames_.tangent(state_, edge); }
  Eigen::Vector3d director(int edge) const { return frames_.director(state_, edge); }
  /// Returns curvatures and twist at the interior node i + 1, integrated over its share of the rod.
  RodStrain<double> strain(int i) const;
  /// Returns the integrated twist at the interior node i + 1: what the twisting energy sees, rad.
  double twist(int i) const;

  /// One at each node, with the frame of the edge that begins there; the last node has that of the last edge. An end
  /// node has no strain of its own and shows that of its neighbour.
  std::vector<CurveSample> samples() const override;
  Eigen::Vector3d tip() const override { return node(n_nodes() - 1); }
  double total_twist() const override;
  /// The first node, which lies behind the clamp, gives its place to the clamp.
  std::vector<Eigen::Vector3d> centreline() const override;
  std::vector<Wrench> reactions(const Eigen::VectorXd& gradient) const override;

 private:
  /// Returns the first coordinate of a node in q.
  int x(int node) const { return node + 1 < n_nodes() ? frames_.edge(node).x0 : frames_.edge(node - 1).x1; }

  const State& state_;
  const RodFrames& frames_;
  const RodVertices& vertices_;
  const RodSpec* spec_ = nullptr;
  std::optional<double> spacing_;
};

}  // namespace plumb
