#include <judge/protocols/cantilever/curve.h>

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/cantilever/master_curve.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

/// The master curve at the values of Algorithm 1, H/W multiplied.
Score score_multiplied(double factor) {
  MeasuredBranch measured{"", cantilever_samples(), {}};
  for (const CurvePoint& p : cantilever_master().points) measured.points.push_back({p.x, factor * p.y});
  ScoreRule rule;
  rule.box = cantilever_box();
  return score_curves({cantilever_master()}, {measured}, rule);
}

TEST(CantileverMaster, ScoresItselfZero) {
  const Score score = score_multiplied(1);
  EXPECT_EQ(score.hausdorff.value(), 0);
  EXPECT_EQ(score.worst.value().value, 0);
  EXPECT_TRUE(score.ok && score.strict_ok);
}

// 5 % of six decades: a curve moved along H/W by so much is as far away at the end of the window.
TEST(CantileverMaster, AFactorJustBelowTwoStillPassesThePapersTest) {
  const Score near = score_multiplied(std::pow(10, 6 * 0.049));
  EXPECT_NEAR(near.hausdorff.value(), 0.049, 1e-9);
  EXPECT_TRUE(near.ok);
  EXPECT_FALSE(near.strict_ok);
  const Score far = score_multiplied(std::pow(10, 6 * 0.051));
  EXPECT_NEAR(far.hausdorff.value(), 0.051, 1e-9);
  EXPECT_FALSE(far.ok);
}

TEST(CantileverMaster, IsExactBetweenSamplesAndForgivesRoundingAtTheEnds) {
  const auto exact = cantilever_master().exact;
  EXPECT_EQ(exact(3.21), cantilever_curve(3.21).aspect);
  EXPECT_EQ(exact(1e4 * (1 + 1e-13)), cantilever_curve(1e4).aspect);
  EXPECT_EQ(exact(1e-3 * (1 - 1e-13)), cantilever_curve(1e-3).aspect);
  EXPECT_THROW(exact(1.1e4), plumb::UserError);
}

TEST(CantileverTable, GivesRowsInTheOrderAskedFor) {
  const Curve* table = cantilever_table();
  EXPECT_THAT(table->columns(), testing::ElementsAre("gamma", "x", "y", "aspect"));
  const auto rows = table->rows({100, 1});
  ASSERT_EQ(rows.size(), 2u);
  const CantileverPoint p = cantilever_curve(100);
  EXPECT_THAT(rows[0], testing::ElementsAre(p.gamma, p.x, p.y, p.aspect));
  EXPECT_EQ(rows[1][0], 1);
  EXPECT_EQ(table->samples(), cantilever_samples());
  EXPECT_EQ(table->plot(rows).marks.at(0).points.at(0), (CurvePoint{100, p.aspect}));
}

}  // namespace
}  // namespace judge
