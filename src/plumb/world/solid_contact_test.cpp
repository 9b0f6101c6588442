// Solids of tetrahedra that touch: a cube on a slope, a ball on the ground, a cube on a plate and on rods, a bar on itself.

#include <numbers>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/tetrahedral_generators.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/shell/shell.h>
#include <plumb/model/solid/solid_view.h>
#include <plumb/world/touching_bodies_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kSize = 0.1, kSkin = 1e-4, kGravity = 9.81, kMu = 0.4;  // m, m/s^2
constexpr double kExact = 1.0 / 256;                                     // s: its multiples are not rounded

SolidSpec cube(int n = 2, double young = 1e6) {
  SolidSpec spec;
  spec.rest = box_mesh({{kSize, kSize, kSize}, {n, n, n}});
  for (Vector3d& x : spec.rest.points) x += Vector3d(-0.5 * kSize, -0.5 * kSize, kSkin);
  spec.material = {SolidLaw::stable_neo_hookean, young, 0.3};
  spec.relaxation = 5e-3;
  spec.skin = kSkin;
  return spec;
}

/// Weight that points down a slope which rises along x, seen from the slope.
Model on_slope(const SolidSpec& spec, double slope) {
  Model model = solid(spec);
  model.initial.loads.gravity = kGravity * Vector3d(-std::sin(slope), 0, -std::cos(slope));
  return model;
}

Vector3d mean(const Eigen::VectorXd& q, const SolidSpec& spec) {
  Vector3d sum = Vector3d::Zero();
  double whole = 0;
  for (int k = 0; k < static_cast<int>(spec.rest.tetrahedra.size()); ++k) {
    const double v = volume(spec.rest, k);
    for (const int p : spec.rest.tetrahedra[static_cast<std::size_t>(k)]) sum += v / 4 * q.segment<3>(3 * p);
    whole += v;
  }
  return sum / whole;
}

void throw_body(TouchingBodies::Body& body, const Vector3d& velocity) {
  for (Eigen::Index i = 0; i < body.state.v.size() / 3; ++i) body.state.v.segment<3>(3 * i) = velocity;
}

TEST(SolidContact, a_soft_cube_sticks_to_a_slope_within_the_angle_of_friction) {
  for (const double share : {0.5, 0.98}) {
    const SolidSpec spec = cube();
    TouchingBodies world;
    TouchingBodies::Body& body = world.add(on_slope(spec, std::atan(share * kMu)));
    world.add({PlaneShape{}, 0}, {});
    world.around.friction.elsewhere = kMu;
    ASSERT_EQ(world.march_to(1, 0.01).status(), Status::ok) << share;
    const Vector3d settled = mean(body.state.q, spec);
    const WorldMarchOutcome outcome = world.march_to(3, 0.01);
    ASSERT_EQ(outcome.status(), Status::ok) << share;
    // Once its deformation has come to rest, it stays where it is.
    EXPECT_LT((mean(body.state.q, spec) - settled).norm(), 1e-9 * kSize) << share;
    Vector3d force = Vector3d::Zero();
    for (const ContactForce& c : outcome.contacts) force += c.force;
    EXPECT_NEAR(-force.dot(body.state.loads.gravity) / force.norm() / kGravity, 1, 1e-9);
  }
}

TEST(SolidContact, a_soft_cube_slides_down_a_steeper_slope_at_the_closed_acceleration) {
  for (const double share : {1.02, 1.5}) {
    const SolidSpec spec = cube();
    const double slope = std::atan(share * kMu);
    TouchingBodies world;
    TouchingBodies::Body& body = world.add(on_slope(spec, slope));
    world.add({PlaneShape{}, 0}, {});
    world.around.friction.elsewhere = kMu;
    // By then its deformation has come to rest.
    ASSERT_EQ(world.march_to(0.5, 5e-3).status(), Status::ok) << share;
    const double before = mean(body.state.v, spec).x();
    ASSERT_EQ(world.march_to(0.75, 5e-3).status(), Status::ok) << share;
    const double acceleration = kGravity * (std::sin(slope) - kMu * std::cos(slope));
    EXPECT_NEAR((before - mean(body.state.v, spec).x()) / 0.25, acceleration, 2e-3 * kGravity) << share;
  }
}

