// Moebius bands of length 2 pi, D = 1: what the ribbon stores and how it is shaped, by its width; and a plate of the same
// width as it gets thinner.
//   moebius_bench ribbon [N]      N elements of half the band; default: 80
//   moebius_bench plate WIDTH [CELLS]   triangles across, CELLS of them; default: 6
//   moebius_bench draw WIDTH FILE.svg
// docs/ribbon.md has the tables.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string>
#include <vector>

#include <bench/cpu_time.h>
#include <plumb/model/curved_rod/moebius_band.h>
#include <plumb/solve/held_points.h>

namespace {

using namespace plumb;

struct Half {
  MoebiusBand band;
  State state;
  HeldOutcome outcome;
};

/// From the equilibrium of another width, if there is one.
Half half_of(const MoebiusSpec& spec, const State* like) {
  Half half{moebius_half(spec), {}, {}};
  half.state = half.band.model.initial;
  if (like) {
    half.state.q = like->q;
    half.outcome = hold(half.band.model, half.state, half.band.closure, {});
    if (half.outcome.status == Status::ok) return half;
    half.state = half.band.model.initial;
  }
  half.outcome = hold(half.band.model, half.state, half.band.closure, {.stiffness = 10 * spec.width});
  return half;
}

void print_ribbon(int n) {
  std::printf("%5s %12s %9s %9s %9s %9s %9s %7s %9s %9s %6s %6s\n", "w", "E L/(D w)", "kappa pi", "eta pi", "eta max",
              "w eta' 0", "across", "link", "gap", "residual", "modes", "CPU s");
  Half half;
  bool have = false;
  for (const double width : {0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.2, 1.5}) {
    const double start = user_seconds();
    const MoebiusSpec spec{.width = width, .n_elements = n};
    const State last = half.state;
    half = half_of(spec, have ? &last : nullptr);
    have = half.outcome.status == Status::ok;
    if (!have) {
      std::printf("%5.3f  %s\n", width, std::string(name(half.outcome.status)).c_str());
      continue;
    }
    const MoebiusBand band = moebius_band(spec, half.state);
    State state = band.model.initial;
    const HeldOutcome whole = hold(band.model, state, band.closure, {.accepts_saddles = true});
    double steepest = 0;
    for (int node = 0; node <= n; ++node) steepest = std::max(steepest, std::abs(half.band.eta(half.state, node)));
    std::printf("%5.3f %12.6f %9.5f %9.5f %9.5f %9.6f %9.5f %7.4f %9.1e %9.1e %6d %6.1f\n", width,
                whole.energy * spec.length / width, half.band.kappa(half.state, n), half.band.eta(half.state, n),
                steepest, width * half.band.eta(half.state, 1) / half.band.arc(1),
                shape(half.band.ribbon, half.state).tip().norm(), linking_number(band.ribbon, state), whole.gap,
                whole.residual, whole.negative_modes, user_seconds() - start);
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "ribbon";
  if (what == "ribbon") print_ribbon(argc > 2 ? std::atoi(argv[2]) : 80);
}
