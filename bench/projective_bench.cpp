// Projective Dynamics: what an iteration costs, and how many it takes. User CPU of one thread; the seconds are this
// machine's, the iterations are not.
//   projective_bench cost      one local and global step on 102 x 102 points, and on the strip of Cantilever
//   projective_bench iterations [MOST]   on Cantilever, to within 1e-2, 1e-4 and 1e-8 of the equilibrium's H/W

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include <bench/cpu_time.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/projective_shell.h>
#include <plumb/solve/continuation.h>
#include <plumb/solve/projective_statics.h>

namespace plumb {
namespace {

/// A sheet of length 1 and D = 1, clamped by its first two rows of points.
ShellSpec sheet(double width, double thickness, int n_along, int n_across) {
  ShellSpec s;
  s.rest = rectangle_mesh({1, width, n_along, n_across, CellPattern::alternating});
  const double cell = 1.0 / n_along;
  s.clamped = pick_points(s.rest, [&](const Eigen::Vector3d& p) { return p.x() < 1.01 * cell; });
  s.clamp = {Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY()};
  s.material = {thickness, 12 / std::pow(thickness, 3), 0};
  s.density = 1 / thickness;
  return s;
}

Model model_of(const ShellSpec& spec) {
  return projective_shell(spec, projective_weights(spec.material, kRollingAlpha));
}

Loads weight(const Model& model, double gamma) {
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -gamma};
  return loads;
}

void cost(const char* name, const ShellSpec& spec) {
  const double start = user_seconds();
  ProjectiveStatics statics(model_of(spec), {});
  const double prepared = user_seconds() - start;
  const Loads loads = weight(statics.model(), 10);
  State state = statics.model().initial;
  Outcome outcome;
  const double seconds = seconds_per_call([&] { ENSURE(statics.iterate(state, loads, outcome) == Status::ok); });
  std::printf("%-24s %6zu points: %8.3f ms an iteration, %6.2f s to prepare\n", name, spec.rest.points.size(),
              1e3 * seconds, prepared);
}

/// H/W of the middle of the free edge.
double aspect(const ShellSpec& spec, const State& state) {
  double drop = 0, reach = 0;
  for (std::size_t i = 0; i < spec.rest.points.size(); ++i) {
    if (spec.rest.points[i].x() < 1 - 1e-9) continue;
    drop -= state.q[3 * static_cast<Eigen::Index>(i) + 2];
    reach += state.q[3 * static_cast<Eigen::Index>(i)];
  }
  return drop / reach;
}

constexpr std::array<double, 3> kWithin{1e-2, 1e-4, 1e-8};

/// How the error of H/W falls: when it was below each of kWithin for good, and the iterations of its last factor e.
struct Fall {
  std::array<std::optional<double>, 3> reached;
  double per_e = 0, last_error = 0;
};

Fall fall(const ShellSpec& spec, double gamma, double equilibrium, int most) {
  ProjectiveStatics statics(model_of(spec), {});
  const Loads loads = weight(statics.model(), gamma);
  State state = statics.model().initial;
  Outcome outcome;
  Fall f;
  double middle = 0;
  int k = 0;
  for (int next = 1; k < most; ++k) {
    const double error = std::abs(aspect(spec, state) / equilibrium - 1);
    for (std::size_t i = 0; i < kWithin.size(); ++i) {
      if (error > kWithin[i]) f.reached[i].reset();
      if (error <= kWithin[i] && !f.reached[i]) f.reached[i] = k;
    }
    f.last_error = error;
    if (k == next) {
      f.per_e = middle > error ? 0.5 * next / std::log(middle / error) : 0;
      middle = error;
      next *= 2;
      if (error < 0.1 * kWithin.back()) break;
    }
    ENSURE(statics.iterate(state, loads, outcome) == Status::ok);
  }
  return f;
}

void iterations(int most) {
  std::printf(
      "iterations until H/W is within 1e-2, 1e-4, 1e-8 of the equilibrium's; ~: by the rate; per e: the last\n");
  std::printf("%6s %6s %10s %11s %11s %11s %11s\n", "Gamma", "h/L", "H/W", "1e-2", "1e-4", "1e-8", "per e");
  for (const double gamma : {0.1, 1.0, 100.0}) {
    double before = 0, per_e = 0;
    for (const double thickness : {0.1, 0.03, 0.01}) {
      const ShellSpec spec = sheet(0.1, thickness, 30, 4);
      Continuation newton(model_of(spec));
      State found = newton.model().initial;
      if (newton.advance(found, weight(newton.model(), gamma)).status != Status::ok) continue;
      const Fall f = fall(spec, gamma, aspect(spec, found), most);
      std::printf("%6g %6g %10.4g", gamma, thickness, aspect(spec, found));
      for (std::size_t i = 0; i < kWithin.size(); ++i) {
        const double more = most + f.per_e * std::log(f.last_error / kWithin[i]);
        std::printf(" %s%10.3g", f.reached[i] ? " " : "~", f.reached[i].value_or(more));
      }
      std::printf(" %11.3g\n", f.per_e);
      std::fflush(stdout);
      before = per_e;
      per_e = f.per_e;
    }
    if (before > 0 && per_e > 0) {
      const double power = std::log(per_e / before) / std::log(3.0);
      std::printf("%6g  0.001: about %.2g iterations per factor e, as (L/h)^%.2f from 0.03 and 0.01\n", gamma,
                  per_e * std::pow(10, power), power);
    }
  }
}

}  // namespace
}  // namespace plumb

int main(int argc, char** argv) {
  const std::string what = argc > 1 ? argv[1] : "cost";
  if (what == "cost") {
    plumb::cost("square", plumb::sheet(1, 1e-3, 101, 101));
    plumb::cost("strip of Cantilever", plumb::sheet(0.1, 1e-3, 121, 12));
  } else {
    plumb::iterations(argc > 2 ? std::atoi(argv[2]) : 200000);
  }
}
