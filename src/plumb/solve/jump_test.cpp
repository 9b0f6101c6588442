#include <plumb/solve/jump.h>

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/mechanics/element_energy.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// A bead whose potential along x is a polynomial in x^2 of three coefficients, tilted by the force f and softened by
/// the load s: V = c0 (1 - s) x^2/2 + c1 x^4/4 + c2 x^6/6 - f x. The loads are f = gravity x and s = gravity y.
class Bead final : public ElementEnergy<Bead, 3> {
 public:
  explicit Bead(Vector3d c) : ElementEnergy({{0, 1, 2}}), c_(c) {}
  std::string_view name() const override { return "bead"; }
  template <class S>
  bool value(int, const std::array<S, 3>& q, const State&, const Loads& loads, S& energy) const {
    const S square = q[0] * q[0];
    energy = square * (0.5 * c_[0] * (1 - loads.gravity.y()) + square * (0.25 * c_[1] + square * (c_[2] / 6))) -
             loads.gravity.x() * q[0] + 0.5 * (q[1] * q[1] + q[2] * q[2]);
    return true;
  }

 private:
  Vector3d c_;
};

Model bead(const Vector3d& c, double x) {
  Model model;
  model.layout = Layout::all_free(3, {points_block(0, 3, 1)});
  model.energies = {std::make_shared<Bead>(c)};
  model.initial.q = Vector3d(x, 0, 0);
  model.initial.v = Vector3d::Zero();
  return model;
}

std::vector<Vector3d> position(const State& state) { return {state.q.head<3>()}; }

struct Way {
  double from, to;
  JumpSearch search;
  bool suspected;
};

/// From one load to the other, the first equilibrium found from x.
Way go(const Vector3d& c, double x, const Vector3d& first, const Vector3d& last) {
  const Model model = bead(c, x);
  Continuation continuation(model);
  State state = model.initial;
  Loads loads;
  loads.gravity = first;
  state.loads = loads;
  EXPECT_EQ(continuation.advance(state, loads).status, Status::ok);
  const State before = state;
  loads.gravity = last;
  const Outcome outcome = continuation.advance(state, loads);
  EXPECT_EQ(outcome.status, Status::ok);
  return {before.q[0], state.q[0], find_jump(continuation, before, state, position), may_have_jumped(outcome)};
}

// V = -x^2/2 + x^4/4 - f x has a fold at f = 2/sqrt(27), x = -1/sqrt(3), whence it falls to 2/sqrt(3).
TEST(Jump, is_found_where_a_branch_folds) {
  const Way way = go({-1, 1, 0}, -1, {-0.6, 0, 0}, {0.6, 0, 0});
  EXPECT_LT(way.from, -1);
  EXPECT_GT(way.to, 1);
  EXPECT_TRUE(way.suspected);
  ASSERT_TRUE(way.search.jump);
  EXPECT_NEAR(way.search.jump->fraction, (2 / std::sqrt(27) + 0.6) / 1.2, 1e-3);
  EXPECT_NEAR(way.search.jump->distance, std::sqrt(3), 0.1);
  const auto energy = [](double x) { return -0.5 * x * x + 0.25 * x * x * x * x - 2 / std::sqrt(27) * x; };
  EXPECT_NEAR(way.search.jump->released, energy(-1 / std::sqrt(3)) - energy(2 / std::sqrt(3)), 0.01);
}

TEST(Jump, is_none_on_one_branch) {
  const Way way = go({-1, 1, 0}, -1, {-0.6, 0, 0}, {0.3, 0, 0});
  EXPECT_LT(way.to, -0.7);
  EXPECT_FALSE(way.search.jump);
  EXPECT_FALSE(go({1, 1, 0}, 0, {-3, 0, 0}, {3, 0, 0}).search.jump);
}

// V = x^4/4 - f x: x moves as the cube root of f, at first without bound.
TEST(Jump, is_none_where_a_soft_body_begins_to_stiffen) {
  const Way way = go({0, 1, 0}, 0.01, {1e-9, 0, 0}, {1, 0, 0});
  EXPECT_NEAR(way.to, 1, 1e-6);
  EXPECT_FALSE(way.search.jump);
}

// Where a column buckles sideways no energy is lost: it straightens again with the load.
TEST(Jump, is_none_at_a_bifurcation_that_is_stable) {
  const Way way = go({1, 1, 0}, 0, {0, 0.5, 0}, {0, 2, 0});
  EXPECT_EQ(way.from, 0);
  EXPECT_NEAR(std::abs(way.to), 1, 1e-6);
  EXPECT_TRUE(way.suspected);
  EXPECT_FALSE(way.search.jump);
}

// Where it is unstable, as of a cylinder under axial load, it falls: x^2 = 2 at s = 1.
TEST(Jump, is_found_at_a_bifurcation_that_is_not) {
  const Way way = go({1, -2, 1}, 0, {0, 0.5, 0}, {0, 1.2, 0});
  EXPECT_EQ(way.from, 0);
  EXPECT_GT(std::abs(way.to), 1.4);
  EXPECT_TRUE(way.suspected);
  ASSERT_TRUE(way.search.jump);
  EXPECT_NEAR(way.search.jump->fraction, 0.5 / 0.7, 1e-3);
  EXPECT_NEAR(way.search.jump->distance, std::sqrt(2), 0.02);
}

}  // namespace
}  // namespace plumb
