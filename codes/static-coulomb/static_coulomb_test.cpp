#include <gtest/gtest.h>

#include <cmath>

#include <codes/static-coulomb/static_push.h>
#include <judge/protocols/stick_slip/master_curve.h>

namespace codes {
namespace {

judge::Scenario strip(double mu, int n, judge::Scales scales = {1, 12 / (1e-9 * 0.1), 1e4}) {
  judge::Scenario scenario;
  scenario.scales = scales;
  scenario.knobs.n = n;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return scenario;
}

StaticPush::Seen pushed(const judge::Scenario& scenario, const Discretise& discretise, double eps_y,
                        double bent = 1e-4) {
  StaticPush push(scenario, discretise, bent);
  EXPECT_EQ(push.push_to(eps_y), plumb::Status::ok);
  return push.seen();
}

void expect_master_curve(const Discretise& discretise, int n, double bent) {
  for (const double mu : {0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35}) {
    const judge::StickSlipPoint exact = judge::stick_slip_at_friction(mu);
    const StaticPush::Seen seen = pushed(strip(mu, n), discretise, exact.eps_y + 1e-3, bent);
    EXPECT_NEAR(seen.slips_from / exact.eps_y, 1, 1e-3) << mu;
    EXPECT_NEAR(seen.P_at_onset / exact.P, 1, 1e-3) << mu;
    EXPECT_GT(std::abs(seen.tip_shift), 1e-3) << mu;
  }
}

TEST(StaticCoulomb, ASuperHelixSlipsWhereTheElasticaSays) { expect_master_curve(super_helix_strip, 60, 1e-4); }
TEST(StaticCoulomb, SoDoesADiscreteElasticRod) { expect_master_curve(elastic_rod_strip, 100, 1e-4); }

TEST(StaticCoulomb, SoDoesASplineShellOnAllPointsOfItsEdge) { expect_master_curve(spline_strip, 20, 1e-4); }

TEST(StaticCoulomb, TheWayItIsBentAtFirstDoesNotMatter) {
  const double onset = judge::stick_slip_at_friction(0.2).eps_y;
  const double one = pushed(strip(0.2, 30), super_helix_strip, onset + 0.01, 1e-4).slips_from;
  const double other = pushed(strip(0.2, 30), super_helix_strip, onset + 0.01, 4e-4).slips_from;
  EXPECT_NEAR(one / other, 1, 1e-9);
}

const std::pair<Discretise, int> kStrips[] = {{super_helix_strip, 30}, {elastic_rod_strip, 50}, {spline_strip, 10}};

TEST(StaticCoulomb, BeforeTheOnsetItIsStableAndStuck) {
  for (const auto& [discretise, n] : kStrips) {
    const StaticPush::Seen seen = pushed(strip(0.35, n), discretise, 0.2);
    EXPECT_EQ(seen.negative_modes, 0);
    EXPECT_LT(seen.slips_from, 0);
    EXPECT_LT(std::abs(seen.tip_shift), 1e-12);
    EXPECT_LT(seen.residual, 1e-8);
  }
}

TEST(StaticCoulomb, WithoutFrictionItSlipsAtTheFirstLoad) {
  for (const auto& [discretise, n] : kStrips) {
    const StaticPush::Seen seen = pushed(strip(0, n), discretise, 1.0 / 60);
    EXPECT_EQ(seen.slips_from, 0);
    EXPECT_GT(std::abs(seen.tip_shift), 1e-3);
    EXPECT_LT(std::abs(seen.Q), 1e-6);
  }
}

// A strip that has slipped is taken up from the states before: nothing of the slip is left.
TEST(StaticCoulomb, TakenBackBeforeTheOnsetItIsAsIfItHadNotSlipped) {
  for (const auto& [discretise, n] : kStrips) {
    StaticPush push(strip(0.15, n), discretise, 1e-4);
    for (const double eps_y : {0.05, 0.12}) ASSERT_EQ(push.push_to(eps_y), plumb::Status::ok);
    ASSERT_GT(push.seen().slips_from, 0.05);
    ASSERT_EQ(push.push_to(0.08), plumb::Status::ok);
    const StaticPush::Seen direct = pushed(strip(0.15, n), discretise, 0.08);
    EXPECT_LT(push.seen().slips_from, 0);
    EXPECT_NEAR(push.seen().P / direct.P, 1, 1e-7);
    EXPECT_NEAR(push.seen().Q / direct.Q, 1, 1e-7);
    EXPECT_LT(std::abs(push.seen().tip_shift), 1e-12);
  }
}

TEST(StaticCoulomb, AsItBeginsToBendItBearsEulersLoad) {
  EXPECT_NEAR(pushed(strip(0.35, 100), super_helix_strip, 2e-4).P / 20.19, 1, 1e-3);
}

TEST(StaticCoulomb, SavedAndLoadedItHasTheSameBits) {
  StaticPush straight(strip(0.3, 20), super_helix_strip, 1e-4), first(strip(0.3, 20), super_helix_strip, 1e-4);
  StaticPush second(strip(0.3, 20), super_helix_strip, 1e-4);
  for (const double eps_y : {0.05, 0.1}) ASSERT_EQ(straight.push_to(eps_y), plumb::Status::ok);
  ASSERT_EQ(first.push_to(0.05), plumb::Status::ok);
  second.load(first.save());
  ASSERT_EQ(second.push_to(0.1), plumb::Status::ok);
  EXPECT_EQ(second.save(), straight.save());
}

}  // namespace
}  // namespace codes
