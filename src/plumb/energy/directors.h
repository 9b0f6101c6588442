#pragma once

#include <array>
#include <vector>

#include <Eigen/Core>

#include <plumb/energy/layout.h>
#include <plumb/geometry/director_mesh.h>
#include <plumb/geometry/frame.h>
#include <plumb/strain/stumpff.h>

namespace plumb {

/// Points in space, and unit directors on the sphere. A director is the third column of a triad kept in the history;
/// its two unknowns only count how far it has been turned. A step (s1, s2) in them turns it along a great circle
/// towards s1 t1 + s2 t2, where t1, t2 are the first columns of the triad, and carries the triad along. No direction is
/// singular. At step zero the derivatives of d are t1 and t2, and the second ones - delta_ij d.
class Directors final : public Retraction {
 public:
  static constexpr int kTriads = 0;  ///< history slot: 9 numbers per director, by columns

  /// points: index in q of the first coordinate of each; turns: of the first unknown of each director.
  Directors(std::vector<int> points, std::vector<int> turns) : points_(std::move(points)), turns_(std::move(turns)) {}
  Status retract(State& state, const Eigen::VectorXd& step) const override;
  void move_rigidly(State& state, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& shift) const override;

  static Eigen::Matrix3d triad(const State& state, int director) {
    return Eigen::Map<const Eigen::Matrix3d>(state.history[kTriads].data() + 9 * director);
  }
  static void set_triad(State& state, int director, const Eigen::Matrix3d& triad) {
    Eigen::Map<Eigen::Matrix3d>(state.history[kTriads].data() + 9 * director) = triad;
  }

  /// The step that takes a director to a unit vector.
  static Eigen::Vector2d step_to(const Eigen::Matrix3d& triad, const Eigen::Vector3d& director);

 private:
  std::vector<int> points_, turns_;
};

/// Where the unknowns of a mesh are in q: index of the first coordinate of each point, of the first unknown of each
/// director.
struct DirectorUnknowns {
  std::vector<int> points, turns;

  /// Point by point, each followed by its director.
  template <class Element>
  explicit DirectorUnknowns(const DirectorMesh<Element>& mesh) {
    for (const int director : mesh.director) {
      points.push_back(n);
      n += 3;
      if (director < 0) continue;
      turns.push_back(n);
      n += 2;
    }
  }
  int n = 0;
};

/// The director of a triad after a step.
template <class S>
Vector3<S> turned_director(const Eigen::Matrix3d& triad, const std::array<S, 2>& step) {
  const auto c = stumpff<1>(S(step[0] * step[0] + step[1] * step[1]));
  return triad.col(2).cast<S>() * c[0] + (triad.col(0).cast<S>() * step[0] + triad.col(1).cast<S>() * step[1]) * c[1];
}

}  // namespace plumb
