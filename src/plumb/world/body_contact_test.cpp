// Bodies that touch each other: crossed rods, a rod on a plate, a plate on a plate.

#include <gtest/gtest.h>

#include <tuple>

#include <plumb/core/parallel.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/shell/shell.h>
#include <plumb/world/touching_bodies_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Kind = ContactKey::Kind;

constexpr double kRadius = 2e-3, kLength = 0.1, kMu = 0.3;  // m

Model rod(const Vector3d& from, const Vector3d& along, int n_edges = 6) {
  RodSpec spec;
  for (int i = 0; i <= n_edges; ++i) spec.nodes.push_back(kLength * i / n_edges);
  spec.stiffness = rod_stiffness(RodSection::circle(kRadius), 1e8, 0.4, 1000);
  spec.relaxation = 1e-4;
  spec.contact_radius = kRadius;
  return elastic_rod(spec, {from + 0.5 * kLength / n_edges * along, along, any_perpendicular(along)});
}

Model plate(int n, double lift, double turn = 0, double young = 1e8, double size = kLength) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = size, .width = size, .nx = n, .ny = n, .pattern = CellPattern::alternating});
  const Eigen::Matrix3d turned = Eigen::AngleAxisd(turn, Vector3d::UnitZ()).toRotationMatrix();
  for (Vector3d& x : spec.rest.points)
    x = turned * (x - Vector3d(0.5 * size, 0.5 * size, 0)) + lift * Vector3d::UnitZ();
  spec.material = {2 * kRadius, young, 0.3};
  spec.relaxation = 1e-4;
  return shell(spec);
}

void throw_body(TouchingBodies::Body& body, const Vector3d& velocity) {
  for (int i = 0; i < body.model.embedding->n_points(); ++i) {
    const auto stencil = body.model.embedding->stencil(i);
    for (int k = 0; k < 3; ++k) body.state.v[stencil[static_cast<std::size_t>(k)]] = velocity[k];
  }
}

/// Linear momentum of a body whose points are unknowns.
Vector3d momentum(const TouchingBodies::Body& body) {
  Eigen::VectorXd p;
  body.model.inertia->momentum(body.state, body.state.loads, body.state.v, p);
  Vector3d sum = Vector3d::Zero();
  for (int i = 0; i < body.model.embedding->n_points(); ++i) {
    const auto stencil = body.model.embedding->stencil(i);
    for (int k = 0; k < 3; ++k) sum[k] += p[stencil[static_cast<std::size_t>(k)]];
  }
  return sum;
}

/// Two bodies in free flight that meet.
struct Meeting {
  const char* name;
  std::function<void(TouchingBodies&)> make;
  Kind kind;
};
const std::vector<Meeting> kMeetings{
    {"crossed_rods",
     [](TouchingBodies& w) {
       throw_body(w.add(rod({-0.5 * kLength, 0, 0}, Vector3d::UnitX())), {0.1, 0, 0});
       throw_body(w.add(rod({0.007, -0.5 * kLength, 2 * kRadius + 1e-3}, Vector3d::UnitY())), {0.2, 0.1, -1});
     },
     Kind::edge_edge},
    {"a_rod_flat_on_a_plate",
     [](TouchingBodies& w) {
       w.add(plate(4, 0));
       throw_body(w.add(rod({-0.3 * kLength, 0.01, 2 * kRadius + 1e-3}, {0.8, 0.6, 0})), {0.2, 0.1, -1});
     },
     Kind::point_triangle},
    {"a_rod_on_its_end_on_a_plate",
     [](TouchingBodies& w) {
       w.add(plate(4, 0));
       throw_body(w.add(rod({0.013, 0.006, 2 * kRadius + 1e-3}, Vector3d(0.1, 0.2, 1).normalized())), {0.2, 0.1, -1});
     },
     Kind::point_triangle},
    {"a_rod_over_the_rim_of_a_plate",
     [](TouchingBodies& w) {
       w.add(plate(4, 0));
       throw_body(w.add(rod({0.2 * kLength, 0.013, 2 * kRadius + 1e-3}, Vector3d::UnitX(), 2)), {0.2, 0.1, -1});
     },
     Kind::edge_edge},
    {"a_plate_on_a_plate",
     [](TouchingBodies& w) {
       w.add(plate(3, 0));
       throw_body(w.add(plate(3, 2 * kRadius + 1e-3, 0.3)), {0.2, 0.1, -1});
     },
     Kind::point_triangle},
    {"a_small_plate_at_a_slant",
     [](TouchingBodies& w) {
       w.add(plate(3, 0));
       Model small = plate(2, 0, 0.3, 1e8, 0.4 * kLength);
       const Eigen::Matrix3d tilt = Eigen::AngleAxisd(0.4, Vector3d(1, 0.3, 0).normalized()).toRotationMatrix();
       for (int i = 0; i < small.embedding->n_points(); ++i) {
         small.initial.q.segment<3>(3 * i) = tilt * small.initial.q.segment<3>(3 * i) + Vector3d(0.003, 0.002, 0.015);
       }
       throw_body(w.add(small), {0.2, 0.1, -1});
     },
     Kind::point_triangle},
};

