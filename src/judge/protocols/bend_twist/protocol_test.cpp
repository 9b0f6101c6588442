#include <judge/protocols/labelled_walk_test.h>

#include <cmath>
#include <functional>
#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include <judge/protocols/bend_twist/master_curve.h>

namespace protocols {
judge::Protocol const* bend_twist();
}

namespace judge {
namespace {

const Protocol& protocol() { return *protocols::bend_twist(); }

/// Its own frontier lies at `factor` times the true x.
LabelledFormula rod(double factor) {
  return [=](const Scenario& s, const Load& load) -> std::optional<double> {
    static std::map<double, BendTwistCrossings> known;
    const double turns = s.regime.at("turns");
    if (!known.contains(turns)) known[turns] = bend_twist_frontier(turns);
    return known[turns].planar_is_stable(load.at("x") / factor) ? 0.0 : 1.0;
  };
}

TEST(BendTwistProtocol, IsTheRecipes) {
  const auto branches = protocol().plan(Sampling::full);
  ASSERT_EQ(branches.size(), 23u);
  const auto walked = walk(protocol(), Sampling::full, rod(1));
  EXPECT_NEAR(walked[0].points[0].values.at("x"), 0.105, 1e-12);
  EXPECT_NEAR(walked[0].points[29].values.at("x"), 0.95, 1e-12);
  const auto load = protocol().next(branches[22], {});
  EXPECT_NEAR(load->at("gamma"), std::pow(0.105 * 2 * std::numbers::pi * 10, 3), 1e-6);
  EXPECT_EQ(std::get<HangingCurl>(branches[22].question).leaves_plane, 1e-3);
  const auto& points = walked[22].points;
  EXPECT_EQ(protocol().next(branches[22], {points.begin(), points.end() - 1})->approach, Approach::bisect);
  // Short rods stay planar; long ones are 3D on the left and planar on the right.
  for (const Point& point : walked[0].points) EXPECT_EQ(point.label, "2D");
  EXPECT_EQ(walked[22].points[15].label, "3D");
  EXPECT_EQ(walked[22].points[29].label, "2D");
}

TEST(BendTwistProtocol, QuickAndFullAgree) {
  struct Case {
    double factor;
    Verdicts expected;
  };
  // 5 % of the box is a factor 1.116 in x.
  for (const Case& c : {Case{1, {true, true}},
                        {1.005, {true, true}},
                        {1.03, {true, false}},
                        {1.3, {false, false}},
                        {0.75, {false, false}}}) {
    for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
      EXPECT_EQ(verdicts(protocol(), sampling, rod(c.factor)), c.expected)
          << c.factor << (sampling == Sampling::quick ? " quick" : " full");
    }
  }
}

TEST(BendTwistProtocol, ASolverThatStaysOnThePlanarSaddleIsKo) {
  EXPECT_EQ(verdicts(protocol(), Sampling::full, [](const Scenario&, const Load&) { return 0.0; }),
            (Verdicts{false, false}));
}

/// A point of the middle row with everything that a code may tell.
Record told(const Load& load) {
  return {load.values,
          {},
          {{"out_of_plane", 2}, {"energy", -3}, {"other_energy", 5}, {"other_out_of_plane", 0}},
          {0, 0, 0, 0, 0, -1}};
}

TEST(BendTwistProtocol, ShapesAreKeptOnTheGridAndNotWhereItIsBisected) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    const auto walked = walk(protocol(), sampling, rod(1));
    const BranchPoints& row = walked[walked.size() / 2];
    std::size_t n_kept = 0;
    std::vector<Point> so_far;
    while (const auto load = protocol().next(row.scenario, so_far)) {
      n_kept += protocol().keeps_shape(row.scenario, *load) ? 1u : 0u;
      so_far.push_back(row.points[so_far.size()]);
    }
    EXPECT_EQ(so_far.size(), row.points.size());
    EXPECT_EQ(n_kept, sampling == Sampling::full ? 30u : 6u);
    EXPECT_LT(n_kept, so_far.size());
  }
}

TEST(BendTwistProtocol, TheEquilibriumOfLowerEnergyIsTheLabelAndTheOtherOneIsTold) {
  const Scenario row = protocol().plan(Sampling::full)[15];
  const Load load = protocol().next(row, {}).value();
  const Point point = protocol().measure(row, told(load));
  EXPECT_EQ(point.label, "3D");
  EXPECT_EQ(point.values.at("energy"), -3);
  EXPECT_EQ(point.values.at("other_energy"), 5);
  EXPECT_EQ(point.values.at("other_out_of_plane"), 0);
  Record silent = told(load);
  silent.observed = {{"out_of_plane", 0}};
  EXPECT_EQ(protocol().measure(row, silent).values.size(), 3u) << "turns, x and the measure are enough";
}

TEST(BendTwistProtocol, ThePictureMarksWrongLabelsAndHasASpotForEveryShape) {
  std::vector<BranchPoints> branches;
  for (const Scenario& row : protocol().plan(Sampling::full)) branches.push_back({row, {}});
  // 3D at the lightest load, which is right for no row but the last; one point of it without a shape.
  for (BranchPoints& branch : {std::ref(branches[3]), std::ref(branches[22])}) {
    branch.points.push_back(protocol().measure(branch.scenario, told(protocol().next(branch.scenario, {}).value())));
  }
  Record shapeless = told(protocol().next(branches[3].scenario, branches[3].points).value());
  shapeless.shape.clear();
  branches[3].points.push_back(protocol().measure(branches[3].scenario, shapeless));
  const Plot plot = protocol().picture(branches, {});
  ASSERT_EQ(plot.marks.size(), 3u);
  EXPECT_EQ(plot.marks[2].style, MarkStyle::cross);
  ASSERT_EQ(plot.marks[2].points.size(), 2u);
  EXPECT_NEAR(plot.marks[2].points[0].y, branches[3].scenario.regime.at("turns"), 1e-12);
  ASSERT_EQ(plot.spots.size(), 2u);
  EXPECT_EQ(plot.spots[0].title, "3D, mislabelled");
  EXPECT_EQ(plot.spots[1].title, "3D");
  EXPECT_NEAR(plot.spots[1].at.x, 0.105, 1e-12);
  EXPECT_EQ(plot.spots[1].shape.size(), 6u);
  std::string facts;
  for (const PlotFact& fact : plot.spots[1].facts) facts += fact.name + " " + fact.value + "; ";
  EXPECT_EQ(facts,
            "φ/2π 10; Γ^(1/3)/φ 0.105; twist 2.0000 rad; energy -3 EI/L; another equilibrium 5 EI/L; its twist 0.0000 "
            "rad; ");
}

TEST(BendTwistProtocol, OneWrongLabelNextToTheFrontierIsListed) {
  int n = 0;
  const auto one_wrong = [&](const Scenario& s, const Load& load) -> std::optional<double> {
    const auto right = rod(1)(s, load);
    const double turns = s.regime.at("turns");
    const double upper = bend_twist_frontier(turns).upper.value_or(0);
    if (turns == 10 && n == 0 && load.at("x") > upper) return ++n, 1.0;
    return right;
  };
  const Score score = protocol().score(walk(protocol(), Sampling::full, one_wrong));
  EXPECT_TRUE(score.ok) << score.reason;
  ASSERT_EQ(score.remarks.size(), 1u);
  EXPECT_NE(score.remarks[0].find("labelled 3D"), std::string::npos) << score.remarks[0];
}

}  // namespace
}  // namespace judge
