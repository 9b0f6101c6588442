#include <plumb/run/run.h>

#include <cmath>

#include <fmt/format.h>

#include <plumb/core/disk.h>
#include <plumb/io/csv.h>
#include <plumb/io/npz.h>
#include <plumb/io/playback.h>
#include <plumb/io/vtk.h>
#include <plumb/run/state_files.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

/// The scene as it was run: its text, and what was set from outside.
std::string as_run(const SceneSource& source) {
  std::string text = source.text;
  for (const Override& set : source.overrides) text += fmt::format("\n# set: {} = {}", set.key, set.value);
  return text;
}

void prepare(const SceneSource& source, const RunOptions& options) {
  const fs::path scene = options.dir / "scene.toml";
  const std::string text = as_run(source);
  if (options.resume) {
    const auto before = read_all(scene);
    if (!before) {
      throw UserError(
          fmt::format("'{}' holds no run to resume; leave out --resume to start one", options.dir.string()));
    }
    if (*before == text) return;
    throw UserError(
        fmt::format("'{}' holds a run of another scene, or of this one before it was changed; "
                    "leave out --resume, or give another --out",
                    options.dir.string()));
  }
  for (const char* old : {"states", "run", "frames.csv", "curves.csv", "run.npz", "run.pvd", "index.html"}) {
    fs::remove_all(options.dir / old);
  }
  replace_file(scene, text);
}

bool finite(const Frame& frame) {
  for (const auto& point : frame.shape.points) {
    if (!point.allFinite()) return false;
  }
  for (const PointArray& array : frame.shape.arrays) {
    for (const double x : array.values) {
      if (!std::isfinite(x)) return false;
    }
  }
  for (const Observable& observable : frame.observables) {
    if (!std::isfinite(observable.value)) return false;
  }
  return true;
}

void write_files(const fs::path& dir, const std::string& title, const std::vector<Frame>& frames) {
  std::string table = csv_header(frames.front());
  for (const Frame& frame : frames) table += csv_row(frame);
  replace_file(dir / "frames.csv", table);
  replace_file(dir / "curves.csv", curves_csv(frames.back().shape));
  replace_file(dir / "run.npz", npz(npz_arrays(frames)));
  write_vtk(dir / "run.pvd", frames);
  replace_file(dir / "index.html", playback_page(title, frames));
}

}  // namespace

RunOutcome run(const SceneSource& source, const RunOptions& options) {
  const Scene scene = source.read();
  fs::create_directories(options.dir);
  const FolderLock lock(options.dir);
  prepare(source, options);
  const StateFiles states(options.dir / "states");
  Simulation simulation(scene);
  const int total = simulation.n_frames() + 1;

  RunOutcome outcome;
  std::vector<Frame> frames;
  bool resuming = options.resume;
  for (int i = 0; i < total; ++i) {
    const auto before = resuming ? states.read(i) : std::nullopt;
    resuming = before.has_value();
    if (before) {
      simulation.load(*before);
      ++outcome.n_resumed;
      outcome.last.time = simulation.frame_time(i);
    } else {
      outcome.last = simulation.advance_to(i);
      if (outcome.last.status != Status::ok) break;
    }
    Frame frame = simulation.look();
    if (!finite(frame)) {
      outcome.last.status = Status::not_converged;
      break;
    }
    if (!before) states.write(i, simulation.save());
    frames.push_back(std::move(frame));
    if (options.on_frame) options.on_frame(i + 1, total, outcome.last);
    outcome.interrupted = options.stop && *options.stop && i + 1 < total;
    if (outcome.interrupted) break;
  }
  outcome.n_frames = static_cast<int>(frames.size());
  if (frames.empty()) return outcome;
  write_files(options.dir, scene.title, frames);
  outcome.final = std::move(frames.back());
  outcome.page = options.dir / "index.html";
  return outcome;
}

}  // namespace plumb