class TwoBodies : public testing::TestWithParam<std::tuple<std::size_t, Method>> {
 protected:
  static const Meeting& meeting() { return kMeetings[std::get<0>(GetParam())]; }
  static bool one_iteration() { return std::get<1>(GetParam()) == Method::linearly_implicit_euler; }
  static void prepare(TouchingBodies& world) {
    world.method = std::get<1>(GetParam());
    meeting().make(world);
    world.around.friction.elsewhere = kMu;
  }
};
INSTANTIATE_TEST_SUITE_P(meetings, TwoBodies,
                         testing::Combine(testing::Range<std::size_t>(0, kMeetings.size()),
                                          testing::Values(Method::backward_euler, Method::linearly_implicit_euler)),
                         [](const auto& one) {
                           const bool exact = std::get<1>(one.param) == Method::backward_euler;
                           return kMeetings[std::get<0>(one.param)].name +
                                  std::string(exact ? "" : "_in_one_iteration");
                         });

TEST_P(TwoBodies, KeepTheirCommonMomentumAndGiveEnergyToTheBooks) {
  TouchingBodies world;
  prepare(world);
  // One iteration sees gaps to first order.
  const double deepest = one_iteration() ? 0.1 * 2 * kRadius : 1e-9 * kLength;
  const Vector3d before = momentum(world[0]) + momentum(world[1]);
  Vector3d pushed = Vector3d::Zero();
  bool seen = false;
  constexpr double kDt = 1e-4;
  for (int i = 1; i <= 60; ++i) {
    const Vector3d first = momentum(world[0]), other = momentum(world[1]);
    const WorldMarchOutcome outcome = world.march_to(i * kDt, kDt);
    ASSERT_EQ(outcome.status(), Status::ok) << i;
    EXPECT_LE(outcome.residual, 1e-10);
    // The forces that are told are those that act: on b the opposite of those on a.
    Vector3d on_first = Vector3d::Zero();
    const bool told =
        world[0].state.books.steps == i && outcome.bodies[0].steps == 1 && outcome.bodies[0].rejected == 0;
    for (const ContactForce& c : outcome.contacts) {
      on_first += (c.key.a_body == 0 ? 1 : -1) * c.force;
      EXPECT_GT(c.gap, -deepest) << i;
      const double normal = c.force.dot(c.normal), along = (c.force - normal * c.normal).norm();
      EXPECT_LE(along, kMu * normal * (1 + 1e-12) + 1e-12) << i;
      seen = seen || c.key.kind == meeting().kind;
    }
    if (told) {
      EXPECT_LT((momentum(world[0]) - first - kDt * on_first).norm(), 1e-12 + 1e-9 * kDt * on_first.norm()) << i;
      EXPECT_LT((momentum(world[1]) - other + kDt * on_first).norm(), 1e-12 + 1e-9 * kDt * on_first.norm()) << i;
    }
    pushed += kDt * on_first;
  }
  EXPECT_TRUE(seen);
  EXPECT_LT((momentum(world[0]) + momentum(world[1]) - before).norm(), 1e-10 * before.norm());
  EXPECT_LT(pushed.z(), 0);
  for (const std::size_t i : {0, 1}) EXPECT_LT(gained_share(world[i].state.books), 1e-6);
  EXPECT_GT(world[0].state.books.dissipated + world[1].state.books.dissipated, 0);
}

