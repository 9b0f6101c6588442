#include <gtest/gtest.h>

#include <numbers>

#include <plumb/world/block_for_test.h>

namespace plumb {
namespace {

constexpr double kMu = 0.4;

TEST(Incline, AStiffPlateSticksBelowTheAngleOfFrictionAndSlidesAbove) {
  for (const double share : {0.5, 0.9, 0.999}) {
    Block block(std::atan(share * kMu), kMu);
    const WorldMarchOutcome outcome = block.march_to(0.5, 0.01);
    ASSERT_EQ(outcome.status(), Status::ok) << share;
    EXPECT_LT(std::abs(block.way_uphill()), 1e-10 * Block::kLength) << share;
    EXPECT_EQ(outcome.contacts.size(), 9u);
    for (const ContactForce& contact : outcome.contacts) EXPECT_TRUE(contact.sticks);
  }
  for (const double share : {1.001, 1.5, 3.0}) {
    const double slope = std::atan(share * kMu);
    Block block(slope, kMu);
    const WorldMarchOutcome outcome = block.march_to(0.2, 0.01);
    ASSERT_EQ(outcome.status(), Status::ok) << share;
    // Backward Euler gives a constant acceleration exactly.
    const double acceleration = Block::kGravity * (std::sin(slope) - kMu * std::cos(slope));
    EXPECT_NEAR(-block.speed_uphill(), acceleration * 0.2, 1e-9) << share;
    for (const ContactForce& contact : outcome.contacts) EXPECT_FALSE(contact.sticks);
  }
}

TEST(Incline, NoDriftAtNearlyTheWholeCone) {
  Block block(std::atan(0.99 * kMu), kMu);
  ASSERT_EQ(block.march_to(60, 0.05).status(), Status::ok);
  EXPECT_LT(std::abs(block.way_uphill()), 1e-10 * Block::kLength);
}

TEST(Incline, AtTheAngleOfFrictionAMovingPlateKeepsItsVelocity) {
  Block block(std::atan(kMu), kMu);
  for (Eigen::Index i = 0; i < block.state.v.size() / 3; ++i) {
    if (i < block.model.embedding->n_points()) block.state.v.segment<3>(3 * i) = -0.3 * block.uphill;
  }
  ASSERT_EQ(block.march_to(1, 0.01).status(), Status::ok);
  EXPECT_NEAR(block.speed_uphill(), -0.3, 1e-9);
}

TEST(Incline, FrictionIsIsotropic) {
  const double slope = std::atan(2 * kMu);
  Block straight(slope, kMu);
  ASSERT_EQ(straight.march_to(0.05, 0.01).status(), Status::ok);
  for (int degree = 1; degree < 360; degree += 7) {
    Block turned(slope, kMu, degree * std::numbers::pi / 180);
    ASSERT_EQ(turned.march_to(0.05, 0.01).status(), Status::ok) << degree;
    EXPECT_NEAR(turned.speed_uphill(), straight.speed_uphill(), 1e-9) << degree;
  }
}

TEST(Incline, FrictionTakesWhatTheBooksSay) {
  const double slope = std::atan(2 * kMu);
  Block block(slope, kMu);
  ASSERT_EQ(block.march_to(0.3, 0.001).status(), Status::ok);
  const double normal = block.mass() * Block::kGravity * std::cos(slope);
  // The impulse of a force works along the mean of the rates before and after: exact for constant acceleration.
  const double acceleration = Block::kGravity * (std::sin(slope) - kMu * std::cos(slope));
  EXPECT_NEAR(block.state.books.dissipated, kMu * normal * 0.5 * acceleration * 0.09,
              1e-6 * block.state.books.dissipated);
  EXPECT_EQ(block.state.books.gain, 0);
}

TEST(Incline, ADroppedPlateLosesItsFallToTheImpact) {
  Block block(0, kMu);
  for (int i = 0; i < block.model.embedding->n_points(); ++i) block.state.q[3 * i + 2] += 0.01;
  block.state.books = {};
  ASSERT_EQ(block.march_to(0.2, 0.001).status(), Status::ok);
  const double fall = block.mass() * Block::kGravity * 0.01;
  EXPECT_NEAR(block.state.books.dissipated, fall, 0.05 * fall);
  EXPECT_LT(block.state.v.norm(), 1e-6);
  for (int i = 0; i < block.model.embedding->n_points(); ++i) {
    EXPECT_NEAR(block.state.q[3 * i + 2], 0.5 * Block::kThickness, 1e-7);
  }
}

TEST(Incline, ARestartGivesTheSameBits) {
  Block whole(std::atan(2 * kMu), kMu), first(std::atan(2 * kMu), kMu);
  ASSERT_EQ(whole.march_to(0.1, 0.01).status(), Status::ok);
  ASSERT_EQ(first.march_to(0.05, 0.01).status(), Status::ok);
  Block second(std::atan(2 * kMu), kMu);
  second.state = load_state(save(first.state));
  second.touches = first.touches;
  ASSERT_EQ(second.march_to(0.1, 0.01).status(), Status::ok);
  EXPECT_EQ(hash(second.state), hash(whole.state));
}

TEST(Incline, APlateThatIsFarFromAllHasTheBitsOfOneAlone) {
  Block block(0.3, kMu);
  for (int i = 0; i < block.model.embedding->n_points(); ++i) block.state.q[3 * i + 2] += 5;
  State alone = block.state;
  ASSERT_EQ(block.march_to(0.1, 0.01).status(), Status::ok);
  const auto stepper = make_stepper(block.model, Method::backward_euler);
  ASSERT_EQ(march(*stepper, alone, block.programme, 0.1, {0.01, 0}).status, Status::ok);
  EXPECT_EQ(hash(block.state), hash(alone));
}

}  // namespace
}  // namespace plumb
