// Several bodies that move together.

#include <plumb/step/march.h>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/exact_beam/exact_beam.h>

namespace plumb {
namespace {

/// A rod that is let go where it is clamped along x.
Model strip(double stiffness) {
  RodSpec spec;
  spec.nodes = clamped_nodes(1, 8);
  spec.stiffness = {1e4 * stiffness, stiffness, stiffness, stiffness, 1, 1e-3};
  spec.clamped_edges = {0};
  return elastic_rod(spec);
}

Model beam() {
  BeamSpec spec;
  spec.lengths.assign(4, 0.25);
  spec.stretch = 1e4;
  spec.shear = 3e3;
  spec.bend_1 = spec.bend_2 = spec.twist = spec.mass_per_length = 1;
  spec.spin_inertia = 1e-3;
  return exact_beam(spec);
}

/// A body in motion, and the times at which its loads were asked for.
struct Moving {
  Moving(Model model, Method method)
      : stepper(make_stepper(std::move(model), method)), state(stepper->model().initial) {
    programme = [this](double time) {
      asked.push_back(time);
      if (log != nullptr) log->push_back(time);
      Loads loads = stepper->model().initial.loads;
      loads.gravity = {0, 0, -3};
      return loads;
    };
  }
  Mover mover() { return {*stepper, state, programme}; }

  std::unique_ptr<Stepper> stepper;
  State state;
  Programme programme;
  std::vector<double> asked;
  std::vector<double>* log = nullptr;
};

std::vector<MarchOutcome> go(std::vector<Moving*> bodies, double until, TimeControl control) {
  std::vector<Mover> movers;
  for (Moving* body : bodies) movers.push_back(body->mover());
  std::vector<MarchOutcome> outcomes = march(movers, until, control);
  for (const MarchOutcome& outcome : outcomes) EXPECT_EQ(outcome.status, Status::ok);
  return outcomes;
}

TEST(LockStep, a_fixed_step_gives_each_body_the_bits_that_it_has_alone) {
  for (const Method method : {Method::newmark, Method::backward_euler, Method::energy_keeping}) {
    const TimeControl control{.dt = 0.01};
    Moving a(strip(1), method), b(beam(), method), a_alone(strip(1), method), b_alone(beam(), method);
    const auto both = go({&a, &b}, 0.095, control);
    const auto one = go({&a_alone}, 0.095, control), other = go({&b_alone}, 0.095, control);
    EXPECT_EQ(hash(a.state), hash(a_alone.state)) << name(method);
    EXPECT_EQ(hash(b.state), hash(b_alone.state)) << name(method);
    EXPECT_EQ(both[0].steps, 10);
    EXPECT_EQ(both[0].iterations, one[0].iterations);
    EXPECT_EQ(both[1].iterations, other[0].iterations);
  }
}

TEST(LockStep, with_a_fixed_step_no_body_is_more_than_a_step_ahead) {
  const double dt = 0.01;
  std::vector<double> log;
  Moving a(strip(1), Method::newmark), b(beam(), Method::newmark);
  a.log = b.log = &log;
  go({&a, &b}, 0.1, {.dt = dt});
  double latest = 0;
  for (const double time : log) {
    EXPECT_GE(time, latest - dt * (1 + 1e-9));
    latest = std::max(latest, time);
  }
  EXPECT_NEAR(latest, 0.1, 1e-12);
}

TEST(LockStep, under_error_control_all_take_the_shortest_step_that_any_wants) {
  const TimeControl control{.tolerance = 1e-6};
  Moving soft(strip(0.1), Method::newmark), stiff(strip(1000), Method::newmark);
  Moving soft_alone(strip(0.1), Method::newmark), stiff_alone(strip(1000), Method::newmark);
  const auto both = go({&soft, &stiff}, 0.2, control);
  const int slow = go({&soft_alone}, 0.2, control)[0].steps, fast = go({&stiff_alone}, 0.2, control)[0].steps;
  ASSERT_LT(slow, fast) << "bodies that want different steps";
  EXPECT_EQ(both[0].steps, both[1].steps);
  EXPECT_GE(both[0].steps, fast);
  EXPECT_EQ(soft.state.time, 0.2);
  EXPECT_EQ(stiff.state.time, 0.2);
  EXPECT_GT(soft.state.time_step, stiff.state.time_step) << "each remembers what it wants itself";
  // The stiff one was tried only where the soft one's step was good: its times are among the other's.
  const std::set<double> times(soft.asked.begin(), soft.asked.end());
  for (const double time : stiff.asked) EXPECT_TRUE(times.contains(time)) << time;
}

TEST(LockStep, a_saved_motion_goes_on_to_the_same_bits) {
  for (const TimeControl control : {TimeControl{.dt = 0.01}, TimeControl{.tolerance = 1e-4}}) {
    Moving a(strip(0.1), Method::newmark), b(strip(100), Method::newmark);
    go({&a, &b}, 0.05, control);
    Moving a_again(strip(0.1), Method::newmark), b_again(strip(100), Method::newmark);
    a_again.state = load_state(save(a.state));
    b_again.state = load_state(save(b.state));
    go({&a, &b}, 0.1, control);
    go({&a_again, &b_again}, 0.1, control);
    EXPECT_EQ(hash(a.state), hash(a_again.state));
    EXPECT_EQ(hash(b.state), hash(b_again.state));
  }
}

// Symplectic Euler explodes where its steps are long for the stiff body.
TEST(LockStep, if_one_body_fails_all_stop_and_the_outcomes_tell_which) {
  Moving soft(strip(1e-3), Method::symplectic_euler), stiff(strip(1e3), Method::symplectic_euler);
  const Mover movers[] = {soft.mover(), stiff.mover()};
  const auto outcomes = march(movers, 1, {.dt = 1e-3});
  EXPECT_EQ(outcomes[0].status, Status::ok);
  EXPECT_NE(outcomes[1].status, Status::ok);
  EXPECT_LT(soft.state.time, 1);
  EXPECT_LE(soft.state.time - stiff.state.time, 1e-3 * (1 + 1e-9));
}

}  // namespace
}  // namespace plumb
