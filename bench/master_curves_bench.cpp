// The curves of `plumb curve`: user CPU of each as the command prints it, and of a Bend-Twist frontier of 60 values.
//   master_curves_bench
#include <benchmark/benchmark.h>

#include <string>

#include <judge/protocols/bend_twist/curve.h>
#include <judge/protocols/bend_twist/master_curve.h>
#include <judge/protocols/protocol.h>
#include <judge/protocols/stick_slip/master_curve.h>

namespace {

void MasterCurve(benchmark::State& state, const judge::Curve* curve) {
  for (auto _ : state) benchmark::DoNotOptimize(curve->rows(curve->samples()));
  state.counters["rows"] = double(curve->samples().size());
}

const int registered = [] {
  for (const judge::Protocol* protocol : judge::all_protocols())
    if (const judge::Curve* curve = protocol->curve())
      benchmark::RegisterBenchmark(("MasterCurve/" + protocol->describe().name).c_str(), MasterCurve, curve)
          ->Unit(benchmark::kMillisecond);
  return 0;
}();

/// With the tip of the 3D region, as for the picture; not for the paper's nu, whose line is kept once it is known.
void BendTwistFrontier60(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(judge::bend_twist_line(judge::round_rod(0.45)));
}
BENCHMARK(BendTwistFrontier60)->Unit(benchmark::kMillisecond);

/// The longest rod alone.
void BendTwistAt10Turns(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(judge::bend_twist_frontier(10));
}
BENCHMARK(BendTwistAt10Turns)->Unit(benchmark::kMillisecond);

void StickSlipPoint(benchmark::State& state) {
  double error = 0;
  for (auto _ : state) {
    error = judge::stick_slip_curve(0.3).error;
    benchmark::DoNotOptimize(error);
  }
  state.counters["error_estimated"] = error;
}
BENCHMARK(StickSlipPoint)->Unit(benchmark::kMicrosecond);

}  // namespace
