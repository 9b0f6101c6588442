#include <plumb/run/sweep.h>

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <plumb/core/budget.h>
#include <plumb/core/disk.h>
#include <plumb/io/csv.h>
#include <plumb/run/state_files.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

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

/// The key as the table's first column, then what a frame has; a value that failed has empty cells.
std::string row(const Sweep& sweep, int i, const std::optional<Frame>& frame, std::size_t n_columns) {
  std::string line = fmt::format("\"{}\"", sweep.value(i));
  if (frame) return line + ',' + csv_row(*frame);
  return line + std::string(n_columns, ',') + '\n';
}

int n_lines(const std::string& text) { return static_cast<int>(std::count(text.begin(), text.end(), '\n')); }

/// The last frame of a value, with the number of its warnings.
Frame seen(Simulation& simulation) {
  Frame frame = simulation.look();
  frame.observables.push_back({"warnings", "", static_cast<double>(simulation.warnings().size())});
  return frame;
}

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
  fs::create_directories(options.dir);
  const FolderLock lock(options.dir);
  const StateFiles states(options.dir / "sweep_states");
  outcome.table = options.dir / "sweep.csv";

  const std::string what =
      fmt::format("{}\n# sweep: {} {} {} {} {}", source.text, sweep.key, sweep.from, sweep.to, sweep.n, sweep.unit);
  std::string table;
  if (options.resume) {
    if (read_all(options.dir / "sweep.toml").value_or("") != what) {
      throw UserError(fmt::format("'{}' holds no run of this sweep to resume; leave out --resume to start one",
                                  options.dir.string()));
    }
    table = read_all(outcome.table).value_or("");
    outcome.n_resumed = std::max(0, n_lines(table) - 1);
  } else {
    fs::remove_all(options.dir / "sweep_states");
    replace_file(options.dir / "sweep.toml", what);
  }

  std::unique_ptr<Simulation> last;
  if (outcome.n_resumed > 0) {
    last = std::make_unique<Simulation>(scene_at(outcome.n_resumed - 1));
    // Of another number of unknowns it would be of no use.
    try {
      last->load(states.read(outcome.n_resumed - 1).value_or(""));
    } catch (const UserError&) {
      last.reset();
    }
  }
  std::size_t n_columns = 0;
  outcome.n_done = outcome.n_resumed;
  for (int i = outcome.n_resumed; i < sweep.n; ++i) {
    auto now = std::make_unique<Simulation>(scene_at(i));
    const Status status = find(*now, last.get());
    outcome.interrupted = status == Status::interrupted;
    outcome.out_of_time = status == Status::out_of_time;
    // Where to start the next value from must not depend on how fast the machine is.
    if (ended_by_budget(status)) break;
    const bool found = status == Status::ok;
    std::optional<Frame> frame;
    if (found) frame = seen(*now);
    if (table.empty()) table = fmt::format("{},{}", sweep.key, csv_header(seen(*now)));
    if (n_columns == 0)
      n_columns = static_cast<std::size_t>(
          std::count(table.begin(), table.begin() + static_cast<std::ptrdiff_t>(table.find('\n')), ','));
    if (!found) outcome.failed.push_back(i);
    table += row(sweep, i, frame, n_columns);
    for (Warning warning : now->warnings()) {
      warning.body = fmt::format("{} = {}: {}", sweep.key, sweep.value(i), warning.body);
      outcome.warnings.push_back(warning);
    }
    if (found) last = std::move(now);
    if (last) states.write(i, last->save());
    replace_file(outcome.table, table);
    ++outcome.n_done;
    FrameOutcome told;
    told.warnings = outcome.warnings;
    if (options.on_frame) options.on_frame(i + 1, sweep.n, told);
    outcome.interrupted = options.stop && *options.stop && i + 1 < sweep.n;
    if (outcome.interrupted) break;
  }
  return outcome;
}

}  // namespace plumb
