#include <judge/protocols/stick_slip/curve.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/stick_slip/master_curve.h>

namespace judge {
namespace {

TEST(StickSlipTable, GivesRowsInTheOrderAskedFor) {
  const Curve* table = stick_slip_table();
  EXPECT_THAT(table->columns(), testing::ElementsAre("eps_y", "P", "Q", "ratio"));
  const auto rows = table->rows({0.2, 0.1});
  ASSERT_EQ(rows.size(), 2u);
  const StickSlipPoint p = stick_slip_curve(0.2);
  EXPECT_THAT(rows[0], testing::ElementsAre(p.eps_y, p.P, p.Q, p.ratio));
  EXPECT_EQ(rows[1][0], 0.1);
  EXPECT_EQ(table->plot(rows).marks.at(0).points.at(0), (CurvePoint{0.2, p.ratio}));
  EXPECT_EQ(table->with_nu(0.3), nullptr);
}

TEST(StickSlipLine, IsTheCurveFromTheOriginToTheTriplePoint) {
  const Polyline& line = stick_slip_line();
  EXPECT_EQ(line.front(), (CurvePoint{0, 0}));
  EXPECT_EQ(line.back(), (CurvePoint{stick_slip_triple_point().eps_y, stick_slip_triple_point().ratio}));
  for (const CurvePoint& p : line) EXPECT_NEAR(stick_slip_curve(p.x).ratio, p.y, 1e-12);
}

// Between samples a straight line is as good as the curve: 1e-4 of the box.
TEST(StickSlipLine, IsDenseEnoughForThePlot) {
  const Polyline& line = stick_slip_line();
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double mu = (line[i - 1].y + line[i].y) / 2;
    EXPECT_NEAR(stick_slip_at_friction(mu).eps_y, (line[i - 1].x + line[i].x) / 2, 0.6e-4);
  }
}

}  // namespace
}  // namespace judge
