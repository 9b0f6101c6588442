// Shells of triangles in motion.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/shell.h>
#include <plumb/solve/vibration.h>
#include <plumb/step/march.h>
#include <plumb/step/momenta_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// A thick, soft strip of unit length along x, nu = 0; clamped at x = 0, or free.
ShellSpec strip(int n, bool clamped = true) {
  ShellSpec s;
  s.rest = rectangle_mesh({.length = 1, .width = 0.2, .nx = n, .ny = n / 5, .pattern = CellPattern::alternating});
  s.material = {0.02, 1e5, 0};
  s.density = 1000;
  if (clamped) s.supports = {{Hold::clamped, pick_points(s.rest, [](const Vector3d& p) { return p.x() < 1e-9; }), {}}};
  s.loads = {{pick_points(s.rest, [](const Vector3d& p) { return p.x() > 1 - 1e-9; })}};
  return s;
}

/// Returns the frequency of Euler and Bernoulli's cantilever, Hz; root: of cos x cosh x = -1.
double hertz(const ShellSpec& s, double root) {
  const double stiffness = s.material.bending_stiffness() / (s.density * s.material.thickness);
  return root * root * std::sqrt(stiffness) / (2 * std::numbers::pi);
}

Programme under(const Loads& loads) {
  return [loads](double) { return loads; };
}

TEST(ShellMotion, a_cantilever_has_the_frequencies_of_a_beam) {
  const auto errors = [](int n) {
    const ShellSpec s = strip(n);
    const Model model = shell(s);
    const Vibrations found = vibrations(model, model.initial, 3);
    EXPECT_EQ(found.status, Status::ok);
    std::array<double, 2> error{found.frequencies[0] / hertz(s, 1.87510407) - 1, 1};
    // The second bending mode is among the next ones, beside sway and twist.
    for (const double f : found.frequencies) {
      error[1] = std::min(error[1], std::abs(f / hertz(s, 4.69409113) - 1));
    }
    return error;
  };
  const auto coarse = errors(10), fine = errors(20);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(std::log2(std::abs(coarse[i] / fine[i])), 2, 0.1);
  EXPECT_NEAR(fine[0], 0, 0.003);
  EXPECT_NEAR(fine[1], 0, 0.015);
}

/// Bent as its first mode and let go: when it passes its rest, s.
double quarter_period(const Model& model, int tip, const Eigen::VectorXd& shape, Method method, double dt) {
  State state = model.initial;
  state.q += 1e-3 / shape[3 * tip + 2] * shape;
  const auto stepper = make_stepper(model, method);
  double before = state.q[3 * tip + 2];
  while (stepper->step(state, under(model.initial.loads), dt).status == Status::ok) {
    const double after = state.q[3 * tip + 2];
    if (after <= 0) return state.time + dt * after / (before - after);
    before = after;
  }
  return 0;
}

TEST(ShellMotion, a_strip_let_go_swings_with_every_stepper) {
  const ShellSpec s = strip(5);
  const Model model = shell(s);
  const Vibrations modes = vibrations(model, model.initial, 1);
  const double expected = 0.25 / modes.frequencies[0];
  for (const Method method : all_methods()) {
    if (method == Method::static_) continue;
    const double dt = method == Method::symplectic_euler ? 4e-3 : expected / 50;
    const double found = quarter_period(model, s.loads[0].points[0], modes.shapes.col(0), method, dt);
    EXPECT_NEAR(found / expected, 1, 1e-3) << name(method);
  }
}

// A free plate, thrown, tumbling and flapping.
TEST(ShellMotion, a_tumbling_shell_keeps_its_momenta) {
  ShellSpec s = strip(5, false);
  s.relaxation = 1e-3;  // what is lost inside changes no momentum
  const Model model = shell(s);
  for (const Method method : {Method::implicit_midpoint, Method::newmark, Method::bdf2, Method::symplectic_euler}) {
    double drift[2];
    for (int k = 0; k < 2; ++k) {
      State state = model.initial;
      for (int i = 0; i < model.embedding->n_points(); ++i) {
        const Vector3d x = state.q.segment<3>(3 * i);
        state.v.segment<3>(3 * i) =
            Vector3d(0.2, 1, 0.5) + Vector3d(2, -3, 1).cross(x) + Vector3d(0, 0, std::sin(4 * x.x()) + x.y());
      }
      const Momenta before = momenta_of_points(model, state);
      const auto stepper = make_stepper(model, method);
      const double dt = (method == Method::symplectic_euler ? 2e-4 : 4e-3) / (k + 1);
      const MarchOutcome outcome = march(*stepper, state, under(model.initial.loads), 0.2, {.dt = dt});
      ASSERT_EQ(outcome.status, Status::ok) << name(method);
      const Momenta after = momenta_of_points(model, state);
      EXPECT_LT((after.linear - before.linear).norm(), 1e-10 * before.linear.norm()) << name(method);
      drift[k] = (after.angular - before.angular).norm() / before.angular.norm();
    }
    // These two keep it exactly, the others to their order.
    if (method == Method::implicit_midpoint || method == Method::symplectic_euler) {
      EXPECT_LT(drift[0], 1e-12) << name(method);
    } else {
      EXPECT_LT(drift[0], 1e-4) << name(method);
      EXPECT_GT(drift[0] / drift[1], 3.5) << name(method);
    }
  }
}

