// Cloth in motion: what a step of implicit Euler costs, solved until the residual is 1e-6 of the step's first, and where
// the time goes. A square of 1 m, 0.2 kg/m^2, StVK with E h = 500 N/m and nu = 0.3, hinges with D = 1e-5 N m, falls from
// two pinned corners; half a second passes before it is looked at. User CPU of one thread.
//   cloth_bench [parts|fall|large|sphere|flags ...]

#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <bench/cpu_time.h>
#include <plumb/core/parallel.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/linearisation.h>
#include <plumb/model/shell/shell.h>
#include <plumb/step/march.h>
#include <plumb/world/world_march.h>

namespace {

using namespace plumb;

constexpr double kStretch = 500, kNu = 0.3, kBend = 1e-5, kArealDensity = 0.2;

/// n cells along each side.
ShellSpec cloth(int n) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 1, .width = 1, .nx = n, .ny = n, .pattern = CellPattern::alternating});
  spec.material.poisson = kNu;
  spec.material.thickness = std::sqrt(12 * (1 - kNu * kNu) * kBend / kStretch);
  spec.material.young = kStretch / spec.material.thickness;
  spec.density = kArealDensity / spec.material.thickness;
  spec.bending = ShellBending::hinge;
  spec.supports = {{Hold::hinged, {0}, {{0, 0, 0}}}, {Hold::hinged, {n}, {{0, 1, 0}}}};
  return spec;
}

Programme weight(const Model& model) {
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -9.81};
  return [loads](double) { return loads; };
}

/// How large the residual of a step of implicit Euler is after it, over that at its beginning.
double residual_share(Linearisation& here, const State& before, const State& after, double h) {
  const Model& model = here.model();
  const auto residual = [&](const State& state, const Eigen::VectorXd& rates) {
    Eigen::VectorXd had, has;
    model.inertia->momentum(before, after.loads, before.v, had);
    model.inertia->momentum(state, after.loads, rates, has);
    ENSURE(here.evaluate(state, after.loads, {.gradient = true}) == Status::ok);
    Eigen::VectorXd r = here.potential().gradient;
    model.layout.for_free([&](int q, int row) { r[row] += (has[q] - had[q]) / h; });
    return r.norm();
  };
  return residual(after, after.v) / residual(before, 0 * before.v);
}

struct Measured {
  double seconds = 0, iterations = 0, rejected = 0, worst = 0;
  const char* status = "ok";
};

Measured fallen(int n, double dt, int steps, const StepOptions& options) {
  const Model model = shell(cloth(n));
  const Programme programme = weight(model);
  State state = model.initial;
  state.v = Eigen::VectorXd::Zero(state.q.size());
  auto stepper = make_stepper(model, Method::backward_euler, options);
  Measured m;
  const MarchOutcome begin = march(*stepper, state, programme, 0.5, {1.0 / 60, 0});
  if (begin.status != Status::ok) m.status = name(begin.status).data();
  Linearisation check(model);
  for (int i = 0; i < steps && begin.status == Status::ok; ++i) {
    const State before = state;
    const double start = user_seconds();
    const MarchOutcome outcome = march(*stepper, state, programme, state.time + dt, {dt, 0});
    m.seconds += user_seconds() - start;
    m.iterations += outcome.iterations;
    m.rejected += outcome.rejected;
    if (outcome.status != Status::ok) {
      m.status = name(outcome.status).data();
      break;
    }
    if (outcome.steps == 1) m.worst = std::max(m.worst, residual_share(check, before, state, dt));
  }
  m.seconds /= steps;
  m.iterations /= steps;
  return m;
}

void parts(int n) {
  const Model model = shell(cloth(n));
  Linearisation here(model);
  State state = model.initial;
  const Loads loads = weight(model)(0);
  const double forces =
      seconds_per_call([&] { ENSURE(here.evaluate(state, loads, {.gradient = true}) == Status::ok); });
  const double both =
      seconds_per_call([&] { ENSURE(here.evaluate(state, loads, {.gradient = true, .hessian = true}) == Status::ok); });
  model.inertia->add_mass(state, model.layout, 1 / (1.6e-3 * 1.6e-3), here.potential().hessian);
  const double factor = seconds_per_call([&] { ENSURE(here.factor() == Status::ok); });
  Eigen::VectorXd x = here.potential().gradient, y = x;
  const double solve = seconds_per_call([&] { y = x, here.solve(y); });
  const double product = seconds_per_call([&] { here.potential().hessian.multiply(x, y); });
  std::printf("%9d vertices: forces %.2f, with the matrix %.2f, factors %.2f, a solve %.2f, a product %.2f ms\n",
              (n + 1) * (n + 1), 1e3 * forces, 1e3 * both, 1e3 * factor, 1e3 * solve, 1e3 * product);
}

