#include <gtest/gtest.h>

#include <plumb/step/march.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

constexpr double kStep = 2e-3;  // s

/// Returns a rod after some steps of backward Euler in which it turns freely, by a tenth of a radian in each.
State turned(double relaxation, int n_steps) {
  RodForTest rod;
  rod.young = 1e9;  // so that it hardly stretches in earnest
  rod.relaxation = relaxation;
  const Model model = discrete_rod(rod, false);
  constexpr double kSpin = 50;  // rad/s
  State state = model.initial;
  const std::vector<Eigen::Vector3d> nodes = model.embedding->points_at(state.q, {});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    // About the middle of the rod.
    state.v[static_cast<Eigen::Index>(4 * i) + 1] = kSpin * (nodes[i].x() - 0.5 * (nodes.front() + nodes.back()).x());
  }
  const auto stepper = make_stepper(model, Method::backward_euler);
  const Loads none = model.initial.loads;
  EXPECT_EQ(march(*stepper, state, [&](double) { return none; }, n_steps * kStep, {kStep, 0}).status, Status::ok);
  return state;
}

// What backward Euler damps is its own loss, and none of it is booked as viscosity.
TEST(TurningBody, loses_nothing_to_viscosity) {
  const State state = turned(5 * kStep, 40);
  EXPECT_LT(state.books.dissipated, 1e-3 * state.books.in_play);
  EXPECT_LT(gained_share(state.books), 1e-3);
}

// The rates at the end of a step stretch a body that turns, by half the square of the angle; a viscosity that resists
// them would squeeze it by as much, the more steps its relaxation lasts.
TEST(TurningBody, is_not_squeezed_by_viscosity) {
  const auto length = [](const State& state) {
    double sum = 0;
    for (Eigen::Index i = 4; i + 2 < state.q.size(); i += 4) {
      sum += (state.q.segment<3>(i) - state.q.segment<3>(i - 4)).norm();
    }
    return sum;
  };
  const State elastic = turned(0, 3);
  for (const double steps : {1.0, 5.0, 50.0}) {
    EXPECT_NEAR(length(turned(steps * kStep, 3)), length(elastic), 5e-4 * length(elastic)) << steps;
  }
}

}  // namespace
}  // namespace plumb
