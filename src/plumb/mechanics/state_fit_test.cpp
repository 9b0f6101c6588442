#include <plumb/mechanics/state_fit.h>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_now.h>

namespace plumb {
namespace {

State some_state() {
  State state;
  state.q = state.v = Eigen::VectorXd::Zero(9);
  state.history = {Eigen::VectorXd::Zero(6), Eigen::VectorXd::Zero(1)};
  state.loads.clamps.resize(2);
  state.loads.wrenches.resize(1);
  return state;
}

TEST(StateFit, sizes_alone_count) {
  State moved = some_state();
  moved.q.setConstant(3);
  moved.time = 7;
  moved.loads.gravity.z() = -1;
  moved.past.step = moved.q;
  EXPECT_TRUE(fits(moved, some_state()));
}

TEST(StateFit, meshes_count_as_a_whole) {
  const auto on = [](double x) {
    State state = some_state();
    state.mesh = std::make_shared<const MeshNow>(MeshNow{{{x, 0, 0}}, {}, {7}, {}});
    return state;
  };
  EXPECT_TRUE(fits(on(1), on(1)));
  EXPECT_EQ(misfit(on(1), on(2)), "its mesh is another one");
  EXPECT_EQ(misfit(on(1), some_state()), "its mesh is another one");
  EXPECT_EQ(misfit(some_state(), on(1)), "its mesh is another one");
}

TEST(StateFit, says_what_differs) {
  const auto changed = [](auto change) {
    State state = some_state();
    change(state);
    return misfit(state, some_state());
  };
  EXPECT_EQ(changed([](State& s) { s.q = Eigen::VectorXd::Zero(12); }), "12 unknowns, expected 9");
  EXPECT_EQ(changed([](State& s) { s.v.resize(0); }), "its rates have another size");
  EXPECT_EQ(changed([](State& s) { s.history[1].resize(2); }), "its history has another size");
  EXPECT_EQ(changed([](State& s) { s.history.pop_back(); }), "its history has another size");
  EXPECT_EQ(changed([](State& s) { s.loads.clamps.pop_back(); }), "1 clamps, expected 2");
  EXPECT_EQ(changed([](State& s) { s.loads.wrenches.clear(); }), "0 wrenches, expected 1");
  EXPECT_EQ(changed([](State& s) { s.loads.pressures = {1}; }), "1 pressures, expected 0");
}

}  // namespace
}  // namespace plumb
