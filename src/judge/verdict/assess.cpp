#include <judge/verdict/assess.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <judge/foreign/foreign.h>
#include <judge/records/found_records.h>
#include <judge/verdict/assess_cell.h>
#include <judge/verdict/panel.h>
#include <plumb/core/printable.h>

namespace judge {
namespace {

/// A report is a page that a person reads.
constexpr std::size_t kMostOtherCodes = 100;
using Key = std::pair<std::string, std::string>;  // code, protocol

std::string word(bool ok) { return ok ? "OK" : "KO"; }

/// Returns the rungs, other than 0, of which the folder holds something; no run goes farther than 20.
std::vector<int> found_rungs(const std::filesystem::path& dir) {
  constexpr int farthest = 20;
  std::vector<int> rungs;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(dir / "ladder", none)) {
    int rung = 0;
    const std::string name = entry.path().filename().string();
    const char* begin = name.data() + (name.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), rung);
    if (error == std::errc() && rung >= -farthest && rung <= farthest && entry.path() == rung_folder(dir, rung))
      rungs.push_back(rung);
  }
  std::sort(rungs.begin(), rungs.end());
  return rungs;
}

/// Returns the rungs around 0 without a gap; what an older run left further away says nothing.
std::vector<RungResult> contiguous(std::vector<RungResult> rungs) {
  std::sort(rungs.begin(), rungs.end(), [](const RungResult& a, const RungResult& b) { return a.rung < b.rung; });
  auto zero = std::find_if(rungs.begin(), rungs.end(), [](const RungResult& r) { return r.rung == 0; });
  auto first = zero, last = zero;
  while (first != rungs.begin() && (first - 1)->rung == first->rung - 1) --first;
  while (last + 1 != rungs.end() && (last + 1)->rung == last->rung + 1) ++last;
  return {first, last + 1};
}

constexpr const char* kOfTheCurve[] = {"curve", "strict", "order", "limit"};

bool is_of_the_curve(const CheckResult& check) {
  return std::find(std::begin(kOfTheCurve), std::end(kOfTheCurve), check.name) != std::end(kOfTheCurve);
}

Outcome passed_if(bool ok) { return ok ? Outcome::passed : Outcome::failed; }

/// Returns why a verdict is KO by its curves alone; what its limit says has a line of its own.
std::string plain_reason(const Cell& cell, const LadderVerdict* verdict, const std::string& score) {
  if (verdict == nullptr) return score;
  return verdict->reason == cell.ladder->limit.reason ? "" : verdict->reason;
}

/// The lines of the panel that come from the curve and from the ladder.
std::vector<CheckResult> curve_panel(const Cell& cell) {
  const Score& score = cell.score;
  std::vector<CheckResult> panel;
  const std::string curve = plain_reason(cell, cell.ladder ? &cell.ladder->paper : nullptr, score.reason);
  const std::string strict = plain_reason(cell, cell.ladder ? &cell.ladder->strict : nullptr, score.strict_reason);
  panel.push_back({"curve", passed_if(curve.empty()),
                   score.hausdorff ? fmt::format("{:.3g} % of the plot", 100 * *score.hausdorff) : "", curve});
  panel.push_back({"strict", passed_if(strict.empty()),
                   score.worst ? fmt::format("{:.3g} %", 100 * score.worst->value) : "", strict});
  if (!cell.ladder || cell.ladder->limit.kind == Convergence::unknown) {
    const bool no_knobs = cell.knobs == Knobs{};
    const std::string why = no_knobs ? "The code has no knob, so nothing can be refined." : "";
    for (const char* name : {"order", "limit"})
      panel.push_back({name, no_knobs ? Outcome::cannot : Outcome::not_run, "", why});
    return panel;
  }
  const Limit& limit = cell.ladder->limit;
  constexpr double worth_a_word = 1e-4;
  const bool first_order =
      std::abs(limit.order - 1) < 0.2 && limit.kind == Convergence::right && std::abs(limit.finest) > worth_a_word;
  const std::string order =
      limit.order == 0 ? "settled"
                       : fmt::format("{:.2f}{}", limit.order, first_order ? ", as with a clamp at a node" : "");
  panel.push_back({"order", passed_if(limit.kind != Convergence::none), order,
                   limit.kind == Convergence::none ? limit.reason : ""});
  panel.push_back({"limit", passed_if(limit.kind == Convergence::right),
                   fmt::format("{:+.3g} ± {:.2g} %", 100 * limit.value, 100 * limit.uncertainty), limit.reason});
  return panel;
}

/// In the ladder each rung has units of its own. Where units matter, what fails there need not be a lack of resolution.
void blame_units(const CheckResult& units, Ladder& ladder) {
  const bool some_fail = std::any_of(ladder.rungs.begin(), ladder.rungs.end(),
                                     [](const RungResult& rung) { return !rung.score.ok || !rung.score.strict_ok; });
  if (!some_fail) return;
  for (LadderVerdict* verdict : {&ladder.paper, &ladder.strict}) {
    if (!verdict->ok) continue;
    verdict->ok = false;
    verdict->reason = "A rung fails, and not for its resolution alone: " + units.why;
  }
}

}  // namespace

