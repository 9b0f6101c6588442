#include <judge/engine/assess.h>

#include <algorithm>
#include <map>
#include <utility>

#include <judge/engine/store.h>

namespace judge {
namespace {

using Key = std::pair<std::string, std::string>;  // code, protocol

Cell assess_cell(const Card& card, const Protocol& protocol, const std::vector<BranchRecords>& found) {
  Cell cell;
  cell.card = card;
  cell.column = protocol.describe();
  cell.sampling = found.front().scenario.sampling;
  cell.knobs = found.front().scenario.knobs;
  if (const auto expectation = card.protocols.find(cell.column.name); expectation != card.protocols.end()) {
    cell.paper = expectation->second.paper;
    cell.expected = expectation->second.verdict;
  }

  // Records of another plan (an older program's) are no answer to this one: their branch counts as never run.
  for (Scenario& planned : protocol.plan(cell.sampling)) {
    planned.knobs = cell.knobs;
    BranchPoints branch{std::move(planned), {}};
    for (const BranchRecords& records : found) {
      if (records.scenario != branch.scenario) continue;
      for (const Record& record : records.records) {
        branch.points.push_back(protocol.measure(branch.scenario, record));
        cell.n_failed += record.reply.status == plumb::Status::ok ? 0 : 1;
        cell.n_iterations += record.reply.iterations;
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

}  // namespace

std::vector<Cell> assess(const std::filesystem::path& dir, const std::vector<const Code*>& codes,
                         const std::vector<const Protocol*>& protocols) {
  std::map<Key, std::vector<BranchRecords>> found;
  for (BranchRecords& branch : read_records(dir)) {
    found[{branch.code, branch.scenario.protocol}].push_back(std::move(branch));
  }

  // The rows that this program knows, in its order; then those only the records know.
  std::vector<Card> cards;
  for (const Code* code : codes) cards.push_back(code->describe());
  for (const auto& [key, branches] : found) {
    const auto same = [&name = key.first](const Card& card) { return card.name == name; };
    if (std::none_of(cards.begin(), cards.end(), same)) cards.push_back({key.first, key.first, "Other", "", "", {}});
  }

  std::vector<Cell> cells;
  for (const Card& card : cards) {
    for (const Protocol* protocol : protocols) {
      const auto records = found.find({card.name, protocol->describe().name});
      if (records != found.end()) cells.push_back(assess_cell(card, *protocol, records->second));
    }
  }
  return cells;
}

}  // namespace judge