void fall(int n, double dt, int steps) {
  StepOptions options;
  options.residual_tolerance = 1e-6;
  options.convex_where_indefinite = true;
  const Measured m = fallen(n, dt, steps, options);
  std::printf("%9d vertices, dt %.2f ms: %8.2f ms a step, %.2f iterations, %g halved, residual %.1e  %s\n",
              (n + 1) * (n + 1), 1e3 * dt, 1e3 * m.seconds, m.iterations, m.rejected, m.worst, m.status);
  std::fflush(stdout);
}

/// The sphere stands below the middle of the cloth, which is free, and falls onto it.
void drape(int n, double dt, int steps) {
  ShellSpec spec = cloth(n);
  spec.supports.clear();
  const Model model = shell(spec);
  const Programme programme = weight(model);
  Surroundings around;
  Obstacle sphere;
  sphere.shape = SphereShape{0.3};
  around.obstacles = {sphere};
  around.motion = [](double) { return ObstacleMotion{{{{0.5, 0.5, -0.301}}}, {{}}}; };
  around.friction.elsewhere = 0.3;
  StepOptions options;
  options.update_tolerance = 1e-7;
  options.convex_where_indefinite = true;
  State state = model.initial;
  state.v = Eigen::VectorXd::Zero(state.q.size());
  auto stepper = make_stepper(model, Method::backward_euler, options);
  const Toucher body[] = {{.stepper = *stepper, .state = state, .programme = programme, .touches_itself = false}};
  std::vector<Touch> touches;
  const ContactOptions contact{.tolerance = 1e-6};
  const char* status = "ok";
  const auto go = [&](double until, double step) {
    const WorldMarchOutcome outcome = march(body, around, touches, until, step, contact);
    if (outcome.status() != Status::ok) status = name(outcome.status()).data();
    return outcome;
  };
  go(0.16, dt);
  double seconds = 0, iterations = 0, rejected = 0, contacts = 0, residual = 0;
  for (int i = 0; i < steps && std::strcmp(status, "ok") == 0; ++i) {
    const double start = user_seconds();
    const WorldMarchOutcome outcome = go(state.time + dt, dt);
    seconds += user_seconds() - start;
    iterations += outcome.bodies[0].iterations;
    rejected += outcome.bodies[0].rejected;
    contacts += static_cast<double>(outcome.contacts.size());
    residual = std::max(residual, outcome.residual);
  }
  std::printf(
      "%9d vertices on a sphere, mu 0.3, dt %.2f ms: %.2f ms a step, %.2f iterations, %g halved, %.0f contacts, "
      "contact residual %.1e  %s\n",
      (n + 1) * (n + 1), 1e3 * dt, 1e3 * seconds / steps, iterations / steps, rejected, contacts / steps, residual,
      status);
  std::fflush(stdout);
}

/// A flag of 1 MPa, 10 cm x 5 cm x 0.5 mm, held along one side, swings under its weight for 10 s in steps of 5 ms.
void flag(Method method) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 0.1, .width = 0.05, .nx = 8, .ny = 4, .pattern = CellPattern::alternating});
  spec.material = {.thickness = 5e-4, .young = 1e6, .poisson = 0.3};
  spec.bending = ShellBending::hinge;
  spec.supports = {{Hold::hinged, {0, 1, 2, 3, 4}, {{0, 0.025, 0}}}};
  const Model model = shell(spec);
  const Programme programme = weight(model);
  State state = model.initial;
  state.v = Eigen::VectorXd::Zero(state.q.size());
  auto stepper = make_stepper(model, method);
  const double start = user_seconds();
  const MarchOutcome outcome = march(*stepper, state, programme, 10, {5e-3, 0});
  const double seconds = user_seconds() - start;
  const EnergyBalance balance = stepper->meter().balance(state);
  std::printf("%24s %8.3f s of 10 %9.3f %9.3f %9.4f %9.4f %7d %7d %8.2f  %s\n", name(method).data(), state.time,
              1e6 * balance.in_play, 1e6 * balance.numerical, 100 * gained_share(state.books),
              100 * lost_share(state.books), outcome.iterations, outcome.rejected, seconds,
              name(outcome.status).data());
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  set_threads(1);
  const auto asked = [&](const char* what) {
    for (int i = 1; i < argc; ++i) {
      if (std::strcmp(argv[i], what) == 0) return true;
    }
    return argc == 1;
  };
  if (asked("parts")) parts(32), parts(101);
  if (asked("fall")) fall(32, 1.6e-3, 100), fall(32, 1.0 / 60, 100);
  if (asked("flags")) {
    std::printf("%24s %15s %9s %9s %9s %9s %7s %7s %8s\n", "", "", "in play", "lost, uJ", "gained, %", "lost, %",
                "solves", "halved", "user s");
    for (const Method method : {Method::energy_keeping, Method::generalised_alpha, Method::tr_bdf2, Method::bdf2,
                                Method::backward_euler, Method::implicit_midpoint, Method::newmark}) {
      flag(method);
    }
  }
  if (asked("sphere")) drape(32, 1.6e-3, 100);
  if (asked("large")) fall(101, 1.6e-3, 20), fall(101, 1.0 / 60, 20);
}
