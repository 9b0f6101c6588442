#include <judge/engine/assess.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <judge/engine/foreign.h>
#include <judge/engine/store.h>

namespace judge {
namespace {

using Key = std::pair<std::string, std::string>;  // code, protocol

Cell empty_cell(const Card& card, const Protocol& protocol) {
  Cell cell;
  cell.card = card;
  cell.column = protocol.describe();
  return cell;
}

std::string word(bool ok) { return ok ? "OK" : "KO"; }

Cell assess_cell(const Card& card, const Protocol& protocol, int rung, const std::vector<BranchRecords>& found) {
  Cell cell = empty_cell(card, protocol);
  cell.sampling = found.front().scenario.sampling;
  cell.knobs = found.front().scenario.knobs;
  if (const auto expectation = card.protocols.find(cell.column.name); expectation != card.protocols.end()) {
    cell.paper = expectation->second.paper;
    cell.expected = expectation->second.verdict;
  }

  // Records of another plan (an older program's) are no answer to this one: their branch counts as never run.
  for (Scenario& planned : protocol.plan(cell.sampling)) {
    planned.knobs = cell.knobs;
    planned.scales = restated(planned.scales, rung);
    BranchPoints branch{std::move(planned), {}};
    for (const BranchRecords& records : found) {
      if (records.scenario != branch.scenario) continue;
      for (const Record& record : records.records) {
        branch.points.push_back(protocol.measure(branch.scenario, record));
        cell.n_failed += record.reply.status == plumb::Status::ok ? 0 : 1;
        cell.n_iterations += record.reply.iterations;
        if (cell.note.empty()) cell.note = record.reply.note;
      }
    }
    cell.n_loads += static_cast<int>(branch.points.size());
    cell.complete = cell.complete && !protocol.next(branch.scenario, branch.points);
    cell.branches.push_back(std::move(branch));
  }
  cell.score = protocol.score(cell.branches);
  cell.picture = protocol.picture(cell.branches, cell.score);
  return cell;
}

/// The rungs, other than 0, of which the folder holds something.
std::vector<int> found_rungs(const std::filesystem::path& dir) {
  std::vector<int> rungs;
  if (!std::filesystem::is_directory(dir / "ladder")) return rungs;
  for (const auto& entry : std::filesystem::directory_iterator(dir / "ladder")) {
    int rung = 0;
    const std::string name = entry.path().filename().string();
    const char* begin = name.data() + (name.starts_with('+') ? 1 : 0);
    const auto [end, error] = std::from_chars(begin, name.data() + name.size(), rung);
    if (error == std::errc() && entry.path() == rung_folder(dir, rung)) rungs.push_back(rung);
  }
  std::sort(rungs.begin(), rungs.end());
  return rungs;
}

/// Rungs around 0 without a gap; what an older run left further away says nothing.
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
  std::map<Key, std::vector<BranchRecords>> found;
  for (BranchRecords& branch : records.branches) {
    found[{branch.code, branch.scenario.protocol}].push_back(std::move(branch));
  }

  // The rows that this program knows, in its order; then those only the records know.
  std::vector<Card> cards;
  for (const Code* code : codes) cards.push_back(code->describe());
  for (const auto& [key, branches] : found) {
    const auto same = [&name = key.first](const Card& card) { return card.name == name; };
    if (std::any_of(cards.begin(), cards.end(), same)) continue;
    cards.push_back(left_card(dir, key.first).value_or(Card{key.first, key.first, "Other", "", "", {}, {}}));
  }

  Assessment assessment;
  assessment.damaged = std::move(records.damaged);
  for (const Card& card : cards) {
    for (const Protocol* protocol : protocols) {
      const auto branches = found.find({card.name, protocol->describe().name});
      if (branches == found.end()) continue;
      assessment.cells.push_back(assess_cell(card, *protocol, rung, branches->second));
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
