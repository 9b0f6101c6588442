#include <gtest/gtest.h>

#include <judge/protocols/lateral_buckling/master_curve.h>
#include <judge/question/code.h>
#include <plumb/core/status.h>

namespace codes {
judge::Code const* naghdi_p23();
namespace {

TEST(NaghdiP23Long, a_wide_plate_buckles_sideways_at_the_critical_weight) {
  judge::Scenario s;
  s.ask(judge::BucklingPlate{{0.5, 1e-3, judge::lateral_buckling_nu}, 0.2, 1e-4, 80});
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = 28;
  const double critical = judge::lateral_buckling_threshold(0.5, judge::lateral_buckling_nu);
  const auto trial = naghdi_p23()->open(s);
  for (const double fraction : {1.02, 0.98}) {
    const judge::Reply reply = trial->advance({{"gamma_star", fraction * critical}});
    ASSERT_EQ(reply.status, plumb::Status::ok) << fraction;
    EXPECT_EQ(reply.negative_modes, 0);
    EXPECT_EQ(trial->observe({"lateral"}).at("lateral") > 1e-4, fraction > 1) << fraction;
  }
}

}  // namespace
}  // namespace codes
