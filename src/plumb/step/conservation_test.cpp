#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/solve/equilibrium.h>
#include <plumb/step/march.h>
#include <plumb/step/momenta_for_test.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

constexpr int kUnknownsPerNode = 4;  // of a discrete rod

Momenta momenta(const Model& model, const State& state) {
  Eigen::VectorXd p;
  model.inertia->momentum(state, {}, state.v, p);
  Momenta m;
  const RodView view(model, state);
  for (int i = 0; i < view.n_nodes(); ++i) {
    const Eigen::Vector3d one = p.segment<3>(kUnknownsPerNode * i);
    m.linear += one;
    m.angular += view.node(i).cross(one);
    if (i + 1 < view.n_nodes()) m.angular += p[kUnknownsPerNode * i + 3] * view.tangent(i);
  }
  return m;
}

/// A rod that nothing holds, thrown, spinning and shaking.
State thrown(const Model& model) {
  State state = model.initial;
  const RodView view(model, state);
  for (int i = 0; i < view.n_nodes(); ++i) {
    const double s = view.node(i).x();
    state.v.segment<3>(kUnknownsPerNode * i) = Eigen::Vector3d(0.3 * s, 1 + std::sin(4 * s), 0.5 - 2 * s * s);
  }
  return state;
}

Programme nothing() {
  return [](double) { return Loads{}; };
}

TEST(Conservation, of_linear_momentum_is_exact_and_of_angular_momentum_of_the_methods_order) {
  RodForTest rod;
  rod.relaxation = 0.01;  // what is lost inside changes no momentum
  const Model model = discrete_rod(rod, false);
  for (const Method method : {Method::implicit_midpoint, Method::newmark, Method::bdf2, Method::backward_euler}) {
    double drift[2];
    for (int k = 0; k < 2; ++k) {
      const auto stepper = make_stepper(model, method);
      State state = thrown(model);
      const Momenta before = momenta(model, state);
      ASSERT_EQ(march(*stepper, state, nothing(), 0.2, {.dt = 0.002 / (k + 1)}).status, Status::ok);
      const Momenta after = momenta(model, state);
      EXPECT_LT((after.linear - before.linear).norm(), 1e-9 * before.linear.norm()) << name(method);
      drift[k] = (after.angular - before.angular).norm() / before.angular.norm();
    }
    EXPECT_LT(drift[1], 0.02) << name(method);
    EXPECT_TRUE(drift[1] < 1e-9 || drift[0] / drift[1] > 0.85 * std::pow(2, order(method)))
        << name(method) << ' ' << drift[0] << ' ' << drift[1];
  }
}

/// A free beam: the momenta of its rotations are angular momenta in space.
Momenta beam_momenta(const Model& model, const State& state) {
  Eigen::VectorXd p;
  model.inertia->momentum(state, {}, state.v, p);
  Momenta m;
  for (Eigen::Index i = 0; i + 6 <= p.size(); i += 6) {
    const Eigen::Vector3d x = state.q.segment<3>(i), one = p.segment<3>(i);
    m.linear += one;
    m.angular += x.cross(one) + p.segment<3>(i + 3);
  }
  return m;
}

State thrown_beam(const Model& model) {
  State state = model.initial;
  for (Eigen::Index i = 0; i + 6 <= state.q.size(); i += 6) {
    const double s = state.q[i];
    state.v.segment<3>(i) = Eigen::Vector3d(0.3 * s, 1 + std::sin(4 * s), 0.5 - 2 * s * s);
    state.v.segment<3>(i + 3) = Eigen::Vector3d(3, 0.5, 1);
  }
  return state;
}

