#include <cmath>

#include <gtest/gtest.h>

#include <plumb/step/march.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

constexpr double kUntil = 0.2;

State marched(const Model& model, Method method, double amplitude, int n_steps) {
  const auto stepper = make_stepper(model, method);
  State state = model.initial;
  const MarchOutcome outcome =
      march(*stepper, state, swinging(model, amplitude, {0, -3, -9}), kUntil, {.dt = kUntil / n_steps});
  EXPECT_EQ(outcome.status, Status::ok) << name(method);
  return state;
}

double distance(const State& a, const State& b, const Layout& layout) {
  return (a.q - b.q).cwiseQuotient(layout.scale).cwiseAbs().maxCoeff();
}

class Order : public testing::TestWithParam<int> {};

// Against a much finer solution by another method; the clamp swings and turns, so that its rates count.
TEST_P(Order, is_that_of_the_method) {
  RodForTest rod;
  rod.n = 4;
  rod.relaxation = 0.002;
  const auto& named = rod_models()[static_cast<std::size_t>(GetParam())];
  const Model model = named.make(rod);
  const State exact = marched(model, Method::implicit_midpoint, 0.3, 800);
  for (const Method method : all_methods()) {
    if (method == Method::static_) continue;
    // Symplectic Euler is stable for short steps only; one iteration a step tells its order late where masses depend on
    // the shape.
    const int n = method == Method::symplectic_euler ? 400 : method == Method::linearly_implicit_euler ? 400 : 50;
    const double coarse = distance(marched(model, method, 0.3, n), exact, model.layout);
    const double fine = distance(marched(model, method, 0.3, 2 * n), exact, model.layout);
    EXPECT_GT(std::log2(coarse / fine), order(method) - 0.2) << named.name << ' ' << name(method) << ' ' << coarse;
  }
}
INSTANTIATE_TEST_SUITE_P(models, Order, testing::Range(0, 4));

}  // namespace
}  // namespace plumb
