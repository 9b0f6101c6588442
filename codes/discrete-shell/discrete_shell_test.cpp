// Discrete Shell is right where it should be, and wrong by what its hinges explain.

#include <map>

#include <codes/motion/motion_code_test.h>
#include <codes/plate_trial/plate_code_test.h>
#include <codes/plate_trial/triangle_plate.h>
#include <judge/protocols/lateral_buckling/plate_buckling.h>

namespace protocols {
judge::Protocol const* vibration();
}

namespace codes {
judge::Code const* discrete_shell();
namespace {

constexpr double kHingePoisson = -1.0 / 3;  // of hinges on equilateral triangles

double aspect(const judge::Code& code, double width, int n, double gamma) {
  const auto trial = code.open(flat_scenario(width, n));
  EXPECT_EQ(trial->advance({{"gamma", gamma}}).status, plumb::Status::ok);
  const auto seen = trial->observe({"drop", "reach"});
  return seen.at("drop") / seen.at("reach");
}

double critical(const judge::Code& code, double width, int n) {
  const auto trial = code.open(buckling_scenario(width, n));
  return trial->also_observe({"critical"}).at("critical");
}

/// Its own Poisson ratio softens a narrow strip by 1 - 1/9, but for the clamp, which keeps it from curling across.
TEST(DiscreteShell, a_strip_bends_as_its_hinges_say) {
  const double small = 1e-2, expected = 1 / (1 - kHingePoisson * kHingePoisson);
  EXPECT_NEAR(aspect(*discrete_shell(), 0.1, 60, small) / judge::cantilever_curve(small).aspect / expected, 1, 0.04);
}

TEST(DiscreteShell, buckles_sideways_as_a_plate_with_the_poisson_ratio_of_its_hinges) {
  for (const double width : {0.3, 0.6}) {
    const double plate = judge::plate_threshold(width, 0.35, {});
    const double hinged = judge::plate_threshold(width, kHingePoisson, {});
    const double found = critical(*discrete_shell(), width, 24);
    EXPECT_NEAR(found / hinged, 1, 0.04) << width;
    EXPECT_GT(found / plate, 1.15) << width;
  }
}

TEST(DiscreteShell, with_another_bending_on_the_same_mesh_and_membrane_buckles_where_it_should) {
  const PlateCode mended(judge::Card{}, TrianglePlate{});
  const double width = 0.3;
  EXPECT_NEAR(critical(mended, width, 24) / judge::plate_threshold(width, 0.35, {}), 1, 0.02);
}

TEST(DiscreteShell, with_bridson_s_factor_is_a_strip_four_times_as_heavy) {
  const auto variants = discrete_shell()->variants();
  ASSERT_EQ(variants.size(), 1U);
  EXPECT_EQ(variants[0]->describe().name, "discrete-shell/bridson");
  for (const double gamma : {0.01, 2.0}) {
    EXPECT_NEAR(aspect(*variants[0], 0.1, 40, gamma) / aspect(*discrete_shell(), 0.1, 40, 4 * gamma), 1, 0.01);
  }
}

// A strip of hinges is too soft, by 1/9 where it is many cells wide: it hangs lower and vibrates more slowly.
TEST(DiscreteShell, vibrates_too_slowly) {
  const judge::Score score = score_of_motion(*discrete_shell(), *protocols::vibration());
  EXPECT_FALSE(score.ok);
  std::map<std::string, double> over_theory;
  for (const judge::Deviation& deviation : score.deviations) over_theory[deviation.branch] = 1 + deviation.error;
  const double frequency = over_theory.at("the first frequency");
  EXPECT_LT(frequency, 0.98);
  EXPECT_GT(frequency, std::sqrt(8.0 / 9));
  EXPECT_NEAR(over_theory.at("the drop about which it swings") * frequency * frequency, 1, 5e-3);
}
}  // namespace
}  // namespace codes
