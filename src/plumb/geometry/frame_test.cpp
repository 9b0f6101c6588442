#include <plumb/geometry/frame.h>

#include <numbers>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

TEST(ParallelTransport, IsTheSmallestRotation) {
  const Vector3d from = Vector3d(1, 2, -0.5).normalized();
  const Vector3d to = Vector3d(-0.3, 1, 0.8).normalized();
  const Vector3d a = any_perpendicular(from);
  const Vector3d expected = Eigen::Quaterniond::FromTwoVectors(from, to) * a;
  EXPECT_LT((parallel_transport<double>(a, from, to) - expected).norm(), 1e-15);
}

TEST(SignedAngle, UndoesARotation) {
  const Vector3d axis = Vector3d(1, 1, 3).normalized();
  const Vector3d a = any_perpendicular(axis);
  for (const double angle : {-3.0, -0.1, 0.0, 1e-9, 2.5}) {
    EXPECT_NEAR(signed_angle<double>(a, rotate_perpendicular<double>(a, axis, angle), axis), angle, 1e-15);
  }
}

TEST(Pose, InterpolatesBothEndsAndTheMiddle) {
  const Pose a;
  Pose b;
  b.position = {2, 0, 4};
  b.tangent = Vector3d::UnitY();
  b.director = -Vector3d::UnitX();
  const Pose middle = interpolate(a, b, 0.5);
  EXPECT_LT((middle.position - Vector3d(1, 0, 2)).norm(), 1e-15);
  EXPECT_LT((middle.tangent - Vector3d(1, 1, 0).normalized()).norm(), 1e-15);
  EXPECT_NEAR(middle.tangent.dot(middle.director), 0, 1e-15);
  EXPECT_EQ(interpolate(a, b, 1).director, b.director);
  EXPECT_LT((interpolate(a, b, 0).tangent - a.tangent).norm(), 1e-15);
}

}  // namespace
}  // namespace plumb
