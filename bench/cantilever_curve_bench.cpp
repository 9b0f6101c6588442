// The 281 values of the Cantilever master curve: user CPU, the curve's own estimate of its error, and its distance from
// the second formulation. AUTO-07p takes 1.4 s for these values at 2e-8.
//   cantilever_curve_bench
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>

#include <judge/protocols/cantilever/integral_equation.h>
#include <judge/protocols/cantilever/master_curve.h>

namespace {

void CantileverCurve281(benchmark::State& state) {
  const std::vector<double> gammas = judge::cantilever_samples();
  std::vector<judge::CantileverPoint> points;
  for (auto _ : state) benchmark::DoNotOptimize(points = judge::cantilever_curve(gammas));

  double estimated = 0, measured = 0;
  judge::IntegralEquation second;
  for (const judge::CantileverPoint& p : points) {
    const judge::IntegralEquation::End end = second.solve(p.gamma);
    estimated = std::max(estimated, p.error);
    measured = std::max(
        {measured, std::abs(p.x / end.x - 1), std::abs(p.y / end.y - 1), std::abs(p.aspect / (end.y / end.x) - 1)});
  }
  state.counters["error_estimated"] = estimated;
  state.counters["error_to_second_formulation"] = measured;
}
BENCHMARK(CantileverCurve281)->Unit(benchmark::kMillisecond);

/// The stiffest value alone.
void CantileverCurveAt1e4(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(judge::cantilever_curve(1e4));
}
BENCHMARK(CantileverCurveAt1e4)->Unit(benchmark::kMicrosecond);

}  // namespace
