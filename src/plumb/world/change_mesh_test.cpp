// A sheet whose mesh changes while it touches.

#include <plumb/world/change_mesh.h>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/remesh/transfer.h>
#include <plumb/model/shell/remesh_shell.h>
#include <plumb/world/world_march.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kLength = 0.2, kThickness = 2e-3, kGravity = 9.81, kMu = 0.4;
constexpr double kDt = 1.0 / 256;  // s: its multiples are not rounded

/// A sheet on a plane that rises along x, or over a ball. Every fourth step its mesh is made finer, every other time
/// coarser again.
class RemeshedOnGround {
 public:
  RemeshedOnGround(Method method, double slope, std::vector<Obstacle> obstacles = {{PlaneShape{}, 0}})
      : method_(method) {
    spec.rest =
        rectangle_mesh({.length = kLength, .width = kLength, .nx = 6, .ny = 6, .pattern = CellPattern::alternating});
    for (Vector3d& x : spec.rest.points) x += Vector3d(-0.5 * kLength, -0.5 * kLength, 0.5 * kThickness);
    spec.material = {kThickness, 1e6, 0.3};
    spec.relaxation = 1e-3;
    spec.bending = ShellBending::hinge;
    around.obstacles = std::move(obstacles);
    around.motion = [](double) { return ObstacleMotion{{{ball(), Vector3d::UnitX(), Vector3d::UnitY()}}, {}}; };
    around.friction.elsewhere = kMu;
    take(shell(spec).initial);
    Loads loads = state.loads;
    loads.gravity = kGravity * Vector3d(-std::sin(slope), 0, -std::cos(slope));
    programme_ = [loads](double) { return loads; };
  }

  static Vector3d& ball() {
    static Vector3d place = Vector3d::Zero();
    return place;
  }

  void take(State from) {
    state = std::move(from);
    stepper_ = make_stepper(shell(spec, state), method_);
  }

  WorldMarchOutcome march_to(double until) {
    std::vector<Toucher> one;
    one.push_back({*stepper_, state, programme_, false, false, {4, [&] { return remesh(one); }}});
    return march(one, around, touches, until, kDt);
  }

  const Model& model() const { return stepper_->model(); }
  std::vector<Vector3d> points() const { return model().embedding->points_at(state.q, {}); }
  Vector3d momentum() const {
    Eigen::VectorXd p;
    model().inertia->momentum(state, state.loads, state.v, p);
    Vector3d sum = Vector3d::Zero();
    for (Eigen::Index i = 0; i < p.size(); i += 3) sum += p.segment<3>(i);
    return sum;
  }
  /// Returns the mean of the corners, which every mesh has.
  Vector3d corners() const {
    Vector3d sum = Vector3d::Zero();
    for (const std::uint64_t name : {0u, 6u, 42u, 48u}) {
      const auto& names = state.mesh ? state.mesh->names : mesh_of(spec).names;
      const auto at = std::find(names.begin(), names.end(), name) - names.begin();
      sum += 0.25 * state.q.segment<3>(3 * at);
    }
    return sum;
  }

  ShellSpec spec;
  State state;
  Surroundings around;
  std::vector<Touch> touches;
  int n_changes = 0, n_refused = 0;
  double worst_momentum = 0, worst_force = 0;
  std::size_t fewest = 1000, most = 0;

 private:
  Status remesh(std::span<const Toucher> bodies) {
    ShellRemeshing remeshing;
    const bool finer = std::lround(state.books.steps / 4) % 2 == 1;
    remeshing.sizing = {.size_min = 0.005, .size_max = finer ? 0.03 : 0.12};
    auto there = remeshed(spec, state, remeshing);
    if (!there) return Status::ok;
    const Vector3d before = momentum(), force = total();
    const Status status = change_mesh(
        bodies, 0, around, touches, {shell(spec, there->state), std::move(there->state), std::move(there->successors)});
    if (status != Status::ok) {
      ++n_refused;
      return Status::ok;
    }
    ++n_changes;
    fewest = std::min(fewest, state.mesh->rest.size());
    most = std::max(most, state.mesh->rest.size());
    worst_momentum = std::max(worst_momentum, (momentum() - before).norm());
    worst_force = std::max(worst_force, (total() - force).norm());
    return Status::ok;
  }
  Vector3d total() const {
    Vector3d sum = Vector3d::Zero();
    for (const Touch& touch : touches) sum += touch.force;
    return sum;
  }

  Method method_;
  Programme programme_;
  std::unique_ptr<Stepper> stepper_;
};

constexpr double kWeight = 1000 * kLength * kLength * kThickness * kGravity;

class OnGround : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(methods, OnGround, testing::Values(Method::backward_euler, Method::linearly_implicit_euler),
                         [](const auto& one) {
                           return std::string(one.param == Method::backward_euler ? "exact" : "one_iteration");
                         });

TEST_P(OnGround, ASheetStaysWhereItSticksHoweverItsMeshChanges) {
  RemeshedOnGround sheet(GetParam(), std::atan(0.95 * kMu));
  const Vector3d before = sheet.corners();
  const WorldMarchOutcome outcome = sheet.march_to(96 * kDt);
  ASSERT_EQ(outcome.status(), Status::ok);
  EXPECT_EQ(sheet.n_changes, 24);
  EXPECT_EQ(sheet.n_refused, 0);
  EXPECT_GT(sheet.most, 3 * sheet.fewest);
  const double drift = (sheet.corners() - before).norm();
  RecordProperty("drift_over_length", fmt::format("{:.1e}", drift / kLength));
  EXPECT_LT(drift, 1e-9 * kLength);
  for (const ContactForce& c : outcome.contacts) EXPECT_TRUE(c.sticks);
  EXPECT_LT(sheet.worst_force, 1e-12 * kWeight) << "points that vanish leave their forces to others";
  EXPECT_LT(gained_share(sheet.state.books), 1e-6);
}

