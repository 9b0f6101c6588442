#pragma once

#include <utility>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <plumb/contact/friction/dense_delassus.h>
#include <plumb/contact/friction/problem.h>

namespace plumb {

struct RigidBodyForTest {
  double mass = 1;
  Eigen::Vector3d inertia = Eigen::Vector3d::Ones();                       ///< about the axes
  Eigen::Matrix<double, 6, 1> free = Eigen::Matrix<double, 6, 1>::Zero();  ///< velocity and spin without contact
};

struct PointForTest {
  Eigen::Vector3d arm;     ///< from the centre of mass
  Eigen::Vector3d normal;  ///< into the body
};

/// The contacts of one rigid body with things that do not move. With more than two contacts W is singular: a body has
/// six unknowns.
class RigidContacts {
 public:
  RigidContacts(const RigidBodyForTest& body, const std::vector<PointForTest>& points, double mu)
      : jacobian_(3 * static_cast<Eigen::Index>(points.size()), 6), w_(delassus(body, points)) {
    problem_.w = &w_;
    problem_.b = jacobian_ * body.free;
    problem_.cones.assign(points.size(), Cone{mu});
  }
  RigidContacts(const RigidContacts&) = delete;
  RigidContacts& operator=(const RigidContacts&) = delete;

  ContactProblem& problem() { return problem_; }
  /// Returns the sum of the contacts' forces and moments on the body.
  Eigen::Matrix<double, 6, 1> wrench(const Eigen::VectorXd& r) const { return jacobian_.transpose() * r; }

 private:
  DenseDelassus delassus(const RigidBodyForTest& body, const std::vector<PointForTest>& points) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Eigen::Vector3d &n = points[i].normal, &x = points[i].arm;
      Eigen::Matrix3d frame, cross;
      frame << n, n.unitOrthogonal(), n.cross(n.unitOrthogonal());
      cross << 0, -x.z(), x.y(), x.z(), 0, -x.x(), -x.y(), x.x(), 0;
      jacobian_.middleRows<3>(3 * static_cast<Eigen::Index>(i)) << frame.transpose(), -frame.transpose() * cross;
    }
    Eigen::Matrix<double, 6, 1> inverse;
    inverse << Eigen::Vector3d::Constant(1 / body.mass), body.inertia.cwiseInverse();
    const Eigen::MatrixXd w = jacobian_ * inverse.asDiagonal() * jacobian_.transpose();
    return DenseDelassus(0.5 * (w + w.transpose()));
  }

  Eigen::MatrixXd jacobian_;
  DenseDelassus w_;
  ContactProblem problem_;  ///< points to w_: not copied
};

}  // namespace plumb
