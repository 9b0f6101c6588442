#pragma once

#include <cmath>
#include <utility>

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/Geometry>

#include <plumb/contact/friction/dense_delassus.h>
#include <plumb/contact/friction/problem.h>
#include <plumb/contact/friction/random_for_test.h>

namespace plumb {

struct ClothSpec {
  int side = 20;         ///< nodes along an edge
  double stiffness = 1;  ///< of a thread between two nodes, over a node's mass / dt^2
  double mu = 0.5;
  std::uint64_t seed = 1;
};

/// A square of cloth that lies on bumpy ground and is pulled along, every node near it, and the contact problem of one implicit step:
/// r forces in N, u motions in m. Threads run along both directions of the grid and along its diagonals; they resist
/// stretch only, so A = m/dt^2 + sum of k e e^T. W = R^T A^-1 R is full, R being the frames of the ground's normals.
class ClothOnBumps {
 public:
  explicit ClothOnBumps(const ClothSpec& spec) : w_(delassus(spec)) {
    const int n = spec.side * spec.side;
    problem_.w = &w_;
    problem_.b = b_;
    problem_.cones.assign(static_cast<std::size_t>(n), Cone{spec.mu});
    problem_.force_scale = kMass * kGravity;
  }
  ClothOnBumps(const ClothOnBumps&) = delete;
  ClothOnBumps& operator=(const ClothOnBumps&) = delete;

  int n_contacts() const { return w_.n_contacts(); }
  const ContactProblem& problem() const { return problem_; }

 private:
  static constexpr double kGravity = 9.81, kStep = 5e-3, kSpacing = 0.02, kMass = 0.2 * kSpacing * kSpacing;

  DenseDelassus delassus(const ClothSpec& spec) {
    RandomForTest random(spec.seed);
    const int side = spec.side, n = side * side;
    Eigen::MatrixXd a = Eigen::MatrixXd::Identity(3 * n, 3 * n), frames = Eigen::MatrixXd::Zero(3 * n, 3 * n);
    Eigen::VectorXd heights(n), motion(3 * n), gaps = Eigen::VectorXd::Zero(3 * n);
    for (int i = 0; i < n; ++i) {
      heights(i) = random.between(-0.15, 0.15) * kSpacing;
      const Eigen::Vector3d normal = (Eigen::Vector3d::UnitZ() + 0.4 * random.vector3()).normalized();
      frames.block<3, 3>(3 * i, 3 * i) << normal, normal.unitOrthogonal(), normal.cross(normal.unitOrthogonal());
      // Slow enough that friction stops some nodes, and pressed down so that most of them bear force.
      const double fall = kGravity * kStep * kStep;
      motion.segment<3>(3 * i) = fall * (Eigen::Vector3d(0.5, 0, -2) + random.vector3());
      gaps(3 * i) = random.between(0, fall);
    }
    const auto place = [&](int i) { return Eigen::Vector3d(i % side * kSpacing, i / side * kSpacing, heights(i)); };
    const auto thread = [&](int i, int j) {
      const Eigen::Vector3d e = (place(j) - place(i)).normalized();
      const Eigen::Matrix3d k = spec.stiffness * e * e.transpose();
      a.block<3, 3>(3 * i, 3 * i) += k;
      a.block<3, 3>(3 * j, 3 * j) += k;
      a.block<3, 3>(3 * i, 3 * j) -= k;
      a.block<3, 3>(3 * j, 3 * i) -= k;
    };
    for (int y = 0; y < side; ++y)
      for (int x = 0; x < side; ++x) {
        const int i = y * side + x;
        if (x + 1 < side) thread(i, i + 1);
        if (y + 1 < side) thread(i, i + side);
        if (x + 1 < side && y + 1 < side) thread(i, i + side + 1);
        if (x + 1 < side && y + 1 < side) thread(i + 1, i + side);
      }
    const Eigen::LLT<Eigen::MatrixXd> factors(a);  // of A dt^2/m
    b_ = frames.transpose() * factors.solve(motion) + gaps;
    const Eigen::MatrixXd w = kStep * kStep / kMass * (frames.transpose() * factors.solve(frames));
    return DenseDelassus(0.5 * (w + w.transpose()));
  }

  Eigen::VectorXd b_;
  DenseDelassus w_;
  ContactProblem problem_;  ///< points to w_: a cloth is not copied
};

}  // namespace plumb
