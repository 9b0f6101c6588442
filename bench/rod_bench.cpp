// Discrete Elastic Rod on Cantilever: what a sweep costs, where the time of a Newton iteration goes, how far that is
// from the flops it needs, and how it grows with n. User CPU of one thread; the ratios matter, the seconds are this
// machine's.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <bench/cpu_time.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <plumb/energy/rod/rod_bend_twist_kernel.h>
#include <plumb/linalg/factorization.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

Model rod(int n) {
  const double r = 5e-4;
  RodSpec spec;
  spec.nodes = clamped_nodes(1, n);
  spec.stiffness =
      rod_stiffness(RodSection::circle(r), 4 / (std::numbers::pi * r * r * r * r), 0, 1 / (std::numbers::pi * r * r));
  spec.clamped_edges = {0};
  return elastic_rod(spec);
}

Loads weight(const Model& model, double gamma) {
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -gamma};
  return loads;
}

void sweep(int n, const std::vector<judge::CantileverPoint>& master) {
  const Model model = rod(n);
  Continuation continuation(model);
  State state = model.initial;
  int iterations = 0, most = 0;
  double strict_up_to = 0, worst = 0, worst_at = 0;
  bool strict = true;
  const double start = user_seconds();
  for (const auto& point : master) {
    const Outcome outcome = continuation.advance(state, weight(model, point.gamma));
    iterations += outcome.iterations;
    most = std::max(most, outcome.iterations);
    const Eigen::Vector3d tip = RodView(model, state).tip();
    const double error = std::abs(-tip.z() / tip.x() / point.aspect - 1);
    strict = strict && outcome.status == Status::ok && error <= 0.01;
    if (strict) strict_up_to = point.gamma;
    if (error > worst) {
      worst = error;
      worst_at = point.gamma;
    }
  }
  const double seconds = user_seconds() - start;
  const double count = static_cast<double>(master.size());
  std::printf("%5d elements, %zu loads: %.3f s, %.2f iterations per load (at most %d), %.3f ms per iteration\n", n,
              master.size(), seconds, iterations / count, most, 1e3 * seconds / iterations);
  std::printf("      strict (1 %%) up to Gamma = %.4g; largest error %.2f %% at %.4g\n", strict_up_to, 100 * worst,
              worst_at);
}

/// A scalar that counts what is done to it.
struct Counted {
  double x = 0;
  static inline long n_operations = 0;
  Counted() = default;
  Counted(double value) : x(value) {}
  friend Counted operator+(Counted a, Counted b) { return ++n_operations, Counted(a.x + b.x); }
  friend Counted operator-(Counted a, Counted b) { return ++n_operations, Counted(a.x - b.x); }
  friend Counted operator*(Counted a, Counted b) { return ++n_operations, Counted(a.x * b.x); }
  friend Counted operator/(Counted a, Counted b) { return ++n_operations, Counted(a.x / b.x); }
  friend Counted operator-(Counted a) { return Counted(-a.x); }
  Counted& operator+=(Counted b) { return *this = *this + b; }
  Counted& operator-=(Counted b) { return *this = *this - b; }
  Counted& operator*=(Counted b) { return *this = *this * b; }
  friend bool operator>(Counted a, Counted b) { return a.x > b.x; }
  friend Counted sqrt(Counted a) { return ++n_operations, Counted(std::sqrt(a.x)); }
  friend Counted sin(Counted a) { return ++n_operations, Counted(std::sin(a.x)); }
  friend Counted cos(Counted a) { return ++n_operations, Counted(std::cos(a.x)); }
};

}  // namespace
}  // namespace plumb

template <>
struct Eigen::NumTraits<plumb::Counted> : Eigen::GenericNumTraits<double> {
  using Real = plumb::Counted;
  using NonInteger = plumb::Counted;
  using Nested = plumb::Counted;
  enum { RequireInitialization = 1 };
};