TEST_P(TwoBodies, HaveTheSameBitsForAnyNumberOfThreads) {
  const int before = threads();
  std::vector<std::uint64_t> hashes;
  for (const int n : {1, 2, 3}) {
    set_threads(n);
    TouchingBodies world;
    prepare(world);
    EXPECT_EQ(world.march_to(2e-3, 1e-4).status(), Status::ok);
    hashes.push_back(hash(world[0].state));
    hashes.push_back(hash(world[1].state));
  }
  set_threads(before);
  for (std::size_t i = 2; i < hashes.size(); ++i) EXPECT_EQ(hashes[i], hashes[i % 2]) << i;
}

TEST_P(TwoBodies, HaveTheSameBitsAfterARestartInTheMiddleOfTheTouch) {
  constexpr double kDt = 1.0 / 8192;  // s: its multiples are not rounded
  // Contacts are solved once in one iteration; on the plates, 93 of them that share the load, to 9e-10.
  const ContactOptions options{.tolerance = one_iteration() ? 1e-8 : 1e-10};
  TouchingBodies whole, first, second;
  for (TouchingBodies* world : {&whole, &first, &second}) prepare(*world);
  ASSERT_EQ(whole.march_to(32 * kDt, kDt, options).status(), Status::ok);
  ASSERT_EQ(first.march_to(16 * kDt, kDt, options).status(), Status::ok);
  for (const std::size_t i : {0, 1}) second[i].state = load_state(save(first[i].state));
  second.touches = load_touches(save(first.touches));
  ASSERT_EQ(second.march_to(32 * kDt, kDt, options).status(), Status::ok);
  for (const std::size_t i : {0, 1}) EXPECT_EQ(hash(second[i].state), hash(whole[i].state));
}

TEST(FarBodies, HaveTheBitsOfOnesAlone) {
  TouchingBodies world;
  for (const double height : {0.0, 3.0}) throw_body(world.add(rod({0, 0, height}, Vector3d::UnitX())), {0.1, 0.2, 0.3});
  throw_body(world.add(plate(3, -4)), {0.1, 0, 0});
  world.add({SphereShape{1}, 0}, {{100, 0, 0}});
  std::vector<State> alone;
  for (std::size_t i = 0; i < 3; ++i) {
    alone.push_back(world[i].state);
    const auto stepper = make_stepper(world[i].model, Method::backward_euler);
    ASSERT_EQ(march(*stepper, alone.back(), world[i].programme, 0.02, {1e-3, 0}).status, Status::ok);
  }
  ASSERT_EQ(world.march_to(0.02, 1e-3).status(), Status::ok);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(hash(world[i].state), hash(alone[i])) << i;
}

// One that is far away does not change the bits of two that touch, and keeps its own.
TEST(FarBodies, ChangeNothingForOthersThatTouch) {
  TouchingBodies two, three;
  for (TouchingBodies* world : {&two, &three}) {
    kMeetings[0].make(*world);
    world->around.friction.elsewhere = kMu;
  }
  throw_body(three.add(plate(3, 2, 0, 1e8, 0.5)), {30, 0, 0});
  State alone = three[2].state;
  const auto stepper = make_stepper(three[2].model, Method::backward_euler);
  ASSERT_EQ(march(*stepper, alone, three[2].programme, 4e-3, {1e-4, 0}).status, Status::ok);
  for (TouchingBodies* world : {&two, &three}) ASSERT_EQ(world->march_to(4e-3, 1e-4).status(), Status::ok);
  for (const std::size_t i : {0, 1}) EXPECT_EQ(hash(two[i].state), hash(three[i].state));
  EXPECT_EQ(hash(three[2].state), hash(alone));
}

}  // namespace
}  // namespace plumb
