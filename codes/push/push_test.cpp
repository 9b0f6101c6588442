#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include <codes/push/dynamic_push.h>
#include <codes/push/exact_step.h>
#include <codes/push/shell_strip.h>
#include <judge/protocols/stick_slip/master_curve.h>
#include <plumb/model/linearisation.h>

namespace codes {
namespace {

constexpr double kEuler = 20.190728556426629;  // EI/L^2, of the clamped and pinned strip

judge::Scenario asked(double mu, int n) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};  // EI = 1, rho A = 1, L = 1
  scenario.knobs.n = n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

/// Eight times as fast as the recipe's, in steps of 4 ms.
PushSchedule hurried() { return {.dt = 4e-3, .speed = 0.08, .relaxation = 0.01, .bent = 1e-4, .tolerance = 1e-11}; }

PushedBody hinged_shell(const StripToPush& strip) {
  TrianglePlate plate;
  plate.bending = plumb::ShellBending::hinge;
  return shell_strip(strip, plate);
}
PushedBody soft_hinged_shell(const StripToPush& strip) {
  TrianglePlate plate;
  plate.bending = plumb::ShellBending::hinge;
  plate.hinge_factor = plumb::kBridsonHinge;
  return shell_strip(strip, plate);
}
PushedBody koiter_shell(const StripToPush& strip) { return shell_strip(strip, {}); }

/// All strips, with how many elements they need here.
struct Strip {
  const char* name;
  Discretise discretise;
  int n;
};
std::vector<Strip> all_strips() {
  return {{"super-helix", super_helix_strip, 60},
          {"elastic rod", elastic_rod_strip, 60},
          {"hinges", hinged_shell, 50},
          {"koiter", koiter_shell, 50}};
}

TEST(StripsToPush, BeginWithTheirTipsOnTheGround) {
  for (const auto& [name, discretise, n] : all_strips()) {
    const StripToPush strip(asked(0.2, n), 1e-4);
    const PushedBody body = on_the_ground(strip, discretise);
    const auto x = body.model.embedding->points_at(body.bent.q, body.bent.loads.clamps);
    for (const int point : body.tip) EXPECT_NEAR(x[std::size_t(point)].z(), body.clearance, 1e-14) << name;
    EXPECT_NEAR(1 - (body.upright.position.z() - body.clearance), 1e-4, 2e-6) << name;
    EXPECT_NEAR(body.tip_at(body.bent).x(), 0, 1e-5) << name;
  }
}

TEST(StripsToPush, HaveTheEnergyOfTheBucklingMode) {
  for (const auto& [name, discretise, n] : all_strips()) {
    const PushedBody body = discretise(StripToPush(asked(0.2, n), 1e-4));
    plumb::Linearisation here(body.model);
    double energy = 0;
    ASSERT_EQ(here.energy(body.bent, body.bent.loads, energy), plumb::Status::ok);
    EXPECT_NEAR(energy / (kEuler * 1e-4), 1, 0.01) << name;
  }
}

/// The membrane of a coarse mesh whose rows were on the arc would be compressed by many times the buckling load.
TEST(StripsToPush, AreNoMoreCompressedThanTheirOwnBendingBears) {
  for (const int n : {12, 25, 50}) {
    const PushedBody body = soft_hinged_shell(StripToPush(asked(0.2, n), 1e-4));
    plumb::Linearisation here(body.model);
    double energy = 0;
    ASSERT_EQ(here.energy(body.bent, body.bent.loads, energy), plumb::Status::ok);
    EXPECT_NEAR(energy / (plumb::kBridsonHinge * kEuler * 1e-4), 1, 0.02) << n;
  }
}

TEST(ClampWay, ASofterStripIsPushedSlowerByItsOwnTime) {
  const StripToPush strip(asked(0.2, 10), 1e-4);
  PushSchedule soft = hurried();
  soft.own_time = own_time_of(0.25);
  const ClampWay way(strip, hurried(), 1e-4), slower(strip, soft, 1e-4);
  for (const double eps_y : {2e-4, 0.01, 0.3}) {
    EXPECT_NEAR(slower.time_of(eps_y), 2 * way.time_of(eps_y), 1e-12);
    EXPECT_NEAR(slower.pushed_at(slower.time_of(eps_y)), eps_y, 1e-12);
    EXPECT_NEAR(slower.speed_at(slower.time_of(eps_y)), 0.5 * way.speed_at(way.time_of(eps_y)), 1e-12);
  }
}

TEST(ClampWay, ReachesEachPushAtItsTime) {
  const ClampWay way(StripToPush(asked(0.2, 10), 1e-4), hurried(), 1e-4);
  for (const double eps_y : {2e-4, 0.01, 0.02, 0.3}) EXPECT_NEAR(way.pushed_at(way.time_of(eps_y)), eps_y, 1e-12);
  for (const double time : {0.1, 0.4, 0.6, 2.0}) {
    EXPECT_NEAR((way.height_at(time - 1e-4) - way.height_at(time + 1e-4)) / 2e-4, way.speed_at(time), 1e-9);
  }
}

TEST(ClampWay, ComesToRestWhereThePushEnds) {
  PushSchedule schedule = hurried();
  schedule.ends_at = 0.4;
  const ClampWay way(StripToPush(asked(0.2, 10), 1e-4), schedule, 1e-4);
  EXPECT_NEAR(way.pushed_at(20), 0.4, 1e-14);
  EXPECT_EQ(way.speed_at(20), 0);
  for (double time = 0.05; time < 10; time += 0.1) {
    EXPECT_NEAR((way.pushed_at(time + 1e-4) - way.pushed_at(time - 1e-4)) / 2e-4, way.speed_at(time), 1e-6) << time;
  }
}

double onset(const judge::Scenario& scenario, const Discretise& discretise) {
  DynamicPush push(scenario, hurried(), exact_steps(discretise));
  for (double eps_y = 0.01; eps_y < 0.4; eps_y += 0.01) {
    EXPECT_EQ(push.push_to(eps_y), plumb::Status::ok);
    if (push.seen().slips_from > 0) return push.seen().slips_from;
  }
  return 0;
}

TEST(DynamicPush, ATipSlipsOnceAllOfItSlidesToOneSide) {
  const auto touch = [](double along, bool sticks) {
    plumb::Touch t;
    t.force = {along, 0, 1};
    t.sticks = sticks;
    return t;
  };
  EXPECT_FALSE(tip_sticks({}, 0.2));
  EXPECT_FALSE(tip_sticks({touch(-0.2, false), touch(-0.2, false)}, 0.2));
  EXPECT_TRUE(tip_sticks({touch(-0.2, false), touch(-0.1, true)}, 0.2));
  EXPECT_TRUE(tip_sticks({touch(-0.2, false), touch(0.2, false)}, 0.2));
}

TEST(DynamicPush, AnyStripSlipsWhereTheElasticaSays) {
  const double exact = judge::stick_slip_at_friction(0.15).eps_y;
  EXPECT_NEAR(onset(asked(0.15, 20), elastic_rod_strip) / exact, 1, 0.03);
  EXPECT_NEAR(onset(asked(0.15, 20), hinged_shell) / exact, 1, 0.03);
}

TEST(DynamicPush, AShellThatIsLoadedHasTheSameBits) {
  const auto push = [] { return DynamicPush(asked(0.2, 6), hurried(), exact_steps(hinged_shell)); };
  DynamicPush whole = push(), first = push(), second = push();
  ASSERT_EQ(whole.push_to(0.004), plumb::Status::ok);
  ASSERT_EQ(first.push_to(0.002), plumb::Status::ok);
  second.load(first.save());
  ASSERT_EQ(second.push_to(0.004), plumb::Status::ok);
  EXPECT_EQ(second.save(), whole.save());
}

}  // namespace
}  // namespace codes
