#pragma once

#include <array>
#include <memory>
#include <vector>

#include <plumb/mechanics/layout.h>
#include <plumb/strain/rod_strain.h>

namespace plumb {

/// An edge of a discrete elastic rod: where its nodes and its angle are in q.
struct RodEdge {
  int x0, angle, x1;
};

/// Reference directors of the edges of a rod, kept in the history and carried along with every step: parallel transport
/// "in time", Bergou et al. 2010. The unknown angle of an edge turns its material frame against this reference, so a
/// step in the angles adds and a step in the nodes transports.
class RodFrames final : public Carried {
 public:
  /// `slot` of the history has 3 numbers per edge: unit, perpendicular to the edge.
  RodFrames(std::vector<RodEdge> edges, std::size_t slot) : edges_(std::move(edges)), slot_(slot) {}

  /// Refuses a step that turns an edge by more than about 145 degrees: transport is ill-defined at a half turn.
  Status carry(State& state, const Eigen::VectorXd& step) const override;

  int n_edges() const { return static_cast<int>(edges_.size()); }
  const RodEdge& edge(int i) const { return edges_[static_cast<std::size_t>(i)]; }
  std::size_t slot() const { return slot_; }
  /// Returns the unit tangent of an edge.
  Eigen::Vector3d tangent(const State& state, int edge) const;
  /// Returns the reference director of an edge.
  Eigen::Vector3d reference(const State& state, int edge) const { return state.history[slot_].segment<3>(3 * edge); }
  /// Returns the first material director of an edge.
  Eigen::Vector3d director(const State& state, int edge) const;
  /// Starts the history from given material directors: the angles are zero.
  void start(State& state, const std::vector<Eigen::Vector3d>& directors) const;

 private:
  std::vector<RodEdge> edges_;
  std::size_t slot_;
};

/// Vertices of rods, where an edge ends and another one begins, with their reference twists: the angle from the first
/// edge's reference director, transported to the second edge, to that edge's own; any number of turns. The two edges
/// may be of one rod or of two that are joined.
class RodVertices final : public Carried {
 public:
  using Frames = std::shared_ptr<const RodFrames>;
  struct Vertex {
    int before, after;  ///< edges: of the first frames, of the second
  };
  /// `slot` of the history has one number per vertex, rad.
  RodVertices(Frames before, Frames after, std::vector<Vertex> vertices, std::size_t slot);

  Status carry(State&, const Eigen::VectorXd&) const override { return Status::ok; }
  void settle(State& state) const override;

  int size() const { return static_cast<int>(vertices_.size()); }
  const Vertex& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }
  const RodFrames& before() const { return *before_; }
  const RodFrames& after() const { return *after_; }
  std::size_t slot() const { return slot_; }
  /// Returns x0, theta_e, x1, theta_f, x2 of a vertex as entries of q.
  std::array<int, 11> stencil(int vertex) const;
  /// Returns the reference frames around a vertex, as they stand in a state.
  RodReference<double> reference(const State& state, int vertex) const;
  /// Computes the strains at a vertex. False where an edge has no length or turns back on the other.
  bool strain(const State& state, int vertex, RodStrain<double>& out) const;
  /// Starts the history, from directors that are there.
  void start(State& state) const;

 private:
  Frames before_, after_;
  std::vector<Vertex> vertices_;
  std::size_t slot_;
};

}  // namespace plumb
