#include <plumb/world/velocity_filter.h>

#include <gtest/gtest.h>

#include <plumb/world/impact_zones.h>
#include <plumb/world/inclined_plate_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kMu = 0.4;

/// Plates at work under a velocity filter.
struct FilteredBodies {
  struct Body {
    Model model;
    State state;
    Programme programme;
    std::unique_ptr<Stepper> stepper;
  };

  Body& add(const ShellSpec& spec, const Vector3d& rate = Vector3d::Zero()) {
    auto body = std::make_unique<Body>();
    body->model = shell(spec);
    body->state = body->model.initial;
    for (int i = 0; i < body->model.embedding->n_points(); ++i) body->state.v.segment<3>(3 * i) = rate;
    body->programme = [loads = body->model.initial.loads](double) { return loads; };
    body->stepper =
        make_stepper(body->model, Method::linearly_implicit_euler, {.solve = StepSolve::one_convex_iteration});
    bodies.push_back(std::move(body));
    return *bodies.back();
  }
  void add_ground() {
    around.obstacles = {{PlaneShape{}, 0}};
    around.motion = [](double) { return ObstacleMotion{{Pose{}}, {}}; };
  }
  ContactStepOutcome step(double dt, const FilterOptions& options = {}) {
    std::vector<Toucher> all;
    for (const auto& b : bodies) all.push_back({*b->stepper, b->state, b->programme, false});
    return filtered_step(all, around, dt, options);
  }
  Vector3d momentum() const {
    Vector3d sum = Vector3d::Zero();
    for (const auto& b : bodies) {
      Eigen::VectorXd p;
      b->model.inertia->momentum(b->state, b->state.loads, b->state.v, p);
      for (int i = 0; i < b->model.embedding->n_points(); ++i) sum += p.segment<3>(3 * i);
    }
    return sum;
  }
  double kinetic() const {
    double sum = 0;
    for (const auto& b : bodies) sum += b->model.inertia->energy(b->state, b->state.loads, b->state.v);
    return sum;
  }

  std::vector<std::unique_ptr<Body>> bodies;
  Surroundings around;
};

ShellSpec plate(const Vector3d& at, double thickness = 1e-2, int n = 1) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 0.1, .width = 0.1, .nx = n, .ny = n});
  for (Vector3d& x : spec.rest.points) x += at;
  spec.material = {thickness, 1e5, 0.3};
  spec.bending = ShellBending::hinge;
  return spec;
}

double lowest_gap(const ContactStepOutcome& outcome) {
  double lowest = HUGE_VAL;
  for (const ContactForce& c : outcome.contacts) lowest = std::min(lowest, c.gap);
  return lowest;
}

/// Points that move alike are particles: nothing inside a plate resists. Each obeys
///   v_n' = -gap/h,  v_T' = max(1 - mu (v_n' - v_n)/|v_T|, 0) v_T.
TEST(VelocityFilter, AParticleThatHitsTheGroundObeysTheRule) {
  const double h = 0.01, gap = 1e-3;
  for (const Vector3d& rate :
       {Vector3d(1, 0, -0.5), Vector3d(0.3, -0.4, -1.1), Vector3d(0.1, 0, -2), Vector3d(1, 2, 0.1)}) {
    FilteredBodies world;
    world.add_ground();
    world.around.friction.elsewhere = kMu;
    auto& body = world.add(plate({0, 0, 5e-3 + gap}), rate);
    ASSERT_EQ(world.step(h).status, Status::ok);
    Vector3d expected = rate;
    if (gap + h * rate.z() < 0) {
      const double change = -gap / h - rate.z(), along = rate.head<2>().norm();
      expected.head<2>() *= std::max(0.0, 1 - kMu * change / along);
      expected.z() = -gap / h;
    }
    for (int i = 0; i < 4; ++i) EXPECT_LT((body.state.v.segment<3>(3 * i) - expected).norm(), 1e-11) << i;
  }
}

TEST(VelocityFilter, MomentumIsKeptBetweenBodies) {
  for (const int rounds : {0, 1, 10}) {
    FilteredBodies world;
    world.around.friction.elsewhere = kMu;
    world.add(plate({0, 0, 0}, 1e-2, 3), {0.3, 0.1, 1});
    world.add(plate({0.031, 0.013, 0.0105}, 1e-2, 2), {0, 0.2, -0.5});
    const Vector3d before = world.momentum();
    const double energy = world.kinetic();
    for (int k = 0; k < 10; ++k) {
      const ContactStepOutcome outcome = world.step(2e-3, {.rounds = rounds});
      ASSERT_EQ(outcome.status, Status::ok) << rounds << ' ' << k;
      if (k == 0) {
        EXPECT_FALSE(outcome.contacts.empty());
      }
      EXPECT_LT((world.momentum() - before).norm(), 1e-13);
      EXPECT_GE(lowest_gap(outcome), -1e-12);
    }
    EXPECT_LT(world.kinetic(), energy);
  }
}

