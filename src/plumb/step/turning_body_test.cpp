#include <gtest/gtest.h>

#include <plumb/step/march.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

// A viscous rod that turns freely, by a tenth of a radian in each step: what backward Euler damps is its own loss, and
// none of it is booked as viscosity. At the end of a step the way has a rate of strain of -angle^2/2 over the step.
TEST(TurningBody, loses_nothing_to_viscosity) {
  RodForTest rod;
  rod.young = 1e7;
  rod.relaxation = 0.01;
  const Model model = discrete_rod(rod, false);
  constexpr double kSpin = 50, kStep = 2e-3;  // rad/s, s
  State state = model.initial;
  const std::vector<Eigen::Vector3d> nodes = model.embedding->points_at(state.q, {});
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    // About the middle of the rod.
    state.v[static_cast<Eigen::Index>(4 * i) + 1] = kSpin * (nodes[i].x() - 0.5 * (nodes.front() + nodes.back()).x());
  }
  const auto stepper = make_stepper(model, Method::backward_euler);
  const Loads none = model.initial.loads;
  ASSERT_EQ(march(*stepper, state, [&](double) { return none; }, 40 * kStep, {kStep, 0}).status, Status::ok);
  EXPECT_LT(state.books.dissipated, 0.02 * state.books.in_play);
  EXPECT_LT(gained_share(state.books), 1e-3);
}

}  // namespace
}  // namespace plumb
