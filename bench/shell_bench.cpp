// The Koiter shell: what a triangle costs in closed form and by dual numbers, membrane and bending; and a hinge of
// Discrete Shells. User CPU of one thread; the ratios matter, the seconds are this machine's.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>

#include <bench/cpu_time.h>
#include <plumb/energy/shell/hinge.h>
#include <plumb/energy/shell/koiter_bending.h>
#include <plumb/energy/shell/koiter_membrane.h>

namespace plumb {
namespace {

/// As many as an assembly evaluates at once, so that their results stay in the cache.
constexpr int kTriangles = 64;

/// Triangles in a bent state, each with neighbours and directors of its own.
State bent() {
  const double shape[21] = {0, 0, 0, 1, 0, 0.1, 0, 1, -0.1, 1, 1.1, 0.2, -1, 0.4, 0.3, 0.5, -0.8, 0.1, 0.1, -0.1, 0.2};
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  State state;
  state.q.resize(21 * kTriangles);
  for (int i = 0; i < state.q.size(); ++i) state.q[i] = shape[i % 21] + uniform(random);
  return state;
}

template <std::size_t K>
std::vector<std::array<int, K>> stencils() {
  std::vector<std::array<int, K>> all(kTriangles);
  for (int e = 0; e < kTriangles; ++e) {
    auto& stencil = all[static_cast<std::size_t>(e)];
    std::iota(stencil.begin(), stencil.end(), 21 * e);
  }
  return all;
}

template <class Term>
double row(const char* name, const Term& energy) {
  const State state = bent();
  const Want all{true, true, true};
  ElementBuffer buffer;
  buffer.resize(kTriangles, energy.stencil_size());
  ENSURE(energy.evaluate(state, {}, 0, kTriangles, all, buffer) == Status::ok);
  const double closed = seconds_per_call([&] { energy.evaluate(state, {}, 0, kTriangles, all, buffer); });
  const double gradient = seconds_per_call([&] {
    energy.evaluate(state, {}, 0, kTriangles, {true, true, false}, buffer);
  });
  const double duals = seconds_per_call([&] { energy.evaluate_by_duals(state, {}, 0, kTriangles, all, buffer); });
  const auto each = [](double seconds) { return 1e6 * seconds / kTriangles; };
  std::printf("%-24s %8.3f %8.3f %8.2f %8.0f\n", name, each(closed), each(gradient), each(duals), duals / closed);
  return each(closed);
}

double bending(const char* name, EdgeBend kind) {
  const BendingTriangle triangle{{0.1, 1e3, 0.3}, {1, 0, 1}, {0.1, 0, 0}, {true, true, true}, {1, -1, 1}};
  return row(name, KoiterBending(kind, stencils<21>(), std::vector<BendingTriangle>(kTriangles, triangle)));
}

double membrane(const char* name, MembraneLaw law) {
  const MembraneTriangle triangle{{0.1, 1e3, 0.3}, {1, 0, 1}};
  return row(name, KoiterMembrane(law, stencils<9>(), std::vector<MembraneTriangle>(kTriangles, triangle)));
}

}  // namespace
}  // namespace plumb

int main() {
  using namespace plumb;
  std::printf("us per triangle (per hinge in the last row): with the Hessian; without; by duals; their ratio\n");
  std::printf("%-24s %8s %8s %8s %8s\n", "", "closed", "gradient", "duals", "ratio");
  const double stretch = membrane("membrane StVK", MembraneLaw::st_venant_kirchhoff);
  membrane("membrane neo-Hookean", MembraneLaw::neo_hookean);
  bending("bending sin", EdgeBend::sin);
  const double bend = bending("bending tan", EdgeBend::tan);
  bending("bending angle", EdgeBend::angle);
  row("hinge", HingeBending(stencils<12>(), std::vector<HingeLaw>(kTriangles, {1, 0.1})));
  std::printf("a triangle of StVK and tan: %.3f us\n", stretch + bend);
}
