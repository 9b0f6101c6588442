// A motion that goes on with another model: terms come and go between steps.
#include <gtest/gtest.h>

#include <plumb/energy/rod/edge_stretch.h>
#include <plumb/step/march.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

/// A spring between two nodes that no other term couples. It is at rest at `length`.
Model with_spring(Model model, double stiffness, double length) {
  const int last = model.layout.n_q - 3;
  model.energies.push_back(
      std::make_shared<EdgeStretch>(std::vector<std::array<int, 6>>{{8, 9, 10, last, last + 1, last + 2}},
                                    std::vector<EdgeLaw>{{stiffness * length, length}}));
  return model;
}

double distance(const State& state) { return (state.q.tail<3>() - state.q.segment<3>(8)).norm(); }

TEST(ChangedModel, a_motion_goes_on_with_the_bits_of_one_built_anew_from_its_state) {
  RodForTest rod;
  rod.n = 24;
  const Model before = discrete_rod(rod);
  const Programme programme = [&](double) {
    Loads loads = before.initial.loads;
    loads.gravity = {0, 0.5, -9.81};
    return loads;
  };
  for (const Method method : all_methods()) {
    if (method == Method::static_) continue;
    const double dt = method == Method::symplectic_euler ? 2e-5 : 2e-3;
    const TimeControl control{.dt = dt};
    const auto stepper = make_stepper(before, method);
    State state = before.initial;
    ASSERT_EQ(march(*stepper, state, programme, 10 * dt, control).status, Status::ok);
    const double length = distance(state);
    const Model after = with_spring(before, 1e3, length);

    State anew = state, without = state;
    stepper->reset(after);
    EXPECT_EQ(stepper->model().energies.size(), before.energies.size() + 1);
    ASSERT_EQ(march(*stepper, state, programme, 20 * dt, control).status, Status::ok);
    ASSERT_EQ(march(*make_stepper(after, method), anew, programme, 20 * dt, control).status, Status::ok);
    EXPECT_EQ(hash(state), hash(anew)) << name(method);

    // The spring does something, and when it is gone again the rod is the old one.
    ASSERT_EQ(march(*make_stepper(before, method), without, programme, 20 * dt, control).status, Status::ok);
    EXPECT_NE(hash(state), hash(without));
    stepper->reset(before);
    State freed = anew;
    ASSERT_EQ(march(*stepper, state, programme, 25 * dt, control).status, Status::ok);
    ASSERT_EQ(march(*make_stepper(before, method), freed, programme, 25 * dt, control).status, Status::ok);
    EXPECT_EQ(hash(state), hash(freed)) << name(method);
  }
}

TEST(ChangedModel, a_stiff_spring_that_appears_holds_its_length) {
  RodForTest rod;
  rod.n = 24;
  const Model before = discrete_rod(rod);
  const Programme programme = [&](double) {
    Loads loads = before.initial.loads;
    loads.gravity = {0, 0, -9.81};
    return loads;
  };
  const auto stepper = make_stepper(before, Method::backward_euler);
  State state = before.initial;
  ASSERT_EQ(march(*stepper, state, programme, 0.05, {.dt = 5e-3}).status, Status::ok);
  const double length = distance(state);
  State without = state;
  stepper->reset(with_spring(before, 1e6, length));
  ASSERT_EQ(march(*stepper, state, programme, 0.2, {.dt = 5e-3}).status, Status::ok);
  ASSERT_EQ(march(*make_stepper(before, Method::backward_euler), without, programme, 0.2, {.dt = 5e-3}).status,
            Status::ok);
  EXPECT_NEAR(distance(state), length, 3e-4 * length);
  EXPECT_GT(std::abs(distance(without) - length), 3e-3 * length);
}

}  // namespace
}  // namespace plumb
