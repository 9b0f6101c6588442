#include <gtest/gtest.h>

#include <cmath>

#include <plumb/dissipation/point_friction.h>

namespace plumb {
namespace {

const Eigen::Vector3d kUp = Eigen::Vector3d(1, 2, 5).normalized();

State moving(const Eigen::Vector3d& velocity, double normal_force) {
  State state;
  state.q = Eigen::VectorXd::Zero(6);
  state.v = Eigen::VectorXd::Zero(6);
  state.v.tail<3>() = velocity;
  state.history = {Eigen::VectorXd::Constant(1, normal_force)};
  return state;
}

PointFriction friction(FrictionOfSpeed kind) {
  return {std::make_shared<NodalEmbedding>(std::vector<int>{0, 3}), 1, kUp, {kind, 0.3, 0.02}, 0};
}

double loss(const PointFriction& f, const State& state) {
  ElementBuffer out;
  out.resize(1, f.stencil_size());
  EXPECT_EQ(f.evaluate(state, {}, 0, 1, {.value = true}, out), Status::ok);
  return out.value(0);
}

class PointFrictions : public testing::TestWithParam<FrictionOfSpeed> {};

TEST_P(PointFrictions, HaveTheSlopeAndCurvatureOfTheirLoss) {
  const PointFriction f = friction(GetParam());
  const State state = moving({0.013, -0.02, 0.004}, 7);
  ElementBuffer out;
  out.resize(1, 3);
  ASSERT_EQ(f.evaluate(state, {}, 0, 1, {.value = true, .gradient = true, .hessian = true}, out), Status::ok);
  constexpr double kStep = 1e-5;
  for (int i = 0; i < 3; ++i) {
    State ahead = state, behind = state;
    ahead.v[3 + i] += kStep;
    behind.v[3 + i] -= kStep;
    EXPECT_NEAR(out.gradient(0, i), (loss(f, ahead) - loss(f, behind)) / (2 * kStep), 1e-6);
    const Eigen::Vector3d change = f.force(behind, {}) - f.force(ahead, {});
    for (int j = 0; j <= i; ++j) {
      EXPECT_NEAR(out.hessian(0, ElementBuffer::packed_index(i, j)), change[j] / (2 * kStep), 1e-3);
    }
  }
}

TEST_P(PointFrictions, ActAgainstTheMotionAlongTheGroundAlone) {
  const PointFriction f = friction(GetParam());
  EXPECT_LT(f.force(moving(0.5 * kUp, 7), {}).norm(), 1e-14);
  EXPECT_EQ(f.force(moving({1, 0, 0}, 0), {}).norm(), 0);
  const Eigen::Vector3d along = kUp.cross(Eigen::Vector3d::UnitX());
  const Eigen::Vector3d force = f.force(moving(along, 7), {});
  EXPECT_LT(force.dot(along), 0);
  EXPECT_NEAR(force.norm(), -force.dot(along.normalized()), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, PointFrictions, testing::Values(FrictionOfSpeed::viscous, FrictionOfSpeed::regularised));

TEST(PointFriction, OnlyTheRegularisedOneIsBoundedByTheCone) {
  const Eigen::Vector3d along = kUp.cross(Eigen::Vector3d::UnitX()).normalized();
  const auto force = [&](FrictionOfSpeed kind, double speed) {
    return friction(kind).force(moving(speed * along, 7), {}).norm();
  };
  EXPECT_NEAR(force(FrictionOfSpeed::viscous, 0.02), 0.3 * 7, 1e-12);
  EXPECT_NEAR(force(FrictionOfSpeed::viscous, 2), 100 * 0.3 * 7, 1e-9);
  EXPECT_NEAR(force(FrictionOfSpeed::regularised, 0.02), 0.3 * 7 / std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(force(FrictionOfSpeed::regularised, 2), 0.3 * 7, 1e-3);
}

}  // namespace
}  // namespace plumb
