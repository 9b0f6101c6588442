#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <plumb/contact/friction/rigid_contacts_for_test.h>

// Coulomb's law at the accepted states of small cases, to rounding.

namespace plumb {
namespace {

constexpr double kWeight = 9.81e-3;  // impulse of gravity on 1 kg in 1 ms, N s

/// Solves and expects cone, complementarity and maximal dissipation to 1e-12; returns r.
Eigen::VectorXd lawful(RigidContacts& contacts, double mu) {
  ContactProblem& problem = contacts.problem();
  problem.force_scale = kWeight;
  Eigen::VectorXd r = Eigen::VectorXd::Zero(problem.b.size()), u;
  EXPECT_EQ(solve_contact(problem, {1e-14}, r).status, Status::ok);
  problem.w->apply(r, u);
  u += problem.b;
  const double force = r.norm() + kWeight, speed = problem.b.norm(), power = 1e-12 * force * speed;
  for (Eigen::Index i = 0; i < r.size(); i += 3) {
    const double slip = u.segment<2>(i + 1).norm();
    EXPECT_LE(r.segment<2>(i + 1).norm(), mu * r(i) + 1e-12 * force);
    EXPECT_GE(u(i), -1e-12 * speed);
    EXPECT_NEAR(r(i) * u(i), 0, power);
    EXPECT_NEAR(-r.segment<2>(i + 1).dot(u.segment<2>(i + 1)), mu * r(i) * slip, power);
  }
  return r;
}

/// A block with its contacts at the corners of its base, which gravity pulls under the angle `tilt`.
std::vector<PointForTest> base(double half, double height) {
  const Eigen::Vector3d n = Eigen::Vector3d::UnitZ();
  return {{{half, half, -height}, n},
          {{-half, half, -height}, n},
          {{half, -half, -height}, n},
          {{-half, -half, -height}, n}};
}

TEST(CoulombLaw, ABlockOnAnInclineSticksUpToTheConeAndSlidesBeyond) {
  constexpr double kMu = 0.5;
  for (const double ratio : {0.2, 0.9, 0.999, 1.001, 1.2, 3.0}) {
    const double tilt = std::atan(ratio * kMu);
    RigidBodyForTest body;
    body.free << kWeight * std::sin(tilt), 0, -kWeight * std::cos(tilt), 0, 0, 0;
    RigidContacts contacts(body, base(1, 0.2), kMu);
    const Eigen::VectorXd r = lawful(contacts, kMu);
    const double speed = body.free(0) + contacts.wrench(r)(0);
    const double expected = std::max(0.0, kWeight * (std::sin(tilt) - kMu * std::cos(tilt)));
    EXPECT_NEAR(speed, expected, 1e-12 * kWeight) << ratio;
  }
}

TEST(CoulombLaw, ASphereOnAPlaneSlidesUntilItRolls) {
  // A sphere that slides with v rolls at once if the impulse it needs, 2/7 m v, is in the cone.
  constexpr double kMu = 0.3, kRadius = 0.1;
  for (const double v : {0.5, 0.9, 1.1, 10.0}) {  // in multiples of 7/2 mu weight
    RigidBodyForTest body;
    body.inertia.setConstant(0.4 * kRadius * kRadius);
    body.free << v * 3.5 * kMu * kWeight, 0, -kWeight, 0, 0, 0;
    RigidContacts contacts(body, {{{0, 0, -kRadius}, Eigen::Vector3d::UnitZ()}}, kMu);
    const Eigen::VectorXd r = lawful(contacts, kMu);
    EXPECT_NEAR(r(0), kWeight, 1e-13 * kWeight);
    EXPECT_NEAR(contacts.wrench(r)(0), -std::min(v, 1.0) * kMu * kWeight, 1e-13 * kWeight) << v;
  }
}

TEST(CoulombLaw, ABoxThatFallsOnACorner) {
  for (const double mu : {0.1, 0.5, 2.0})
    for (int k = 0; k < 12; ++k) {
      RigidBodyForTest body;
      body.inertia = {0.3, 0.5, 0.7};
      body.free << std::cos(k), std::sin(k), -1, 0.3 * std::sin(3 * k), 1, -0.5;
      RigidContacts contacts(body, {{{0.5, 0.3 * std::cos(2 * k), -0.4}, Eigen::Vector3d(0.1, 0.2, 1).normalized()}},
                             mu);
      lawful(contacts, mu);
    }
}

TEST(CoulombLaw, FrictionIsTheSameInAllDirections) {
  // On three legs, which are no symmetry of the circle: the forces of the legs differ, their sum must not.
  constexpr double kMu = 0.4, kHeight = 0.2;
  std::vector<PointForTest> legs;
  for (int k = 0; k < 3; ++k) {
    const double angle = 2 * std::numbers::pi * k / 3;
    legs.push_back({{std::cos(angle), std::sin(angle), -kHeight}, Eigen::Vector3d::UnitZ()});
  }
  for (int degree = 0; degree < 360; ++degree) {
    const double angle = degree * std::numbers::pi / 180;
    const Eigen::Vector3d along(std::cos(angle), std::sin(angle), 0);
    RigidBodyForTest body;
    body.free << kWeight * along - kWeight * Eigen::Vector3d::UnitZ(), Eigen::Vector3d::Zero();
    RigidContacts contacts(body, legs, kMu);
    const Eigen::Matrix<double, 6, 1> wrench = contacts.wrench(lawful(contacts, kMu));
    EXPECT_LT((wrench.head<3>() - kWeight * (Eigen::Vector3d::UnitZ() - kMu * along)).norm(), 1e-9 * kWeight) << degree;
    EXPECT_LT(wrench.tail<3>().norm(), 1e-9 * kWeight) << degree;
  }
}

}  // namespace
}  // namespace plumb