TEST_P(OnGround, ASheetThatSlidesKeepsItsMomentumAndSlidesOn) {
  const double slope = std::atan(2 * kMu), until = 32 * kDt;
  RemeshedOnGround sheet(GetParam(), slope);
  ASSERT_EQ(sheet.march_to(until).status(), Status::ok);
  EXPECT_EQ(sheet.n_changes, 8);
  const double acceleration = kGravity * (std::sin(slope) - kMu * std::cos(slope)), mass = kWeight / kGravity;
  EXPECT_NEAR(-sheet.momentum().x(), mass * acceleration * until, 1e-6 * mass * acceleration * until);
  EXPECT_LT(sheet.worst_momentum, 1e-13 * mass);
}

TEST_P(OnGround, ARestartGivesTheSameBits) {
  for (const double share : {0.9, 1.5}) {
    const double slope = std::atan(share * kMu);
    RemeshedOnGround whole(GetParam(), slope), first(GetParam(), slope), second(GetParam(), slope);
    ASSERT_EQ(whole.march_to(18 * kDt).status(), Status::ok);
    ASSERT_EQ(first.march_to(10 * kDt).status(), Status::ok);
    second.take(load_state(save(first.state)));
    second.touches = load_touches(save(first.touches));
    ASSERT_EQ(second.march_to(18 * kDt).status(), Status::ok);
    EXPECT_EQ(hash(second.state), hash(whole.state)) << share;
    EXPECT_EQ(save(second.touches), save(whole.touches)) << share;
  }
}

/// The middle of an edge over a ball is inside: the new point is put onto the ball.
TEST_P(OnGround, ASheetOverABallDoesNotSinkIn) {
  constexpr double kRadius = 0.06;
  RemeshedOnGround sheet(GetParam(), 0, {{SphereShape{kRadius}, 0}});
  sheet.ball() = {0.004, 0.003, -kRadius - 0.1 * kThickness};
  const WorldMarchOutcome outcome = sheet.march_to(24 * kDt);
  sheet.ball().setZero();
  ASSERT_EQ(outcome.status(), Status::ok);
  EXPECT_GT(sheet.n_changes, 2);
  EXPECT_GT(outcome.contacts.size(), 0u);
  for (const Vector3d& x : sheet.points()) {
    EXPECT_GT((x - Vector3d(0.004, 0.003, -kRadius - 0.1 * kThickness)).norm(), kRadius + 0.39 * kThickness);
  }
}

TEST(CarriedOver, WithoutAChangeTouchesStayWhatTheyAre) {
  const RemeshedOnGround sheet(Method::backward_euler, 0);
  const Surface& surface = *sheet.model().surface;
  std::vector<Successor> same;
  for (int i = 0; i < static_cast<int>(surface.points.size()); ++i) same.push_back({i, true});
  using Kind = ContactKey::Kind;
  std::vector<Touch> touches{{{Kind::point_obstacle, 0, 3, 0, 0, 1}, {1, 2, 3}, {1e-12, 0, 0}, true},
                             {{Kind::point_triangle, 0, 3, 0, 7, 0}, {1, 2, 4}, {0, 1e-12, 0}, false},
                             {{Kind::point_triangle, 1, 5, 0, 7, 0}, {1, 2, 5}, {0, 1e-12, 0}, false},
                             {{Kind::edge_edge, 0, 3, 0, 9, 0}, {1, 2, 6}, {0, 1e-12, 0}, false},
                             {{Kind::edge_edge, 0, 3, 1, 1000, 0}, {1, 2, 7}, {0, 0, 1e-12}, true},
                             {{Kind::triangle_point, 0, 3, 0, 1, 1}, {1, 2, 8}, {0, 0, 1e-12}, true}};
  EXPECT_EQ(save(carried_over(touches, {0, surface, surface, same})), save(touches));
}

/// Two corners of a triangle become one: what touched at both touches there with both forces.
TEST(CarriedOver, WhatComesTogetherActsWithTheSumOfItsForces) {
  using Kind = ContactKey::Kind;
  Surface before, after;
  add_triangles({0, 1, 2, 3}, {{0, 1, 2}, {1, 3, 2}}, 0.1, before);
  add_triangles({0, 1, 2}, {{0, 1, 2}}, 0.1, after);
  const std::vector<Successor> into{{0, true}, {1, true}, {2, true}, {1, false}};
  const Vector3d residue(1e-12, 0, 0);
  const std::vector<Touch> touches{{{Kind::point_obstacle, 0, 1, 0, 0, 1}, {0, 0, 1}, residue, true},
                                   {{Kind::point_obstacle, 0, 3, 0, 0, 1}, {0, 0, 2}, 2 * residue, true},
                                   {{Kind::point_triangle, 1, 0, 0, 0, 0}, {0, 1, 0}, residue, true},
                                   {{Kind::point_triangle, 1, 0, 0, 1, 0}, {0, 1, 0}, residue, true}};
  const std::vector<Touch> now = carried_over(touches, {0, before, after, into});
  ASSERT_EQ(now.size(), 2u) << "the second triangle is gone";
  EXPECT_EQ(now[0].key, (ContactKey{Kind::point_obstacle, 0, 1, 0, 0, 1}));
  EXPECT_EQ(now[0].force, Vector3d(0, 0, 3));
  EXPECT_EQ(now[0].residue, residue);
  EXPECT_EQ(now[1].key, (ContactKey{Kind::point_triangle, 1, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace plumb
