// Projective Dynamics is wrong by what its iterations explain, and its energy by what its curvature explains.

#include <codes/plate_trial/plate_code_test.h>
#include <codes/projective-dynamics/projective_plate.h>

namespace codes {
judge::Code const* projective_dynamics();
namespace {

double aspect(const judge::Code& code, const judge::Scenario& scenario, double gamma) {
  const auto trial = code.open(scenario);
  EXPECT_EQ(trial->advance({{"gamma", gamma}}).status, plumb::Status::ok);
  const auto seen = trial->observe({"drop", "reach"});
  return seen.at("drop") / seen.at("reach");
}

const judge::Code& variant(const std::string& name) {
  for (const judge::Code* code : projective_dynamics()->variants()) {
    if (code->describe().name == "projective-dynamics/" + name) return *code;
  }
  throw plumb::UserError(name);
}

/// From the flat strip every iteration adds the same sag, that of a string under the tension S: Gamma (h/L)^2 / 24 of
/// the length.
TEST(ProjectiveDynamics, sags_by_as_much_as_it_iterates) {
  for (const double gamma : {0.1, 10.0}) {
    const double each = gamma * 1e-6 / 24;
    EXPECT_NEAR(aspect(variant("10"), flat_scenario(0.1, 30), gamma) / (10 * each), 1, 0.05);
    EXPECT_NEAR(aspect(*projective_dynamics(), flat_scenario(0.1, 30), gamma) / (100 * each), 1, 0.05);
    EXPECT_NEAR(aspect(variant("1000"), flat_scenario(0.1, 30), gamma) / (1000 * each), 1, 0.05);
  }
}

/// Converged, a narrow strip under a light load bends across as much as along: it is far too soft. Under a heavy one it
/// is a cylinder, and soft only by the sides, whose points do not bend.
TEST(ProjectiveDynamics, converged_is_soft_where_saddles_are_free) {
  const auto trial = variant("converged").open(flat_scenario(0.1, 40));
  double ratio = 0;
  for (const double gamma : {0.01, 0.1, 1.0, 10.0, 100.0, 1000.0}) {
    ASSERT_EQ(trial->advance({{"gamma", gamma}}).status, plumb::Status::ok) << gamma;
    const auto seen = trial->observe({"drop", "reach"});
    ratio = seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gamma).aspect;
    if (gamma == 0.01) {
      EXPECT_GT(ratio, 20);
    }
  }
  EXPECT_NEAR(ratio, 1.13, 0.02);
}

TEST(ProjectiveDynamics, is_another_code_with_another_alpha) {
  const judge::Code& converged = variant("converged");
  const auto softer = judge::tuned(converged, "alpha", 0.1);
  EXPECT_EQ(softer->describe().name, converged.describe().name);
  EXPECT_NE(softer->fingerprint(), converged.fingerprint());
  EXPECT_GT(aspect(*softer, flat_scenario(0.1, 20), 30), 1.05 * aspect(converged, flat_scenario(0.1, 20), 30));
  EXPECT_THROW(judge::tuned(converged, "aplha", 0.1), plumb::UserError);
}

TEST(ProjectiveDynamics, goes_on_from_a_saved_trial_with_the_same_bits) {
  for (const judge::Scenario& s : {flat_scenario(0.1, 10), buckling_scenario(0.3, 10)}) {
    const char* load = s.regime == flat_scenario(0.1, 10).regime ? "gamma" : "gamma_star";
    const auto trial = variant("10").open(s), other = variant("10").open(s);
    trial->advance({{load, 10}});
    other->load(trial->save());
    trial->advance({{load, 12}});
    other->advance({{load, 12}});
    EXPECT_EQ(other->save(), trial->save());
  }
  expect_refusals(*projective_dynamics());
}

}  // namespace
}  // namespace codes
