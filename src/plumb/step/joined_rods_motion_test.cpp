// Rods that are joined to one model, in motion.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/model/elastic_rod/rod_joint.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/solve/vibration.h>
#include <plumb/step/march.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr int kEdges = 12;

/// A thick, soft rod: stiff vibrations of a slender one would hide what is tested.
RodSpec member(double length, int n = kEdges) {
  RodSpec spec;
  for (int i = 0; i <= n; ++i) spec.nodes.push_back(length * i / n);
  spec.stiffness = rod_stiffness(RodSection::circle(0.05), 1e5, 0.3, 1000);
  return spec;
}

/// Returns the pose of the middle of a first edge, so that the rod begins at a point.
Pose starting_at(const Vector3d& point, const Vector3d& tangent, double edge) {
  return {point + 0.5 * edge * tangent, tangent, Vector3d::UnitZ().cross(tangent)};
}

/// Two rods at a right angle, in a rigid joint, that nothing holds.
struct Corner {
  Model model;
  RodParts first, second;
};
Corner free_corner() {
  ModelBuilder builder;
  const RodParts first = add_elastic_rod(builder, member(1), starting_at({0, 0, 0}, Vector3d::UnitX(), 1.0 / kEdges));
  const RodParts second = add_elastic_rod(builder, member(1), starting_at({1, 0, 0}, Vector3d::UnitY(), 1.0 / kEdges),
                                          {{0, first.node(kEdges)}});
  const RodJoint corner = add_joint(builder, first.node(kEdges));
  seat(builder, corner, first, RodEnd::end);
  seat(builder, corner, second, RodEnd::start);
  return {builder.finish(), first, second};
}

Programme nothing() {
  return [](double) { return Loads{}; };
}

Vector3d linear_momentum(const Corner& corner, const State& state) {
  Eigen::VectorXd p;
  corner.model.inertia->momentum(state, {}, state.v, p);
  Vector3d sum = Vector3d::Zero();
  for (int i = 0; i <= kEdges; ++i) sum += p.segment<3>(corner.first.node(i));
  for (int i = 1; i <= kEdges; ++i) sum += p.segment<3>(corner.second.node(i));
  return sum;
}

TEST(JoinedRodsMotion, of_a_free_corner_keeps_energy_and_momentum) {
  const Corner corner = free_corner();
  State state = corner.model.initial;
  for (const RodParts* rod : {&corner.first, &corner.second}) {
    for (int i = 0; i <= kEdges; ++i) {
      const Vector3d x = state.q.segment<3>(rod->node(i));
      state.v.segment<3>(rod->node(i)) = Vector3d(0.3 * x.y(), 1 + std::sin(3 * x.x()), 0.5 - 2 * x.x() * x.y());
    }
  }
  const auto stepper = make_stepper(corner.model, Method::energy_keeping);
  const Vector3d before = linear_momentum(corner, state);
  ASSERT_EQ(march(*stepper, state, nothing(), 0.4, {.dt = 0.004}).status, Status::ok);
  EXPECT_LT(std::max(gained_share(state.books), lost_share(state.books)), 1e-9);
  EXPECT_LT((linear_momentum(corner, state) - before).norm(), 1e-12 * before.norm());
  // It has bent and turned on its way.
  const Vector3d a = (state.q.segment<3>(corner.first.node(0)) - state.q.segment<3>(corner.first.node(kEdges)));
  EXPECT_GT((a - Vector3d(-1, 0, 0)).norm(), 0.05);
}

// A cantilever of two halves, joined in line by an ordinary vertex, moves as one rod.
TEST(JoinedRodsMotion, of_two_halves_in_line_is_that_of_one_rod) {
  RodSpec whole = member(1);
  whole.clamped_edges = {0};
  const Pose start = starting_at({0, 0, 0}, Vector3d::UnitX(), 1.0 / kEdges);
  const Model one = elastic_rod(whole, start);

  RodSpec half = member(0.5, kEdges / 2);
  ModelBuilder builder;
  half.clamped_edges = {0};
  const RodParts first = add_elastic_rod(builder, half, start);
  half.clamped_edges = {};
  const RodParts second = add_elastic_rod(builder, half, starting_at({0.5, 0, 0}, Vector3d::UnitX(), 1.0 / kEdges),
                                          {{0, first.node(kEdges / 2)}});
  join_in_line(builder, first, second);
  const Model two = builder.finish();

  const auto fall = [](const Model& model) {
    State state = model.initial;
    Loads loads = state.loads;
    loads.gravity = {0, -3, -9.81};
    const auto stepper = make_stepper(model, Method::energy_keeping);
    EXPECT_EQ(march(*stepper, state, [=](double) { return loads; }, 0.3, {.dt = 0.005}).status, Status::ok);
    return state;
  };
  const State alone = fall(one), joined = fall(two);
  const Vector3d tip = RodView(one, alone).node(kEdges);
  EXPECT_LT(tip.z(), -0.1);
  EXPECT_LT((joined.q.segment<3>(second.node(kEdges / 2)) - tip).norm(), 1e-9);
  EXPECT_LT((joined.q.segment<3>(first.node(3)) - RodView(one, alone).node(3)).norm(), 1e-9);
}

// Two rods in line, both seated rigidly in a joint: the first vibration is that of one rod that is free at both ends,
// cos x cosh x = 1.
TEST(JoinedRodsMotion, rigid_joints_in_line_vibrate_as_one_rod) {
  const int n = 24;
  ModelBuilder builder;
  const RodParts first = add_elastic_rod(builder, member(0.5, n), starting_at({0, 0, 0}, Vector3d::UnitX(), 0.5 / n));
  const RodParts second = add_elastic_rod(builder, member(0.5, n), starting_at({0.5, 0, 0}, Vector3d::UnitX(), 0.5 / n),
                                          {{0, first.node(n)}});
  const RodJoint middle = add_joint(builder, first.node(n));
  seat(builder, middle, first, RodEnd::end);
  seat(builder, middle, second, RodEnd::start);
  const Model model = builder.finish();
  const Vibrations found = vibrations(model, model.initial, 8);
  ASSERT_EQ(found.status, Status::ok);
  const RodStiffness k = member(1).stiffness;
  const double wave = 4.730040744862704;
  const double expected = wave * wave / (2 * std::numbers::pi) * std::sqrt(k.bend_1 / k.mass_per_length);
  // Six rigid motions, then the first vibration in both planes. A discrete rod has no rotatory inertia but twist's.
  EXPECT_LT(found.frequencies[5], 1e-3 * expected);
  EXPECT_NEAR(found.frequencies[6] / expected, 1, 5e-3);
  EXPECT_NEAR(found.frequencies[7] / expected, 1, 5e-3);
}

}  // namespace
}  // namespace plumb
