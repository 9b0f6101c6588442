// A grid of crossing rods, pushed up into a dome: what joining costs.
//   grid_bench [RODS_EACH_WAY] [EDGES_BETWEEN_CROSSINGS]     default: 8 3; 16 rods each way do not end in a minute
// The rods of one direction share their nodes with those of the other where they cross (swivels, as in elastic
// gridshells); the ends are held as by balls and pulled inwards, and a light push upwards decides the side. Printed:
// the size, what each Newton iteration takes, and the same for as many segments that nothing joins.

#include <cstdio>
#include <cstdlib>

#include <bench/cpu_time.h>
#include <plumb/model/elastic_rod/rod_joint.h>
#include <plumb/solve/continuation.h>

namespace {

using namespace plumb;
using Eigen::Vector3d;

struct Grid {
  Model model;
  int n_segments = 0;
};

/// A square of rods of 1 m, `n` each way, each beyond the outermost crossings by half a cell. Not joined, the rods of
/// the second direction lie a little above the first.
Grid grid(int n, int between, bool joined) {
  const double cell = 1.0 / n;
  const int n_edges = n * between;
  RodSpec spec;
  for (int i = 0; i <= n_edges; ++i) spec.nodes.push_back(cell * i / between);
  spec.stiffness = rod_stiffness(RodSection::circle(1e-3), 20e9, 0.3, 1800);
  ModelBuilder builder;
  Grid out;
  // Crossings are at every `between`-th node, from the middle of the first cell on.
  const int first = between / 2;
  std::vector<RodParts> along;
  const auto place = [&](int k, bool across) {
    const double aside = cell * (first + between * k) / between;
    const Vector3d tangent = across ? Vector3d::UnitY() : Vector3d::UnitX();
    const Vector3d from = (across ? Vector3d(aside, 0, 0) : Vector3d(0, aside, 0)) +
                          (across && !joined ? Vector3d(0, 0, 0.01) : Vector3d(0, 0, 0));
    return Pose{from + 0.5 * cell / between * tangent, tangent, Vector3d::UnitZ()};
  };
  const auto add = [&](int k, bool across, const SharedNodes& shared) {
    const RodParts rod = add_elastic_rod(builder, spec, place(k, across), shared);
    out.n_segments += rod.n_edges();
    hold_point(builder, rod.node(0));
    hold_point(builder, rod.node(n_edges));
    builder.fix({rod.frames->edge(0).angle});
    return rod;
  };
  for (int k = 0; k < n; ++k) along.push_back(add(k, false, {}));
  for (int k = 0; k < n; ++k) {
    SharedNodes crossings;
    for (int i = 0; joined && i < n; ++i) {
      crossings[first + between * i] = along[static_cast<std::size_t>(i)].node(first + between * k);
    }
    add(k, true, crossings);
  }
  out.model = builder.finish();
  return out;
}

void push(const char* name, const Grid& grid) {
  Continuation continuation(grid.model);
  State state = grid.model.initial;
  // The ends move inwards by 4 %; the weight, turned about, pushes up.
  Loads loads = grid.model.initial.loads;
  loads.gravity = {0, 0, 50};
  const double start = user_seconds();
  const Outcome light = continuation.advance(state, loads);
  const Vector3d middle(0.5, 0.5, 0);
  for (Pose& clamp : loads.clamps) clamp.position -= 0.04 * (clamp.position - middle);
  const Outcome dome = light.status == Status::ok ? continuation.advance(state, loads) : light;
  const double seconds = user_seconds() - start;
  const int iterations = light.iterations + dome.iterations;
  double rise = 0;
  for (const Vector3d& x : grid.model.embedding->points_at(state.q, state.loads.clamps)) rise = std::max(rise, x.z());
  std::printf("%-9s %6d segments, %6d unknowns: %s, %d negative modes, rises %.1f cm; %d iterations, %.2f ms each\n",
              name, grid.n_segments, grid.model.layout.n_free, std::string(plumb::name(dome.status)).c_str(),
              dome.negative_modes, 100 * rise, iterations, 1e3 * seconds / iterations);
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 8, between = argc > 2 ? std::atoi(argv[2]) : 3;
  push("joined", grid(n, between, true));
  push("uncoupled", grid(n, between, false));
}
