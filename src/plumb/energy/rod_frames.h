#pragma once

#include <array>
#include <vector>

#include <plumb/energy/layout.h>

namespace plumb {

/// Reference frames of discrete elastic rods, kept in the state's history and carried along with every step: parallel
/// transport "in time", Bergou et al. 2010. The unknown angle of an edge turns its material frame
/// against this reference, so a step in the angles adds and a step in the nodes transports.
class RodFrames final : public Retraction {
 public:
  static constexpr int kDirectors = 0;  ///< history slot: 3 numbers per edge, unit, perpendicular to the edge
  static constexpr int kTwists =
      1;  ///< history slot: reference twist of each interior vertex, rad, any number of turns

  struct Edge {
    int x0, x1;  ///< index in q of the x coordinate of both nodes
  };
  /// vertices[i]: the edge before the vertex (the other is the next one).
  RodFrames(std::vector<Edge> edges, std::vector<int> vertices);

  /// Refuses a step that turns an edge by more than about 145 degrees: transport is ill-defined at a half turn.
  Status retract(State& state, const Eigen::VectorXd& step) const override;
  void move_rigidly(State& state, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& shift) const override;

  /// Unit tangent of an edge.
  Eigen::Vector3d tangent(const State& state, int edge) const;
  /// First material director of an edge whose angle unknown has the value theta.
  Eigen::Vector3d material_director(const State& state, int edge, double theta) const;
  /// Starts the history from given directors: reference directors = material directors, angles zero.
  void start(State& state, const std::vector<Eigen::Vector3d>& directors) const;

 private:
  void update_twists(State& state) const;

  std::vector<Edge> edges_;
  std::vector<int> vertices_;
};

}  // namespace plumb
