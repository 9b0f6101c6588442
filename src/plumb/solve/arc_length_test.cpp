#include <plumb/solve/arc_length.h>

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/energy/load/edge_moment.h>
#include <plumb/energy/rod/edge_stretch.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Two bars from (-1, 0, 0) and (1, 0, 0) to the apex (0, 0, kRise), which a force pushes down (von Mises 1923). With
/// the length l of a bar when the apex is at z, and L at rest, the force is 2 EA z (1/l - 1/L); it turns back where
/// l^3 = L.
constexpr double kRise = 0.2, kEA = 100;

double bar(double z) { return std::sqrt(1 + z * z); }
double truss_force(double z) { return 2 * kEA * z * (1 / bar(z) - 1 / bar(kRise)); }
double limit_height() { return std::sqrt(std::pow(bar(kRise), 2.0 / 3) - 1); }

Model truss() {
  Model model;
  model.layout = Layout::all_free(9, {points_block(0, 3, 3)});
  model.layout.fix({0, 1, 2, 3, 4, 5, 7});
  model.energies = {
      std::make_shared<EdgeStretch>(std::vector<std::array<int, 6>>{{0, 1, 2, 6, 7, 8}, {3, 4, 5, 6, 7, 8}},
                                    std::vector<EdgeLaw>{{kEA, bar(kRise)}, {kEA, bar(kRise)}}),
      std::make_shared<PointForces>(std::vector<PointForces::Place>{{{6, 7, 8}, 0, 1}})};
  model.initial.q = model.initial.v = Eigen::VectorXd::Zero(9);
  model.initial.q[0] = -1;
  model.initial.q[3] = 1;
  model.initial.q[8] = kRise;
  model.initial.loads.wrenches = {{}};
  return model;
}

Loads push(const Model& model, double force) {
  Loads loads = model.initial.loads;
  loads.wrenches[0].force = {0, 0, -force};
  return loads;
}

TEST(ArcLength, follows_the_truss_of_von_mises_through_both_limits) {
  const Model model = truss();
  const double top = truss_force(limit_height()), load = 2 * top;
  State state = model.initial;
  ArcLength path(model);
  const PathOutcome outcome =
      path.advance(state, model.initial.loads, push(model, load), 1, [&](const State& at, const PathPoint& point) {
        const double z = at.q[8];
        EXPECT_NEAR(point.fraction * load, truss_force(z), 1e-9 * load);
        EXPECT_EQ(point.negative_modes, std::abs(z) < limit_height() ? 1 : 0) << z;
        EXPECT_EQ(at.loads.wrenches[0].force.z(), -point.fraction * load);
        EXPECT_LE(point.update, 1e-9);
      });
  ASSERT_EQ(outcome.status, Status::ok);
  ASSERT_EQ(outcome.limits.size(), 2u);
  for (int i = 0; i < 2; ++i) {
    const LimitPoint& limit = outcome.limits[static_cast<std::size_t>(i)];
    const double sign = i == 0 ? 1 : -1;
    EXPECT_NEAR(limit.fraction * load, sign * top, 1e-6 * top);
    EXPECT_NEAR(limit.state.q[8], sign * limit_height(), 1e-3 * kRise);
  }
  // Landed exactly, beyond the snap, stable.
  EXPECT_EQ(state.path.fraction, 1);
  EXPECT_EQ(outcome.last().fraction, 1);
  EXPECT_EQ(outcome.last().negative_modes, 0);
  EXPECT_LT(state.q[8], -kRise);
  EXPECT_EQ(state.loads.wrenches[0].force.z(), -load);
}

// Each load below the limit is met three times: going up, coming down, and from below.
TEST(ArcLength, lands_on_a_load_as_often_as_the_path_passes_it) {
  const Model model = truss();
  const Loads to = push(model, truss_force(limit_height()));
  for (const double first : {0.1, 4.0}) {  // of the way: steps that see the turn coming, and one that jumps over it
    State state = model.initial;
    ArcLengthOptions options;
    options.first_step = first;
    options.longest_step = 0.15;
    ArcLength path(model, options);
    const int negative[] = {0, 1, 0};
    const std::size_t turns[] = {0, 1, 1};
    double last = kRise;
    for (int i = 0; i < 3; ++i) {
      const PathOutcome outcome = path.advance(state, model.initial.loads, to, 0.9);
      ASSERT_EQ(outcome.status, Status::ok);
      EXPECT_EQ(state.path.fraction, 0.9);
      EXPECT_NEAR(truss_force(state.q[8]), 0.9 * truss_force(limit_height()), 1e-8);
      EXPECT_EQ(outcome.last().negative_modes, negative[i]);
      EXPECT_EQ(outcome.limits.size(), turns[i]);
      EXPECT_LT(state.q[8], last);
      last = state.q[8];
    }
  }
}

TEST(ArcLength, goes_towards_its_target_at_first) {
  const Model model = truss();
  State state = model.initial;
  ASSERT_EQ(ArcLength(model).advance(state, model.initial.loads, push(model, 1), -1).status, Status::ok);
  EXPECT_GT(state.q[8], kRise);
}