// A clamp of a single row of points turns about them, and the direction that it holds turns with it.
TEST(ShellMotion, a_spinning_clamp_takes_the_shell_round) {
  constexpr double kSpin = 1;
  const Eigen::Vector3d axis = Vector3d::UnitY();
  for (const auto bending : {ShellBending::tan, ShellBending::hinge}) {
    ShellSpec s = strip(5);
    s.bending = bending;
    s.material.young = 1e8;  // stiff, or it would lag behind
    s.relaxation = 0.01;
    const Model model = shell(s);
    State state = model.initial;
    for (int i = 0; i < model.embedding->n_points(); ++i) {
      state.v.segment<3>(3 * i) = kSpin * axis.cross(state.q.segment<3>(3 * i));
    }
    const Programme turning = [&](double t) {
      Loads loads = model.initial.loads;
      const Eigen::Matrix3d turn = Eigen::AngleAxisd(kSpin * t, axis).toRotationMatrix();
      loads.clamps[0] = {Vector3d::Zero(), turn.col(0), turn.col(1)};
      loads.clamp_rates = {{Vector3d::Zero(), kSpin * axis}};
      return loads;
    };
    const auto stepper = make_stepper(model, Method::implicit_midpoint);
    ASSERT_EQ(march(*stepper, state, turning, 1, {.dt = 0.02}).status, Status::ok);
    const Vector3d tip = state.q.segment<3>(3 * s.loads[0].points[0]);
    EXPECT_NEAR(std::atan2(-tip.z(), tip.x()), kSpin, 1e-3) << static_cast<int>(bending);
    EXPECT_NEAR(tip.norm(), 1, 1e-4);
  }
}

// Nor is there a strain in spinning with a clamp, here one row of points whose direction it holds.
TEST(ShellMotion, damping_leaves_rigid_motion_alone) {
  const Vector3d speed(1, 2, 3), spin(0.3, -1, 2);
  for (const auto bending : {ShellBending::tan, ShellBending::average, ShellBending::hinge}) {
    ShellSpec s;
    s.rest = cylinder_mesh({.n_length = 3, .n_turn = 4});
    s.bending = bending;
    s.relaxation = 0.1;
    s.supports = {{Hold::clamped, {0, 1, 2, 3, 4}, {}}};
    const Model model = shell(s);
    State state = model.initial;
    for (int i = 0; i < model.embedding->n_points(); ++i) {
      state.v.segment<3>(3 * i) = speed + spin.cross(state.q.segment<3>(3 * i));
    }
    Loads loads = model.initial.loads;
    loads.clamp_rates = {{speed, spin}};
    const auto loss = [&] {
      double sum = 0;
      for (const auto& term : model.dissipations) {
        ElementBuffer buffer;
        buffer.resize(term->n_elements(), term->stencil_size());
        EXPECT_EQ(term->evaluate(state, loads, 0, term->n_elements(), {.value = true}, buffer), Status::ok);
        for (int e = 0; e < term->n_elements(); ++e) sum += buffer.value(e);
      }
      return sum;
    };
    const double rigid = loss();
    state.v[3 * 7] += 0.1;
    EXPECT_LT(rigid, 1e-20 * loss()) << static_cast<int>(bending);
  }
}

// exp(-relaxation omega^2 t / 2) in amplitude: over one period T, by pi relaxation omega.
TEST(ShellMotion, damping_takes_from_a_mode_what_kelvin_and_voigt_say) {
  ShellSpec s = strip(5);
  const Model undamped = shell(s);
  const Vibrations modes = vibrations(undamped, undamped.initial, 1);
  const double omega = 2 * std::numbers::pi * modes.frequencies[0];
  s.relaxation = 0.1 / omega;
  const Model model = shell(s);
  State state = model.initial;
  state.v = 1e-4 * modes.shapes.col(0);
  const auto stepper = make_stepper(model, Method::implicit_midpoint);
  const double start = stepper->meter().kinetic(state), period = 1 / modes.frequencies[0];
  ASSERT_EQ(march(*stepper, state, under(model.initial.loads), period, {.dt = period / 200}).status, Status::ok);
  const double left = stepper->meter().kinetic(state) + stepper->meter().potential(state);
  EXPECT_NEAR(std::log(start / left) / (2 * std::numbers::pi * 0.1), 1, 0.01);
}

// A flag that falls about two of its corners.
TEST(ShellMotion, a_step_too_long_for_newton_is_done_in_shorter_ones) {
  ShellSpec s;
  s.rest = rectangle_mesh({.length = 0.3, .width = 0.2, .nx = 12, .ny = 8, .pattern = CellPattern::alternating});
  s.material = {3e-4, 1e6, 0.3};
  s.density = 500;
  for (const double y : {0.0, 0.2}) {
    s.supports.push_back({Hold::hinged,
                          pick_points(s.rest, [y](const Vector3d& p) { return (p - Vector3d(0, y, 0)).norm() < 1e-9; }),
                          {}});
  }
  const Model model = shell(s);
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -9.81};
  State state = model.initial;
  const auto stepper = make_stepper(model, Method::backward_euler);
  const MarchOutcome outcome = march(*stepper, state, under(loads), 0.5, {.dt = 0.05});
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_EQ(state.time, 0.5);
  EXPECT_GT(outcome.rejected, 0);
  EXPECT_GT(outcome.steps, 10);
  // It began at rest with no energy, and this method wins none.
  EXPECT_LT(stepper->meter().kinetic(state) + stepper->meter().potential(state), 0);
}

}  // namespace
}  // namespace plumb
