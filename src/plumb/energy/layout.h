#pragma once

#include <memory>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <plumb/core/status.h>
#include <plumb/energy/state.h>

namespace plumb {

/// How a step in the unknowns moves a state. A vector space adds; rods also carry their reference frames along.
/// Derivatives of every energy are taken along this map, at step zero.
class Retraction {
 public:
  virtual ~Retraction() = default;
  /// The step has the size of q. On outside_domain the state is half moved: take it back from a copy.
  virtual Status retract(State& state, const Eigen::VectorXd& step) const;
  /// The state moved rigidly: x -> R x + c on every point and director. For tests of objectivity.
  virtual void move_rigidly(State& state, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& shift) const = 0;
};

/// The plain vector space whose points are consecutive triples of q.
class NodalRetraction : public Retraction {
 public:
  explicit NodalRetraction(std::vector<int> points) : points_(std::move(points)) {}
  void move_rigidly(State& state, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& shift) const override;

 private:
  std::vector<int> points_;  ///< index in q of the x coordinate of each point
};

/// What the entries of q mean to a solver: which are fixed, how long a typical one is, how a step moves them.
struct Layout {
  int n_q = 0;
  std::vector<int> free_index;  ///< of each entry of q: its row in the solver's system, or -1 where a clamp fixes it
  int n_free = 0;
  Eigen::VectorXd scale;  ///< typical size of each entry of q (m, rad): what "small update" means
  std::vector<std::string> history;
  std::shared_ptr<const Retraction> retraction;

  /// All unknowns free.
  static Layout all_free(int n_q, std::shared_ptr<const Retraction> retraction);
  /// Removes unknowns; keeps the order of the others.
  void fix(const std::vector<int>& unknowns);
};

}  // namespace plumb
