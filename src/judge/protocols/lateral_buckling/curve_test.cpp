#include <judge/protocols/lateral_buckling/curve.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/lateral_buckling/master_curve.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

TEST(LateralBucklingTable, GivesRowsInTheOrderAskedFor) {
  const Curve* table = lateral_buckling_table();
  EXPECT_THAT(table->columns(), testing::ElementsAre("width", "gamma_star"));
  EXPECT_EQ(table->samples(), lateral_buckling_samples());
  const auto rows = table->rows({0.4, 0});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_THAT(rows[0], testing::ElementsAre(0.4, lateral_buckling_threshold(0.4, 0.35)));
  EXPECT_THAT(rows[1], testing::ElementsAre(0.0, lateral_buckling_threshold(0, 0.35)));
  EXPECT_THROW(table->rows({0.4, 1.1}), plumb::UserError);
}

TEST(LateralBucklingTable, TakesAnyPoissonsRatio) {
  const auto other = lateral_buckling_table()->with_nu(0.1);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->rows({0.4})[0][1], lateral_buckling_threshold(0.4, 0.1));
  EXPECT_EQ(other->with_nu(0.35)->rows({0.4})[0][1], lateral_buckling_threshold(0.4, 0.35));
  EXPECT_THROW(lateral_buckling_table()->with_nu(0.6), plumb::UserError);
}

TEST(LateralBucklingTable, DrawsTheCurveThePapersFitAndTheRows) {
  const Plot plot = lateral_buckling_table()->plot({{0.5, 20.0}});
  ASSERT_EQ(plot.lines.size(), 2u);
  EXPECT_EQ(plot.lines[0].style, LineStyle::master);
  EXPECT_EQ(plot.lines[0].points.front(), (CurvePoint{0, lateral_buckling_threshold(0, 0.35)}));
  EXPECT_EQ(plot.lines[0].points.back(), (CurvePoint{1, lateral_buckling_threshold(1, 0.35)}));
  EXPECT_EQ(plot.lines[1].style, LineStyle::asymptote);
  EXPECT_NEAR(plot.lines[1].points.back().y, 28.25, 0.01);
  EXPECT_EQ(plot.marks.at(0).points.at(0), (CurvePoint{0.5, 20}));
}

}  // namespace
}  // namespace judge
