#include <plumb/contact/friction/one_contact.h>

#include <gtest/gtest.h>

#include <Eigen/LU>

#include <plumb/contact/friction/one_contact_samples_for_test.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

double relative_residual(const OneContact& one, const Vector3d& b, const Vector3d& r) {
  return one.residual(b, r) / std::max(r.norm(), b.norm() / one.size());
}

TEST(OneContact, RandomOnesAreSolved) {
  const WorstOne worst = worst_of_random_contacts(20000, 3, 1e3);
  EXPECT_LT(worst.residual, 1e-12) << worst.where;
}

TEST(OneContact, ABlockOnAnInclineSticksOrSlipsByItsAngle) {
  const double m = 2.5, g = 9.81, h = 0.01;
  const OneContact one(Matrix3d::Identity() * h / m, {0.4});
  for (const double tan : {0.0, 0.1, 0.39, 0.41, 1.0, 5.0}) {
    const double cos = 1 / std::hypot(1, tan), sin = tan * cos;
    Mode mode;
    const Vector3d b = h * g * Vector3d(-cos, 0.6 * sin, 0.8 * sin), r = one.solve(b, Vector3d::Zero(), &mode);
    const double held = std::min(tan, 0.4) * cos;
    EXPECT_EQ(mode, tan < 0.4 ? Mode::sticks : Mode::slips);
    EXPECT_LT((r - m * g * Vector3d(cos, -0.6 * held, -0.8 * held)).norm(), 1e-13 * m * g);
    const double speed = h * g * std::max(0.0, sin - 0.4 * cos);
    EXPECT_NEAR((one.w() * r + b).norm(), speed, 1e-14);
  }
}

TEST(OneContact, ItTakesOffExactlyWhenTheFreeMotionSeparates) {
  RandomForTest random(4);
  for (int k = 0; k < 1000; ++k) {
    const OneContact one(random.semidefinite(3, 3, 100), {0.5});
    const Vector3d b = random.vector3(), r = one.solve(b, random.vector3());
    EXPECT_EQ(r.norm() == 0, b(0) >= 0);
  }
}

TEST(OneContact, WithoutFrictionOnlyTheNormalResists) {
  RandomForTest random(5);
  for (int k = 0; k < 100; ++k) {
    const OneContact one(random.semidefinite(3, 3, 100), {0});
    const Vector3d b = random.vector3() - Vector3d(1, 0, 0), r = one.solve(b, random.vector3());
    EXPECT_DOUBLE_EQ(r(0), -b(0) / one.w()(0, 0));
    EXPECT_EQ(r.tail<2>().norm(), 0);
  }
}

TEST(OneContact, HugeFrictionHoldsWheneverTheForcePushes) {
  RandomForTest random(6);
  for (int k = 0; k < 1000; ++k) {
    const OneContact one(random.semidefinite(3, 3, 100), {1e8});
    const Vector3d b = random.vector3() - Vector3d(1, 0, 0), r = one.solve(b, random.vector3());
    // The residual has mu |u_T| in it, and with that mu times what rounding leaves of u_T.
    EXPECT_LT(relative_residual(one, b, r), 1e-15 * one.cone().mu);
    if ((-one.w().inverse() * b)(0) > 1e-6 * r.norm()) {
      EXPECT_LT((one.w() * r + b).norm(), 1e-12 * b.norm());
    }
  }
}

TEST(OneContact, ARodThatStaysInItsPlaneHasNoThirdDirection) {
  RandomForTest random(7);
  for (int k = 0; k < 2000; ++k) {
    Matrix3d w = Matrix3d::Zero();
    w.topLeftCorner<2, 2>() = random.semidefinite(2, 2, 1e4);
    const OneContact one(w, {random.log_between(1e-3, 3)});
    Vector3d b = random.vector3();
    b(2) = 0;
    const Vector3d r = one.solve(b, random.vector3());
    EXPECT_LT(relative_residual(one, b, r), 1e-12);
    EXPECT_LT(std::abs(r(2)), 1e-12 * (r.norm() + 1e-300));
    // Moved across its plane by the obstacle, it is rubbed that way.
    b(2) = 1e-3;
    EXPECT_LT(relative_residual(one, b, one.solve(b, random.vector3())), 1e-12);
  }
}

