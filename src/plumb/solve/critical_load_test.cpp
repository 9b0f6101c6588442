#include <plumb/solve/critical_load.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/model/elastic_rod/elastic_rod.h>

namespace plumb {
namespace {

/// Clamped at its start, pressed at its end; EI = L = 1.
Model column(int n) {
  RodSpec spec;
  for (int i = 0; i <= n; ++i) spec.nodes.push_back((i - 0.5) / (n - 0.5));
  spec.stiffness = {1e6, 1, 1, 1, 1, 1};
  spec.clamped_edges = {0};
  spec.loaded = {spec.nodes.back()};
  return elastic_rod(spec);
}

CriticalLoad press(const Model& model, double largest) {
  Loads from = model.initial.loads, to = from;
  from.wrenches = {Wrench{}};
  to.wrenches = {{{-largest, 0, 0}, {0, 0, 0}}};
  return critical_load(model, model.initial, from, to);
}

TEST(CriticalLoad, is_euler_s_of_a_column) {
  const double euler = std::numbers::pi * std::numbers::pi / 4;
  for (const double largest : {1.01 * euler, 10.0, 300.0}) {
    const CriticalLoad found = press(column(100), largest);
    ASSERT_EQ(found.status, Status::ok) << largest;
    EXPECT_NEAR(found.fraction * largest / euler, 1, 3e-4) << largest;
    EXPECT_LE(found.width, 1e-4 * found.fraction);
  }
}

TEST(CriticalLoad, is_not_found_where_everything_is_stable) {
  EXPECT_EQ(press(column(20), 2.0).status, Status::not_converged);
}

}  // namespace
}  // namespace plumb
