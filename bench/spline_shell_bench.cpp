// The spline shell: what an element and a quadrature point cost in closed form and by dual numbers, and where the time
// of a Newton iteration goes. User CPU of one thread; the ratios matter, the seconds are this machine's.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

#include <bench/cpu_time.h>
#include <plumb/linalg/factorization.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/spline_shell/spline_shell.h>

namespace plumb {
namespace {

void one_iteration(int degree, bool full, int n_along, int n_across) {
  SplineShellSpec spec;
  spec.degree = degree;
  spec.n_along = n_along;
  spec.n_across = n_across;
  Model model = spline_shell(spec);
  const SplinePatch patch = spline_patch(spec);
  const auto shell = std::make_shared<SplineShell>(patch, full ? full_rule(patch) : locking_free_rule(patch),
                                                   spec.material, model.initial.q);
  model.energies[0] = shell;
  State state = model.initial;
  // Bent a little: the cost does not depend on the shape.
  for (int i = 0; i < patch.n_points(); ++i) state.q[3 * i + 2] = 0.1 * state.q[3 * i] * state.q[3 * i];
  Loads loads = state.loads;
  loads.gravity = {0, 0, -1};

  const int n = shell->n_elements();
  int n_points = 0;
  for (int e = 0; e < n; ++e) n_points += shell->n_points(e);
  const Want all{true, true, true};
  ElementBuffer buffer;
  buffer.resize(n, shell->stencil_size());
  const double closed = seconds_per_call([&] { shell->evaluate(state, loads, 0, n, all, buffer); });
  const double gradient = seconds_per_call([&] { shell->evaluate(state, loads, 0, n, {true, true, false}, buffer); });
  const double duals = seconds_per_call([&] { shell->evaluate_by_duals(state, loads, 0, n, all, buffer); });

  Assembly assembly(model.layout, model.energies);
  Potential potential(assembly.pattern());
  const auto factorization = make_factorization(potential.hessian);
  const double assemble = seconds_per_call([&] { assembly.evaluate(state, loads, all, potential); });
  const double factor = seconds_per_call([&] { factorization->factor(potential.hessian, 0); });

  const auto per_element = [n](double seconds) { return 1e6 * seconds / n; };
  std::printf("%6d %6s %5dx%-3d %8d %8.1f %10.2f %10.2f %10.2f %10.1f %6.0f %10.2f %8.2f\n", degree,
              full ? "full" : "free", n_along, n_across, model.layout.n_free, static_cast<double>(n_points) / n,
              per_element(closed), 1e6 * closed / n_points, per_element(gradient), per_element(duals), duals / closed,
              per_element(assemble), per_element(factor));
}

}  // namespace
}  // namespace plumb

int main() {
  std::printf("us per element; `points` counts those of stretch and of bend, `a point` is closed over points\n");
  std::printf("%6s %6s %9s %8s %8s %10s %10s %10s %10s %6s %10s %8s\n", "degree", "rule", "elements", "unknowns",
              "points", "closed", "a point", "gradient", "duals", "ratio", "assembly", "factor");
  for (const int degree : {3, 4}) {
    for (const bool full : {false, true}) {
      plumb::one_iteration(degree, full, 40, 1);
      plumb::one_iteration(degree, full, 40, 4);
    }
  }
}
