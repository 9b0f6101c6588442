// Searches end when their budget does, say so, and leave the last equilibrium.
#include <plumb/core/budget.h>

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/arc_length.h>
#include <plumb/solve/continuation.h>
#include <plumb/solve/critical_load.h>
#include <plumb/solve/vibration.h>

namespace plumb {
namespace {

Model hanging_rod() {
  RodSpec spec;
  spec.nodes = clamped_nodes(1, 30);
  spec.stiffness = rod_stiffness(RodSection::circle(5e-3), 1e6, 0.5, 1000);
  spec.clamped_edges = {0};
  return elastic_rod(spec);
}

Loads weight(const Model& model, double gravity) {
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -gravity};
  return loads;
}

TEST(Budget, ends_an_equilibrium_without_retries_and_leaves_the_state) {
  const Model model = hanging_rod();
  State state = model.initial;
  std::atomic<bool> stop = true;
  const Budget budget(&stop);
  const Outcome one = EquilibriumSolver(model).solve(state, weight(model, 9.81));
  EXPECT_EQ(one.status, Status::interrupted);
  const Outcome many = Continuation(model).advance(state, weight(model, 9.81));
  EXPECT_EQ(many.status, Status::interrupted);
  EXPECT_EQ(many.iterations, 0) << "nothing is halved and tried again";
  EXPECT_EQ(state.q, model.initial.q);
}

TEST(Budget, is_told_apart_from_an_interrupt) {
  const Model model = hanging_rod();
  State state = model.initial;
  const Budget budget(nullptr, 1e-9);
  EXPECT_EQ(Continuation(model).advance(state, weight(model, 9.81)).status, Status::out_of_time);
  EXPECT_EQ(critical_load(model, model.initial, model.initial.loads, weight(model, 1)).status, Status::out_of_time);
}

// What ends in the middle goes on from the last equilibrium to the same bits.
TEST(Budget, ends_a_path_at_its_last_point) {
  const Model model = hanging_rod();
  const Loads from = model.initial.loads, to = weight(model, 1);
  State whole = model.initial, parts = model.initial;
  ArcLength path(model);
  ASSERT_EQ(path.advance(whole, from, to, 1).status, Status::ok);

  std::atomic<bool> stop = false;
  State last;
  {
    const Budget budget(&stop);
    int n = 0;
    const PathOutcome outcome = path.advance(parts, from, to, 1, [&](const State& at, const PathPoint&) {
      last = at;
      stop = ++n == 3;
    });
    EXPECT_EQ(outcome.status, Status::interrupted);
    EXPECT_EQ(n, 3);
    EXPECT_EQ(parts.q, last.q);
  }
  ASSERT_EQ(path.advance(parts, from, to, 1).status, Status::ok);
  EXPECT_EQ(parts.q, whole.q);
}

TEST(Budget, ends_the_search_for_vibrations) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({1, 0.5, 12, 6});
  spec.material = {0.01, 1e6, 0.3};
  spec.density = 1000;
  const Model model = shell(spec);
  ASSERT_GT(model.layout.n_free, 300) << "else all pairs are found at once";
  std::atomic<bool> stop = true;
  const Budget budget(&stop);
  EXPECT_EQ(vibrations(model, model.initial, 3).status, Status::interrupted);
}

}  // namespace
}  // namespace plumb
