// The geometrically exact beam on Cantilever: what an element costs in closed form and by dual numbers, and where the
// time of a Newton iteration goes. User CPU of one thread; the ratios matter, the seconds are this machine's.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <bench/cpu_time.h>
#include <plumb/energy/rod/exact_beam.h>
#include <plumb/linalg/factorization.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/exact_beam/exact_beam.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

/// As slender as the beams of the protocols, of unit length and bending stiffness.
Model beam(int n) {
  constexpr double radius = 5e-4;
  BeamSpec spec;
  spec.lengths.assign(static_cast<std::size_t>(n), 1.0 / n);
  spec.bend_1 = spec.bend_2 = spec.twist = 1;
  spec.stretch = 4 / (radius * radius);
  spec.shear = 0.45 * spec.stretch;
  spec.mass_per_length = 1;
  return exact_beam(spec);
}

void one_iteration(int n) {
  const Model model = beam(n);
  State state = model.initial;
  Loads loads = state.loads;
  loads.gravity = {0, 0, -100};
  Continuation(model).advance(state, loads);

  const auto& energy = dynamic_cast<const ExactBeam&>(*model.energies.front());
  const Want all{true, true, true};
  ElementBuffer buffer;
  buffer.resize(n, energy.stencil_size());
  const double closed = seconds_per_call([&] { energy.evaluate(state, loads, 0, n, all, buffer); });
  const double gradient = seconds_per_call([&] { energy.evaluate(state, loads, 0, n, {true, true, false}, buffer); });
  const double duals = seconds_per_call([&] { energy.evaluate_by_duals(state, loads, 0, n, all, buffer); });

  Assembly assembly(model.layout, model.energies);
  Potential potential(assembly.pattern());
  const auto factorization = make_factorization(potential.hessian);
  Eigen::VectorXd step(model.layout.n_free);
  const Eigen::VectorXd little = Eigen::VectorXd::Constant(model.layout.n_q, 1e-12);
  const double assemble = seconds_per_call([&] { assembly.evaluate(state, loads, all, potential); });
  const double factor = seconds_per_call([&] { factorization->factor(potential.hessian, 0); });
  const double solve = seconds_per_call([&] {
    step = potential.gradient;
    factorization->solve(step);
  });
  const double frames = seconds_per_call([&] { model.layout.retract(state, little); });

  const auto per_element = [n](double seconds) { return 1e9 * seconds / n; };
  std::printf("%8d %10.0f %10.0f %10.0f %8.0f %10.0f %8.0f %8.0f %8.0f\n", n, per_element(closed),
              per_element(gradient), per_element(duals), duals / closed, per_element(assemble), per_element(factor),
              per_element(solve), per_element(frames));
}

}  // namespace
}  // namespace plumb

int main() {
  std::printf(
      "ns per element: energy, gradient and Hessian; without the Hessian; by duals; and of a Newton iteration\n");
  std::printf("%8s %10s %10s %10s %8s %10s %8s %8s %8s\n", "elements", "closed", "gradient", "duals", "ratio",
              "assembly", "factor", "solve", "frames");
  for (const int n : {50, 100, 500, 1000, 5000}) plumb::one_iteration(n);
}
