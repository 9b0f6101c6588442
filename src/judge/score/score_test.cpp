#include <judge/score/score.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

namespace judge {
namespace {

/// A curve with a knee in a box of four by two decades: y = x / (1 + x).
double knee(double x) { return x / (1 + x); }

ScoreRule log_rule() { return {{{"x", 1e-2, 1e2, true}, {"y", 1e-2, 1, true}}}; }

std::vector<double> log_values(int n) {
  std::vector<double> values;
  for (int i = 0; i < n; ++i) values.push_back(1e-2 * std::pow(1e4, i / (n - 1.0)));
  return values;
}

MasterBranch knee_master(std::string name = "") {
  MasterBranch master{std::move(name), {}, knee};
  for (double x : log_values(2001)) master.points.push_back({x, knee(x)});
  return master;
}

/// The knee, multiplied.
MeasuredBranch knee_measured(int n, double factor = 1, std::string name = "") {
  MeasuredBranch measured{std::move(name), log_values(n), {}};
  for (double x : measured.planned) measured.points.push_back({x, factor * knee(x)});
  return measured;
}

Score score_one(const MeasuredBranch& measured) { return score_curves({knee_master()}, {measured}, log_rule()); }

TEST(Score, OfTheCurveItselfIsZero) {
  const Score score = score_one(knee_measured(2001));
  EXPECT_TRUE(score.ok);
  EXPECT_TRUE(score.strict_ok);
  EXPECT_EQ(score.reason, "");
  EXPECT_EQ(score.strict_reason, "");
  EXPECT_EQ(score.hausdorff.value(), 0);
  EXPECT_EQ(score.worst.value().value, 0);
}

// At the right end the knee is flat, so that a factor moves it by its logarithm and by nothing less.
TEST(Score, ACurveMovedBy49PermilleIsOkAndBy51IsNot) {
  const Score near = score_one(knee_measured(401, std::pow(10, -0.049 * 2)));
  EXPECT_NEAR(near.hausdorff.value(), 0.049, 1e-5);
  EXPECT_TRUE(near.ok) << near.reason;
  EXPECT_FALSE(near.strict_ok);
  const Score far = score_one(knee_measured(401, std::pow(10, -0.051 * 2)));
  EXPECT_NEAR(far.hausdorff.value(), 0.051, 1e-5);
  EXPECT_FALSE(far.ok);
  EXPECT_NE(far.reason.find("5.1 % of the plot"), std::string::npos) << far.reason;
}

TEST(Score, IsKoAtTheToleranceItself) {
  const ScoreRule rule{{{"x", 0, 1}, {"y", 0, 1}}};
  const MasterBranch master{"", {{0, 0}, {1, 0}}, {}};
  const MeasuredBranch measured{"", {0, 1}, {{0, 0.05}, {1, 0.05}}};
  const Score score = score_curves({master}, {measured}, rule);
  EXPECT_EQ(score.hausdorff.value(), 0.05);
  EXPECT_FALSE(score.ok);
}

TEST(Score, LinearAxesAreMeasuredByTheirRange) {
  const ScoreRule rule{{{"w/L", 0, 1}, {"Gamma*", 0, 40}}};
  const MasterBranch master{"", {{0.1, 20}, {1, 20}}, {}};
  const MeasuredBranch measured{"", {0.1, 0.5, 1}, {{0.1, 21.9}, {0.5, 21.9}, {1, 21.9}}};
  const Score score = score_curves({master}, {measured}, rule);
  EXPECT_NEAR(score.hausdorff.value(), 1.9 / 40, 1e-12);
  EXPECT_TRUE(score.ok);
  EXPECT_NEAR(score.worst.value().value, 1.9 / 20, 1e-12);
}

TEST(Score, AFrontierMayBeSampledAlongY) {
  ScoreRule rule{{{"x", 0, 1}, {"phi", 0, 10}}, Sampled::y};
  const MasterBranch master{"", {{0.2, 0}, {0.4, 10}}, {}};
  const MeasuredBranch measured{"", {0, 5, 10}, {{0.2, 0}, {0.33, 5}, {0.4, 10}}};
  const Score score = score_curves({master}, {measured}, rule);
  EXPECT_NEAR(score.worst.value().value, 0.1, 1e-12);
  EXPECT_NEAR(score.worst->expected, 0.3, 1e-12);
  EXPECT_EQ(score.worst->at, (CurvePoint{0.33, 5}));
  EXPECT_NE(score.strict_reason.find("x is 10 % off at phi = 5"), std::string::npos) << score.strict_reason;
}

TEST(Score, TellsTheLargestRelativeErrorAndWhereItIs) {
  MeasuredBranch measured = knee_measured(41);
  measured.points[7].y *= 1.03;
  measured.points[29].y *= 0.96;
  const Score score = score_one(measured);
  EXPECT_TRUE(score.ok);
  EXPECT_NEAR(score.worst.value().value, 0.04, 1e-12);
  EXPECT_EQ(score.worst->at.x, measured.points[29].x);
  EXPECT_EQ(score.worst->expected, knee(measured.points[29].x));
  EXPECT_FALSE(score.strict_ok);
}

TEST(Score, IsStrictlyOkUpToOnePercent) {
  EXPECT_TRUE(score_one(knee_measured(41, 1.0099)).strict_ok);
  EXPECT_FALSE(score_one(knee_measured(41, 1.0101)).strict_ok);
}

TEST(Score, PointsOutsideTheAssumptionsLeaveTheStrictScoreOnly) {
  MeasuredBranch measured = knee_measured(41);
  measured.points[40].y *= 1.1;
  measured.points[40].strict = false;
  Score score = score_one(measured);
  EXPECT_TRUE(score.strict_ok) << score.strict_reason;
  EXPECT_GT(score.hausdorff.value(), 0.02);
  for (MeasuredPoint& p : measured.points) p.strict = false;
  score = score_one(measured);
  EXPECT_TRUE(score.ok);
  EXPECT_FALSE(score.strict_ok);
  EXPECT_FALSE(score.worst.has_value());
}

TEST(Score, AnyMissingPointIsAGap) {
  for (std::size_t i : {0u, 1u, 40u, 79u, 80u}) {
    MeasuredBranch measured = knee_measured(81);
    measured.points.erase(measured.points.begin() + std::ptrdiff_t(i));
    const Score score = score_one(measured);
    EXPECT_FALSE(score.ok) << i;
    EXPECT_FALSE(score.strict_ok) << i;
    EXPECT_LT(score.hausdorff.value(), 0.05) << i;  // it is not the distance that fails
    EXPECT_NE(score.reason.find("here is no point"), std::string::npos) << score.reason;
  }
}

TEST(Score, AGapIsToldByItsEnds) {
  MeasuredBranch measured = knee_measured(5);  // 0.01, 0.1, 1, 10, 100
  measured.points.erase(measured.points.begin() + 2);
  EXPECT_EQ(score_one(measured).reason, "There is no point between x = 0.1 and x = 10.");
}

TEST(Score, ANanOrAPointThatALogarithmCannotShowIsKo) {
  for (double bad : {std::nan(""), std::numeric_limits<double>::infinity(), -1.0, 0.0}) {
    MeasuredBranch measured = knee_measured(41);
    measured.points.push_back({measured.points[20].x, bad});  // beside a good point, so no gap
    const Score score = score_one(measured);
    EXPECT_FALSE(score.ok);
    EXPECT_FALSE(score.strict_ok);
    EXPECT_NE(score.reason.find("has no place in the plot"), std::string::npos) << score.reason;
    EXPECT_TRUE(std::isfinite(score.hausdorff.value()));
    EXPECT_TRUE(std::isfinite(score.worst.value().value));
  }
}

TEST(Score, AMissingBranchIsKo) {
  const std::vector<MasterBranch> master = {knee_master("a"), knee_master("b")};
  const Score score = score_curves(master, {knee_measured(41, 1, "a")}, log_rule());
  EXPECT_FALSE(score.ok);
  EXPECT_FALSE(score.strict_ok);
  EXPECT_EQ(score.reason, "Branch b: nothing was measured.");
  EXPECT_TRUE(score_curves(master, {knee_measured(41, 1, "a"), knee_measured(41, 1, "b")}, log_rule()).strict_ok);
}

TEST(Score, ABranchWithoutPointsIsKo) {
  MeasuredBranch empty = knee_measured(41);
  empty.points.clear();
  const Score score = score_one(empty);
  EXPECT_FALSE(score.ok);
  EXPECT_EQ(score.reason, "Nothing was measured.");
  EXPECT_FALSE(score.hausdorff.has_value());
  // Also beside another one that measures the same branch of the master.
  EXPECT_FALSE(score_curves({knee_master()}, {knee_measured(41), empty}, log_rule()).ok);
}

TEST(Score, OnlyTheSampledWindowCounts) {
  MeasuredBranch measured{"", {0.1, 0.3, 1, 3, 10}, {}};
  for (double x : measured.planned) measured.points.push_back({x, knee(x)});
  EXPECT_LT(score_one(measured).hausdorff.value(), 0.02);
  measured.points.push_back({50, 10 * knee(50)});  // outside, far off; the segment that leads there is cut
  measured.points.push_back({0.09, knee(0.09)});
  const Score score = score_one(measured);
  EXPECT_TRUE(score.ok) << score.reason;
  EXPECT_LT(score.worst.value().value, 1e-12);
}

TEST(Score, DoesNotDependOnTheOrderOfPoints) {
  MeasuredBranch measured = knee_measured(101, 1.07);
  for (std::size_t i = 0; i < measured.points.size(); ++i) measured.points[i].y *= 1 + 0.02 * std::sin(double(i));
  const Score reference = score_one(measured);
  std::mt19937 random(4);
  for (int trial = 0; trial < 5; ++trial) {
    std::shuffle(measured.points.begin(), measured.points.end(), random);
    std::shuffle(measured.planned.begin(), measured.planned.end(), random);
    const Score score = score_one(measured);
    EXPECT_EQ(score.hausdorff, reference.hausdorff);
    EXPECT_EQ(score.worst->value, reference.worst->value);
    EXPECT_EQ(score.worst->at, reference.worst->at);
    EXPECT_EQ(score.ok, reference.ok);
  }
}

TEST(Score, DoesNotDependOnTheDensityOfPoints) {
  const double coarse = score_one(knee_measured(101, 0.9)).hausdorff.value();
  for (int n : {201, 401, 1601}) EXPECT_NEAR(score_one(knee_measured(n, 0.9)).hausdorff.value(), coarse, 2e-5);
  // Points crowded on one half, with the plan of the other density.
  MeasuredBranch crowded = knee_measured(1601, 0.9);
  crowded.planned = log_values(101);
  const MeasuredBranch sparse = knee_measured(101, 0.9);
  std::erase_if(crowded.points, [](const MeasuredPoint& p) { return p.x > 1; });
  crowded.points.insert(crowded.points.end(), sparse.points.begin(), sparse.points.end());
  const Score score = score_one(crowded);
  EXPECT_TRUE(score.ok) << score.reason;
  EXPECT_NEAR(score.hausdorff.value(), coarse, 2e-5);
}

TEST(Score, DoesNotDependOnWhichCurveIsTheMaster) {
  MasterBranch master{"", {}, {}};
  MeasuredBranch measured{"", log_values(61), {}};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> noise(0.8, 1.2);
  for (double x : measured.planned) {
    master.points.push_back({x, knee(x)});
    measured.points.push_back({x, knee(x) * noise(random)});
  }
  MasterBranch other_master{"", {}, {}};
  MeasuredBranch other_measured{"", measured.planned, {}};
  for (const MeasuredPoint& p : measured.points) other_master.points.push_back({p.x, p.y});
  for (const CurvePoint& p : master.points) other_measured.points.push_back({p.x, p.y});
  EXPECT_NEAR(score_curves({master}, {measured}, log_rule()).hausdorff.value(),
              score_curves({other_master}, {other_measured}, log_rule()).hausdorff.value(), 1e-9);
}

}  // namespace
}  // namespace judge
