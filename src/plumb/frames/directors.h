#pragma once

#include <array>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/director_mesh.h>
#include <plumb/geometry/frame.h>
#include <plumb/mechanics/layout.h>
#include <plumb/strain/stumpff.h>

namespace plumb {

/// Points in space, and unit directors on the sphere. A director is the third column of a triad kept in the history;
/// its two unknowns only count how far it has been turned. A step (s1, s2) in them turns it along a great circle
/// towards s1 t1 + s2 t2, where t1, t2 are the first columns of the triad, and carries the triad along. No direction is
/// singular. At step zero the derivatives of d are t1 and t2, and the second ones - delta_ij d.
class Directors final : public Carried {
 public:
  /// `slot` of the history has 9 numbers per director, by columns. turns[i]: index in q of the first unknown of each.
  Directors(std::vector<int> turns, std::size_t slot) : turns_(std::move(turns)), slot_(slot) {}
  Status carry(State& state, const Eigen::VectorXd& step) const override;

  std::size_t slot() const { return slot_; }
  Eigen::Matrix3d triad(const State& state, int director) const {
    return Eigen::Map<const Eigen::Matrix3d>(state.history[slot_].data() + 9 * director);
  }
  void set_triad(State& state, int director, const Eigen::Matrix3d& triad) const {
    Eigen::Map<Eigen::Matrix3d>(state.history[slot_].data() + 9 * director) = triad;
  }

  /// Returns the step that takes a director to a unit vector.
  static Eigen::Vector2d step_to(const Eigen::Matrix3d& triad, const Eigen::Vector3d& director);

 private:
  std::vector<int> turns_;
  std::size_t slot_;
};

/// Where the unknowns of a mesh are in q: index of the first coordinate of each point, of the first unknown of each
/// director.
struct DirectorUnknowns {
  std::vector<int> points, turns;
};

/// Returns the unknowns of a mesh from 0 on, point by point, each followed by its director.
template <class Element>
DirectorUnknowns unknowns_in_a_row(const DirectorMesh<Element>& mesh) {
  DirectorUnknowns unknowns;
  int n = 0;
  for (const int director : mesh.director) {
    unknowns.points.push_back(n);
    n += 3;
    if (director < 0) continue;
    unknowns.turns.push_back(n);
    n += 2;
  }
  return unknowns;
}

/// The director of a triad after a step.
template <class S>
Vector3<S> turned_director(const Eigen::Matrix3d& triad, const std::array<S, 2>& step) {
  const auto c = stumpff<1>(S(step[0] * step[0] + step[1] * step[1]));
  return triad.col(2).cast<S>() * c[0] + (triad.col(0).cast<S>() * step[0] + triad.col(1).cast<S>() * step[1]) * c[1];
}

}  // namespace plumb
