#include <judge/protocols/labelled_walk_test.h>

#include <cmath>

#include <gtest/gtest.h>

#include <judge/protocols/lateral_buckling/master_curve.h>

namespace protocols {
judge::Protocol const* lateral_buckling();
}

namespace judge {
namespace {

const Protocol& protocol() { return *protocols::lateral_buckling(); }

/// A pitchfork at `factor` times the true threshold plus `offset`.
LabelledFormula pitchfork(double factor, double offset = 0) {
  return [=](const Scenario& s, const Load& load) -> std::optional<double> {
    static std::map<double, double> known;
    const double width = s.regime.at("width");
    if (!known.contains(width)) known[width] = lateral_buckling_threshold(width, 0.35);
    const double beyond = load.at("gamma_star") - (factor * known[width] + offset);
    return beyond > 0 ? std::sqrt(beyond) : 0;
  };
}

TEST(LateralBucklingProtocol, IsTheRecipes) {
  const auto branches = protocol().plan(Sampling::full);
  ASSERT_EQ(branches.size(), 10u);
  EXPECT_EQ(branches[0].regime.at("width"), 0.1);
  const auto& asked = std::get<BucklingPlate>(branches[0].question);
  EXPECT_EQ(asked.leaves_plane, 1e-4);
  EXPECT_EQ(asked.tilt, 0.2);
  EXPECT_EQ(asked.heaviest, 80);
  const auto walked = walk(protocol(), Sampling::full, pitchfork(1));
  const auto& points = walked[3].points;
  EXPECT_EQ(points[0].values.at("gamma_star"), 40);
  EXPECT_EQ(points[1].values.at("gamma_star"), 39.5);
  EXPECT_EQ(points[60].values.at("gamma_star"), 10);
  EXPECT_GT(points.size(), 61u);  // and the bisection
  EXPECT_EQ(protocol().next(branches[3], {points.begin(), points.end() - 1})->approach, Approach::bisect);
  EXPECT_EQ(points[0].label, "3D");
  EXPECT_EQ(points[60].label, "2D");
}

TEST(LateralBucklingProtocol, QuickAndFullAgree) {
  struct Case {
    double factor, offset;
    Verdicts expected;
  };
  // 5 % of the box is 2 in Gamma*.
  for (const Case& c : {Case{1, 0, {true, true}},
                        {1.005, 0, {true, true}},
                        {1.03, 0, {true, false}},
                        {1, 1.5, {true, false}},
                        {1, 4, {false, false}},
                        {1, -4, {false, false}},
                        {0.5, 0, {false, false}}}) {
    for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
      EXPECT_EQ(verdicts(protocol(), sampling, pitchfork(c.factor, c.offset)), c.expected)
          << c.factor << " " << c.offset << (sampling == Sampling::quick ? " quick" : " full");
    }
  }
}

TEST(LateralBucklingProtocol, SweepsOnWhereNoThresholdShows) {
  // As the paper found for Discrete Shell: thresholds above 50.
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    const auto walked = walk(protocol(), sampling, pitchfork(1, 40));
    double highest = 0;
    for (const Point& point : walked[0].points) highest = std::max(highest, point.values.at("gamma_star"));
    EXPECT_GT(highest, 50);
    const Score score = protocol().score(walked);
    EXPECT_FALSE(score.ok);
    ASSERT_TRUE(score.worst);
    EXPECT_GT(score.worst->value, 1);
  }
  const auto never = walk(protocol(), Sampling::full, [](const Scenario&, const Load&) { return 0.0; });
  EXPECT_EQ(never[0].points.back().values.at("gamma_star"), 80);
  EXPECT_FALSE(protocol().score(never).ok);
}

TEST(LateralBucklingProtocol, FailedLoadsAreKo) {
  const auto failing = [](const Scenario& s, const Load& load) -> std::optional<double> {
    if (s.regime.at("width") > 0.25 && load.at("gamma_star") > 30) return std::nullopt;
    return pitchfork(1)(s, load);
  };
  EXPECT_EQ(verdicts(protocol(), Sampling::full, failing), (Verdicts{false, false}));
}

}  // namespace
}  // namespace judge
