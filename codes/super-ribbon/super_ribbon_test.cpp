#include <cmath>

#include <gtest/gtest.h>

#include <codes/plate_trial/plate_code_test.h>
#include <codes/super-ribbon/flat_limit.h>
#include <plumb/model/spline_shell/spline_shell.h>
#include <plumb/solve/critical_load.h>

namespace codes {
judge::Code const* super_ribbon();
namespace {

const judge::Code& edge() { return *super_ribbon(); }
const judge::Code& centreline() { return *super_ribbon()->variants().front(); }

double lateral(judge::Trial& trial) { return trial.observe({"lateral"}).at("lateral"); }

/// Above the threshold the strip is buckled, below it is flat; and buckled again when the weight comes back.
void expect_labels(const judge::Code& code, double width, int n, double threshold) {
  const auto trial = code.open(buckling_scenario(width, n));
  for (const double fraction : {1.3, 1.02, 0.97, 1.01}) {
    const judge::Reply reply = trial->advance({{"gamma_star", fraction * threshold}});
    ASSERT_EQ(reply.status, plumb::Status::ok) << fraction;
    EXPECT_EQ(lateral(*trial) > 1e-4, fraction > 1) << fraction << " of " << threshold << ", width " << width;
    EXPECT_EQ(reply.negative_modes, fraction > 1 ? 0 : -1) << "flat, it certifies nothing";
  }
}

TEST(SuperRibbon, FollowsTheElasticaAndFarBetterWithMoreElements) {
  expect_elastica(edge(), 20, 0.003, {1e-3, 1, 100});
  expect_elastica(edge(), 20, 0.12, {1e4});
  expect_elastica(edge(), 40, 2e-4, {1e-3, 1, 100});
  expect_elastica(edge(), 40, 0.04, {1e4});
}

TEST(SuperRibbon, LeavesItsPlaneWhereTheLinearTheoryOfADevelopableStripSays) {
  for (const double width : {0.1, 1.0}) {
    expect_labels(edge(), width, 40, FlatLimit(width, plumb::RibbonClamp::edge, 15).threshold());
    expect_labels(centreline(), width, 30, FlatLimit(width, plumb::RibbonClamp::centreline, 9).threshold());
  }
}

/// Green's and Sadowsky's narrow strip: between a rod that twists with 2 D w and one with 4 D w.
TEST(SuperRibbon, OfVanishingWidthIsStifferThanARodByItsTwist) {
  const double rod = 12.8543;
  const double narrow = FlatLimit(1e-6, plumb::RibbonClamp::centreline, 11).threshold();
  EXPECT_NEAR(narrow, 21.49066, 1e-4);
  EXPECT_GT(narrow, rod * std::sqrt(2));
  EXPECT_LT(narrow, rod * std::sqrt(4));
}

/// It is still flat where the plate has been buckled for long: by more than the 5 % of the box that are allowed.
TEST(SuperRibbon, HoldsMoreThanThePlate) {
  for (const double width : {0.1, 0.5, 1.0}) {
    const double plate = judge::lateral_buckling_threshold(width, judge::lateral_buckling_nu);
    const auto trial = edge().open(buckling_scenario(width, 30));
    ASSERT_EQ(trial->advance({{"gamma_star", plate + 0.2 * 40}}).status, plumb::Status::ok);
    EXPECT_LT(lateral(*trial), 1e-4) << width;
  }
}

double critical_weight(double width, double thickness) {
  constexpr double kHeaviest = 80, nu = judge::lateral_buckling_nu;
  plumb::SplineShellSpec plate;
  plate.width = width;
  plate.n_along = 16;
  plate.n_across = 3;
  plate.material = {thickness, 12 * (1 - nu * nu) / std::pow(thickness, 3), nu};  // D = 1
  plate.density = 1 / thickness;
  const plumb::Model model =
      plumb::spline_shell(plate, {Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitZ()});
  plumb::Loads heavy = model.initial.loads;
  heavy.gravity = {0, 0, -kHeaviest};
  const auto critical = plumb::critical_load(model, model.initial, model.initial.loads, heavy);
  EXPECT_EQ(critical.status, plumb::Status::ok);
  return kHeaviest * critical.fraction;
}

/// A membrane 10, 100 or 10,000 times as stiff against bending is a plate thinner by the root of that. It buckles at
/// the same weight, and not at the ribbon's, 27.7: in the first instant a membrane feels nothing, however stiff it is.
TEST(SuperRibbon, IsNotThePlateWithAStifferMembrane) {
  const double plate = judge::lateral_buckling_threshold(0.3, judge::lateral_buckling_nu);
  for (const double stiffer : {1.0, 10.0, 100.0, 1e4}) {
    EXPECT_NEAR(critical_weight(0.3, 1e-3 / std::sqrt(stiffer)) / plate, 1, 0.005) << stiffer;
  }
}

TEST(SuperRibbon, GoesOnWithTheSameBitsWhenSavedAndLoaded) {
  const judge::Scenario s = buckling_scenario(0.3, 12);
  const auto trial = edge().open(s), other = edge().open(s);
  trial->advance({{"gamma_star", 40}});
  trial->advance({{"gamma_star", 33}});
  other->load(trial->save());
  for (const double gamma_star : {29.0, 26.0, 28.0}) {
    trial->advance({{"gamma_star", gamma_star}});
    other->advance({{"gamma_star", gamma_star}});
    EXPECT_EQ(other->save(), trial->save());
  }
}

TEST(SuperRibbon, RefusesWhatIsNotItsOwn) { expect_refusals(edge()); }

}  // namespace
}  // namespace codes
