#include <judge/check/replay.h>

#include <algorithm>

namespace judge {

const AnsweredLoad* PlainBranch::at(const Quantities& values) const {
  const auto found =
      std::find_if(loads.begin(), loads.end(), [&](const AnsweredLoad& l) { return l.load.values == values; });
  return found == loads.end() ? nullptr : &*found;
}

bool is_whole(const Record& record, const ProtocolCard& column) {
  return record.reply.status != plumb::Status::ok ||
         std::all_of(column.observables.begin(), column.observables.end(),
                     [&](const std::string& name) { return record.observed.contains(name); });
}

PlainRun replayed(const Protocol& protocol, const std::vector<BranchRecords>& found) {
  PlainRun run{protocol.describe(), {}};
  if (found.empty()) return run;
  for (Scenario& planned : protocol.plan(found.front().scenario.sampling)) {
    planned.knobs = found.front().scenario.knobs;
    const auto records = std::find_if(found.begin(), found.end(),
                                      [&](const BranchRecords& branch) { return branch.scenario == planned; });
    if (records == found.end()) continue;
    PlainBranch& branch = run.branches.emplace_back();
    branch.scenario = std::move(planned);
    std::vector<Point> points;
    auto load = protocol.next(branch.scenario, points);
    for (const Record& record : records->records) {
      if (!load || load->values != record.load || !is_whole(record, run.column)) break;
      points.push_back(protocol.measure(branch.scenario, record));
      branch.loads.push_back({*load, record, points.back()});
      load = protocol.next(branch.scenario, points);
    }
    branch.complete = !load;
  }
  return run;
}

}  // namespace judge
