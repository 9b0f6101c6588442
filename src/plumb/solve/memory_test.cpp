// Memories change with accepted equilibria only.

#include <plumb/mechanics/memory.h>

#include <gtest/gtest.h>

#include <plumb/solve/arc_length.h>
#include <plumb/solve/continuation.h>
#include <plumb/solve/dragged_anchor_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

Loads pulled(const Model& model, const Vector3d& force) {
  Loads loads = model.initial.loads;
  loads.wrenches[0].force = force;
  return loads;
}

TEST(MemoryOfEquilibria, changes_once_for_each_and_is_what_the_next_one_sees) {
  const Model model = dragged_anchor();
  EquilibriumSolver solver(model);
  State state = model.initial;
  Vector3d anchor = Vector3d::Zero();
  int n = 0;
  // Out, back and aside; the same by hand.
  for (const Vector3d& force : {Vector3d(0.3, 0, 0), Vector3d(1, 0, 0), Vector3d(0.2, 0, 0), Vector3d(-1, 0.5, 0)}) {
    ASSERT_EQ(solver.solve(state, pulled(model, force)).status, Status::ok);
    const Vector3d x =
        (force + DraggedAnchor::kToAnchor * anchor) / (DraggedAnchor::kToAnchor + DraggedAnchor::kToOrigin);
    if ((x - anchor).norm() > AnchorMemory::kReach) {
      anchor = (x + AnchorMemory::kReach * (anchor - x).normalized()).eval();
    }
    EXPECT_LT((state.q - x).norm(), 1e-9);
    EXPECT_LT((AnchorMemory(state).anchor() - anchor).norm(), 1e-9);
    EXPECT_EQ(AnchorMemory(state).commits(), ++n);
  }
}

TEST(MemoryOfEquilibria, takes_no_note_of_a_search_that_failed) {
  const Model model = dragged_anchor();
  EquilibriumSolver solver(model);
  State state = model.initial;
  const std::uint64_t before = hash(state);
  EXPECT_NE(solver.solve(state, pulled(model, {8, 0, 0}), false).status, Status::ok);
  EXPECT_EQ(hash(state), before);
}

// The anchor can be dragged far only in steps; the steps that led out of the domain leave no trace.
TEST(MemoryOfEquilibria, takes_no_note_of_load_steps_that_are_halved) {
  const Model model = dragged_anchor();
  State state = model.initial;
  const Vector3d force(8, 0, 0);
  const Outcome outcome = Continuation(model).advance(state, pulled(model, force));
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_GT(outcome.retries, 0);
  const AnchorMemory memory(state);
  EXPECT_EQ(memory.commits(), outcome.load_steps);
  // The last equilibrium was found with the anchor as the one before had left it.
  const Vector3d x = state.q,
                 pull = DraggedAnchor::kToAnchor * (x - memory.anchor_before()) + DraggedAnchor::kToOrigin * x;
  EXPECT_LT((pull - force).norm(), 1e-9);
  EXPECT_GT((memory.anchor() - memory.anchor_before()).norm(), 1e-3);
}

TEST(MemoryOfEquilibria, survives_being_saved) {
  const Model model = dragged_anchor();
  const Loads first = pulled(model, {4, 1, 0}), second = pulled(model, {-1, 3, 2});
  State straight = model.initial, saved = model.initial;
  Continuation whole(model);
  ASSERT_EQ(whole.advance(straight, first).status, Status::ok);
  ASSERT_EQ(whole.advance(straight, second).status, Status::ok);
  ASSERT_EQ(Continuation(model).advance(saved, first).status, Status::ok);
  saved = load_state(save(saved));
  ASSERT_EQ(Continuation(model).advance(saved, second).status, Status::ok);
  EXPECT_EQ(hash(saved), hash(straight));
}

TEST(MemoryOfEquilibria, changes_once_for_each_point_of_a_path) {
  const Model model = dragged_anchor();
  State state = model.initial;
  ArcLength path(model);
  const PathOutcome outcome = path.advance(state, model.initial.loads, pulled(model, {2, 0, 0}), 1);
  ASSERT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(AnchorMemory(state).commits(), static_cast<int>(outcome.points.size()));
}

}  // namespace
}  // namespace plumb