TEST(SolidContact, a_ball_that_falls_keeps_its_books_and_stays_above_the_ground) {
  SolidSpec spec;
  spec.rest = ball_mesh({0.5 * kSize, 0, 3});
  for (Vector3d& x : spec.rest.points) x += Vector3d(0, 0, 0.6 * kSize);
  spec.material = {SolidLaw::neo_hookean, 5e4, 0.4};
  spec.skin = kSkin;
  TouchingBodies world;
  TouchingBodies::Body& body = world.add(on_slope(spec, 0));
  world.add({PlaneShape{}, 0}, {});
  world.around.friction.elsewhere = kMu;
  const auto energy = [&] {
    const EnergiesByRole parts = energies_by_role(body.model, body.state);
    return parts.stored() + parts.load + body.stepper->meter().kinetic(body.state);
  };
  const double before = energy();
  bool touched = false, squeezed = false;
  for (int i = 1; i <= 100; ++i) {
    const WorldMarchOutcome outcome = world.march_to(2e-3 * i, 2e-3);
    ASSERT_EQ(outcome.status(), Status::ok) << i;
    touched = touched || !outcome.contacts.empty();
    for (const int p : body.model.surface->points) {
      EXPECT_GT(body.points()[static_cast<std::size_t>(p)].z() - kSkin, -1e-10 * kSize) << i;
    }
    for (const Vector3d& s : SolidView(spec, body.model, body.state).stretches()) squeezed = squeezed || s[2] < 0.9;
  }
  EXPECT_TRUE(touched);
  EXPECT_TRUE(squeezed);
  // Nothing is gained, and what is gone is in the books: of impact, and of the method.
  EXPECT_LT(gained_share(body.state.books), 1e-6);
  const EnergyBalance balance = body.stepper->meter().balance(body.state);
  EXPECT_NEAR(before + body.state.books.work - body.state.books.dissipated - balance.numerical, energy(),
              1e-6 * std::abs(before));
  EXPECT_LT(energy(), before);
}

TEST(SolidContact, a_cube_that_is_far_from_all_has_the_bits_of_one_alone) {
  SolidSpec spec = cube();
  for (Vector3d& x : spec.rest.points) x.z() += 5;
  TouchingBodies world;
  TouchingBodies::Body& body = world.add(on_slope(spec, 0.3));
  throw_body(body, {1, 0.2, 0});
  world.add({PlaneShape{}, 0}, {});
  State alone = body.state;
  ASSERT_EQ(world.march_to(32 * kExact, kExact).status(), Status::ok);
  const auto stepper = make_stepper(body.model, Method::backward_euler);
  ASSERT_EQ(march(*stepper, alone, body.programme, 32 * kExact, {kExact, 0}).status, Status::ok);
  EXPECT_EQ(hash(body.state), hash(alone));
}

Model rod(const Vector3d& from, const Vector3d& along, double length, double radius) {
  RodSpec spec;
  for (int i = 0; i <= 6; ++i) spec.nodes.push_back(length * i / 6);
  spec.stiffness = rod_stiffness(RodSection::circle(radius), 1e8, 0.4, 1000);
  spec.relaxation = 1e-4;
  spec.contact_radius = radius;
  spec.clamped_edges = {0, 5};
  return elastic_rod(spec, {from + length / 12 * along, along, any_perpendicular(along)});
}

Model plate(double lift) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 2 * kSize, .width = 2 * kSize, .nx = 4, .ny = 4});
  for (Vector3d& x : spec.rest.points) x += Vector3d(-kSize, -kSize, lift);
  spec.material = {5e-3, 1e7, 0.3};
  spec.relaxation = 1e-3;
  for (int i = 0; i < static_cast<int>(spec.rest.points.size()); ++i) {
    if (spec.rest.points[static_cast<std::size_t>(i)].x() < -0.99 * kSize) spec.clamped.push_back(i);
  }
  return shell(spec);
}

