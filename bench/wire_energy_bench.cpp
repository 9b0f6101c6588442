// The wire of examples/scenes/pendulum_rod.toml without gravity, released from a curvature of 0.4/m: energy, period and
// cost of every method of time.
//   wire_energy_bench [PERIODS] [STEPS_PER_PERIOD...]      default: 1000 70 20
// Printed for each method: how the run ended; the largest gain and loss of energy by the method itself, over the energy
// in play (which is E0 here); the share of stretching in the energy, largest and at the end; the period, by the tip's
// crossings of the middle, over that of the linear vibration; the tip's amplitude in the last periods over that of the
// first; iterations and CPU time per step, the latter over implicit midpoint's. Then the order and the reversibility of
// energy-keeping.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <bench/cpu_time.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/solve/equilibrium.h>
#include <plumb/solve/vibration.h>
#include <plumb/step/march.h>

namespace {

using namespace plumb;

Model wire(double curvature) {
  RodSpec spec;
  spec.nodes = clamped_nodes(0.5, 40);
  spec.stiffness = rod_stiffness(RodSection::circle(0.5e-3), 200e9, 0.3, 7800);
  spec.natural_kappa_1 = {curvature};
  spec.clamped_edges = {0};
  return elastic_rod(spec, {Eigen::Vector3d::Zero(), -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()});
}

/// Straight by nature, bent to a curvature of 0.4/m.
State released(const Model& model) {
  const Model bent = wire(0.4);
  State state = model.initial;
  state.q = bent.initial.q;
  state.history = bent.initial.history;
  return state;
}

double stretching(const Model& model, const State& state) {
  double sum = 0;
  for (const auto& term : model.energies) {
    if (term->role() != Role::stretch) continue;
    ElementBuffer buffer;
    buffer.resize(term->n_elements(), term->stencil_size());
    if (term->evaluate(state, {}, 0, term->n_elements(), {.value = true}, buffer) != Status::ok) return NAN;
    for (int e = 0; e < term->n_elements(); ++e) sum += buffer.value(e);
  }
  return sum;
}

struct Told {
  Status status = Status::ok;
  double periods = 0, gain = 0, loss = 0, stretch = 0, last_stretch = 0, period = 0, amplitude = 0;
  double iterations = 0, seconds = 0;
  double steps = 0;
};

Told run(Method method, double period, int n_periods, int per_period) {
  const Model model = wire(0);
  const auto stepper = make_stepper(model, method);
  State state = released(model);
  const Loads loads = model.initial.loads;
  const auto still = [&](double) { return loads; };
  const double h = period / per_period;
  const double start = user_seconds();
  Told told;
  double last_x = RodView(model, state).tip().x(), first_crossing = NAN, crossing = NAN;
  double first = 0, last = 0;
  int crossings = 0;
  const int n_steps = n_periods * per_period;
  for (int i = 1; i <= n_steps && told.status == Status::ok; ++i) {
    const MarchOutcome outcome = march(*stepper, state, still, i * h, {.dt = h});
    told.status = outcome.status;
    told.iterations += outcome.iterations;
    told.steps += outcome.steps;
    told.gain = std::max(told.gain, gained_share(state.books));
    told.loss = std::max(told.loss, lost_share(state.books));
    told.periods = static_cast<double>(i) / per_period;
    const double x = RodView(model, state).tip().x(), share = stretching(model, state) / state.books.start;
    told.stretch = std::max(told.stretch, share);
    told.last_stretch = share;
    if (last_x > 0 && x <= 0) {
      crossing = (i - 1 + last_x / (last_x - x)) * h;
      if (crossings++ == 0) first_crossing = crossing;
    }
    last_x = x;
    if (i <= 3 * per_period) first = std::max(first, std::abs(x));
    if (i > n_steps - 3 * per_period) last = std::max(last, std::abs(x));
  }
  told.seconds = user_seconds() - start;
  told.period = crossings > 1 ? (crossing - first_crossing) / (crossings - 1) / period : NAN;
  told.amplitude = first > 0 ? last / first : NAN;
  return told;
}

/// The wire after a time, in steps of h; back again where `there_and_back`.
State after(Method method, double time, double h, bool there_and_back) {
  const Model model = wire(0);
  const auto stepper = make_stepper(model, method);
  State state = released(model);
  const auto still = [&](double) { return model.initial.loads; };
  march(*stepper, state, still, time, {.dt = h});
  if (!there_and_back) return state;
  state.v = -state.v;
  march(*stepper, state, still, 2 * time, {.dt = h});
  return state;
}

double distance(const State& a, const State& b) { return (a.q - b.q).cwiseAbs().maxCoeff(); }

void print_reversibility(double period) {
  const State there_and_back = after(Method::energy_keeping, 10 * period, period / 70, true);
  std::printf("\nenergy-keeping, ten periods of 70 steps there and back: %.1e m from the start\n",
              distance(there_and_back, released(wire(0))));
}

/// The wire is let go from where a weight aside holds it. The order shows on what every step follows, the part of the
/// slowest vibration in the shape: of the faster ones in it, a step half as long begins to follow some.
void print_order(double period) {
  const Model model = wire(0);
  const Eigen::VectorXd shape = vibrations(model, model.initial, 1).shapes.col(0);
  Eigen::VectorXd weighted;  // M times the shape
  model.inertia->momentum(model.initial, {}, shape, weighted);
  const auto slow_part = [&](int per_period) {
    const auto stepper = make_stepper(model, Method::energy_keeping);
    State state = model.initial;
    Loads weight = model.initial.loads;
    weight.gravity = {0.5, 0, 0};
    if (equilibrium(model, state, weight).status != Status::ok) std::exit(1);
    const auto still = [&](double) { return model.initial.loads; };
    march(*stepper, state, still, 0.25 * period, {.dt = period / per_period});
    return weighted.dot(state.q - model.initial.q) / weighted.dot(shape) * shape.cwiseAbs().maxCoeff();
  };
  const double exact = slow_part(70 * 64);
  double before = 0;
  for (const int per_period : {70, 140, 280, 560}) {
    const double error = std::abs(slow_part(per_period) - exact);
    std::printf("  T/%-4d error of the slowest vibration after T/4: %.2e m%s", per_period, error,
                before > 0 ? "" : "\n");
    if (before > 0) std::printf(", order %.2f\n", std::log2(before / error));
    before = error;
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int n_periods = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<int> resolutions;
  for (int i = 2; i < argc; ++i) resolutions.push_back(std::atoi(argv[i]));
  if (resolutions.empty()) resolutions = {70, 20};
  const Model model = wire(0);
  const double period = 1 / vibrations(model, model.initial, 1).frequencies[0];
  std::printf("T = %.4g s\n", period);
  for (const int per_period : resolutions) {
    std::printf("\n%d periods of %d steps\n%-18s %-14s %8s %9s %9s %9s %9s %9s %9s %6s %6s\n", n_periods, per_period,
                "method", "ended", "periods", "gain", "loss", "stretch", "at end", "period", "tip", "iter.", "cost");
    double reference = 0;
    for (const Method method :
         {Method::implicit_midpoint, Method::newmark, Method::energy_keeping, Method::generalised_alpha,
          Method::tr_bdf2, Method::bdf2, Method::backward_euler, Method::symplectic_euler}) {
      const Told told = run(method, period, n_periods, per_period);
      const double cost = told.steps > 0 ? told.seconds / told.steps : NAN;
      if (method == Method::implicit_midpoint) reference = cost;
      std::printf("%-18s %-14s %8.1f %9.1e %9.1e %9.1e %9.1e %9.6f %9.6f %6.2f %6.2f\n", name(method).data(),
                  name(told.status).data(), told.periods, told.gain, told.loss, told.stretch, told.last_stretch,
                  told.period, told.amplitude, told.iterations / std::max(1.0, told.steps), cost / reference);
      std::fflush(stdout);
    }
  }
  print_reversibility(period);
  print_order(period);
}