// Edges that spin and sections that turn are no points: the method that keeps the energy keeps their angular momentum
// only to its order.
TEST(Conservation, of_rods_that_spin_by_the_energy_keeping_method) {
  RodForTest rod;
  BeamSpec free_beam = beam_spec(rod);
  free_beam.clamped_nodes = {};
  const Model edges = discrete_rod(rod, false), sections = exact_beam(free_beam);
  State spinning = thrown(edges);
  for (int e = 0; e < rod.n; ++e) spinning.v[kUnknownsPerNode * e + 3] = 3;
  struct Thrown {
    const char* name;
    const Model& model;
    const State& start;
    Momenta (*momenta)(const Model&, const State&);
  };
  const State turning = thrown_beam(sections);
  for (const Thrown& one :
       {Thrown{"discrete rod", edges, spinning, momenta}, Thrown{"beam", sections, turning, beam_momenta}}) {
    double drift[2];
    for (int k = 0; k < 2; ++k) {
      const auto stepper = make_stepper(one.model, Method::energy_keeping);
      State state = one.start;
      const Momenta before = one.momenta(one.model, state);
      ASSERT_EQ(march(*stepper, state, nothing(), 0.2, {.dt = 0.002 / (k + 1)}).status, Status::ok) << one.name;
      const Momenta after = one.momenta(one.model, state);
      EXPECT_LT(std::max(gained_share(state.books), lost_share(state.books)), 1e-10) << one.name;
      EXPECT_LT((after.linear - before.linear).norm(), 1e-12 * before.linear.norm()) << one.name;
      drift[k] = (after.angular - before.angular).norm() / before.angular.norm();
      std::printf("%s, dt = %g ms: energy %.1e, linear momentum %.1e, angular momentum %.1e\n", one.name, 2.0 / (k + 1),
                  std::max(gained_share(state.books), lost_share(state.books)),
                  (after.linear - before.linear).norm() / before.linear.norm(), drift[k]);
    }
    EXPECT_LT(drift[0], 1e-3) << one.name;
    EXPECT_GT(drift[0] / drift[1], 3.4) << one.name;
  }
}

double energy(Stepper& stepper, const State& state) {
  return stepper.meter().kinetic(state) + stepper.meter().potential(state);
}

// Symplectic methods keep the energy within a band that does not widen; backward Euler loses it.
TEST(Conservation, of_energy_is_as_the_method_promises) {
  for (const NamedModel& named : rod_models()) {
    if (named.name == "clothoid" || named.name == "beam") continue;  // the same stepper on slower elements
    RodForTest rod;
    rod.n = 3;
    const Model model = named.make(rod);
    Loads loads = model.initial.loads;
    loads.gravity = {0, 0, -1};
    const auto still = [&](double) { return loads; };
    for (const Method method : {Method::symplectic_euler, Method::implicit_midpoint, Method::backward_euler}) {
      const auto stepper = make_stepper(model, method);
      State state = model.initial;
      state.loads = loads;
      const double start = energy(*stepper, state);
      double early = 0, late = 0, largest_kinetic = 0;
      for (int i = 1; i <= 400; ++i) {
        ASSERT_EQ(march(*stepper, state, still, i * 0.01, {.dt = 0.0025}).status, Status::ok) << name(method);
        const double off = std::abs(energy(*stepper, state) - start);
        (i <= 200 ? early : late) = std::max(i <= 200 ? early : late, off);
        largest_kinetic = std::max(largest_kinetic, stepper->meter().kinetic(state));
      }
      if (method == Method::backward_euler) {
        EXPECT_GT(late, 0.01 * largest_kinetic) << named.name;
        EXPECT_LT(energy(*stepper, state), start) << named.name;
      } else {
        EXPECT_LT(late, 0.02 * largest_kinetic) << named.name << ' ' << name(method);
        EXPECT_LT(late, 3 * early) << named.name << ' ' << name(method);
      }
    }
  }
}

