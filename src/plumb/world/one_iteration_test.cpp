// Contact that completes steps of one iteration, as in Argus (Li et al. 2018).

#include <gtest/gtest.h>

#include <plumb/world/inclined_plate_for_test.h>
#include <plumb/world/touching_bodies_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kMu = 0.4;
constexpr Method kOneIteration = Method::linearly_implicit_euler;

TEST(OneIteration, APlateSticksBelowTheAngleOfFrictionAndSlidesAbove) {
  for (const double share : {0.5, 0.999}) {
    InclinedPlate plate(std::atan(share * kMu), kMu, 0, kOneIteration);
    const WorldMarchOutcome outcome = plate.march_to(0.5, 0.01);
    ASSERT_EQ(outcome.status(), Status::ok) << share;
    EXPECT_EQ(outcome.bodies[0].rejected, 0);
    EXPECT_LT(std::abs(plate.way_uphill()), 1e-10 * InclinedPlate::kLength) << share;
    for (const ContactForce& contact : outcome.contacts) EXPECT_TRUE(contact.sticks);
  }
  for (const double share : {1.001, 2.0}) {
    const double slope = std::atan(share * kMu);
    InclinedPlate plate(slope, kMu, 0, kOneIteration);
    const WorldMarchOutcome outcome = plate.march_to(0.2, 0.01);
    ASSERT_EQ(outcome.status(), Status::ok) << share;
    EXPECT_EQ(outcome.bodies[0].iterations, 20);
    const double acceleration = InclinedPlate::kGravity * (std::sin(slope) - kMu * std::cos(slope));
    EXPECT_NEAR(-plate.speed_uphill(), acceleration * 0.2, 1e-9) << share;
    for (const ContactForce& contact : outcome.contacts) EXPECT_FALSE(contact.sticks);
  }
}

TEST(OneIteration, NoDriftAtNearlyTheWholeCone) {
  InclinedPlate plate(std::atan(0.99 * kMu), kMu, 0, kOneIteration);
  ASSERT_EQ(plate.march_to(60, 0.05).status(), Status::ok);
  EXPECT_LT(std::abs(plate.way_uphill()), 1e-10 * InclinedPlate::kLength);
}

/// A strip, clamped upright with its tip on the ground and pushed down evenly faster: bent from the start, so that it
/// buckles sideways.
struct PushedSheet {
  static constexpr double kLength = 0.2, kThickness = 4e-3, kAcceleration = 1;  // m, m, m/s^2
  static constexpr int kCells = 10;

  PushedSheet(Method method, double mu) {
    ShellSpec spec;
    spec.rest =
        rectangle_mesh({.length = kLength, .width = 0.04, .nx = kCells, .ny = 2, .pattern = CellPattern::alternating});
    for (std::size_t i = 0; i < spec.rest.points.size(); ++i) {
      Vector3d& x = spec.rest.points[i];
      const double s = x.x() / kLength;
      if (x.x() < 1.01 * kLength / kCells) spec.clamped.push_back(static_cast<int>(i));
      spec.start.push_back({0.1 * kLength * s * s * (1 - s), x.y(), kLength * (1 - s) + 0.5 * kThickness});
    }
    spec.clamp = {{0, 0, kLength + 0.5 * kThickness}, -Vector3d::UnitZ(), Vector3d::UnitY()};
    spec.material = {kThickness, 1e6, 0};
    spec.relaxation = 1e-3;
    spec.bending = ShellBending::hinge;
    Model model = shell(spec);
    world.add(std::move(model), method);
    world[0].programme = [loads = world[0].model.initial.loads](double time) {
      Loads at = loads;
      at.clamps[0].position.z() -= 0.5 * kAcceleration * time * time;
      at.clamp_rates = {{{0, 0, -kAcceleration * time}, {0, 0, 0}}};
      return at;
    };
    world.add({PlaneShape{}, 0}, {});
    world.around.friction.elsewhere = mu;
  }

  TouchingBodies world;
};

