// A grid of crossing rods that rises to a dome: what joining costs.
//   grid_bench [RODS_EACH_WAY] [EDGES_BETWEEN_CROSSINGS] [dome|alike]     default: 40 3 dome
// The rods swivel where they cross, their ends are held as by balls and drawn inwards, and a light push upwards decides
// the side (src/plumb/solve/grid_for_test.h). Drawn in as the rods of a dome are long, the grid is smooth; drawn in all
// alike, it has wrinkles along the rim. Printed: the certificate, the residual, the iterations, what each takes, and the
// same for as many segments that nothing joins.

#include <cstdio>
#include <cstdlib>
#include <string>

#include <bench/cpu_time.h>
#include <plumb/solve/continuation.h>
#include <plumb/solve/grid_for_test.h>

namespace {

using namespace plumb;

/// Returns the CPU time of an iteration, s.
double raise(const char* name, const RodGrid& grid, DrawnEnds how) {
  constexpr double kShare = 0.04, kPush = 50;
  Continuation continuation(grid.model);
  State state = grid.model.initial;
  const double start = user_seconds();
  const Outcome light = continuation.advance(state, draw_ends(grid.model, 0, kPush));
  const Outcome dome =
      light.status == Status::ok ? continuation.advance(state, draw_ends(grid.model, kShare, kPush, how)) : light;
  const double seconds = user_seconds() - start;
  const int iterations = light.iterations + dome.iterations;
  std::printf("%-9s %6d segments, %6d unknowns: %s, %d negative modes, residual %.1e, rises %.1f cm\n", name,
              grid.n_segments, grid.model.layout.n_free, std::string(plumb::name(dome.status)).c_str(),
              dome.negative_modes, dome.residual, 100 * rise(grid, state));
  std::printf("          %d iterations in %d load steps, %d saddles left; %.2f s, %.2f ms an iteration\n", iterations,
              light.load_steps + dome.load_steps, light.saddles_left + dome.saddles_left, seconds,
              1e3 * seconds / iterations);
  return seconds / iterations;
}

}  // namespace

int main(int argc, char** argv) {
  const int n = argc > 1 ? std::atoi(argv[1]) : 40, between = argc > 2 ? std::atoi(argv[2]) : 3;
  const DrawnEnds how = argc > 3 && std::string(argv[3]) == "alike" ? DrawnEnds::alike : DrawnEnds::as_a_dome;
  const double joined = raise("joined", rod_grid(n, between, true), how);
  const double alone = raise("uncoupled", rod_grid(n, between, false), how);
  std::printf("joined takes %.1f times as long as uncoupled\n", joined / alone);
}
