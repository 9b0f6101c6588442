#include <plumb/run/run.h>

#include <cmath>

#include <fmt/format.h>

#include <plumb/core/budget.h>
#include <plumb/core/disk.h>
#include <plumb/core/hash.h>
#include <plumb/io/csv.h>
#include <plumb/io/mesh_files.h>
#include <plumb/io/npz.h>
#include <plumb/io/playback.h>
#include <plumb/io/vtk.h>
#include <plumb/run/state_files.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

std::uint64_t hash_of(const ScenePlate& plate) {
  return Hash().add(ply_of_mesh(plate.rest)).add(ply_of_mesh({plate.initial, plate.rest.triangles})).value();
}

/// The scene as it was run: its text, what was set from outside, and which meshes it found.
std::string as_run(const SceneSource& source, const Scene& scene) {
  std::string text = source.text;
  for (const Override& set : source.overrides) text += fmt::format("\n# set: {} = {}", set.key, set.value);
  for (const ScenePlate& plate : scene.plates) {
    text += fmt::format("\n# mesh of {}: {:016x}", plate.name, hash_of(plate));
  }
  return text;
}

void prepare(const std::string& text, const RunOptions& options) {
  const fs::path scene = options.dir / "scene.toml";
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
  for (const char* old :
       {"states", "run", "frames.csv", "curves.csv", "surfaces.csv", "run.npz", "run.pvd", "index.html"}) {
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

void write_files(const fs::path& dir, const std::string& title, const std::vector<Frame>& frames,
                 const std::vector<Warning>& warnings) {
  std::string table = csv_header(frames.front());
  for (const Frame& frame : frames) table += csv_row(frame);
  replace_file(dir / "frames.csv", table);
  const Shape& last = frames.back().shape;
  if (!last.curves.empty()) replace_file(dir / "curves.csv", curves_csv(last));
  if (!last.surfaces.empty()) replace_file(dir / "surfaces.csv", surfaces_csv(last));
  replace_file(dir / "run.npz", npz(npz_arrays(frames)));
  write_vtk(dir / "run.pvd", frames);
  replace_file(dir / "index.html", playback_page(title, frames, texts(warnings)));
}

}  // namespace

Scene SceneSource::read() const {
  const fs::path folder = fs::path(file_name).parent_path();
  return read_scene(text, file_name, overrides, [&](const std::string& file) { return read_mesh(folder / file); });
}

RunOutcome run(const SceneSource& source, const RunOptions& options) {
  const Budget budget(options.stop);
  Scene scene = source.read();
  if (options.time_limit > 0) scene.solve.time_limit = options.time_limit;
  fs::create_directories(options.dir);
  const FolderLock lock(options.dir);
  prepare(as_run(source, scene), options);
  const StateFiles states(options.dir / "states");
  Simulation simulation(scene);
  const int total = simulation.n_frames() + 1;

  RunOutcome outcome;
  std::vector<Frame> frames;
  bool resuming = options.resume;
  for (int i = 0; i < total && !(i > 0 && simulation.finished()); ++i) {
    const auto before = resuming ? states.read(i) : std::nullopt;
    resuming = before.has_value();
    if (before) {
      simulation.load(*before);
      ++outcome.n_resumed;
      outcome.last.time = simulation.frame_time(i);
      outcome.last.warnings = simulation.warnings();
    } else {
      outcome.last = simulation.advance_to(i);
      outcome.interrupted = outcome.last.status == Status::interrupted;
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
    outcome.interrupted = options.stop && *options.stop && i + 1 < total && !simulation.finished();
    if (outcome.interrupted) break;
  }
  outcome.n_frames = static_cast<int>(frames.size());
  if (frames.empty()) return outcome;
  write_files(options.dir, scene.title, frames, outcome.last.warnings);
  outcome.final = std::move(frames.back());
  outcome.page = options.dir / "index.html";
  return outcome;
}

}  // namespace plumb
