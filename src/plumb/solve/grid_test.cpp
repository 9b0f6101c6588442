// Grids of crossing rods that rise to a dome.
#include <plumb/solve/grid_for_test.h>

#include <gtest/gtest.h>

#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kShare = 0.04, kPush = 50;

Vector3d node(const RodGrid& grid, const State& state, int rod, int i) {
  return state.q.segment<3>(grid.rods[static_cast<std::size_t>(rod)].node(i));
}

/// Pushes the flat grid up a little, then draws its ends in. Sums the iterations.
Outcome raise(const RodGrid& grid, DrawnEnds how, State& state) {
  Continuation continuation(grid.model);
  state = grid.model.initial;
  const Outcome pushed = continuation.advance(state, draw_ends(grid.model, 0, kPush));
  EXPECT_EQ(pushed.status, Status::ok);
  Outcome raised = continuation.advance(state, draw_ends(grid.model, kShare, kPush, how));
  raised.iterations += pushed.iterations;
  return raised;
}

TEST(Grid, drawn_in_as_a_dome_is_long_it_rises_to_that_dome) {
  constexpr int n = 9, between = 3;
  const RodGrid grid = rod_grid(n, between);
  const int last = grid.rods[0].n_edges();
  State state;
  const Outcome dome = raise(grid, DrawnEnds::as_a_dome, state);
  ASSERT_EQ(dome.status, Status::ok);
  EXPECT_EQ(dome.negative_modes, 0);
  EXPECT_LT(dome.update, 1e-9);
  EXPECT_LT(dome.iterations, 200);

  // The middle rod: a sine of height h over the chord c is longer by pi^2 h^2 / (4 c).
  EXPECT_NEAR(rise(grid, state), 2 * std::sqrt(kShare * (1 - kShare)) / std::numbers::pi, 0.002);

  // The dome is as symmetric as the grid: the other way round, and with x and y exchanged.
  for (int rod = 0; rod < n; ++rod) {
    for (int i = 0; i <= last; ++i) {
      const Vector3d here = node(grid, state, rod, i), round = node(grid, state, rod, last - i),
                     other = node(grid, state, rod + n, i);
      EXPECT_NEAR(here.z(), round.z(), 1e-6);
      EXPECT_NEAR(here.x(), 1 - round.x(), 1e-6);
      EXPECT_LT((here - Vector3d(other.y(), other.x(), other.z())).norm(), 1e-6);
    }
    // Rods bend and hardly stretch.
    double length = 0;
    for (int i = 0; i < last; ++i) {
      length += (node(grid, state, rod, i + 1) - node(grid, state, rod, i)).norm();
    }
    EXPECT_NEAR(length, 1, 4e-4);
  }
  // Rods cross where they crossed.
  EXPECT_EQ(node(grid, state, 3, 2 + between * 2), node(grid, state, n + 2, 2 + between * 3));
}

// On its way this one comes to a saddle with two dozen negative modes, which cannot be left along the lowest: Newton's
// method falls back onto it. A shorter load step is the answer, not the same attempt again.
TEST(Grid, with_wrinkles_does_not_come_back_to_the_same_saddle_again_and_again) {
  const RodGrid grid = rod_grid(9, 3);
  State state;
  const Outcome wrinkled = raise(grid, DrawnEnds::alike, state);
  ASSERT_EQ(wrinkled.status, Status::ok);
  EXPECT_EQ(wrinkled.negative_modes, 0);
  EXPECT_LT(wrinkled.iterations, 400);
  EXPECT_LE(wrinkled.saddles_left, 2);
}

}  // namespace
}  // namespace plumb