TEST(OneContact, SingularBlocksOfAnyKernelAreSolvedWhereTheFreeMotionIsInTheirRange) {
  RandomForTest random(8);
  for (int k = 0; k < 4000; ++k) {
    const int rank = 1 + k % 2;
    const Matrix3d w = random.semidefinite(3, rank, 100);
    const OneContact one(w, {random.log_between(1e-2, 3)});
    const Vector3d b = w * random.vector3(), r = one.solve(b, random.vector3());
    EXPECT_LT(relative_residual(one, b, r), 1e-12) << "rank " << rank << " " << k;
  }
}

TEST(OneContact, ANormalThatDoesNotYieldLeavesNoForce) {
  Matrix3d w = Matrix3d::Zero();
  w.bottomRightCorner<2, 2>().setIdentity();
  const OneContact one(w, {0.5});
  EXPECT_EQ(one.solve({-1, 2, 3}, {1, 0, 0}).norm(), 0);
  EXPECT_EQ(one.solve({0, 2, 3}, {1, 0, 0}).norm(), 0);
  EXPECT_EQ(OneContact(Matrix3d::Zero(), {0.5}).solve({-1, 0, 0}, {1, 0, 0}).norm(), 0);
}

TEST(OneContact, OnTheRimOfTheConeStickAndSlipAgree) {
  RandomForTest random(9);
  for (int k = 0; k < 2000; ++k) {
    const double mu = random.log_between(1e-3, 10), angle = random.between(-4, 4);
    const OneContact one(random.semidefinite(3, 3, 1e3), {mu});
    const Vector3d rim(1, mu * std::cos(angle), mu * std::sin(angle)), b = -one.w() * rim;
    if (b(0) >= 0) continue;
    const Vector3d r = one.solve(b, random.vector3());
    EXPECT_LT(relative_residual(one, b, r), 1e-12);
  }
}

TEST(OneContact, SlipWithCouplingHasTheClosedForm) {
  // In the plane: u_n = 0 gives r_n = -b_n / (W_nn - mu W_nt), for motion along +t.
  Matrix3d w;
  w << 2, 0.5, 0, 0.5, 1, 0, 0, 0, 3;
  const double mu = 0.7;
  const OneContact one(w, {mu});
  const Vector3d b(-1, 4, 0), r = one.solve(b, Vector3d::Zero());
  const double n = 1 / (2 - mu * 0.5);
  EXPECT_LT((r - Vector3d(n, -mu * n, 0)).norm(), 1e-14);
}

TEST(OneContact, TurnedTangentsTurnTheForce) {
  RandomForTest random(10);
  for (int degree = 0; degree < 360; ++degree) {
    const double angle = degree * M_PI / 180;
    Matrix3d turn = Matrix3d::Identity();
    turn.bottomRightCorner<2, 2>() << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
    const Matrix3d w = random.semidefinite(3, 3, 10);
    const Vector3d b = random.vector3() - Vector3d(1, 0, 0);
    const Vector3d r = OneContact(w, {0.3}).solve(b, Vector3d::Zero());
    const Vector3d turned = OneContact(turn * w * turn.transpose(), {0.3}).solve(turn * b, Vector3d::Zero());
    EXPECT_LT((turned - turn * r).norm(), 1e-12 * r.norm());
  }
}

TEST(OneContact, AJointHoldsWithAnyForce) {
  RandomForTest random(11);
  const OneContact one(random.semidefinite(3, 3, 10), {0, true});
  const Vector3d b(5, 2, -3), r = one.solve(b, Vector3d::Zero());
  EXPECT_LT((one.w() * r + b).norm(), 1e-14);
}

}  // namespace
}  // namespace plumb
