// One Newton iteration on LibShell's plate (StVK, tan): where its time goes on the 120-by-12 strip of Cantilever, how
// it grows with the number of triangles, and how fast the factorisation is beside the product of dense matrices. At
// rest, where the Hessian is positive definite, as it is at what is accepted. User CPU of one thread.
//   plate_newton_bench [most triangles, 300000]

#include <cmath>
#include <cstdio>
#include <cstdlib>

#include <bench/cpu_time.h>
#include <bench/plate_for_bench.h>
#include <plumb/core/parallel.h>
#include <plumb/linalg/sparse_ldlt.h>
#include <plumb/mechanics/assembly.h>

namespace {

struct Iteration {
  std::size_t triangles = 0;
  double seconds = 0;
};

Iteration iteration(int n) {
  const plumb::ShellSpec spec = plate_for_bench(n);
  const plumb::Model model = plumb::shell(spec);
  const plumb::State& state = model.initial;
  plumb::Assembly assembly(model.layout, model.energies);
  plumb::Potential potential(assembly.pattern());
  const auto assemble = [&] {
    ENSURE(assembly.evaluate(state, model.initial.loads, {true, true, true}, potential) == plumb::Status::ok);
  };
  const double assembling = seconds_per_call(assemble);
  plumb::SparseLdlt factorization;
  const auto factor = [&] { ENSURE(factorization.factor(potential.hessian, 0) == plumb::Status::ok); };
  const double factoring = seconds_per_call(factor);
  Eigen::VectorXd step = potential.gradient;
  const double solving = seconds_per_call([&] {
    step = potential.gradient;
    factorization.solve(step);
  });
  const Iteration all{spec.rest.triangles.size(), assembling + factoring + solving};
  std::printf("%9zu %9d %10d %10.2f %10.2f %10.2f %10.2f %12.2f %8.1f\n", all.triangles, model.layout.n_free,
              potential.hessian.n_values(), 1e3 * assembling, 1e3 * factoring, 1e3 * solving, 1e3 * all.seconds,
              1e6 * all.seconds / static_cast<double>(all.triangles), 1e-9 * factorization.flops() / factoring);
  return all;
}

double dense_gflops() {
  constexpr int n = 512;
  const Eigen::MatrixXd a = Eigen::MatrixXd::Constant(n, n, 0.5), b = Eigen::MatrixXd::Constant(n, n, 0.25);
  Eigen::MatrixXd c(n, n);
  return 1e-9 * 2 * n * n * n / seconds_per_call([&] { c.noalias() = a * b; });
}

}  // namespace

int main(int argc, char** argv) {
  plumb::set_threads(1);
  const double most = argc > 1 ? std::atof(argv[1]) : 3e5;
  std::printf("dense products of 512: %.1f Gflop/s\n", dense_gflops());
  std::printf("one Newton iteration, ms, and us per triangle\n%9s %9s %10s %10s %10s %10s %10s %12s %8s\n", "triangles",
              "unknowns", "entries", "assembly", "factor", "solve", "all", "per triangle", "Gflop/s");
  iteration(120);
  Iteration first, last;
  for (const int n : {70, 220, 390, 700, 1225}) {
    if (0.2 * n * n > 1.05 * most) break;
    last = iteration(n);
    if (first.triangles == 0) first = last;
  }
  std::printf("exponent from %zu to %zu triangles: %.2f\n", first.triangles, last.triangles,
              std::log(last.seconds / first.seconds) /
                  std::log(static_cast<double>(last.triangles) / static_cast<double>(first.triangles)));
}
