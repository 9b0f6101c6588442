#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <plumb/core/budget.h>
#include <plumb/core/disk.h>
#include <plumb/core/disk_pace.h>
#include <plumb/core/hash.h>
#include <plumb/core/record_file.h>
#include <plumb/io/csv.h>
#include <plumb/io/frame_rules.h>
#include <plumb/run/sweep.h>
#include <plumb/run/sweep_record.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const FolderKind kFolder{"simulate --sweep", {"sweep.toml", "sweep.jsonl", "sweep.state", "sweep.csv"}};

/// To the end of the programme.
Status through(Simulation& simulation) {
  for (int frame = 0; frame <= simulation.n_frames() && !(frame > 0 && simulation.finished()); ++frame) {
    if (const Status status = simulation.advance_to(frame).status; status != Status::ok) return status;
  }
  return Status::ok;
}

/// From the equilibrium of the value before, or through the programme where that leads nowhere.
Status find(Simulation& now, const Simulation* last) {
  const Status status = last ? now.continue_from(*last) : Status::not_converged;
  return status == Status::ok || ended_by_budget(status) ? status : through(now);
}

/// The last frame of a value, with the number of its warnings.
Frame seen(Simulation& simulation) {
  Frame frame = simulation.look();
  frame.observables.push_back({"warnings", "", static_cast<double>(simulation.warnings().size())});
  return frame;
}

SweepRecord record_of(Simulation& simulation, Status status) {
  SweepRecord record{status, "", simulation.warnings()};
  if (status != Status::ok) return record;
  const Frame frame = seen(simulation);
  if (is_finite(frame)) record.row = csv_row(frame);
  if (!is_finite(frame)) record.status = Status::not_converged;
  return record;
}

/// All that the records depend on, beside the program.
std::string header(const Sweep& sweep, const std::string& scene) {
  return Json{{"scene", Hash().add(scene).hex()},
              {"key", sweep.key},
              {"unit", sweep.unit},
              {"from", sweep.from},
              {"to", sweep.to},
              {"n", sweep.n}}
      .dump();
}

/// Throws UserError where the folder holds another sweep.
void require_same(const FoundRecordFile& found, const fs::path& dir) {
  const auto refuse = [&](const char* what) {
    throw UserError(fmt::format("'{}' holds {}; --overwrite replaces it, or give another --out", dir.string(), what));
  };
  if (found.kind == FoundRecordFile::Kind::another_header) refuse("another sweep, or one of another scene");
  if (found.kind == FoundRecordFile::Kind::another_program) {
    refuse("a sweep of another build of Plumb, which this one would not continue to the same bits");
  }
}

/// The records that are there. Where one is not what a sweep writes, everything begins anew.
std::vector<SweepRecord> take_records(RecordFile& file, const fs::path& path, const RunOptions& options) {
  std::string damage = file.damage();
  std::vector<SweepRecord> records;
  for (const std::string& line : file.take_lines()) {
    if (const auto record = parse_sweep_record(line)) {
      records.push_back(*record);
      continue;
    }
    damage = fmt::format("'{}' is damaged", path.string());
    file.restart();
    records.clear();
    break;
  }
  if (!damage.empty()) options.notice(damage + "; the sweep is computed again");
  return records;
}

/// What all values together come to, and the table. It is made from the records alone, whatever it says itself.
class Results {
 public:
  Results(const Sweep& sweep, const Frame& columns, const std::vector<SweepRecord>& known, const fs::path& file)
      : sweep_(sweep), n_cells_(1 + columns.observables.size()), table_(file, first_lines(columns, known)) {
    outcome.table = file;
    for (const SweepRecord& record : known) count(record);
    outcome.n_resumed = outcome.n_done;
  }

  void add(const SweepRecord& record) {
    table_.add(line(outcome.n_done, record));
    count(record);
  }
  void sync() { table_.sync(); }

  SweepOutcome outcome;

 private:
  void count(const SweepRecord& record) {
    const int i = outcome.n_done++;
    if (record.status != Status::ok) outcome.failed.push_back(i);
    for (Warning warning : record.warnings) {
      warning.body = fmt::format("{} = {}: {}", sweep_.key, sweep_.value(i), warning.body);
      outcome.warnings.push_back(warning);
    }
  }
  /// The value, then what its last frame has; a value that failed has empty cells.
  std::string line(int i, const SweepRecord& record) const {
    const std::string cells = record.row.empty() ? std::string(n_cells_ - 1, ',') + '\n' : record.row;
    return fmt::format("\"{}\",{}", sweep_.value(i), cells);
  }
  std::string first_lines(const Frame& columns, const std::vector<SweepRecord>& known) const {
    std::string lines = fmt::format("{},{}", sweep_.key, csv_header(columns));
    for (std::size_t i = 0; i < known.size(); ++i) lines += line(static_cast<int>(i), known[i]);
    return lines;
  }

