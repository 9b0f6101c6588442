#include <judge/verdict/assess_cell.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <plumb/core/printable.h>

namespace judge {
namespace {

/// The longest note that a report shows.
constexpr std::size_t kLongestNote = 1000;

constexpr double kRounding = 1e-12;

/// Are `a` and `b` the same load, up to the rounding of another machine's arithmetic?
bool same_load(const Quantities& a, const Quantities& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.first == y.first && std::abs(x.second - y.second) <= kRounding * std::abs(x.second);
  });
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Returns why `record` does not answer what the protocol asked; empty if it does.
std::string misfit(const Record& record, const std::optional<Load>& asked, const ProtocolCard& column) {
  if (!asked || !same_load(asked->values, record.load)) return "is not of the load that the protocol asks for there";
  const bool ok = record.reply.status == plumb::Status::ok, snaps = record.reply.status == plumb::Status::snaps;
  if (!ok && !snaps) return record.observed.empty() ? "" : "observes a load that failed";
  for (const std::string& name : column.observables) {
    if (ok && !record.observed.contains(name)) return fmt::format("has no '{}'", name);
  }
  for (const auto& [name, value] : record.observed) {
    const bool asked_for = (ok && contains(column.observables, name)) || contains(column.also, name);
    if (!asked_for) return "observes what nobody asked for";
  }
  return {};
}

/// Judges one cell from its records; what does not fit is named in `damaged` and passed over.
class CellJudge {
 public:
  CellJudge(const Card& card, const Protocol& protocol, std::vector<std::string>& damaged)
      : protocol_(protocol), cell_(empty_cell(card, protocol)), damaged_(damaged) {}

  Cell judged(int rung, const std::vector<BranchRecords>& found) {
    cell_.sampling = found.front().scenario.sampling;
    cell_.knobs = found.front().scenario.knobs;
    if (const auto expectation = cell_.card.protocols.find(cell_.column.name);
        expectation != cell_.card.protocols.end()) {
      cell_.paper = expectation->second.paper;
      cell_.expected = expectation->second.verdict;
    }
    std::map<std::string, const BranchRecords*> by_name;
    for (const BranchRecords& records : found) by_name[records.scenario.branch] = &records;

    // Records of another plan (an older program's) are no answer to this one: their branch counts as never run.
    std::size_t n_used = 0;
    for (Scenario& planned : protocol_.plan(cell_.sampling)) {
      planned.knobs = cell_.knobs;
      planned.scales = restated(planned.scales, rung);
      BranchPoints branch{std::move(planned), {}};
      const auto records = by_name.find(branch.scenario.branch);
      const bool used = records != by_name.end() && records->second->scenario == branch.scenario;
      n_used += used ? 1 : 0;
      if (used) note_origin(records->second->origin);
      add(std::move(branch), used ? records->second->records : std::vector<Record>());
    }
    if (n_used < found.size()) {
      damaged_.push_back(fmt::format("{} on {}: records of {} branches are of another plan and passed over",
                                     cell_.card.name, cell_.column.name, found.size() - n_used));
    }
    cell_.score = protocol_.score(cell_.branches);
    cell_.picture = protocol_.picture(cell_.branches, cell_.score);
    cell_.details = protocol_.details(cell_.branches);
    return std::move(cell_);
  }

 private:
  void note_origin(const Origin& origin) {
    if (!origin.build.empty() && !contains(cell_.builds, origin.build)) cell_.builds.push_back(origin.build);
    if (origin.written != 0 && (cell_.oldest == 0 || origin.written < cell_.oldest)) cell_.oldest = origin.written;
  }

  void add(BranchPoints branch, const std::vector<Record>& records) {
    auto asked = protocol_.next(branch.scenario, branch.points);
    for (const Record& found : records) {
      if (const std::string why = misfit(found, asked, cell_.column); !why.empty()) {
        damaged_.push_back(fmt::format("{} on {}, branch {}: record {} {}; it and what follows are passed over",
                                       cell_.card.name, cell_.column.name, branch.scenario.branch,
                                       branch.points.size() + 1, why));
        break;
      }
      Record record = found;
      record.load = asked->values;
      branch.points.push_back(protocol_.measure(branch.scenario, record));
      cell_.n_failed += has_failed(branch.points.back()) ? 1 : 0;
      cell_.n_dead += record.reply.status == plumb::Status::no_answer ? 1 : 0;
      cell_.n_iterations += record.reply.iterations;
      if (cell_.note.empty()) cell_.note = plumb::printable(record.reply.note, kLongestNote);
      asked = protocol_.next(branch.scenario, branch.points);
    }
    cell_.n_loads += static_cast<int>(branch.points.size());
    cell_.complete = cell_.complete && !asked;
    cell_.branches.push_back(std::move(branch));
  }

  const Protocol& protocol_;
  Cell cell_;
  std::vector<std::string>& damaged_;
};

}  // namespace

Cell empty_cell(const Card& card, const Protocol& protocol) {
  Cell cell;
  cell.card = card;
  cell.column = protocol.describe();
  return cell;
}

Cell assess_cell(const Card& card, const Protocol& protocol, int rung, const std::vector<BranchRecords>& found,
                 std::vector<std::string>& damaged) {
  return CellJudge(card, protocol, damaged).judged(rung, found);
}

}  // namespace judge
