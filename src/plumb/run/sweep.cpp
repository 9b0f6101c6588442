#include <plumb/run/sweep.h>

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <plumb/core/budget.h>
#include <plumb/core/disk.h>
#include <plumb/core/hash.h>
#include <plumb/core/record_file.h>
#include <plumb/io/csv.h>
#include <plumb/io/frame_rules.h>
#include <plumb/run/sweep_record.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

const FolderKind kFolder{"simulate --sweep", {"sweep.toml", "sweep.jsonl", "sweep.state", "sweep.csv"}};

struct Quantity {
  double value = 0;
  std::string unit;
};

bool split(const std::string& text, Quantity& out) {
  const std::size_t start = text.find_first_not_of(" +");
  if (start == std::string::npos) return false;
  const auto [rest, error] = std::from_chars(text.data() + start, text.data() + text.size(), out.value);
  if (error != std::errc()) return false;
  out.unit.assign(rest, text.data() + text.size());
  const auto blank = [](char c) { return c == ' '; };
  out.unit.erase(out.unit.begin(), std::find_if_not(out.unit.begin(), out.unit.end(), blank));
  return true;
}

/// To the end of the programme.
Status through(Simulation& simulation) {
  for (int frame = 0; frame <= simulation.n_frames() && !(frame > 0 && simulation.finished()); ++frame) {
    const Status status = simulation.advance_to(frame).status;
    if (status != Status::ok) return status;
  }
  return Status::ok;
}

/// The scene at one value, from the equilibrium of another one where there is a way.
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

/// The records that are there, as far as they are records.
std::vector<SweepRecord> take_records(RecordFile& file, const fs::path& path, const RunOptions& options) {
  std::string damage = file.damage();
  std::vector<SweepRecord> records;
  for (const std::string& line : file.take_lines()) {
    const auto record = parse_sweep_record(line);
    if (record) {
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

/// What all values together come to.
void add(SweepOutcome& outcome, const SweepRecord& record, const Sweep& sweep) {
  const int i = outcome.n_done++;
  if (record.status != Status::ok) outcome.failed.push_back(i);
  for (Warning warning : record.warnings) {
    warning.body = fmt::format("{} = {}: {}", sweep.key, sweep.value(i), warning.body);
    outcome.warnings.push_back(warning);
  }
}

/// The value as the table's first column, then what its last frame has; a value that failed has empty cells.
std::string table_line(const Sweep& sweep, int i, const SweepRecord& record, std::size_t n_cells) {
  const std::string cells = record.row.empty() ? std::string(n_cells - 1, ',') + '\n' : record.row;
  return fmt::format("\"{}\",{}", sweep.value(i), cells);
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

/// Mistakes show before the first value is computed, at both ends first: of as many values as a few seconds suffice
/// for. A fine mesh takes a second to read, and a thousand of them are no check but a job; a mistake further on shows
/// when its turn comes.
template <class SceneAt>
Status check_values(int n, const SceneAt& scene_at) {
  constexpr double kSeconds = 3;
  const Budget budget(nullptr, kSeconds);
  scene_at(0);
  for (int i = n - 1; i > 0; --i) {
    if (const Status left = budget_left(); left != Status::ok) return left;
    scene_at(i);
  }
  return budget_left();
}

}  // namespace

std::string Sweep::value(int i) const {
  const double x = n == 1 || i == 0 ? from : i == n - 1 ? to : from + (to - from) * i / (n - 1);
  return unit.empty() ? fmt::format("{}", x) : fmt::format("{} {}", x, unit);
}

Sweep parse_sweep(const std::string& text) {
  const auto fail = [&](const std::string& why) -> void {
    throw UserError(
        fmt::format("--sweep {}: {}; expected key=from:to:n, as in 'rod.length=10 cm:20 cm:11'", text, why));
  };
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) fail("there is no key");
  const std::size_t first = text.find(':', equals),
                    second = first == std::string::npos ? first : text.find(':', first + 1);
  if (second == std::string::npos) fail("there are not three values");
  Quantity from, to;
  if (!split(text.substr(equals + 1, first - equals - 1), from)) fail("the first value is not a number");
  if (!split(text.substr(first + 1, second - first - 1), to)) fail("the second value is not a number");
  if (from.unit.empty()) from.unit = to.unit;
  if (to.unit.empty()) to.unit = from.unit;
  if (from.unit != to.unit) fail(fmt::format("the units '{}' and '{}' differ", from.unit, to.unit));
  int n = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data() + second + 1, end, n);
  if (error != std::errc() || rest != end || n < 1 || n > 1000000)
    fail("the number of values is not a whole number above 0");
  return {text.substr(0, equals), from.unit, from.value, to.value, n};
}

SweepOutcome run_sweep(const SceneSource& source, const Sweep& sweep, const RunOptions& options) {
  const Budget budget(options.stop);
  SweepOutcome outcome;
  const auto scene_at = [&](int i) {
    SceneSource at = source;
    at.overrides.push_back({sweep.key, sweep.value(i)});
    Scene scene = at.read();
    if (options.time_limit > 0) scene.solve.time_limit = options.time_limit;
    return scene;
  };
  const Status checked = check_values(sweep.n, scene_at);
  outcome.interrupted = checked == Status::interrupted;
  if (outcome.interrupted) return outcome;
  const RunFolder folder(options.dir, kFolder, options.begin());
  const std::string scene = as_run(source, scene_at(0)), head = header(sweep, scene);
  const fs::path file = options.dir / "sweep.jsonl";
  require_same(find_record_file(file, head, options.program), options.dir);
  RecordFile records(file, head, options.program);
  replace_file(options.dir / "sweep.toml", fmt::format("{}\n# sweep: {} from {} to {} {}, {} values\n", scene,
                                                       sweep.key, sweep.from, sweep.to, sweep.unit, sweep.n));

  // The table is made from the records alone, whatever it says itself.
  outcome.table = options.dir / "sweep.csv";
  Simulation first(scene_at(0));
  const Frame columns = seen(first);
  const std::size_t n_cells = 1 + columns.observables.size();
  std::string lines = fmt::format("{},{}", sweep.key, csv_header(columns));
  int last_found = -1;
  for (const SweepRecord& record : take_records(records, file, options)) {
    if (record.status == Status::ok) last_found = outcome.n_done;
    lines += table_line(sweep, outcome.n_done, record, n_cells);
    add(outcome, record, sweep);
  }
  outcome.n_resumed = outcome.n_done;
  GrowingText table(outcome.table, lines);

  std::unique_ptr<Simulation> last;
  if (last_found >= 0) {
    last = std::make_unique<Simulation>(scene_at(last_found));
    last->load(records.state());
  }
  for (int i = outcome.n_resumed; i < sweep.n; ++i) {
    auto now = std::make_unique<Simulation>(scene_at(i));
    const Status status = find(*now, last.get());
    outcome.interrupted = status == Status::interrupted;
    outcome.out_of_time = status == Status::out_of_time;
    // Where to start the next value from must not depend on how fast the machine is.
    if (ended_by_budget(status)) break;
    const SweepRecord record = record_of(*now, status);
    if (record.status == Status::ok) last = std::move(now);
    records.append(record.line(), last ? last->save() : "");
    table.add(table_line(sweep, i, record, n_cells));
    add(outcome, record, sweep);
    FrameOutcome told;
    told.warnings = outcome.warnings;
    if (options.on_frame) options.on_frame(i + 1, sweep.n, told);
    outcome.interrupted = options.stop && *options.stop && i + 1 < sweep.n;
    if (outcome.interrupted) break;
  }
  table.sync();
  return outcome;
}

}  // namespace plumb
