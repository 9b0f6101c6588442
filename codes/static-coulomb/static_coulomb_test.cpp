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

StaticPush::Seen pushed(const judge::Scenario& scenario, Discretise discretise, double eps_y, double bent = 1e-6) {
  StaticPush push(scenario, discretise, bent);
  EXPECT_EQ(push.push_to(eps_y), plumb::Status::ok);
  return push.seen();
}

void expect_master_curve(Discretise discretise, int n) {
  for (const double mu : {0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35}) {
    const judge::StickSlipPoint exact = judge::stick_slip_at_friction(mu);
    const StaticPush::Seen seen = pushed(strip(mu, n), discretise, exact.eps_y + 1e-3);
    EXPECT_NEAR(seen.slips_from / exact.eps_y, 1, 1e-3) << mu;
    EXPECT_NEAR(seen.P_at_onset / exact.P, 1, 1e-3) << mu;
    EXPECT_GT(std::abs(seen.tip_shift), 1e-3) << mu;
    std::printf("%g onset %.3e P %.3e shift %.3g\n", mu, seen.slips_from / exact.eps_y - 1,
                seen.P_at_onset / exact.P - 1, seen.tip_shift);
  }
}

TEST(StaticCoulomb, ASuperHelixSlipsWhereTheElasticaSays) { expect_master_curve(super_helix_strip, 60); }
TEST(StaticCoulomb, SoDoesADiscreteElasticRod) { expect_master_curve(elastic_rod_strip, 100); }

}  // namespace
}  // namespace codes
