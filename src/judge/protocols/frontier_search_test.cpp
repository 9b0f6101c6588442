#include <judge/protocols/frontier_search.h>

#include <cmath>

#include <gtest/gtest.h>

namespace judge {
namespace {

const Axis weight{"weight", 10, 40, false};
constexpr double kOfTheBox = 1e-4, kWidth = 30 * kOfTheBox;

/// Labels that it takes from the grid's to find `frontier`.
int n_asked(const Axis& axis, std::vector<Label> labels, double frontier, std::optional<double> foretold) {
  int n = 0;
  while (const auto at = next_in_search(labels, axis, kOfTheBox, foretold)) {
    if (++n > 60) break;
    labels.insert(labels.begin(), {*at, *at > frontier});  // in any order
  }
  const std::vector<Crossing> found = crossings(labels, axis);
  EXPECT_EQ(found.size(), 1u);
  EXPECT_NEAR(axis.position(found.at(0).at), axis.position(frontier), kOfTheBox);
  EXPECT_TRUE(found.at(0).into);
  return n;
}

const std::vector<Label> grid{{40, true}, {15, true}, {14.5, false}, {10, false}};

TEST(FrontierSearch, HalvesWithoutForesight) {
  EXPECT_EQ(n_asked(weight, grid, 14.7, {}), 8);
  EXPECT_LE(n_asked({"x", 0.1, 1, true}, {{1, true}, {0.1, false}, {0.5, true}}, 0.3, {}), 13);
}

TEST(FrontierSearch, TwoLabelsConfirmWhatWasForetold) {
  for (double frontier = 14.52; frontier < 15; frontier += 0.02) {
    EXPECT_LE(n_asked(weight, grid, frontier, frontier), 2);
    EXPECT_LE(n_asked(weight, grid, frontier, frontier + 0.9 * kWidth), 3);
    EXPECT_LE(n_asked(weight, grid, frontier, frontier - 0.9 * kWidth), 3);
    EXPECT_LE(n_asked(weight, grid, frontier, frontier - 5 * kWidth), 7);
  }
}

TEST(FrontierSearch, AWrongForesightCostsLittleAndChangesNothing) {
  for (const double foretold : {14.6, 14.9, 12.0, 39.9, 200.0, -1.0, std::nan("")}) {
    EXPECT_LE(n_asked(weight, grid, 14.7, foretold), 8 + 3) << foretold;
  }
}

}  // namespace
}  // namespace judge
