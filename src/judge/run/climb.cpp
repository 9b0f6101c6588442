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

Knobs card_knobs(const Assignment& cell) {
  return cell.code->describe().protocols.at(cell.protocol->describe().name).knobs;
}

bool has_knobs(const Assignment& cell) { return card_knobs(cell) != Knobs{}; }

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
    climbers.push_back({cell, coarsest_rung(card_knobs(cell))});
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
    // Three rungs from the card's own on are run in any case.
    const bool some_refine =
        std::any_of(here.begin(), here.end(), [&](const Climber* climber) { return has_knobs(climber->cell); });
    one.last_rung = some_refine ? std::max(rung, std::min(rungs_needed, most_rungs) - 1) : rung;
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
