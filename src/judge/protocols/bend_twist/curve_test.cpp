#include <judge/protocols/bend_twist/curve.h>

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/bend_twist/master_curve.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

TEST(BendTwistTable, LeavesCellsEmptyWhereNothingIsCrossed) {
  const Curve* table = bend_twist_table();
  EXPECT_THAT(table->columns(), testing::ElementsAre("turns", "x_lower", "x_upper"));
  const auto rows = table->rows({2, 0.5});
  ASSERT_EQ(rows.size(), 2u);
  const BendTwistCrossings two = bend_twist_frontier(2, 0.5);
  EXPECT_THAT(rows[0], testing::ElementsAre(2.0, two.lower, two.upper));
  EXPECT_THAT(rows[1], testing::ElementsAre(0.5, std::nullopt, std::nullopt));
  EXPECT_EQ(table->plot(rows).marks.at(0).points.size(), 2u);
}

TEST(BendTwistTable, IsMadeForAnotherPoissonRatio) {
  const auto other = bend_twist_table()->with_nu(0.3);
  EXPECT_EQ(other->rows({2})[0][2], bend_twist_frontier(2, 0.3).upper);
  EXPECT_THROW(bend_twist_table()->with_nu(0.6), plumb::UserError);
}

// One line round the 3D region, open at its long end, without a step that the plot would show as a corner.
TEST(BendTwistLine, GoesRoundTheTip) {
  const Polyline line = bend_twist_line(round_rod(0.5));
  EXPECT_EQ(line.front(), (CurvePoint{bend_twist_frontier(10).lower.value(), 10}));
  EXPECT_EQ(line.back(), (CurvePoint{bend_twist_frontier(10).upper.value(), 10}));
  const auto lowest = std::min_element(line.begin(), line.end(), [](auto& p, auto& q) { return p.y < q.y; });
  EXPECT_EQ(lowest->y, bend_twist_tip().turns);
  const PlotBox box = bend_twist_box();
  for (std::size_t i = 1; i < line.size(); ++i) {
    EXPECT_GT(line[i].x, line[i - 1].x - 1e-10);
    EXPECT_LT(std::abs(box.x.position(line[i].x) - box.x.position(line[i - 1].x)), 0.03);
    EXPECT_LT(std::abs(box.y.position(line[i].y) - box.y.position(line[i - 1].y)), 0.03);
  }
}

}  // namespace
}  // namespace judge
