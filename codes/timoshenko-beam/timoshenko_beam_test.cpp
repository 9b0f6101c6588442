#include <cmath>

#include <gtest/gtest.h>

#include <judge/engine/code.h>
#include <judge/protocols/cantilever/master_curve.h>

namespace codes {
judge::Code const* timoshenko_beam();
namespace {

double aspect_error(int n, double gamma, double radius = 5e-4) {
  judge::Scenario s;
  s.protocol = "cantilever";
  s.regime = {{"radius", radius}, {"nu", 0}};
  s.scales = {0.7, 3e6, 1100};
  s.knobs.n = n;
  const auto trial = timoshenko_beam()->start();
  trial->open(s);
  const judge::Reply reply = trial->advance({{"gamma", gamma}});
  EXPECT_EQ(reply.status, plumb::Status::ok);
  EXPECT_EQ(reply.negative_modes, 0);
  const auto seen = trial->observe({"drop", "reach"});
  return std::abs(seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect - 1);
}

TEST(TimoshenkoBeam, FollowsTheElastica) {
  EXPECT_LT(aspect_error(10, 1), 1e-4);
  EXPECT_LT(aspect_error(20, 100), 1e-2);
}

TEST(TimoshenkoBeam, DoesNotLockHoweverThin) {
  const double thick = aspect_error(8, 10, 5e-3), thin = aspect_error(8, 10, 5e-4),
               very_thin = aspect_error(8, 10, 5e-5);
  EXPECT_LT(thick, 2e-3);
  EXPECT_LT(thin, 2e-3);
  EXPECT_LT(very_thin, 2e-3);
}

}  // namespace
}  // namespace codes
