#include <gtest/gtest.h>

#include <numbers>

#include <plumb/world/inclined_plate_for_test.h>

namespace plumb {
namespace {

constexpr double kMu = 0.4;

TEST(Incline, AStiffPlateSticksBelowTheAngleOfFrictionAndSlidesAbove) {
  for (const double share : {0.5, 0.9, 0.999}) {
    InclinedPlate plate(std::atan(share * kMu), kMu);
    const WorldMarchOutcome outcome = plate.march_to(0.5, 0.01);
    ASSERT_EQ(outcome.status(), Status::ok) << share;
    EXPECT_LT(std::abs(plate.way_uphill()), 1e-10 * InclinedPlate::kLength) << share;
    EXPECT_EQ(outcome.contacts.size(), 9u);
    for (const ContactForce& contact : outcome.contacts) EXPECT_TRUE(contact.sticks);
  }
  for (const double share : {1.001, 1.5, 3.0}) {
    const double slope = std::atan(share * kMu);
    InclinedPlate plate(slope, kMu);
    const WorldMarchOutcome outcome = plate.march_to(0.2, 0.01);
    ASSERT_EQ(outcome.status(), Status::ok) << share;
    // Backward Euler gives a constant acceleration exactly.
    const double acceleration = InclinedPlate::kGravity * (std::sin(slope) - kMu * std::cos(slope));
    EXPECT_NEAR(-plate.speed_uphill(), acceleration * 0.2, 1e-9) << share;
    for (const ContactForce& contact : outcome.contacts) EXPECT_FALSE(contact.sticks);
  }
}

TEST(Incline, NoDriftAtNearlyTheWholeCone) {
  InclinedPlate plate(std::atan(0.99 * kMu), kMu);
  ASSERT_EQ(plate.march_to(60, 0.05).status(), Status::ok);
  EXPECT_LT(std::abs(plate.way_uphill()), 1e-10 * InclinedPlate::kLength);
}

TEST(Incline, AtTheAngleOfFrictionAMovingPlateKeepsItsVelocity) {
  InclinedPlate plate(std::atan(kMu), kMu);
  for (Eigen::Index i = 0; i < plate.state.v.size() / 3; ++i) {
    if (i < plate.model.embedding->n_points()) plate.state.v.segment<3>(3 * i) = -0.3 * plate.uphill;
  }
  ASSERT_EQ(plate.march_to(1, 0.01).status(), Status::ok);
  EXPECT_NEAR(plate.speed_uphill(), -0.3, 1e-9);
}

TEST(Incline, FrictionIsIsotropic) {
  const double slope = std::atan(2 * kMu);
  InclinedPlate straight(slope, kMu);
  ASSERT_EQ(straight.march_to(0.05, 0.01).status(), Status::ok);
  for (int degree = 1; degree < 360; degree += 7) {
    InclinedPlate turned(slope, kMu, degree * std::numbers::pi / 180);
    ASSERT_EQ(turned.march_to(0.05, 0.01).status(), Status::ok) << degree;
    EXPECT_NEAR(turned.speed_uphill(), straight.speed_uphill(), 1e-9) << degree;
  }
}

TEST(Incline, FrictionTakesWhatTheBooksSay) {
  const double slope = std::atan(2 * kMu);
  InclinedPlate plate(slope, kMu);
  ASSERT_EQ(plate.march_to(0.3, 0.001).status(), Status::ok);
  const double normal = plate.mass() * InclinedPlate::kGravity * std::cos(slope);
  // The impulse of a force works along the mean of the rates before and after: exact for constant acceleration.
  const double acceleration = InclinedPlate::kGravity * (std::sin(slope) - kMu * std::cos(slope));
  EXPECT_NEAR(plate.state.books.dissipated, kMu * normal * 0.5 * acceleration * 0.09,
              1e-6 * plate.state.books.dissipated);
  EXPECT_EQ(plate.state.books.gain, 0);
}

TEST(Incline, ADroppedPlateLosesItsFallToTheImpact) {
  InclinedPlate plate(0, kMu);
  for (int i = 0; i < plate.model.embedding->n_points(); ++i) plate.state.q[3 * i + 2] += 0.01;
  plate.state.books = {};
  ASSERT_EQ(plate.march_to(0.2, 0.001).status(), Status::ok);
  const double fall = plate.mass() * InclinedPlate::kGravity * 0.01;
  EXPECT_NEAR(plate.state.books.dissipated, fall, 0.05 * fall);
  EXPECT_LT(plate.state.v.norm(), 1e-6);
  for (int i = 0; i < plate.model.embedding->n_points(); ++i) {
    EXPECT_NEAR(plate.state.q[3 * i + 2], 0.5 * InclinedPlate::kThickness, 1e-7);
  }
}

TEST(Incline, ARestartGivesTheSameBits) {
  constexpr double kExact = 1.0 / 128;  // s: its multiples are not rounded
  InclinedPlate whole(std::atan(2 * kMu), kMu), first(std::atan(2 * kMu), kMu);
  ASSERT_EQ(whole.march_to(0.125, kExact).status(), Status::ok);
  ASSERT_EQ(first.march_to(0.0625, kExact).status(), Status::ok);
  InclinedPlate second(std::atan(2 * kMu), kMu);
  second.state = load_state(save(first.state));
  second.touches = first.touches;
  ASSERT_EQ(second.march_to(0.125, kExact).status(), Status::ok);
  EXPECT_EQ(hash(second.state), hash(whole.state));
}

TEST(Incline, APlateThatIsFarFromAllHasTheBitsOfOneAlone) {
  InclinedPlate plate(0.3, kMu);
  for (int i = 0; i < plate.model.embedding->n_points(); ++i) plate.state.q[3 * i + 2] += 5;
  State alone = plate.state;
  ASSERT_EQ(plate.march_to(0.1, 0.01).status(), Status::ok);
  const auto stepper = make_stepper(plate.model, Method::backward_euler);
  ASSERT_EQ(march(*stepper, alone, plate.programme, 0.1, {0.01, 0}).status, Status::ok);
  EXPECT_EQ(hash(plate.state), hash(alone));
}

}  // namespace
}  // namespace plumb