/// A cube in free flight that meets something.
struct Meeting {
  const char* name;
  std::function<void(TouchingBodies&)> make;
};
const std::vector<Meeting> kMeetings{
    {"a_cube_on_its_edge_on_a_cube",
     [](TouchingBodies& w) {
       SolidSpec upper = cube();
       const Eigen::Matrix3d tilt = Eigen::AngleAxisd(0.7, Vector3d(1, 0.2, 0).normalized()).toRotationMatrix();
       for (Vector3d& x : upper.rest.points) x = tilt * (x - Vector3d(0, 0, 0.05)) + Vector3d(0.01, 0.02, 0.172);
       w.add(solid(cube()));
       throw_body(w.add(solid(upper)), {0.2, 0.1, -1});
     }},
    {"a_cube_flat_on_a_cube",
     [](TouchingBodies& w) {
       SolidSpec upper = cube(3);
       const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.3, Vector3d::UnitZ()).toRotationMatrix();
       for (Vector3d& x : upper.rest.points) x = turn * x + Vector3d(0.01, 0.02, kSize + 1e-3);
       w.add(solid(cube()));
       throw_body(w.add(solid(upper)), {0.2, 0.1, -1});
     }},
    {"a_cube_on_a_plate",
     [](TouchingBodies& w) {
       SolidSpec upper = cube();
       for (Vector3d& x : upper.rest.points) x += Vector3d(0.013, 0.007, 3.5e-3);
       w.add(plate(0));
       throw_body(w.add(solid(upper)), {0.2, 0.1, -1});
     }},
    {"a_cube_on_rods",
     [](TouchingBodies& w) {
       SolidSpec upper = cube();
       for (Vector3d& x : upper.rest.points) x += Vector3d(0.003, 0.007, 3.5e-3);
       w.add(rod({-kSize, -0.03, 0}, Vector3d::UnitX(), 2 * kSize, 2e-3));
       w.add(rod({-kSize, 0.035, 0}, Vector3d::UnitX(), 2 * kSize, 2e-3));
       throw_body(w.add(solid(upper)), {0.2, 0.1, -1});
     }},
};

class SolidMeets : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(meetings, SolidMeets, testing::Range<std::size_t>(0, kMeetings.size()),
                         [](const auto& one) { return std::string(kMeetings[one.param].name); });

TEST_P(SolidMeets, others_without_overlap_and_with_opposite_forces) {
  TouchingBodies world;
  kMeetings[GetParam()].make(world);
  world.around.friction.elsewhere = kMu;
  const std::size_t last = world.size() - 1;
  TouchingBodies::Body& thrown = world[last];
  const auto momentum = [&] {
    Eigen::VectorXd p;
    thrown.model.inertia->momentum(thrown.state, thrown.state.loads, thrown.state.v, p);
    Vector3d sum = Vector3d::Zero();
    for (Eigen::Index i = 0; i < p.size() / 3; ++i) sum += p.segment<3>(3 * i);
    return sum;
  };
  const double whole = momentum().norm();
  constexpr double kDt = 5e-4;
  bool met = false;
  for (int i = 1; i <= 25; ++i) {
    const Vector3d before = momentum();
    const WorldMarchOutcome outcome = world.march_to(i * kDt, kDt);
    ASSERT_EQ(outcome.status(), Status::ok) << i;
    EXPECT_LE(outcome.residual, 1e-10) << i;
    Vector3d force = Vector3d::Zero();
    for (const ContactForce& c : outcome.contacts) {
      EXPECT_GT(c.gap, -1e-6 * kSize) << i;
      if (c.key.a_body == static_cast<int>(last)) force += c.force;
      if (c.key.b_owner == static_cast<int>(last)) force -= c.force;
      met = true;
    }
    if (outcome.bodies[last].steps == 1 && outcome.bodies[last].rejected == 0) {
      EXPECT_LT((momentum() - before - kDt * force).norm(), 1e-9 * whole) << i;
    }
  }
  EXPECT_TRUE(met);
  EXPECT_GT(momentum().z(), -whole);
  for (std::size_t i = 0; i < world.size(); ++i) EXPECT_LT(gained_share(world[i].state.books), 1e-6) << i;
}

