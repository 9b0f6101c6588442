#include <judge/engine/labelled_walk_test.h>

#include <cmath>
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
