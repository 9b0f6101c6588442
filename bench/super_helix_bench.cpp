// How the weight of a Super-Helix costs: its gradient O(n), its exact, full Hessian O(n^2).

#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>

#include <plumb/energy/rod/curved_pull.h>
#include <plumb/energy/rod/curved_rod.h>

using namespace plumb;

namespace {

/// The quickest of several evaluations, seconds.
double seconds(const Energy& weight, const State& state, const Loads& loads, Want want) {
  ElementBuffer buffer;
  buffer.resize(1, weight.stencil_size());
  double best = std::numeric_limits<double>::infinity();
  double spent = 0;
  for (int i = 0; i < 200 && (i < 3 || spent < 0.5); ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (weight.evaluate(state, loads, 0, 1, want, buffer) != Status::ok) return best;
    const double t = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::min(best, t);
    spent += t;
  }
  return best;
}

}  // namespace

int main() {
  std::printf("elements   gradient [us]  exponent   Hessian [us]  exponent   ns per entry\n");
  double last_gradient = 0, last_hessian = 0;
  int last_n = 0;
  for (const int n : {10, 30, 100, 300, 1000}) {
    CurvedRod rod;
    rod.lengths.assign(static_cast<std::size_t>(n), 1.0 / n);
    rod.bend_1 = rod.bend_2 = rod.twist = rod.mass_per_length = 1;
    rod.natural.assign(static_cast<std::size_t>(rod.n_unknowns()), 0);
    const auto weight = curved_weight(rod, {});
    State state;
    state.q = Eigen::VectorXd::LinSpaced(rod.n_unknowns(), -3, 5);
    Loads loads;
    loads.gravity = {0, 0, -1};
    loads.clamps = {Pose{}};
    const double gradient = seconds(*weight, state, loads, {.value = true, .gradient = true});
    const double hessian = seconds(*weight, state, loads, {.value = true, .gradient = true, .hessian = true});
    const auto exponent = [&](double now, double before) {
      return last_n == 0 ? 0 : std::log(now / before) / std::log(static_cast<double>(n) / last_n);
    };
    const double entries = 0.5 * rod.n_unknowns() * rod.n_unknowns();
    std::printf("%8d  %14.1f  %8.2f  %13.1f  %8.2f  %13.2f\n", n, 1e6 * gradient, exponent(gradient, last_gradient),
                1e6 * hessian, exponent(hessian, last_hessian), 1e9 * hessian / entries);
    last_gradient = gradient;
    last_hessian = hessian;
    last_n = n;
  }
}
