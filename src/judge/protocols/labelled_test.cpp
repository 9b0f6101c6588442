#include <judge/protocols/labelled.h>

#include <cmath>

#include <gtest/gtest.h>

#include <judge/protocols/frontier_search.h>

namespace judge {
namespace {

constexpr double kSearchWidth = 1e-4;

/// Rows 0.1 .. 1 on the x axis, swept 0 .. 40 by 0.5 on y; the frontier is y = 10 + 15 row.
ScoreRule rule() {
  ScoreRule r;
  r.box = {{"w", 0, 1, false}, {"G", 0, 40, false}};
  return r;
}

double truth(double row) { return 10 + 15 * row; }

MasterFrontier frontier() {
  MasterFrontier m;
  m.beyond = [](double row, double at) { return at > truth(row); };
  m.crossings = [](double row) { return std::vector<Crossing>{{truth(row), true}}; };
  return m;
}

/// Labels as a code with its own frontier would give them, sought as `next_in_search` asks.
std::vector<LabelRow> sweep(const std::function<bool(double row, double at)>& beyond) {
  std::vector<LabelRow> rows;
  for (int i = 1; i <= 10; ++i) {
    LabelRow row{0.1 * i, {}, {}};
    for (double at = 0; at <= 40; at += 0.5) {
      row.grid.push_back(at);
      row.labels.push_back({at, beyond(row.row, at)});
    }
    while (const auto at = next_in_search(row.labels, rule().box.y, kSearchWidth))
      row.labels.push_back({*at, beyond(row.row, *at)});
    rows.push_back(row);
  }
  return rows;
}

LabelScore score_of(const std::function<bool(double row, double at)>& beyond) {
  return score_labels(sweep(beyond), frontier(), rule());
}

TEST(Labelled, TheRightLabelsAreOkAndStrict) {
  const LabelScore s = score_of([](double row, double at) { return at > truth(row); });
  EXPECT_TRUE(s.score.ok) << s.score.reason;
  EXPECT_TRUE(s.score.strict_ok) << s.score.strict_reason;
  EXPECT_TRUE(s.mislabelled.empty());
  // The grid alone is worth half a cell, the search a thousandth of the quantity.
  EXPECT_LT(*s.score.hausdorff, 0.25 / 40 + 1e-9);
  EXPECT_LT(s.score.worst->value, 40 * kSearchWidth / 10);
}

TEST(Labelled, TheStrictVerdictSeesWhatTheGridCannot) {
  // 1.5 % off: less than one cell of the grid in most rows.
  const LabelScore s = score_of([](double row, double at) { return at > 1.015 * truth(row); });
  EXPECT_TRUE(s.score.ok) << s.score.reason;
  EXPECT_FALSE(s.score.strict_ok);
  EXPECT_NEAR(s.score.worst->value, 0.015, 1e-3);
  const LabelScore small = score_of([](double row, double at) { return at > 1.008 * truth(row); });
  EXPECT_TRUE(small.score.strict_ok) << small.score.strict_reason;
}

TEST(Labelled, AShiftOfFivePercentDecides) {
  const double slope = 15.0 / 40, up = std::sqrt(1 + slope * slope);  // vertical shift for a unit distance
  const auto shifted = [&](double distance) {
    return score_of([=](double row, double at) { return at > truth(row) + 40 * distance * up; }).score.ok;
  };
  EXPECT_TRUE(shifted(0.04));
  EXPECT_FALSE(shifted(0.06));
  EXPECT_FALSE(shifted(-0.06));
}

TEST(Labelled, MislabelledPointsAreListedFarthestFirst) {
  const LabelScore s = score_of([](double row, double at) { return at > truth(row) + 1; });
  ASSERT_GE(s.mislabelled.size(), 10u);
  for (std::size_t i = 1; i < s.mislabelled.size(); ++i) {
    EXPECT_LE(s.mislabelled[i].distance, s.mislabelled[i - 1].distance);
  }
  EXPECT_LE(s.mislabelled.front().distance, 1.0 / 40 + 1e-12);
}

TEST(Labelled, AnIslandOfWrongLabelsIsKo) {
  const LabelScore s =
      score_of([](double row, double at) { return at > truth(row) || (row > 0.55 && row < 0.65 && at == 3); });
  EXPECT_FALSE(s.score.ok);
  EXPECT_FALSE(s.score.strict_ok);
  EXPECT_EQ(s.mislabelled.front().at, 3);
}

TEST(Labelled, NoChangeAtAllIsKo) {
  for (const bool always : {true, false}) EXPECT_FALSE(score_of([=](double, double) { return always; }).score.ok);
}

TEST(Labelled, AMissingLabelIsKo) {
  auto rows = sweep([](double row, double at) { return at > truth(row); });
  std::erase_if(rows[4].labels, [](const Label& label) { return label.at == 20; });
  const LabelScore s = score_labels(rows, frontier(), rule());
  EXPECT_FALSE(s.score.ok);
  EXPECT_NE(s.score.reason.find("1 of 81"), std::string::npos) << s.score.reason;
}

/// Rows that end at their first label beyond, as those of Stick-Slip do, end before the master's frontier if they are early.
TEST(Labelled, ARowThatEndedEarlyIsScoredToo) {
  constexpr double kEarly = 4;  // a tenth of the box
  std::vector<LabelRow> rows = sweep([](double row, double at) { return at > truth(row) - kEarly; });
  for (LabelRow& row : rows) {
    const double last = 0.5 * std::floor(truth(row.row) / 0.5);
    std::erase_if(row.labels, [&](const Label& label) { return label.at > last; });
    std::erase_if(row.grid, [&](double at) { return at > 0 && at < last; });
    row.whole = row.grid;
    row.grid = {0, last};
  }
  const LabelScore s = score_labels(rows, frontier(), rule(), Verdict::from_bisection);
  EXPECT_FALSE(s.score.ok);
  ASSERT_TRUE(s.score.hausdorff);
  EXPECT_GT(*s.score.hausdorff, 0.05);
}

TEST(Labelled, ARowMayHaveTwoCrossings) {
  // 3D between the arms of a parabola that opens with the row; the first rows have none.
  ScoreRule r = rule();
  const auto half = [](double row) { return row > 0.25 ? 10 * std::sqrt(row - 0.25) : 0.0; };
  const auto beyond = [&](double row, double at) { return std::abs(at - 20) < half(row); };
  MasterFrontier m;
  m.beyond = beyond;
  m.crossings = [&](double row) {
    std::vector<Crossing> both;
    if (row > 0.25) both = {{20 - half(row), true}, {20 + half(row), false}};
    return both;
  };
  const LabelScore right = score_labels(sweep(beyond), m, r);
  EXPECT_TRUE(right.score.ok) << right.score.reason;
  EXPECT_TRUE(right.score.strict_ok) << right.score.strict_reason;
  const LabelScore half_open =
      score_labels(sweep([&](double row, double at) { return row > 0.25 && at > 20 - half(row); }), m, r);
  EXPECT_FALSE(half_open.score.ok);
}

}  // namespace
}  // namespace judge
