// The linear solver of a rod: block-banded L D L^T, 11 unknowns coupled at a time (three nodes and two twists), against
// the flops it needs, the processor's peak on independent multiplications and additions, and LAPACK's band Cholesky.
//   linalg_bench --benchmark_filter=Band
#include <benchmark/benchmark.h>

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <vector>

#include <plumb/linalg/block_band.h>
#include <plumb/linalg/dual.h>
#include <plumb/linalg/factorization.h>
#include <plumb/linalg/packet.h>
#include <plumb/linalg/symmetric.h>

#ifdef PLUMB_LAPACK
extern "C" void dpbtrf_(const char* uplo, const int* n, const int* kd, double* ab, const int* ldab, int* info);
extern "C" void dpbtrs_(const char* uplo, const int* n, const int* kd, const int* nrhs, const double* ab,
                        const int* ldab, double* b, const int* ldb, int* info);
#endif

namespace {

using namespace plumb;

constexpr int kHalfBandwidth = 10;

/// n unknowns, one stencil of 11 for each node of 4; diagonally dominant, so that every solver can take it.
SymmetricMatrix rod_like(int n) {
  SymmetricPattern pattern(n);
  for (int first = 0; first < n; first += 4) {
    std::vector<int> dofs;
    for (int i = first; i <= first + kHalfBandwidth && i < n; ++i) dofs.push_back(i);
    pattern.add_stencil(dofs);
  }
  pattern.finish();
  SymmetricMatrix a(pattern, Storage::band);
  for (int first = 0; first < n; first += 4) {
    for (int i = first; i <= first + kHalfBandwidth && i < n; ++i) {
      for (int j = first; j <= i; ++j) a.values()[a.position(i, j)] += i == j ? 12 : 1.0 / (1 + i - j);
    }
  }
  return a;
}

/// Multiplications and additions of L D L^T and of one solve with half-bandwidth b.
double flops(int n, int b) { return double(n) * (b * (b + 3.0) + 4.0 * b + 1); }

void finish(benchmark::State& state, double work) {
  state.counters["flops/s"] =
      benchmark::Counter(work, benchmark::Counter::kIsIterationInvariantRate, benchmark::Counter::kIs1000);
}

void BandFactorAndSolve(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const SymmetricMatrix a = rod_like(n);
  BlockBandFactorization factorization;
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(n);
  Eigen::VectorXd b(n);
  for (auto _ : state) {
    b = ones;
    benchmark::DoNotOptimize(factorization.factor(a, 0));
    factorization.solve(b);
    benchmark::DoNotOptimize(b.data());
  }
  finish(state, flops(n, kHalfBandwidth));
}

void BandFactor(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const SymmetricMatrix a = rod_like(n);
  BlockBandFactorization factorization;
  for (auto _ : state) benchmark::DoNotOptimize(factorization.factor(a, 0));
  finish(state, double(n) * kHalfBandwidth * (kHalfBandwidth + 3.0));
}

void BandMultiply(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0));
  const SymmetricMatrix a = rod_like(n);
  const Eigen::VectorXd x = Eigen::VectorXd::Ones(n);
  Eigen::VectorXd y(n);
  for (auto _ : state) {
    a.multiply(x, y);
    benchmark::DoNotOptimize(y.data());
  }
  finish(state, double(n) * (4 * kHalfBandwidth + 2));
}

#ifdef PLUMB_LAPACK
void BandLapack(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0)), kd = kHalfBandwidth, ldab = kd + 1, one = 1;
  const SymmetricMatrix a = rod_like(n);
  Eigen::MatrixXd band = Eigen::MatrixXd::Zero(ldab, n), factor = band;
  for (int j = 0; j < n; ++j) {
    for (int i = j; i < std::min(n, j - j % 4 + kHalfBandwidth + 1); ++i) band(i - j, j) = a.values()[a.position(i, j)];
  }
  const Eigen::VectorXd ones = Eigen::VectorXd::Ones(n);
  Eigen::VectorXd b(n);
  for (auto _ : state) {
    b = ones;
    factor = band;
    int info = 0;
    dpbtrf_("L", &n, &kd, factor.data(), &ldab, &info);
    dpbtrs_("L", &n, &kd, &one, factor.data(), &ldab, b.data(), &n, &info);
    benchmark::DoNotOptimize(b.data());
  }
  finish(state, flops(n, kHalfBandwidth));
}
BENCHMARK(BandLapack)->RangeMultiplier(10)->Range(1200, 120000)->Unit(benchmark::kMicrosecond);
#endif

