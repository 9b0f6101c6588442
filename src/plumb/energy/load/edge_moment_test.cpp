#include <plumb/energy/load/edge_moment.h>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kShare = 0.7;
const Vector3d kMoment(0.3, -1.2, 2);

State bent_edge() {
  State state;
  state.q.resize(10);
  state.q << 0.1, 0.2, 0, 1.1, 0, 0.3, 0.4, 0.9, -0.2, 0.15;
  return state;
}

ElementBuffer evaluated(const State& state, bool director) {
  EdgeMoments::Place place{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, director, 1, kShare};
  if (!director) place.unknowns[9] = 8;
  Loads loads;
  loads.wrenches = {{}, {{5, 5, 5}, kMoment}};
  ElementBuffer out;
  out.resize(1, 10);
  EXPECT_EQ(EdgeMoments({place}).evaluate(state, loads, 0, 1, {true, true, true}, out), Status::ok);
  return out;
}

// Turning everything as a rigid body does the moment's own work, whatever the axis; shifting it does none.
TEST(EdgeMoment, works_on_a_rigid_turn_as_a_moment_does) {
  const State state = bent_edge();
  for (const bool director : {true, false}) {
    ElementBuffer out = evaluated(state, director);
    for (int axis = 0; axis < 3; ++axis) {
      double turned = 0, shifted = 0;
      for (int i = 0; i < 9; ++i) {
        const Vector3d x = state.q.segment<3>(i / 3 * 3);
        turned -= out.gradient(0, i) * Vector3d::Unit(axis).cross(x)[i % 3];
        if (i % 3 == axis) shifted -= out.gradient(0, i);
      }
      EXPECT_NEAR(turned, kShare * kMoment[axis], 1e-14);
      EXPECT_NEAR(shifted, 0, 1e-14);
    }
  }
}

// The director alone turns the normal about the edge, and so does the far corner by moving along the normal.
TEST(EdgeMoment, works_on_the_normal_of_the_edge) {
  const State state = bent_edge();
  const Vector3d p = state.q.segment<3>(0), q = state.q.segment<3>(3), c = state.q.segment<3>(6);
  const Vector3d tangent = (q - p).normalized(), normal = tangent.cross(c - p).normalized();
  const double about = kShare * kMoment.dot(tangent), height = tangent.cross(c - p).norm();
  ElementBuffer out = evaluated(state, true);
  EXPECT_NEAR(out.gradient(0, 9), -about, 1e-15);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(out.gradient(0, 6 + i), -about * normal[i] / height, 1e-15);
  EXPECT_EQ(evaluated(state, false).gradient(0, 9), 0);
  EXPECT_EQ(out.value(0), 0);
}

TEST(EdgeMoment, has_the_symmetric_part_of_its_stiffness_as_hessian_and_tells_the_rest) {
  const State state = bent_edge();
  constexpr double kStep = 1e-5;
  Eigen::MatrixXd slopes(10, 10);
  for (int j = 0; j < 10; ++j) {
    State up = state, down = state;
    up.q[j] += kStep;
    down.q[j] -= kStep;
    ElementBuffer a = evaluated(up, true), b = evaluated(down, true);
    for (int i = 0; i < 10; ++i) slopes(i, j) = (a.gradient(0, i) - b.gradient(0, i)) / (2 * kStep);
  }
  ElementBuffer out = evaluated(state, true);
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j <= i; ++j) {
      EXPECT_NEAR(out.hessian(0, ElementBuffer::packed_index(i, j)), 0.5 * (slopes(i, j) + slopes(j, i)), 1e-8);
    }
  }
  Loads loads;
  loads.wrenches = {{}, {{5, 5, 5}, kMoment}};
  std::vector<Eigen::Triplet<double>> skew;
  EdgeMoments({{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, true, 1, kShare}}).add_skew(state, loads, skew);
  ASSERT_EQ(skew.size(), 100u);
  for (const auto& e : skew) {
    EXPECT_NEAR(e.value(), 0.5 * (slopes(e.row(), e.col()) - slopes(e.col(), e.row())), 1e-8);
  }
}

TEST(EdgeMoment, knows_no_triangle_without_area) {
  State state = bent_edge();
  state.q.segment<3>(6) = 0.3 * state.q.segment<3>(0) + 0.7 * state.q.segment<3>(3);
  Loads loads;
  loads.wrenches = {{}};
  ElementBuffer out;
  out.resize(1, 10);
  const EdgeMoments term({{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, true, 0, 1}});
  EXPECT_EQ(term.evaluate(state, loads, 0, 1, {.gradient = true}, out), Status::outside_domain);
}

}  // namespace
}  // namespace plumb
