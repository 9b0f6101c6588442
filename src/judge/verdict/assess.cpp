#include <judge/verdict/assess.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include <judge/foreign/foreign.h>
#include <judge/records/found_records.h>
#include <judge/verdict/assess_cell.h>
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

}  // namespace

std::string Cell::verdict() const { return !missing.empty() ? "not run" : word(ladder ? ladder->paper.ok : score.ok); }

std::string Cell::strict() const {
  return !missing.empty() ? "not run" : word(ladder ? ladder->strict.ok : score.strict_ok);
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
  return assessment;
}

}  // namespace judge
