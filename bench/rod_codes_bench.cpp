// Error against unknowns: every rod code of the table on Cantilever, ever finer, at three weights; and what a whole
// Bend-Twist diagram (690 points and the bisections between them) costs. User CPU.
//   rod_codes_bench [--benchmark_filter=Cantilever]
#include <benchmark/benchmark.h>
#include <algorithm>
#include <cmath>
#include <numbers>

#include <bench/cpu_time.h>
#include <judge/protocols/cantilever/master_curve.h>
#include <judge/protocols/protocol.h>
#include <judge/question/code.h>

namespace {

struct Row {
  const char* code;
  int unknowns_per_element;
  int coarsest, finest;
};
constexpr Row kRows[] = {{"discrete-elastic-rod", 4, 25, 800},
                         {"super-helix", 3, 6, 200},
                         {"super-clothoid", 3, 5, 80},
                         {"timoshenko-beam", 12, 6, 100}};

const judge::Code& code_named(const std::string& name) {
  for (const judge::Code* code : judge::all_codes()) {
    if (code->describe().name == name) return *code;
  }
  throw plumb::UserError("no code " + name);
}

const judge::Protocol& protocol_named(const std::string& name) {
  for (const judge::Protocol* protocol : judge::all_protocols()) {
    if (protocol->describe().name == name) return *protocol;
  }
  throw plumb::UserError("no protocol " + name);
}

/// What one load of Bend-Twist cost.
struct Timed {
  double x = 0;
  bool beyond = false;
  double seconds = 0;
};

double quantile(std::vector<double> values, double fraction) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(fraction * static_cast<double>(values.size() - 1))];
}

/// From rest to each weight in turn; the error is that of H/W.
void Cantilever(benchmark::State& state, const Row& row) {
  const auto n = static_cast<int>(state.range(0));
  judge::Scenario scenario = protocol_named("cantilever").plan(judge::Sampling::quick).front();
  scenario.knobs.n = n;
  constexpr double gammas[] = {1, 100, 1e4};
  double errors[3] = {};
  for (auto _ : state) {
    const auto trial = code_named(row.code).open(scenario);
    for (int i = 0; i < 3; ++i) {
      trial->advance({{"gamma", gammas[i]}});
      const auto seen = trial->observe({"drop", "reach"});
      errors[i] = std::abs(seen.at("drop") / seen.at("reach") / judge::cantilever_curve(gammas[i]).aspect - 1);
    }
  }
  state.counters["unknowns"] = n * row.unknowns_per_element;
  state.counters["error_at_1"] = errors[0];
  state.counters["error_at_100"] = errors[1];
  state.counters["error_at_1e4"] = errors[2];
}

/// Every row of the diagram in turn, on one core and without a store.
void BendTwist(benchmark::State& state, const Row& row) {
  const judge::Protocol& protocol = protocol_named("bend-twist");
  const judge::Code& code = code_named(row.code);
  const judge::Knobs knobs = code.describe().protocols.at("bend-twist").knobs;
  int n_loads = 0, n_failed = 0;
  std::vector<double> seconds, frontier;
  judge::Score score;
  for (auto _ : state) {
    n_loads = n_failed = 0;
    std::vector<judge::BranchPoints> branches;
    for (judge::Scenario& scenario : protocol.plan(judge::Sampling::full)) {
      scenario.knobs = knobs;
      judge::BranchPoints branch{scenario, {}};
      const auto trial = code.open(scenario);
      std::vector<Timed> timed;
      while (const auto load = protocol.next(scenario, branch.points)) {
        const double start = user_seconds();
        judge::Record record;
        record.load = load->values;
        record.reply = trial->advance(*load);
        const double spent = user_seconds() - start;
        const bool ok = record.reply.status == plumb::Status::ok;
        if (ok) record.observed = trial->observe({"out_of_plane"});
        n_failed += ok ? 0 : 1;
        timed.push_back({load->at("x"), ok && record.observed.at("out_of_plane") > 1e-3, spent});
        seconds.push_back(spent);
        branch.points.push_back(protocol.measure(scenario, record));
        ++n_loads;
      }
      branches.push_back(std::move(branch));
      // Both sides of every change of label; the bisections are there, so these are as near as it gets.
      std::sort(timed.begin(), timed.end(), [](const Timed& a, const Timed& b) { return a.x < b.x; });
      for (std::size_t i = 1; i < timed.size(); ++i) {
        if (timed[i].beyond == timed[i - 1].beyond) continue;
        frontier.insert(frontier.end(), {timed[i].seconds, timed[i - 1].seconds});
      }
    }
    score = protocol.score(branches);
  }
  const double median = quantile(seconds, 0.5);
  state.counters["median_ms"] = 1e3 * median;
  state.counters["worst_ms"] = 1e3 * quantile(seconds, 1);
  state.counters["frontier_median_over_median"] = quantile(frontier, 0.5) / median;
  state.counters["frontier_worst_over_median"] = quantile(frontier, 1) / median;
  state.counters["loads"] = n_loads;
  state.counters["failed"] = n_failed;
  state.counters["mislabelled"] = static_cast<double>(score.remarks.size());
  state.counters["error"] = score.worst ? score.worst->value : 1;
}

const bool kRegistered = [] {
  for (const Row& row : kRows) {
    auto* cantilever = benchmark::RegisterBenchmark((std::string("Cantilever/") + row.code).c_str(),
                                                    [&row](benchmark::State& state) { Cantilever(state, row); });
    for (int n = row.coarsest; n <= row.finest; n *= 2) cantilever->Arg(n);
    cantilever->Unit(benchmark::kMillisecond);
    if (!code_named(row.code).describe().protocols.contains("bend-twist")) continue;
    benchmark::RegisterBenchmark((std::string("BendTwist/") + row.code).c_str(),
                                 [&row](benchmark::State& state) { BendTwist(state, row); })
        ->Unit(benchmark::kSecond)
        ->Iterations(1);
  }
  return true;
}();

}  // namespace
