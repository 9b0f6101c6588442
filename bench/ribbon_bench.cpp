// A strip on its edge under its own weight: where a developable one leaves its plane, and what a thin plate does there.
//   ribbon_bench frontier [N] [TOLERANCE]
//     The weight at which the ribbon becomes flat, for ten widths and both clamps, with N elements and the solver's
//     tolerances times TOLERANCE, beside the linear theory of a flat strip; default: 30 1.
//   ribbon_bench plate [N]
//     A plate of w/L = 0.3 and N elements, the membrane made stiffer: its critical weight, and how far its tip goes
//     aside, beside the ribbon's; default: 48.
// D = 1, L = 1, and the mass per area is 1: the weight is Gamma*. docs/ribbon.md has the tables.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include <bench/cpu_time.h>
#include <codes/super-ribbon/flat_limit.h>
#include <plumb/model/spline_shell/spline_view.h>
#include <plumb/solve/continuation.h>
#include <plumb/solve/critical_load.h>

namespace {

using namespace plumb;

constexpr double kBuckled = 1e-4, kNu = 0.35;
const Pose kUpright{Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitZ()};

RibbonSpec strip(double width, RibbonClamp clamp, int n) {
  RibbonSpec spec;
  spec.ribbon.lengths.assign(static_cast<std::size_t>(n), 1.0 / n);
  spec.ribbon.width = spec.ribbon.bend = spec.ribbon.mass_per_length = width;
  spec.clamp = clamp;
  return spec;
}

Loads weighed(Loads loads, double weight) {
  loads.gravity = {0, 0, -weight};
  return loads;
}

/// Puts on the weight while the clamp is tilted, and tilts it back.
State lean(Continuation& continuation, double weight) {
  State state = continuation.model().initial;
  Loads loads = state.loads;
  loads.clamps[0].director = Eigen::AngleAxisd(0.2, kUpright.tangent).toRotationMatrix() * kUpright.director;
  continuation.advance(state, loads);
  continuation.advance(state, weighed(loads, weight));
  loads.clamps[0] = kUpright;
  continuation.advance(state, weighed(loads, weight));
  return state;
}

/// Returns the least weight under which the ribbon is buckled, to 1e-3, always from a buckled state.
double frontier(const RibbonSpec& spec, double foretold, double tolerance) {
  EquilibriumOptions options;
  options.update_tolerance *= tolerance;
  options.residual_tolerance *= tolerance;
  Continuation continuation(ribbon(spec, kUpright), options);
  double buckled = 1.3 * foretold, flat = 0.9 * foretold;
  State state = lean(continuation, buckled);
  while (buckled - flat > 1e-3) {
    const double weight = 0.5 * (buckled + flat);
    State trial = state;
    const Outcome outcome = continuation.advance(trial, weighed(state.loads, weight));
    if (outcome.status != Status::ok) return NAN;
    if (std::abs(shape(spec.ribbon, trial).tip().y()) < kBuckled) {
      flat = weight;
      continue;
    }
    buckled = weight;
    state = trial;
  }
  return buckled;
}

void print_frontier(int n, double tolerance) {
  std::printf("w/L    edge: ribbon   linear theory    centreline: ribbon   linear theory    CPU s\n");
  for (int i = 1; i <= 10; ++i) {
    const double width = 0.1 * i, start = user_seconds();
    std::printf("%.1f", width);
    for (const RibbonClamp clamp : {RibbonClamp::edge, RibbonClamp::centreline}) {
      const int degree = clamp == RibbonClamp::edge ? 17 : 11;
      const double foretold = codes::FlatLimit(width, clamp, degree).threshold();
      std::printf("        %9.4f       %9.4f", frontier(strip(width, clamp, n), foretold, tolerance), foretold);
    }
    std::printf("        %.1f\n", user_seconds() - start);
    std::fflush(stdout);
  }
}

SplineShellSpec plate(double thickness, int n) {
  SplineShellSpec spec;
  spec.width = 0.3;
  spec.n_along = n;
  spec.n_across = static_cast<int>(std::lround(0.5 * n * spec.width));
  spec.material = {thickness, 12 * (1 - kNu * kNu) / std::pow(thickness, 3), kNu};
  spec.density = 1 / thickness;
  return spec;
}

void print_plate(int n) {
  constexpr double kHeaviest = 80;
  const std::vector<double> weights{40, 36, 32, 30, 29, 28, 27, 26, 24, 22, 20, 18, 17};
  const auto print_row = [&](const std::string& what, Continuation& continuation, const auto& aside) {
    std::printf("%s", what.c_str());
    State state = lean(continuation, weights.front());
    for (const double weight : weights) {
      const Outcome outcome = continuation.advance(state, weighed(state.loads, weight));
      if (outcome.status == Status::ok) std::printf(" %8.5f", std::abs(aside(state)));
      if (outcome.status != Status::ok) std::printf(" %8s", "-");
    }
    std::printf("\n");
    std::fflush(stdout);
  };
  std::printf("tip aside, at Gamma* =      ");
  for (const double weight : weights) std::printf(" %8g", weight);
  std::printf("\n");
  for (const double thickness : {1e-3, 1e-3 / std::sqrt(10.0), 1e-4}) {
    const SplineShellSpec spec = plate(thickness, n);
    Continuation continuation(spline_shell(spec, kUpright));
    const Model& model = continuation.model();
    const CriticalLoad critical =
        critical_load(model, model.initial, model.initial.loads, weighed(model.initial.loads, kHeaviest), 1e-6);
    char what[80];
    std::snprintf(what, sizeof what, "h = %.2e critical %7.4f", thickness, kHeaviest * critical.fraction);
    print_row(what, continuation, [&](const State& state) { return SplineShellView(spec, state).tip().y(); });
  }
  const RibbonSpec spec = strip(0.3, RibbonClamp::edge, 60);
  Continuation continuation(ribbon(spec, kUpright));
  print_row("ribbon                      ", continuation,
            [&](const State& state) { return shape(spec.ribbon, state).tip().y(); });
}

}  // namespace

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "frontier";
  if (what == "frontier") print_frontier(argc > 2 ? std::atoi(argv[2]) : 30, argc > 3 ? std::atof(argv[3]) : 1);
  if (what == "plate") print_plate(argc > 2 ? std::atoi(argv[2]) : 48);
}