// D is quadratic in strain rates, which a rigid motion does not have.
TEST(Damping, leaves_rigid_motion_alone_and_takes_energy_otherwise) {
  RodForTest rod;
  rod.relaxation = 0.1;
  rod.kappa = 1;
  const Model model = discrete_rod(rod, false);
  State state = model.initial;
  const RodView view(model, state);
  const Eigen::Vector3d spin(0.3, -1, 2), speed(1, 2, 3);
  for (int i = 0; i < view.n_nodes(); ++i) {
    state.v.segment<3>(kUnknownsPerNode * i) = speed + spin.cross(view.node(i));
    if (i + 1 < view.n_nodes()) state.v[kUnknownsPerNode * i + 3] = spin.dot(view.tangent(i));
  }
  const auto loss = [&](const State& at) {
    double sum = 0;
    for (const auto& term : model.dissipations) {
      ElementBuffer buffer;
      buffer.resize(term->n_elements(), term->stencil_size());
      EXPECT_EQ(term->evaluate(at, {}, 0, term->n_elements(), {.value = true}, buffer), Status::ok);
      for (int e = 0; e < term->n_elements(); ++e) sum += buffer.value(e);
    }
    return sum;
  };
  EXPECT_LT(loss(state), 1e-20);
  state.v[kUnknownsPerNode * 2 + 1] += 0.1;
  EXPECT_GT(loss(state), 1e-3);
}

// What a damped motion settles in is the equilibrium, whatever the damping, the step, the method and the start.
TEST(Settling, ends_in_the_static_answer) {
  for (const NamedModel& named : rod_models()) {
    RodForTest rod;
    rod.n = 4;
    Loads loads = named.make(rod).initial.loads;
    loads.gravity = {0, 0.5, -2};
    const Model still = named.make(rod);
    State expected = still.initial;
    ASSERT_EQ(equilibrium(still, expected, loads).status, Status::ok) << named.name;
    struct Way {
      Method method;
      double relaxation, tolerance;
    };
    for (const Way& way : {Way{Method::backward_euler, 2, 1e-3}, Way{Method::bdf2, 3, 1e-4}}) {
      rod.relaxation = way.relaxation;
      const Model model = named.make(rod);
      const auto stepper = make_stepper(model, way.method);
      State state = model.initial;
      const auto hold = [&](double) { return loads; };
      ASSERT_EQ(march(*stepper, state, hold, 200, {.tolerance = way.tolerance}).status, Status::ok) << named.name;
      const double off = (state.q - expected.q).cwiseQuotient(model.layout.scale).cwiseAbs().maxCoeff();
      EXPECT_LT(off, 1e-8) << named.name << ' ' << name(way.method);
    }
  }
}

TEST(TimeControl, keeps_the_error_near_the_tolerance_and_arrives_on_time) {
  const Model model = discrete_rod({});
  const auto run = [&](double tolerance, MarchOutcome& outcome) {
    const auto stepper = make_stepper(model, Method::implicit_midpoint);
    State state = model.initial;
    outcome = march(*stepper, state, swinging(model, 0.3, {0, -3, -9}), 0.3, {.tolerance = tolerance});
    EXPECT_EQ(outcome.status, Status::ok);
    EXPECT_EQ(state.time, 0.3);
    return state;
  };
  MarchOutcome loose, tight, exact;
  const State reference = run(1e-9, exact), a = run(1e-5, loose), b = run(1e-7, tight);
  const double error_a = (a.q - reference.q).cwiseAbs().maxCoeff(), error_b = (b.q - reference.q).cwiseAbs().maxCoeff();
  EXPECT_LT(error_b, 0.2 * error_a);
  EXPECT_LT(error_a, 100 * 1e-5);
  EXPECT_GT(tight.steps, 2 * loose.steps);
}

TEST(TimeControl, stopped_and_loaded_gives_the_same_bits) {
  const Model model = discrete_rod({});
  for (const Method method : {Method::bdf2, Method::implicit_midpoint, Method::symplectic_euler}) {
    const auto stepper = make_stepper(model, method);
    const Programme programme = swinging(model, 0.3, {0, -3, -9});
    const TimeControl control{.tolerance = 1e-4};
    State whole = model.initial;
    march(*stepper, whole, programme, 0.05, control);
    const auto fresh = make_stepper(model, method);
    State resumed = load_state(save(whole));
    march(*stepper, whole, programme, 0.1, control);
    march(*fresh, resumed, programme, 0.1, control);
    EXPECT_EQ(hash(whole), hash(resumed)) << name(method);
  }
}

}  // namespace
}  // namespace plumb
