#include <judge/run/run_checks.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include <judge/run/reopening_code.h>
#include <judge/verdict/panel.h>

namespace judge {
namespace {

/// The variations of one cell at work: what the runner points to must stay where it is.
struct Varied {
  Assignment cell;
  ReopeningCode reopening;
  VariedProtocol protocol;

  Varied(const Assignment& c, Variation variation)
      : cell(c), reopening(*c.code), protocol(*c.protocol, std::move(variation)) {}

  Assignment assignment() const {
    const Code* code = protocol.variation().reopens ? static_cast<const Code*>(&reopening) : cell.code;
    return {code, &protocol};
  }
};

using ByName = std::map<std::string, std::vector<std::unique_ptr<Varied>>>;

void add(ByName& all, const Assignment& cell, Variation variation) {
  const std::string name = variation.name;
  all[name].push_back(std::make_unique<Varied>(cell, std::move(variation)));
}

/// Returns how many loads are asked in all.
int n_loads(const ByName& all) {
  int n = 0;
  for (const auto& [name, varied] : all) {
    for (const auto& v : varied)
      for (const Walk& walk : v->protocol.variation().walks) n += static_cast<int>(walk.loads.size());
  }
  return n;
}

/// All cells of one variation run side by side. Whoever watches sees one run.
RunOutcome run_all(const ByName& all, const RunOptions& options) {
  RunOutcome outcome;
  const int total = n_loads(all);
  int done_before = 0, done = 0;
  for (const auto& [name, varied] : all) {
    RunOptions one = options;
    done_before += done;
    done = 0;
    one.on_step = [&](Step step) {
      done = step.done;
      step.done += done_before;
      step.total = std::max(total, step.done);
      if (options.on_step) options.on_step(step);
    };
    const Variation& variation = varied.front()->protocol.variation();
    one.dir = check_folder(options.dir, name);
    one.units = variation.units;
    one.tighter = variation.tighter;
    std::vector<Assignment> assigned;
    for (const auto& v : varied) assigned.push_back(v->assignment());
    const RunOutcome step = run(assigned, one);
    outcome.interrupted = outcome.interrupted || step.interrupted;
    if (outcome.interrupted) break;
  }
  return outcome;
}

bool has_tolerance(const PlainRun& plain) {
  return !plain.branches.empty() && plain.branches.front().scenario.knobs.tol > 0;
}

}  // namespace

RunOutcome run_checks(const std::vector<Assignment>& cells, const RunOptions& options, unsigned seed) {
  ByName first, then;
  std::vector<std::pair<Assignment, PlainRun>> plain;
  CheckRecords before(options.dir);
  for (const Assignment& cell : cells) {
    const Card card = cell.code->describe();
    plain.emplace_back(cell, replayed(*cell.protocol, before.plain(card.name, cell.protocol->describe().name)));
    for (Variation& variation : variations(*cell.protocol, plain.back().second, card, seed)) {
      add(first, cell, std::move(variation));
    }
  }
  if (cells.empty()) return {};
  write_seed(options.dir, seed);
  RunOutcome outcome = run_all(first, options);
  if (outcome.interrupted) return outcome;
  CheckRecords after(options.dir);
  for (const auto& [cell, run] : plain) {
    if (!has_tolerance(run)) continue;
    const auto panel = panel_of(after, cell.code->describe(), *cell.protocol, seed);
    const bool all_passed = std::none_of(panel.begin(), panel.end(),
                                         [](const CheckResult& check) { return check.outcome == Outcome::failed; });
    if (!all_passed) add(then, cell, tightened(run));
  }
  return run_all(then, options);
}

}  // namespace judge
