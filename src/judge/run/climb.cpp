#include <judge/run/climb.h>

#include <algorithm>

#include <judge/verdict/assess.h>

namespace judge {
namespace {

struct Climber {
  Assignment cell;
  int next_rung = 0;
  std::vector<RungResult> rungs{};
};

RungResult result(const Assignment& cell, const RunOptions& options) {
  const Assessment assessment = assess_rung(options.dir, options.rung, {cell.code}, {cell.protocol});
  const std::string name = cell.code->describe().name;
  for (const Cell& judged : assessment.cells) {
    if (judged.card.name == name) return {options.rung, judged.knobs, judged.score};
  }
  return {options.rung, {}, {}};
}

}  // namespace

RunOutcome climb(const std::vector<Assignment>& cells, const RunOptions& options, int most_rungs) {
  std::vector<Climber> climbers;
  int rung = 0;
  for (const Assignment& cell : cells) {
    const Knobs knobs = cell.code->describe().protocols.at(cell.protocol->describe().name).knobs;
    climbers.push_back({cell, coarsest_rung(knobs)});
    rung = std::min(rung, climbers.back().next_rung);
  }

  RunOutcome outcome;
  for (;; ++rung) {
    std::vector<Climber*> here;
    bool some_climb_on = false;
    for (Climber& climber : climbers) {
      const bool on = climbs_on(climber.rungs, most_rungs);
      some_climb_on = some_climb_on || on;
      if (on && climber.next_rung == rung) here.push_back(&climber);
    }
    if (!some_climb_on) return outcome;

    RunOptions one = options;
    one.rung = rung;
    one.dir = rung_folder(options.dir, rung);
    std::vector<Assignment> run_here;
    for (const Climber* climber : here) run_here.push_back(climber->cell);
    const RunOutcome step = run(run_here, one);
    outcome.n_failed += step.n_failed;
    outcome.interrupted = outcome.interrupted || step.interrupted;
    if (outcome.interrupted) return outcome;

    one.dir = options.dir;
    for (Climber* climber : here) {
      climber->rungs.push_back(result(climber->cell, one));
      ++climber->next_rung;
    }
  }
}

}  // namespace judge
