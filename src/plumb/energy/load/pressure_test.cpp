#include <plumb/energy/load/pressure.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

ElementBuffer on_triangle(const Eigen::VectorXd& corners, double pressure) {
  State state;
  state.q = corners;
  Loads loads;
  loads.pressures = {pressure};
  ElementBuffer out;
  out.resize(1, 9);
  const Pressure term({{0, 1, 2, 3, 4, 5, 6, 7, 8}}, 0);
  EXPECT_EQ(term.evaluate(state, loads, 0, 1, {true, true, true}, out), Status::ok);
  return out;
}

// A triangle of area 3 in the x-y plane, its normal up: each corner is pushed up by a third of 2 Pa times 3 m^2.
TEST(Pressure, pushes_along_the_normal_and_each_corner_by_a_third) {
  Eigen::VectorXd corners(9);
  corners << 0, 0, 1, 3, 0, 1, 1, 2, 1;
  ElementBuffer out = on_triangle(corners, 2);
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(out.gradient(0, i), i % 3 == 2 ? -2 : 0, 1e-15);
}

TEST(Pressure, is_idle_only_where_it_is_nothing) {
  Eigen::VectorXd corners(9);
  corners << 0, 0, 1, 3, 0, 1, 1, 2, 1;
  const Pressure term({{0, 1, 2, 3, 4, 5, 6, 7, 8}}, 0);
  for (const double pressure : {0.0, -1e-300}) {
    Loads loads;
    loads.pressures = {pressure};
    ElementBuffer out = on_triangle(corners, pressure);
    EXPECT_EQ(term.idle(loads), out.gradient(0, 2) == 0) << pressure;
  }
}

// It follows the surface: a corner that goes up turns the force towards it. With a free rim there is no potential, and
// the Hessian is the symmetric part of these slopes.
TEST(Pressure, has_the_symmetric_part_of_its_stiffness_as_hessian) {
  Eigen::VectorXd corners(9);
  corners << 0.1, 0.2, 1, 3, -0.3, 1.4, 1, 2, 0.8;
  Eigen::MatrixXd slopes(9, 9);
  constexpr double kStep = 1e-3;
  for (int j = 0; j < 9; ++j) {
    // The force is quadratic in the corners: central differences are exact.
    Eigen::VectorXd up = corners, down = corners;
    up[j] += kStep;
    down[j] -= kStep;
    ElementBuffer a = on_triangle(up, 2), b = on_triangle(down, 2);
    for (int i = 0; i < 9; ++i) slopes(i, j) = (a.gradient(0, i) - b.gradient(0, i)) / (2 * kStep);
  }
  EXPECT_GT((slopes - slopes.transpose()).norm(), 0.1);
  ElementBuffer out = on_triangle(corners, 2);
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j <= i; ++j) {
      EXPECT_NEAR(out.hessian(0, ElementBuffer::packed_index(i, j)), 0.5 * (slopes(i, j) + slopes(j, i)), 1e-11);
    }
  }
}

}  // namespace
}  // namespace plumb