TEST_P(SolidMeets, others_with_the_same_bits_after_a_restart) {
  TouchingBodies whole, first, second;
  for (TouchingBodies* world : {&whole, &first, &second}) {
    kMeetings[GetParam()].make(*world);
    world->around.friction.elsewhere = kMu;
  }
  constexpr double kDt = kExact / 4;
  ASSERT_EQ(whole.march_to(8 * kDt, kDt).status(), Status::ok);
  ASSERT_EQ(first.march_to(4 * kDt, kDt).status(), Status::ok);
  EXPECT_FALSE(first.touches.empty());
  for (std::size_t i = 0; i < second.size(); ++i) second[i].state = load_state(save(first[i].state));
  second.touches = load_touches(save(first.touches));
  ASSERT_EQ(second.march_to(8 * kDt, kDt).status(), Status::ok);
  for (std::size_t i = 0; i < second.size(); ++i) EXPECT_EQ(hash(second[i].state), hash(whole[i].state));
}

// A hairpin of soft material whose legs are brought together: they come to lie on each other.
TEST(SolidContact, a_solid_touches_itself) {
  SolidSpec spec;
  spec.rest = box_mesh({{2 * kSize, 0.1 * kSize, 0.1 * kSize}, {24, 2, 2}});
  // Bent to half a circle about the y axis, with straight legs; a little askew, so that no edges are parallel.
  const double leg = 0.7 * kSize, radius = 0.6 * kSize / std::numbers::pi;
  for (Vector3d& x : spec.rest.points) {
    const double s = x.x(), out = x.z() - 0.05 * kSize;
    const double angle = std::clamp((s - leg) / radius, 0.0, std::numbers::pi);
    const Vector3d along(std::cos(angle), 0, std::sin(angle)), across(-std::sin(angle), 0, std::cos(angle));
    const Vector3d turn_middle(leg, 0, radius);
    Vector3d on_line = turn_middle - radius * across;
    if (s < leg) on_line.x() = s;
    if (angle >= std::numbers::pi) on_line += (s - leg - std::numbers::pi * radius) * along;
    x = on_line + out * across + (x.y() + 0.03 * s) * Vector3d::UnitY();
  }
  SolidSupport lower{{}, {}, {true, true, true}};
  for (int i = 0; i < static_cast<int>(spec.rest.points.size()); ++i) {
    if (i / 9 <= 8) lower.points.push_back(i);
  }
  spec.supports = {lower};
  spec.material = {SolidLaw::stable_neo_hookean, 1e5, 0.3};
  spec.relaxation = 0.02;
  spec.skin = kSkin;
  TouchingBodies world;
  Model model = solid(spec);
  model.initial.loads.gravity = {0, 0, -2 * kGravity};  // heavier than it can bear
  TouchingBodies::Body& body = world.add(model);
  body.touches_itself = true;
  world.around.friction.elsewhere = kMu;
  bool touched = false;
  for (int i = 1; i <= 40; ++i) {
    const WorldMarchOutcome outcome = world.march_to(i * 2e-3, 2e-3);
    ASSERT_EQ(outcome.status(), Status::ok) << i;
    for (const ContactForce& c : outcome.contacts) {
      EXPECT_EQ(c.key.b_owner, 0);
      EXPECT_GT(c.gap, -1e-6 * kSize) << i;
      touched = true;
    }
  }
  EXPECT_TRUE(touched);
  for (const Vector3d& s : SolidView(spec, body.model, body.state).stretches()) EXPECT_GT(s[2], 0);
}

}  // namespace
}  // namespace plumb