std::string Cell::verdict() const { return !missing.empty() ? "not run" : word(ladder ? ladder->paper.ok : score.ok); }

std::string Cell::strict() const {
  return !missing.empty() ? "not run" : word(ladder ? ladder->strict.ok : score.strict_ok);
}

std::string Cell::checks() const {
  bool some_run = false;
  for (const CheckResult& check : panel) {
    if (is_of_the_curve(check)) continue;
    if (check.outcome == Outcome::failed) return "KO";
    some_run = some_run || check.outcome == Outcome::passed;
  }
  return some_run ? "OK" : "not run";
}

const CheckResult* Cell::first_failed() const {
  const auto failed =
      std::find_if(panel.begin(), panel.end(), [](const CheckResult& r) { return r.outcome == Outcome::failed; });
  return failed == panel.end() ? nullptr : &*failed;
}

Cell missing_cell(const Code& code, const Protocol& protocol) {
  Cell cell = empty_cell(code.describe(), protocol);
  cell.missing = code.missing();
  return cell;
}

std::filesystem::path rung_folder(const std::filesystem::path& dir, int rung) {
  return rung == 0 ? dir : dir / "ladder" / fmt::format("{:+d}", rung);
}

Assessment assess_rung(const std::filesystem::path& dir, int rung, const std::vector<const Code*>& codes,
                       const std::vector<const Protocol*>& protocols) {
  FoundRecords records = read_records(rung_folder(dir, rung));
  Assessment assessment;
  assessment.damaged = std::move(records.damaged);

  std::set<std::string> columns;
  for (const Protocol* protocol : protocols) columns.insert(protocol->describe().name);
  std::map<Key, std::vector<BranchRecords>> found;
  std::set<std::string> unknown;
  for (BranchRecords& branch : records.branches) {
    if (!columns.contains(branch.scenario.protocol)) {
      unknown.insert(branch.scenario.protocol);
      continue;
    }
    found[{branch.code, branch.scenario.protocol}].push_back(std::move(branch));
  }
  for (const std::string& name : unknown) {
    assessment.damaged.push_back(
        plumb::printable(fmt::format("there is no protocol '{}'; its records are passed over", name)));
  }

  // The rows that this program knows, in its order; then those only the records know.
  std::vector<Card> cards;
  std::set<std::string> names;
  for (const Code* code : codes) names.insert(cards.emplace_back(code->describe()).name);
  for (const auto& [key, branches] : found) {
    if (cards.size() >= codes.size() + kMostOtherCodes || !names.insert(key.first).second) continue;
    const LeftCard left = left_card(dir, key.first);
    cards.push_back(left.card.value_or(Card{key.first, key.first, "Other", "", "", {}, {}}));
    if (!left.damage.empty()) assessment.damaged.push_back(plumb::printable(left.damage));
  }
  for (const auto& [key, branches] : found) {
    if (names.contains(key.first)) continue;
    assessment.damaged.push_back(
        fmt::format("there are records of more than {} codes that this program does not have; those from '{}' on are "
                    "passed over",
                    kMostOtherCodes, key.first));
    break;
  }

  for (const Card& card : cards) {
    for (const Protocol* protocol : protocols) {
      const auto branches = found.find({card.name, protocol->describe().name});
      if (branches == found.end()) continue;
      assessment.cells.push_back(assess_cell(card, *protocol, rung, branches->second, assessment.damaged));
    }
  }
  return assessment;
}

Assessment assess(const std::filesystem::path& dir, const std::vector<const Code*>& codes,
                  const std::vector<const Protocol*>& protocols) {
  Assessment assessment = assess_rung(dir, 0, codes, protocols);
  std::map<Key, std::vector<RungResult>> rungs;
  const auto note = [&](int rung, const Cell& cell) {
    rungs[{cell.card.name, cell.column.name}].push_back({rung, cell.knobs, cell.score});
  };
  for (const Cell& cell : assessment.cells) note(0, cell);
  for (const int rung : found_rungs(dir)) {
    const Assessment other = assess_rung(dir, rung, codes, protocols);
    for (const Cell& cell : other.cells) note(rung, cell);
    assessment.damaged.insert(assessment.damaged.end(), other.damaged.begin(), other.damaged.end());
  }
  for (Cell& cell : assessment.cells) {
    auto climbed = contiguous(std::move(rungs[{cell.card.name, cell.column.name}]));
    if (climbed.size() > 1) cell.ladder.emplace(std::move(climbed));
  }
  const auto seed = read_seed(dir);
  CheckRecords records(dir);
  for (Cell& cell : assessment.cells) {
    const auto protocol = std::find_if(protocols.begin(), protocols.end(),
                                       [&](const Protocol* p) { return p->describe().name == cell.column.name; });
    std::vector<CheckResult> checks;
    if (seed) checks = panel_of(records, cell.card, **protocol, *seed);
    for (const CheckResult& check : checks) {
      if (cell.ladder && check.name == "units" && check.outcome == Outcome::failed) blame_units(check, *cell.ladder);
    }
    cell.panel = curve_panel(cell);
    cell.panel.insert(cell.panel.end(), checks.begin(), checks.end());
  }
  return assessment;
}

}  // namespace judge
