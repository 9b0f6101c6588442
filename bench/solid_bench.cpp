// Solids of tetrahedra: what is lost of random starts, and how the linear systems of an iteration are best solved. User
// CPU of one thread.
//   solid_bench starts [runs, 200] [cells along an edge, 3]   a cube with a face held, every vertex at random; by its own
//                                                         law alone a fifth of the runs
//   solid_bench solvers [most tetrahedra, 100000]              one iteration near rest, by factors and by products

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

#include <bench/cpu_time.h>
#include <plumb/geometry/tetrahedral_generators.h>
#include <plumb/model/solid/solid.h>
#include <plumb/model/solid/solid_view.h>
#include <plumb/solve/shifted_statics.h>

namespace {

using namespace plumb;

SolidSpec bar(const Eigen::Vector3d& sides, const std::array<int, 3>& n) {
  SolidSpec spec;
  spec.rest = box_mesh({sides, n});
  spec.material.young = 1e5;
  spec.supports.resize(1);
  for (std::size_t i = 0; i < spec.rest.points.size(); ++i) {
    if (spec.rest.points[i].x() == 0) spec.supports[0].points.push_back(static_cast<int>(i));
  }
  return spec;
}

State random_start(const Model& model, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  State state = model.initial;
  for (double& x : state.q) x = uniform(random);
  return state;
}

/// Prints how many of the starts came to rest, to another stable equilibrium, to none.
void starts(const SolidMaterial& material, bool guided, unsigned runs, int n) {
  SolidSpec spec = bar({1, 1, 1}, {n, n, n});
  spec.material = material;
  const Model model = solid(spec);
  ShiftedStatics statics(model, {.guided = guided});
  int at_rest = 0, elsewhere = 0, lost = 0, most = 0;
  double iterations = 0, least_elsewhere = HUGE_VAL;
  for (unsigned run = 0; run < runs; ++run) {
    State state = random_start(model, run);
    const ShiftedOutcome outcome = statics.solve(state, model.initial.loads);
    iterations += outcome.iterations / double(runs);
    most = std::max(most, outcome.iterations);
    if (outcome.status != Status::ok) {
      ++lost;
    } else if ((state.q - model.initial.q).cwiseAbs().maxCoeff() < 1e-8) {
      ++at_rest;
    } else {
      ++elsewhere;  // certified: no negative mode
      for (const auto& s : SolidView(spec, model, state).stretches()) {
        least_elsewhere = std::min(least_elsewhere, s[2]);
      }
    }
  }
  std::printf(
      "%-18s nu %.2f %-8s of %3u: at rest %3d, another minimum %3d, not converged %3d; iterations %5.1f, most %4d",
      name(material.law).data(), material.poisson, guided ? "guided" : "own law", runs, at_rest, elsewhere, lost,
      iterations, most);
  if (elsewhere > 0) std::printf("; least stretch there %.2f", least_elsewhere);
  std::printf("\n");
  std::fflush(stdout);
}

/// Bytes that a product reads and writes: entries and indices of the lower triangle, or what each tetrahedron keeps.
double bytes_per_product(LinearSolver with, const Model& model, const SolidSpec& spec, double n_nonzeros) {
  const double vectors = 3.0 * 8 * model.layout.n_free;
  if (with == LinearSolver::assembled_products) return vectors + 12 * n_nonzeros;
  const double kept = 8.0 * (9 + 9 + 3 + 1 + 3 + 9 + 3 + 3), rest = 8.0 * 13, stencil = 4.0 * 24, forces = 2.0 * 8 * 12;
  return vectors + static_cast<double>(spec.rest.tetrahedra.size()) * (kept + rest + stencil + forces);
}

/// Bytes per second of a sum of vectors that no cache holds.
double bandwidth() {
  const Eigen::Index n = 20'000'000;
  const Eigen::VectorXd a = Eigen::VectorXd::Ones(n), b = Eigen::VectorXd::Ones(n);
  Eigen::VectorXd c = Eigen::VectorXd::Zero(n);
  return 3.0 * 8 * static_cast<double>(n) / seconds_per_call([&] { c = a + 0.5 * b; });
}

/// One iteration of a cantilever with a little weight.
void solvers(int n, double bytes_per_second) {
  SolidSpec spec = bar({4, 1, 1}, {4 * n, n, n});
  spec.material.poisson = 0.4;
  const Model model = solid(spec);
  State state = model.initial;
  state.loads.gravity = {0, 0, -1};
  std::printf("%7zu tetrahedra %7d unknowns:", spec.rest.tetrahedra.size(), model.layout.n_free);
  Eigen::VectorXd factored, step;
  for (const LinearSolver with :
       {LinearSolver::factors, LinearSolver::assembled_products, LinearSolver::force_differentials}) {
    IterationSolver solver(model, with, 1e-12);
    double begin = user_seconds();
    (void)solver.begin(state, 1, true);
    const double assembled = user_seconds() - begin;
    int products = 0;
    begin = user_seconds();
    (void)solver.step(step, products);
    const double solved = user_seconds() - begin;
    if (with == LinearSolver::factors) {
      factored = step;
      std::printf(" assembly %.3f s, factors %.3f s;", assembled, solved);
    } else {
      const double bytes =
          bytes_per_product(with, model, spec, Assembly(model.layout, model.energies).pattern().n_nonzeros());
      std::printf(" %s %.3f s, %d products, %.2f ms and %.1f MB each, %.0f %% of the bandwidth, differs by %.0e;",
                  with == LinearSolver::assembled_products ? "assembled" : "differentials", solved, products,
                  1e3 * solved / products, 1e-6 * bytes, 100 * bytes * products / solved / bytes_per_second,
                  (step - factored).norm() / factored.norm());
    }
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view what = argc > 1 ? argv[1] : "starts";
  if (what == "starts") {
    const int runs = argc > 2 ? std::atoi(argv[2]) : 200, n = argc > 3 ? std::atoi(argv[3]) : 3;
    for (const double poisson : {0.3, 0.45, 0.49}) {
      for (const SolidLaw law :
           {SolidLaw::stable_neo_hookean, SolidLaw::neo_hookean, SolidLaw::corotated, SolidLaw::st_venant_kirchhoff}) {
        for (const bool guided : {true, false}) {
          starts({law, 1e5, poisson}, guided, static_cast<unsigned>(std::max(guided ? runs : runs / 5, 1)), n);
        }
      }
    }
    return 0;
  }
  const double most = argc > 2 ? std::atof(argv[2]) : 100000, bytes_per_second = bandwidth();
  std::printf("the memory moves %.1f GB/s\n", 1e-9 * bytes_per_second);
  for (const int n : {3, 5, 8, 11, 16}) {
    if (24.0 * n * n * n <= 1.01 * most) solvers(n, bytes_per_second);
  }
}
