// The constant of the hinges decides, and nothing else: a strip three times as stiff hangs as under a third of its
// weight.

#include <codes/plate_trial/plate_code_test.h>

namespace codes {
judge::Code const* discrete_shell_arcsim();
namespace {

double aspect(const judge::Code& code, double gamma) {
  const auto trial = code.open(flat_scenario(0.1, 30));
  EXPECT_EQ(trial->advance({{"gamma", gamma}}).status, plumb::Status::ok);
  const auto seen = trial->observe({"drop", "reach"});
  return seen.at("drop") / seen.at("reach");
}

TEST(DiscreteShellArcsim, with_the_paper_s_constant_is_a_strip_a_third_as_heavy) {
  const auto variants = discrete_shell_arcsim()->variants();
  ASSERT_EQ(variants.size(), 2U);
  ASSERT_EQ(variants[0]->describe().name, "discrete-shell-arcsim/fixed");
  ASSERT_EQ(variants[1]->describe().name, "discrete-shell-arcsim/strip");
  // Light loads: a heavy one keeps the strip from curling across, the sooner the less it resists bending.
  for (const double gamma : {0.01, 0.3}) {
    EXPECT_NEAR(aspect(*variants[0], 3 * gamma) / aspect(*variants[1], gamma), 1, 0.01) << gamma;
  }
}

TEST(DiscreteShellArcsim, with_the_strip_s_constant_bends_as_the_elastica_does_under_heavy_loads) {
  const judge::Code& strip = *discrete_shell_arcsim()->variants().at(1);
  EXPECT_NEAR(aspect(strip, 30) / judge::cantilever_curve(30).aspect, 1, 0.05);
}

}  // namespace
}  // namespace codes