  const Sweep& sweep_;
  std::size_t n_cells_;
  GrowingText table_;
};

/// The scenes of the values of a sweep, each read once: what was read stays until its turn is over.
class ScenesOfValues {
 public:
  ScenesOfValues(const SceneSource& source, const Sweep& sweep, double time_limit)
      : source_(source), sweep_(sweep), time_limit_(time_limit) {}

  const Scene& at(int i) {
    const auto found = read_.find(i);
    if (found != read_.end()) return found->second;
    SceneSource at = source_;
    at.overrides.push_back({sweep_.key, sweep_.value(i)});
    Scene scene = at.read();
    if (time_limit_ > 0) scene.solve.time_limit = time_limit_;
    return read_.emplace(i, std::move(scene)).first->second;
  }
  void drop_before(int i) { read_.erase(read_.begin(), read_.lower_bound(i)); }

 private:
  const SceneSource& source_;
  const Sweep& sweep_;
  double time_limit_;
  std::map<int, Scene> read_;
};

/// Mistakes show before the first value is computed, at both ends first: of as many values as a few seconds suffice
/// for. A fine mesh takes a second to read, and a thousand of them are no check but a job; a mistake further on shows
/// when its turn comes.
Status check_values(int n, ScenesOfValues& scenes) {
  constexpr double kSeconds = 3;
  const Budget budget(nullptr, kSeconds);
  scenes.at(0);
  for (int i = n - 1; i > 0; --i) {
    if (const Status left = budget_left(); left != Status::ok) return left;
    scenes.at(i);
  }
  return budget_left();
}

}  // namespace

SweepOutcome run_sweep(const SceneSource& source, const Sweep& sweep, const RunOptions& options) {
  const Budget budget(options.stop);
  ScenesOfValues scenes(source, sweep, options.time_limit);
  if (check_values(sweep.n, scenes) == Status::interrupted) return {.interrupted = true};
  const RunFolder folder(options.dir, kFolder, options.begin());
  const std::string scene = as_run(source, scenes.at(0)), head = header(sweep, scene);
  const fs::path file = options.dir / "sweep.jsonl";
  require_same(find_record_file(file, head, options.program), options.dir);
  RecordFile records(file, head, options.program);
  const std::vector<SweepRecord> known = take_records(records, file, options);
  replace_file(options.dir / "sweep.toml", fmt::format("{}\n# sweep: {} from {} to {} {}, {} values\n", scene,
                                                       sweep.key, sweep.from, sweep.to, sweep.unit, sweep.n));
  Simulation any(scenes.at(0));
  Results results(sweep, seen(any), known, options.dir / "sweep.csv");
  SweepOutcome& outcome = results.outcome;

  // The state that is kept is that of the last value with an answer.
  std::unique_ptr<Simulation> last;
  for (int i = outcome.n_resumed - 1; i >= 0 && !last; --i) {
    if (known[static_cast<std::size_t>(i)].status != Status::ok) continue;
    last = std::make_unique<Simulation>(scenes.at(i));
    last->load(records.state());
  }
  for (int i = outcome.n_resumed; i < sweep.n; ++i) {
    scenes.drop_before(i);
    auto now = std::make_unique<Simulation>(scenes.at(i));
    const Status status = find(*now, last.get());
    outcome.interrupted = status == Status::interrupted;
    outcome.out_of_time = status == Status::out_of_time;
    // Where to start the next value from must not depend on how fast the machine is.
    if (ended_by_budget(status)) break;
    const SweepRecord record = record_of(*now, status);
    if (record.status == Status::ok) last = std::move(now);
    records.append(record.line(), last ? last->save() : "");
    results.add(record);
    FrameOutcome told;
    told.warnings = outcome.warnings;
    if (options.on_frame) options.on_frame(i + 1, sweep.n, told);
    outcome.interrupted = options.stop && *options.stop && i + 1 < sweep.n;
    if (outcome.interrupted) break;
  }
  results.sync();
  disk_pace().catch_up();
  return outcome;
}

}  // namespace plumb