namespace plumb {
namespace {

/// Operations of the gradient and Hessian of one interior vertex.
long vertex_operations() {
  RodVertexInput<Counted> in;
  for (std::size_t i = 0; i < 11; ++i) in.q[i] = 0.1 * std::sin(3.0 * static_cast<double>(i));
  in.q[4] = 1;
  in.q[8] = 2;
  in.director_e = {Counted(0), Counted(1), Counted(0)};
  in.director_f = in.director_e;
  Counted gradient[11], hessian[66];
  Counted::n_operations = 0;
  const RodVertexKernel<Counted> kernel(in);
  kernel.gradient(gradient);
  kernel.hessian(hessian);
  return Counted::n_operations;
}

/// Multiplications and additions per second that four lanes can do here, fused ones not used.
double peak_flops() {
  constexpr int kChains = 12;
  Packet x[kChains];
  for (int i = 0; i < kChains; ++i) x[i] = Packet(1.0 + i);
  const int n = 20000;
  const double seconds = seconds_per_call([&] {
    for (int k = 0; k < n; ++k) {
      for (Packet& chain : x) chain = chain * Packet(0.999) + Packet(0.001);
    }
  });
  double sum = 0;
  for (const Packet& chain : x) sum += chain[0];
  if (sum == 42) std::puts("");  // keeps the loop
  return 2.0 * Packet::kLanes * kChains * n / seconds;
}

void where_the_time_goes(int n, double peak) {
  const Model model = rod(n);
  Continuation continuation(model);
  State state = model.initial;
  const Loads loads = weight(model, 100);
  continuation.advance(state, loads);

  Assembly assembly(model.layout, model.energies);
  Potential potential(assembly.pattern());
  const auto factorization = make_factorization(potential.hessian);
  Eigen::VectorXd step(model.layout.n_free);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.layout.n_q);
  const double assemble = seconds_per_call([&] { assembly.evaluate(state, loads, {true, true, true}, potential); });
  const double factor = seconds_per_call([&] { factorization->factor(potential.hessian, 0); });
  const double solve = seconds_per_call([&] {
    step = potential.gradient;
    factorization->solve(step);
  });
  const double frames = seconds_per_call([&] { model.layout.retract(state, still); });
  const double total = assemble + factor + solve + frames;

  // Block LDL^T of half-bandwidth w = 2 blocks of 4: per block column one 4x4 factor, w triangular solves with scaling
  // and w (w + 1) / 2 products, of which w are symmetric.
  const double blocks = n - 1.0;
  const double element_flops = static_cast<double>(vertex_operations()) * (n - 1);
  const double factor_flops = blocks * (2.0 * 4 * 4 * 4 / 3 + 2 * (4 * 4 * 4 + 16) + (2 * 4 * 4 * 5 + 2 * 4 * 4 * 4));
  const auto line = [&](const char* what, double seconds, double flops) {
    std::printf("      %-24s %7.1f us  %4.0f %%", what, 1e6 * seconds, 100 * seconds / total);
    if (flops > 0)
      std::printf("   %6.0f kflop, %4.1f Gflop/s, %4.1f %% of what four lanes can do", 1e-3 * flops,
                  1e-9 * flops / seconds, 100 * flops / seconds / peak);
    std::printf("\n");
  };
  std::printf("%5d elements, one Newton iteration: %.1f us = %.0f ns per element\n", n, 1e6 * total, 1e9 * total / n);
  line("assembly", assemble, element_flops);
  line("factor", factor, factor_flops);
  line("solve", solve, 0);
  line("frames", frames, 0);
}

}  // namespace
}  // namespace plumb

int main() {
  std::vector<double> gammas;
  for (int i = 0; i <= 280; ++i) gammas.push_back(std::pow(10.0, -3 + 0.025 * i));
  const double start = user_seconds();
  std::vector<judge::CantileverPoint> master;
  for (const double gamma : gammas) master.push_back(judge::cantilever_curve(gamma));
  std::printf("Master curve, 281 values one by one: %.3f s\n\nSweep of Algorithm 1\n", user_seconds() - start);
  for (const int n : {300, 430}) plumb::sweep(n, master);

  const double peak = plumb::peak_flops();
  std::printf("\nWhere the time goes (peak of four lanes, not fused: %.1f Gflop/s; %ld operations per vertex)\n",
              1e-9 * peak, plumb::vertex_operations());
  for (const int n : {300, 1000, 3000, 10000, 30000}) plumb::where_the_time_goes(n, peak);
}