/// One projection is the smallest change of the rates, in the norm of the masses, that gives the contacts their rates.
TEST(VelocityFilter, AZoneChangesAsLittleAsPossible) {
  FilteredBodies world;
  auto& low = world.add(plate({0, 0, 0}));
  auto& high = world.add(plate({0.03, 0.02, 0.0099}, 1e-2, 2));
  const Toucher all[] = {{*low.stepper, low.state, low.programme}, {*high.stepper, high.state, high.programme}};
  PointMasses masses(all, world.around, 1);
  const std::vector<Contact> found = find_contacts(masses.motion().surfaces_at_start(), {}, 1e-3);
  ASSERT_GE(found.size(), 3u);
  std::vector<const Contact*> contacts;
  for (const Contact& c : found) contacts.push_back(&c);
  ASSERT_EQ(impact_zones(masses, contacts).size(), 1u);
  const Eigen::VectorXd wanted = Eigen::VectorXd::Constant(static_cast<Eigen::Index>(found.size()), 0.7);
  const Eigen::VectorXd impulses = project_zone(masses, contacts, wanted);
  double energy = 0, work = 0;  // of the change of the rates; half of the impulses times what they change
  for (std::size_t c = 0; c < found.size(); ++c) {
    const double rate = masses.rate(found[c]).dot(found[c].normal);
    EXPECT_NEAR(rate, wanted[static_cast<Eigen::Index>(c)], 1e-10);
    work += 0.5 * impulses[static_cast<Eigen::Index>(c)] * rate;
  }
  const auto bodies = masses.surfaces_at_end();
  for (int b = 0; b < 2; ++b) {
    const auto& body = b == 0 ? low : high;
    const auto start = body.model.embedding->points_at(body.state.q, {});
    Eigen::VectorXd v = Eigen::VectorXd::Zero(body.state.v.size());
    for (std::size_t i = 0; i < start.size(); ++i) {
      v.segment<3>(3 * static_cast<Eigen::Index>(i)) = bodies[static_cast<std::size_t>(b)].x[i] - start[i];
    }
    energy += body.model.inertia->energy(body.state, body.state.loads, v);
  }
  EXPECT_NEAR(energy, work, 1e-10 * energy);  // a least change is M^-1 N^T l
}

TEST(VelocityFilter, AFastBodyDoesNotPassThroughAThinOne) {
  FilteredBodies world;
  world.add(plate({0, 0, 0}, 1e-3, 3));
  world.add(plate({0.021, 0.017, 0.02}, 1e-3, 1), {0, 0, -5});  // it would be 3 cm behind the other after one step
  const auto places = [&] {
    std::vector<std::vector<Vector3d>> all;
    for (const auto& b : world.bodies) all.push_back(b->model.embedding->points_at(b->state.q, {}));
    return all;
  };
  const auto surfaces = [&](const std::vector<std::vector<Vector3d>>& at) {
    return std::vector<SurfaceNow>{{world.bodies[0]->model.surface.get(), at[0]},
                                   {world.bodies[1]->model.surface.get(), at[1]}};
  };
  for (int k = 0; k < 5; ++k) {
    const auto before = places();
    const ContactStepOutcome outcome = world.step(0.01);
    ASSERT_EQ(outcome.status, Status::ok) << k;
    EXPECT_GT(lowest_gap(outcome), -5e-4);  // pairs that were hidden behind others may begin with an overlap
    const auto after = places();
    EXPECT_TRUE(find_crossings({surfaces(before), surfaces(after), {}, {}}).empty()) << k;
  }
}

/// Where it ends it would overlap nothing.
TEST(VelocityFilter, AFastPointDoesNotPassThroughASmallBall) {
  FilteredBodies world;
  world.around.obstacles = {{SphereShape{5e-3}, 0}};
  world.around.motion = [](double) { return ObstacleMotion{{Pose{}}, {}}; };
  auto& body = world.add(plate({0, 0, 0.02}), {0, 0, -5});  // its first corner heads for the middle of the ball
  ASSERT_EQ(world.step(0.01).status, Status::ok);
  EXPECT_GT(body.state.q[2], 5e-3);
}

TEST(VelocityFilter, ABodyThatTouchesNothingHasTheBitsOfOneAlone) {
  FilteredBodies world;
  world.add_ground();
  auto& body = world.add(plate({0, 0, 3}), {0, 1, 0});
  body.state.q[2] += 1e-3;
  State alone = body.state;
  for (int k = 0; k < 5; ++k) {
    ASSERT_EQ(world.step(0.01).status, Status::ok);
    ASSERT_EQ(body.stepper->step(alone, body.programme, 0.01).status, Status::ok);
  }
  EXPECT_EQ(hash(body.state), hash(alone));
}