/// Sticking and sliding ways are smooth: what one iteration leaves falls with the step.
TEST(OneIteration, ComesToTheExactStepAtFirstOrder) {
  for (const double mu : {2.0, 0.05}) {
    std::vector<double> off;
    for (const double dt : {2e-3, 1e-3}) {
      PushedSheet exact(Method::backward_euler, mu), one(kOneIteration, mu);
      for (PushedSheet* sheet : {&exact, &one}) {
        const WorldMarchOutcome outcome = sheet->world.march_to(0.2, dt);
        ASSERT_EQ(outcome.status(), Status::ok) << mu << ' ' << dt;
        for (const ContactForce& c : outcome.contacts) EXPECT_EQ(c.sticks, mu > 1) << mu << ' ' << dt;
      }
      off.push_back((exact.world[0].state.q - one.world[0].state.q).cwiseAbs().maxCoeff());
    }
    EXPECT_LT(off.back(), 0.02 * PushedSheet::kLength) << mu;
    for (std::size_t i = 1; i < off.size(); ++i) EXPECT_NEAR(off[i - 1] / off[i], 2, 0.7) << mu << ' ' << off[i];
  }
}

/// A plate lies on another one whose points are all held and go up: the one iteration sees where they go.
TEST(OneIteration, SeesWhereClampsGo) {
  static constexpr double kSize = 0.1, kThickness = 5e-3, kSpeed = 0.2, kDt = 1e-3;
  TouchingBodies world;
  for (const bool held : {true, false}) {
    ShellSpec spec;
    spec.rest = rectangle_mesh({.length = kSize, .width = kSize, .nx = 2, .ny = 2});
    for (std::size_t i = 0; i < spec.rest.points.size(); ++i) {
      if (held) {
        spec.clamped.push_back(static_cast<int>(i));
      } else {
        spec.rest.points[i] = 0.5 * spec.rest.points[i] + Vector3d(0.021, 0.023, kThickness);
      }
    }
    spec.material = {kThickness, 1e8, 0.3};
    world.add(shell(spec), kOneIteration);
  }
  world[0].programme = [loads = world[0].model.initial.loads](double time) {
    Loads at = loads;
    at.clamps[0].position.z() += kSpeed * time;
    at.clamp_rates = {{{0, 0, kSpeed}, {0, 0, 0}}};
    return at;
  };
  const WorldMarchOutcome outcome = world.march_to(kDt, kDt);
  ASSERT_EQ(outcome.status(), Status::ok);
  ASSERT_FALSE(outcome.contacts.empty());
  for (const ContactForce& c : outcome.contacts) EXPECT_NEAR(c.gap, 0, 1e-12);
  EXPECT_NEAR(world[1].points()[0].z(), kThickness + kSpeed * kDt, 1e-6);
}

TEST(OneIteration, ARestartGivesTheSameBits) {
  constexpr double kExact = 1.0 / 1024;  // s: its multiples are not rounded
  for (const double mu : {2.0, 0.05}) {
    PushedSheet whole(kOneIteration, mu), first(kOneIteration, mu), second(kOneIteration, mu);
    ASSERT_EQ(whole.world.march_to(64 * kExact, kExact).status(), Status::ok);
    ASSERT_EQ(first.world.march_to(32 * kExact, kExact).status(), Status::ok);
    second.world[0].state = load_state(save(first.world[0].state));
    second.world.touches = load_touches(save(first.world.touches));
    ASSERT_EQ(second.world.march_to(64 * kExact, kExact).status(), Status::ok);
    EXPECT_EQ(hash(second.world[0].state), hash(whole.world[0].state)) << mu;
  }
}

/// Over a ball a straight step ends inside: by the square of the step, and never deep.
TEST(OneIteration, SlidesOverABallWithoutSinkingIn) {
  constexpr double kRadius = 0.05;  // m
  TouchingBodies world;
  InclinedPlate plate(0, 0.1);
  TouchingBodies::Body& body = world.add(plate.model, kOneIteration);
  for (int i = 0; i < body.model.embedding->n_points(); ++i) {
    body.state.q.segment<3>(3 * i) -= Vector3d(0.05, 0.05, 0);
    body.state.v.segment<3>(3 * i) = Vector3d(0.5, 0, 0);
  }
  world.add({SphereShape{kRadius}, 0}, {{0.01, 0, -kRadius}});
  world.around.friction.elsewhere = 0.1;
  for (int i = 1; i <= 60; ++i) {
    const WorldMarchOutcome outcome = world.march_to(1e-3 * i, 1e-3);
    ASSERT_EQ(outcome.status(), Status::ok) << i;
    for (const ContactForce& c : outcome.contacts) EXPECT_GT(c.gap, -0.1 * 0.5 * InclinedPlate::kThickness) << i;
  }
  EXPECT_GT(body.points()[4].x(), 0.02);
}

}  // namespace
}  // namespace plumb
