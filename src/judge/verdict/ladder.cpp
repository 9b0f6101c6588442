#include <judge/verdict/ladder.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace judge {
namespace {

/// Neither powers of ten nor of two, and never all the same way: a forgotten length, modulus or density shows.
constexpr std::array<Scales, 7> kUnits{{{1, 1, 1},
                                        {0.37, 2.3e3, 1.9},
                                        {2.3, 0.041, 530},
                                        {11, 37, 0.017},
                                        {0.053, 0.73, 7.1},
                                        {1.7, 610, 0.29},
                                        {0.61, 0.0057, 13}}};

const Scales& units(int rung) {
  const int n = static_cast<int>(kUnits.size());
  // Coarser rungs use the table from its end.
  return kUnits[static_cast<std::size_t>(rung > 0 ? 1 + (rung - 1) % (n - 1) : (rung % n + n) % n)];
}

bool has_knobs(const Knobs& knobs) { return knobs != Knobs{}; }

bool passes(const RungResult& rung, Strictness strictness) {
  return strictness == Strictness::paper ? rung.score.ok : rung.score.strict_ok;
}

/// What was KO before keeps its reason.
void object(LadderVerdict& verdict, const std::string& reason) {
  if (!verdict.ok) return;
  verdict.ok = false;
  verdict.reason = reason;
}

std::string text(const RungResult& rung) { return fmt::format("Rung {:+d} ({})", rung.rung, knobs_text(rung.knobs)); }

}  // namespace

Knobs refined(const Knobs& knobs, int rung) {
  const double factor = std::exp2(rung);
  return {static_cast<int>(std::ceil(knobs.n * factor)), knobs.dt / factor, knobs.tol / factor};
}

Scales restated(const Scales& scales, const Scales& by) {
  return {scales.length * by.length, scales.young * by.young, scales.density * by.density};
}
Scales restated(const Scales& scales, int rung) { return restated(scales, units(rung)); }

Load restated(const Load& load, const Scales& by) {
  Load other = load;
  if (const auto young = other.values.find("young"); young != other.values.end()) young->second *= by.young;
  return other;
}
Load restated(const Load& load, int rung) { return restated(load, units(rung)); }

int coarsest_rung(const Knobs& knobs) {
  constexpr int fewest = 4;
  if (!has_knobs(knobs)) return 0;
  int rung = 0;
  while (rung > -2 && (knobs.n == 0 || knobs.n >= 2 * fewest * (1 << -rung))) --rung;
  return rung;
}

LadderVerdict ladder_verdict(const std::vector<RungResult>& rungs, Strictness strictness) {
  LadderVerdict verdict;
  if (rungs.empty()) {
    verdict.reason = "No rung was run.";
    return verdict;
  }
  if (!has_knobs(rungs.back().knobs)) {
    verdict.reason = "The code has no knob, so nothing can be refined.";
    return verdict;
  }
  const auto failed =
      std::find_if(rungs.rbegin(), rungs.rend(), [&](const RungResult& r) { return !passes(r, strictness); });
  const auto first = failed.base();  // the first of those that pass to the end
  const auto n_passed = rungs.end() - first;
  if (n_passed >= rungs_needed) {
    verdict.ok = true;
    verdict.from = first->knobs;
    return verdict;
  }
  if (failed == rungs.rend()) {
    verdict.reason = fmt::format("Only {} rungs were run; {} are needed.", rungs.size(), rungs_needed);
    return verdict;
  }
  const std::string& why = strictness == Strictness::paper ? failed->score.reason : failed->score.strict_reason;
  verdict.reason = fmt::format("{} fails: {}", text(*failed), why);
  if (n_passed > 0)
    verdict.reason +=
        fmt::format(" Only {} finer rung{} pass{}.", n_passed, n_passed > 1 ? "s" : "", n_passed > 1 ? "" : "es");
  return verdict;
}

Ladder::Ladder(std::vector<RungResult> climbed)
    : rungs(std::move(climbed)),
      paper(ladder_verdict(rungs, Strictness::paper)),
      strict(ladder_verdict(rungs, Strictness::strict)) {
  std::vector<std::vector<Deviation>> deviations;
  for (const RungResult& rung : rungs) deviations.push_back(rung.score.deviations);
  limit = limit_of(deviations);
  if (limit.kind == Convergence::none) object(paper, limit.reason);
  if (limit.kind == Convergence::none || limit.kind == Convergence::wrong) object(strict, limit.reason);
  for (const RungResult& rung : rungs) {
    if (rung.rung == 0) strict_range = rung.score.strict_range;
  }
}

bool climbs_on(const std::vector<RungResult>& rungs, int most) {
  if (!rungs.empty() && !has_knobs(rungs.back().knobs)) return false;
  // Three rungs from the card's own on belong to every ladder, whatever the coarser ones show.
  if (rungs.empty() || rungs.back().rung < rungs_needed - 1) return static_cast<int>(rungs.size()) < most;
  bool begun = false, known = true;
  for (const Strictness strictness : {Strictness::paper, Strictness::strict}) {
    if (ladder_verdict(rungs, strictness).ok) continue;
    known = false;
    begun = begun || passes(rungs.back(), strictness);
  }
  const int n = static_cast<int>(rungs.size());
  return !known && (n < most || (begun && n < most + rungs_needed - 1));
}

}  // namespace judge