TEST(ArcLength, refuses_clamps_that_move_and_loads_that_do_not) {
  Model model = truss();
  State state = model.initial;
  Loads from = model.initial.loads;
  EXPECT_THROW(ArcLength(model).advance(state, from, from, 1), UserError);
  from.clamps = {{}};
  Loads to = from;
  to.clamps[0].position.x() += 1e-3;
  EXPECT_THROW(ArcLength(model).advance(state, from, to, 1), UserError);
}

/// The cylindrical roof of Sabir and Lock 1972, as in Sze, Liu and Lo 2004: radius 2540 mm, straight edges hinged at
/// 0.1 rad to both sides and 508 mm long, curved edges free, a force in the middle; E = 3102.75 N/mm^2, nu = 0.3. A
/// quarter with planes of symmetry, in mm and N.
struct Roof {
  ShellSpec spec;
  int middle = 0;

  Roof(double thickness, int n, ShellBending bending) {
    constexpr double kRadius = 2540, kAngle = 0.1, kNear = 1e-6;
    spec.rest = cylinder_mesh({.radius = kRadius,
                               .length = 254,
                               .begin = 0,
                               .end = kAngle,
                               .n_length = n,
                               .n_turn = n,
                               .pattern = CellPattern::alternating});
    for (Vector3d& p : spec.rest.points) p.z() -= kRadius;
    spec.material = {thickness, 3102.75, 0.3};
    spec.bending = bending;
    const auto rim = [&](const Vector3d& p) { return p.y() > kRadius * std::sin(kAngle) - kNear; };
    spec.supports = {{Hold::hinged, pick_points(spec.rest, rim), {}}};
    for (int axis = 0; axis < 2; ++axis) {
      const auto on_plane = [&](const Vector3d& p) { return std::abs(p[axis]) < kNear; };
      spec.supports.push_back({Hold::symmetric,
                               pick_points(spec.rest, on_plane),
                               {Vector3d::Zero(), Vector3d::Unit(axis), Vector3d::UnitZ()}});
    }
    middle = pick_points(spec.rest, [&](const Vector3d& p) { return p.norm() < kNear; }).at(0);
    spec.loads = {{{middle}}};
  }
  double depth(const State& state) const { return -state.q[3 * middle + 2]; }
};

// With 12.7 mm the load turns back at about 2.2 kN, 10.8 mm deep. Meshes of 8 and 16 cells, extrapolated, give 2226 N
// at 10.8 mm, and 510 N for the second limit.
TEST(ArcLength, a_thick_roof_snaps_through) {
  for (const auto bending : {ShellBending::tan, ShellBending::theta}) {
    const Roof roof(12.7, 8, bending);
    const Model model = shell(roof.spec);
    State state = model.initial;
    const PathOutcome outcome = ArcLength(model).advance(state, model.initial.loads, push(model, 3000.0 / 4), 1);
    ASSERT_EQ(outcome.status, Status::ok);
    ASSERT_EQ(outcome.limits.size(), 2u);
    EXPECT_NEAR(3000 * outcome.limits[0].fraction, 2226, 0.02 * 2226);
    EXPECT_NEAR(roof.depth(outcome.limits[0].state), 10.8, 0.05 * 10.8);
    EXPECT_NEAR(3000 * outcome.limits[1].fraction, 510, 0.04 * 510);
    bool unstable = false;
    for (const PathPoint& point : outcome.points) unstable = unstable || point.negative_modes == 1;
    EXPECT_TRUE(unstable);
    EXPECT_EQ(outcome.last().negative_modes, 0);
  }
}

// With 6.35 mm it snaps back too: between its limits the middle comes up again, and the force must pull. Meshes of 8
// and 16 cells, extrapolated, give 585 N and -387 N.
TEST(ArcLength, a_thin_roof_snaps_back) {
  const Roof roof(6.35, 8, ShellBending::tan);
  const Model model = shell(roof.spec);
  State state = model.initial;
  double deepest = 0, back = 0;
  const PathOutcome outcome = ArcLength(model).advance(state, model.initial.loads, push(model, 1000.0 / 4), 1,
                                                       [&](const State& at, const auto&) {
                                                         deepest = std::max(deepest, roof.depth(at));
                                                         back = std::max(back, deepest - roof.depth(at));
                                                       });
  ASSERT_EQ(outcome.status, Status::ok);
  ASSERT_EQ(outcome.limits.size(), 2u);
  EXPECT_NEAR(1000 * outcome.limits[0].fraction, 585, 0.05 * 585);
  EXPECT_NEAR(1000 * outcome.limits[1].fraction, -387, 0.05 * 387);
  EXPECT_GT(back, 1);
}

TEST(ArcLength, saved_loaded_and_continued_gives_the_same_bits) {
  const Roof roof(12.7, 4, ShellBending::tan);
  const Model model = shell(roof.spec);
  const Loads to = push(model, 3000.0 / 4);
  State straight = model.initial, broken = model.initial;
  ASSERT_EQ(ArcLength(model).advance(straight, model.initial.loads, to, 1).status, Status::ok);
  for (int i = 0; i < 4; ++i) {
    ASSERT_EQ(ArcLength(model).advance_steps(broken, model.initial.loads, to, 2).status, Status::ok);
    broken = load_state(save(broken));
  }
  ASSERT_EQ(ArcLength(model).advance(broken, model.initial.loads, to, 1).status, Status::ok);
  EXPECT_EQ(hash(straight), hash(broken));
}

}  // namespace
}  // namespace plumb