ContactStepOutcome slide(InclinedPlate& plate, double until, double h) {
  const Toucher one[] = {{*plate.stepper, plate.state, plate.programme, false}};
  ContactStepOutcome outcome;
  for (double t = 0; t < until - 0.5 * h; t += h) {
    outcome = filtered_step(one, plate.around, h);
    EXPECT_EQ(outcome.status, Status::ok);
    EXPECT_GE(lowest_gap(outcome), -1e-12);
  }
  return outcome;
}

/// All points of a flat plate touch, and what each point's mass weighs is what it presses with: the rule is Coulomb's.
TEST(VelocityFilter, AFlatPlateOnAnInclineSticksAndSlidesAsCoulombSays) {
  for (const double share : {0.5, 0.99, 0.999}) {
    InclinedPlate plate(std::atan(share * kMu), kMu);
    for (const ContactForce& c : slide(plate, 0.5, 0.01).contacts) EXPECT_TRUE(c.sticks) << share;
    EXPECT_LT(std::abs(plate.way_uphill()), 1e-13) << share;
  }
  for (const double share : {1.001, 1.5}) {
    const double slope = std::atan(share * kMu);
    InclinedPlate plate(slope, kMu);
    slide(plate, 0.2, 0.01);
    const double acceleration = InclinedPlate::kGravity * (std::sin(slope) - kMu * std::cos(slope));
    EXPECT_NEAR(-plate.speed_uphill(), acceleration * 0.2, 1e-9) << share;
  }
}

TEST(VelocityFilter, WithoutFrictionAPlateSlidesFreely) {
  InclinedPlate plate(0.3, 0);
  slide(plate, 0.2, 0.01);
  EXPECT_NEAR(-plate.speed_uphill(), InclinedPlate::kGravity * std::sin(0.3) * 0.2, 1e-9);
}

/// A bridge stands on the points of its two ends, which bear the weight of all others. At rest the impulses over h are
/// its weight, whatever the length of the step; its shape is that of a bridge whose feet are r h (h + tau)/m lower, tau
/// the relaxation time of its material: the step alone lets them go there, against elastic and viscous forces.
TEST(VelocityFilter, ABridgeAtRestPressesWithItsWeightAndSinksByTheMassesOfItsFeet) {
  constexpr double kRelaxation = 1e-3;  // s
  for (const double h : {1e-4, 2e-4}) {
    ShellSpec spec;
    spec.rest = rectangle_mesh({.length = 0.1, .width = 0.05, .nx = 8, .ny = 2});
    for (Vector3d& x : spec.rest.points) x.z() += 5e-4 + 0.4 * x.x() * (0.1 - x.x()) / 0.1;
    spec.material = {1e-3, 1e9, 0.3};
    spec.bending = ShellBending::hinge;
    spec.relaxation = kRelaxation;
    FilteredBodies world;
    world.add_ground();
    world.around.friction.elsewhere = 1;
    auto& bridge = world.add(spec);
    bridge.programme = [loads = bridge.model.initial.loads](double) {
      Loads heavy = loads;
      heavy.gravity = {0, 0, -9.81};
      return heavy;
    };
    ContactStepOutcome outcome;
    for (int k = 0; k < 1000; ++k) {
      outcome = world.step(h);
      ASSERT_EQ(outcome.status, Status::ok);
    }
    Eigen::VectorXd masses;
    bridge.model.inertia->momentum(bridge.state, {}, Eigen::VectorXd::Ones(bridge.state.v.size()), masses);
    double weight = 0, pressed = 0;
    for (int i = 0; i < bridge.model.embedding->n_points(); ++i) weight += 9.81 * masses[3 * i];
    for (const ContactForce& c : outcome.contacts) pressed += c.force.z();
    EXPECT_GE(outcome.contacts.size(), 4u);
    EXPECT_NEAR(pressed / weight, 1, 1e-3);
    EXPECT_LT(bridge.state.v.norm(), 1e-5);
    // Elastic forces balance where the feet would be: the forces at the kept shape do not.
    State sunk = bridge.state;
    for (const ContactForce& c : outcome.contacts) {
      const int q = 3 * bridge.model.surface->points[static_cast<std::size_t>(c.key.a_part)];
      sunk.q.segment<3>(q) -= h * (h + kRelaxation) / masses[q] * c.force;
    }
    Dynamics dynamics(bridge.model);
    const auto imbalance = [&](const State& at) {
      Eigen::VectorXd f;
      EXPECT_EQ(dynamics.forces(at, at.loads, f), Status::ok);
      for (const ContactForce& c : outcome.contacts) {
        f.segment<3>(3 * bridge.model.surface->points[static_cast<std::size_t>(c.key.a_part)]) += c.force;
      }
      return f.norm() / weight;
    };
    EXPECT_LT(imbalance(sunk), 0.01 * imbalance(bridge.state)) << h;
  }
}

}  // namespace
}  // namespace plumb