/// What the core can do at best without fused operations: independent products and sums in registers.
void Peak(benchmark::State& state) {
  Packet sums[12];
  for (auto& s : sums) s = 1;
  Packet factor = 1.0000001, term = 1e-9;
  constexpr int kRounds = 1000;
  for (auto _ : state) {
    benchmark::DoNotOptimize(factor);
    benchmark::DoNotOptimize(term);
    Packet s0 = sums[0], s1 = sums[1], s2 = sums[2], s3 = sums[3], s4 = sums[4], s5 = sums[5];
    Packet s6 = sums[6], s7 = sums[7], s8 = sums[8], s9 = sums[9], sa = sums[10], sb = sums[11];
    for (int i = 0; i < kRounds; ++i) {
      s0 *= factor, s1 += term, s2 *= factor, s3 += term, s4 *= factor, s5 += term;
      s6 *= factor, s7 += term, s8 *= factor, s9 += term, sa *= factor, sb += term;
      asm volatile("" : "+x"(s0.lanes), "+x"(s1.lanes), "+x"(s2.lanes), "+x"(s3.lanes), "+x"(s4.lanes), "+x"(s5.lanes));
      asm volatile("" : "+x"(s6.lanes), "+x"(s7.lanes), "+x"(s8.lanes), "+x"(s9.lanes), "+x"(sa.lanes), "+x"(sb.lanes));
    }
    Packet all[] = {s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, sa, sb};
    benchmark::DoNotOptimize(all);
  }
  finish(state, 12.0 * 4 * kRounds);
}

/// The cost of exact derivatives: 11 unknowns, an angle between two edges, lengths and a twist.
template <class S>
S bending(const std::array<S, 11>& q) {
  using std::atan2;
  using Vector = Eigen::Matrix<S, 3, 1>;
  const Vector e(q[4] - q[0], q[5] - q[1], q[6] - q[2]), f(q[8] - q[4], q[9] - q[5], q[10] - q[6]);
  const S twist = q[7] - q[3];
  const S angle = atan2(e.cross(f).norm(), e.dot(f));
  const S stretch = e.norm() - 1.0;
  return angle * angle + twist * twist + 1e3 * stretch * stretch;
}

template <class D, int Elements>
void Derivatives(benchmark::State& state) {
  std::array<D, 11> q;
  for (int i = 0; i < 11; ++i) q[static_cast<unsigned>(i)] = D::variable(0.3 * i + 0.01 * i * i * i, i);
  for (auto _ : state) {
    benchmark::DoNotOptimize(q);
    benchmark::DoNotOptimize(bending(q));
  }
  state.counters["elements/s"] = benchmark::Counter(Elements, benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(Derivatives<Dual<11>, 1>)->Name("Gradient");
BENCHMARK(Derivatives<Dual2<11>, 1>)->Name("Hessian");
BENCHMARK(Derivatives<Dual2<11, Packet>, 4>)->Name("HessianOfFour");
BENCHMARK(Derivatives<Dual<11, Dual<1>>, 1>)->Name("HessianTimesVector");
BENCHMARK(Peak);
BENCHMARK(BandFactorAndSolve)->RangeMultiplier(10)->Range(1200, 120000)->Unit(benchmark::kMicrosecond);
BENCHMARK(BandFactor)->Arg(1200)->Unit(benchmark::kMicrosecond);
BENCHMARK(BandMultiply)->Arg(1200)->Unit(benchmark::kMicrosecond);

}  // namespace
