#include <cmath>

#include <gtest/gtest.h>

#include <judge/engine/code.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/lateral_buckling/master_curve.h>
#include <plumb/core/status.h>

namespace codes {
judge::Code const* s8r();
namespace {

judge::Scenario cantilever(int n) {
  judge::Scenario s;
  s.protocol = "cantilever";
  s.regime = {{"thickness", 1e-3}, {"width", 0.1}, {"nu", 0}};
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = n;
  return s;
}

TEST(S8r, follows_the_elastica) {
  const auto trial = s8r()->start();
  trial->open(cantilever(16));
  for (const double gamma : {1.0, 30.0}) {
    const judge::Reply reply = trial->advance({{"gamma", gamma}});
    ASSERT_EQ(reply.status, plumb::Status::ok);
    EXPECT_EQ(reply.negative_modes, 0);
    const auto seen = trial->observe({"drop", "reach"});
    EXPECT_NEAR(seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect, 1, 1e-3) << gamma;
  }
}

TEST(S8r, buckles_sideways_at_the_critical_weight) {
  judge::Scenario s;
  s.protocol = "lateral-buckling";
  s.regime = {{"thickness", 1e-3}, {"width", 0.5}, {"nu", judge::lateral_buckling_nu}};
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = 8;
  const double critical = judge::lateral_buckling_threshold(0.5, judge::lateral_buckling_nu);
  const auto trial = s8r()->start();
  trial->open(s);
  std::string above;
  for (const double fraction : {1.2, 1.02, 0.98}) {
    const judge::Reply reply = trial->advance({{"gamma_star", fraction * critical}});
    ASSERT_EQ(reply.status, plumb::Status::ok) << fraction;
    EXPECT_EQ(reply.negative_modes, 0);
    EXPECT_EQ(trial->observe({"lateral"}).at("lateral") > 1e-4, fraction > 1) << fraction;
    if (fraction == 1.02) above = trial->save();
  }
  // Loaded again, it goes on with the same bits.
  const auto other = s8r()->start();
  other->open(s);
  other->load(above);
  other->advance({{"gamma_star", 0.98 * critical}});
  EXPECT_EQ(other->save(), trial->save());
}

TEST(S8r, refuses_what_is_no_saved_trial) {
  const auto trial = s8r()->start();
  trial->open(cantilever(4));
  const std::string bytes = trial->save();
  EXPECT_THROW(trial->load(bytes.substr(0, 7)), plumb::UserError);
  EXPECT_THROW(trial->load(bytes.substr(0, bytes.size() / 2)), plumb::UserError);
  const auto finer = s8r()->start();
  finer->open(cantilever(5));
  EXPECT_THROW(finer->load(bytes), plumb::UserError);
  EXPECT_THROW(trial->observe({"colour"}), plumb::UserError);
}

}  // namespace
}  // namespace codes
