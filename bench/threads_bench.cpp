// What a second core gains in a Newton iteration on LibShell's plate at rest: wall time of assembly, factorisation and solve
// on one thread over that on all, the best of several. The bits must be the same.
//   threads_bench [threads, all] [most triangles, 300000]

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>
#include <vector>

#include <bench/plate_for_bench.h>
#include <plumb/core/parallel.h>
#include <plumb/linalg/sparse_ldlt.h>
#include <plumb/mechanics/assembly.h>

namespace {

double wall_seconds(const std::function<void()>& call) {
  constexpr int kBatches = 5;
  constexpr double kBatch = 0.1;  // s
  const auto now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  double best = HUGE_VAL;
  call();
  for (int batch = 0; batch < kBatches; ++batch) {
    const double start = now();
    int n = 0;
    for (; n == 0 || now() - start < kBatch; ++n) call();
    best = std::min(best, (now() - start) / n);
  }
  return best;
}

struct Parts {
  double assembly = 0, factor = 0, solve = 0;
  Eigen::VectorXd step;
  double all() const { return assembly + factor + solve; }
};

Parts measured(const plumb::Model& model, int threads) {
  plumb::set_threads(threads);
  plumb::Assembly assembly(model.layout, model.energies);
  plumb::Potential potential(assembly.pattern());
  plumb::SparseLdlt factorization;
  Parts parts;
  parts.assembly = wall_seconds([&] {
    ENSURE(assembly.evaluate(model.initial, model.initial.loads, {true, true, true}, potential) == plumb::Status::ok);
  });
  parts.factor = wall_seconds([&] { ENSURE(factorization.factor(potential.hessian, 0) == plumb::Status::ok); });
  parts.solve = wall_seconds([&] {
    parts.step = Eigen::VectorXd::Ones(potential.gradient.size());
    factorization.solve(parts.step);
  });
  return parts;
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : static_cast<int>(std::thread::hardware_concurrency());
  const double most = argc > 2 ? std::atof(argv[2]) : 3e5;
  std::printf("wall ms on one thread, and over that on %d\n%9s %16s %16s %16s %16s\n", threads, "triangles", "assembly",
              "factor", "solve", "all");
  for (const int n : {120, 390, 1225}) {
    if (0.2 * n * n > 1.05 * most) break;
    const plumb::ShellSpec spec = plate_for_bench(n);
    const plumb::Model model = plumb::shell(spec);
    const Parts one = measured(model, 1), many = measured(model, threads);
    std::printf("%9zu", spec.rest.triangles.size());
    for (const auto& [alone, together] : {std::pair{one.assembly, many.assembly},
                                          {one.factor, many.factor},
                                          {one.solve, many.solve},
                                          {one.all(), many.all()}}) {
      std::printf(" %9.2f x%5.2f", 1e3 * alone, alone / together);
    }
    std::printf("  %s\n", one.step == many.step ? "same bits" : "OTHER BITS");
  }
}
