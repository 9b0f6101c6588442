#include <plumb/energy/shell/mirrored_bending.h>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

// A triangle (c, p, q) with its edge p q in the plane x = 0, which mirrors it; and the same with its image as a fourth
// point: the mirrored energy is half of that of the two.
const Vector3d kC(0.8, 0.1, 0.3), kP(0, -0.4, 0.1), kQ(0, 0.6, -0.2), kImage(-0.8, 0.1, 0.3);

State state_of(const std::vector<Vector3d>& points) {
  State state;
  state.q.resize(3 * static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) state.q.segment<3>(3 * static_cast<Eigen::Index>(i)) = points[i];
  return state;
}

ElementBuffer evaluated_under(const Energy& energy, const State& state, const Loads& loads = {}) {
  ElementBuffer out;
  out.resize(energy.n_elements(), energy.stencil_size());
  EXPECT_EQ(energy.evaluate(state, loads, 0, energy.n_elements(), {true, true, true}, out), Status::ok);
  return out;
}

BendingTriangle triangle(bool hinged) {
  BendingTriangle t;
  t.material = {0.1, 1e3, 0.3};
  t.rest_first = {1, 0.2, 0.9};
  t.rest_second = {0.1, 0.05, -0.1};
  t.hinged = {hinged, false, false};
  return t;
}

TEST(MirroredBending, is_that_of_a_triangle_beside_its_image) {
  for (const auto kind : {EdgeBend::sin, EdgeBend::tan, EdgeBend::angle}) {
    const MirroredBending mirrored(kind, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6}},
                                   {{triangle(false), {Mirror{Vector3d::UnitX(), -1}, {}, {}}}});
    const KoiterBending whole(kind, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 3, 4, 5, 6, 7, 8, 0, 3, 6}},
                              {triangle(true)});
    const State state = state_of({kC, kP, kQ, kImage});
    ElementBuffer half = evaluated_under(mirrored, state), one = evaluated_under(whole, state);
    EXPECT_GT(half.value(0), 0);
    EXPECT_NEAR(half.value(0), one.value(0), 1e-13);
    // The corner moves its image along: x backwards.
    for (int i = 0; i < 3; ++i) {
      const double sign = i == 0 ? -1 : 1;
      EXPECT_NEAR(half.gradient(0, i), one.gradient(0, i) + sign * one.gradient(0, 9 + i), 1e-13);
    }
  }
}

TEST(MirroredHinges, are_half_of_whole_ones) {
  const HingeLaw law{3, 0.2};
  const MirroredHinges half({{0, 1, 2, 3, 4, 5, 6, 7, 8}}, {law}, {Mirror{Vector3d::UnitX(), -1}});
  const HingeBending whole({{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}}, {law});
  const State state = state_of({kC, kP, kQ, kImage});
  EXPECT_NEAR(evaluated_under(half, state).value(0), 0.5 * evaluated_under(whole, state).value(0), 1e-14);
}

// A mirror of a clamp goes where the clamp goes: turned and moved together, nothing changes.
TEST(MirroredBending, moves_with_its_clamp) {
  const MirroredBending energy(EdgeBend::tan, {{0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 3, 6}},
                               {{triangle(false), {Mirror{Vector3d::UnitX(), 1}, {}, {}}}});
  Loads loads;
  loads.clamps = {{Vector3d::Zero(), Vector3d::UnitZ(), Vector3d::UnitY()}, Pose()};
  const double before = evaluated_under(energy, state_of({kC, kP, kQ}), loads).value(0);
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.8, Vector3d(1, -2, 0.5).normalized()).toRotationMatrix();
  const Vector3d shift(1, 2, 3);
  const State moved = state_of({turn * kC + shift, turn * kP + shift, turn * kQ + shift});
  const double left_behind = evaluated_under(energy, moved, loads).value(0);
  loads.clamps[1] = {shift, turn.col(0), turn.col(1)};
  EXPECT_NEAR(evaluated_under(energy, moved, loads).value(0), before, 1e-12 * before);
  EXPECT_GT(std::abs(left_behind - before), 0.1 * before);
}

}  // namespace
}  // namespace plumb
