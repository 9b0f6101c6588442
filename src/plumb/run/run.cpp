#include <plumb/run/run.h>

#include <variant>

#include <fmt/format.h>

#include <plumb/core/budget.h>
#include <plumb/core/disk.h>
#include <plumb/core/disk_pace.h>
#include <plumb/core/hash.h>
#include <plumb/io/frame_rules.h>
#include <plumb/io/mesh_files.h>
#include <plumb/io/tetrahedra_files.h>
#include <plumb/run/result_files.h>
#include <plumb/run/state_files.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

const FolderKind kFolder{
    "simulate",
    {"scene.toml", "states/#.state", "frames.csv", "curves.csv", "surfaces.csv", "run.npz", "run.pvd", "run/#.vtp",
     "contacts.pvd", "contacts/#.vtp", "obstacles.pvd", "obstacles/#.vtp", "index.html"},
    {"states", "run", "contacts", "obstacles"}};

constexpr const char* kCheck = "\n# check: ";

/// A text with its checksum in the last line, a comment.
std::string checked(const std::string& text) { return text + kCheck + Hash().add(text).hex() + '\n'; }

bool is_checked(const std::string& text) { return checked(text.substr(0, text.rfind(kCheck))) == text; }

/// Leaves `scene.toml` as it should be. Throws UserError where the folder holds another run.
void prepare(const std::string& text, const StateFiles& states, const RunOptions& options, bool fresh) {
  const fs::path file = options.dir / "scene.toml";
  const std::string scene = checked(text);
  const std::string before = fresh ? "" : read_all(file).value_or("");
  const auto refuse = [&](const char* what) {
    throw UserError(fmt::format("'{}' holds a run of {}; --overwrite replaces it, or give another --out",
                                options.dir.string(), what));
  };
  const bool same = before == scene;
  if (!fresh && !same && is_checked(before)) refuse("another scene, or of this one before it was changed");
  if (!fresh && states.whose() == StateFiles::Whose::another_runs) {
    refuse(same ? "another build of Plumb, which this one would not continue to the same bits" : "another scene");
  }
  if (same) return;
  if (!fresh) options.notice(fmt::format("'{}' is damaged or missing; it is written again", file.string()));
  replace_file(file, scene);
}

/// Loads a frame that an earlier run has found; false, and somebody is told why, where it has to be computed.
bool taken_up(Simulation& simulation, StateFiles& states, int frame, const RunOptions& options) {
  StateFiles::Found found = states.read(frame);
  if (!found.complaint.empty()) {
    options.notice(fmt::format("{}; frame {} is computed again{}", found.complaint, frame,
                               frame > 0 ? fmt::format(" from frame {}", frame - 1) : ""));
  }
  if (found.state) simulation.load(*found.state);
  return found.state.has_value();
}

}  // namespace

std::string as_run(const SceneSource& source, const Scene& scene) {
  std::string text = source.text;
  for (const Override& set : source.overrides) text += fmt::format("\n# set: {} = {}", set.key, set.value);
  for (const auto& body : scene.bodies) {
    Hash hash;
    const BodyMeshes meshes = body->meshes();
    for (const TriangleMesh& mesh : meshes.triangles) hash.add(ply_of_mesh(mesh));
    for (const TetrahedralMesh& mesh : meshes.tetrahedra) hash.add(vtk_of_mesh(mesh));
    if (!meshes.empty()) text += fmt::format("\n# mesh of {}: {:016x}", body->name(), hash.value());
  }
  for (const SceneObstacle& obstacle : scene.contact.obstacles) {
    const auto* shape = std::get_if<MeshShape>(&obstacle.solid.shape);
    if (!shape) continue;
    text += fmt::format("\n# mesh of {}: {:016x}", obstacle.name, Hash().add(ply_of_mesh(*shape->mesh)).value());
  }
  return text;
}

Scene SceneSource::read() const {
  const fs::path folder = fs::path(file_name).parent_path();
  return read_scene(text, file_name, overrides,
                    {[&](const std::string& file) { return read_mesh(folder / file); },
                     [&](const std::string& file) { return read_tetrahedra(folder / file); }});
}

RunOutcome run(const SceneSource& source, const RunOptions& options) {
  const Budget budget(options.stop);
  return run(source, source.read(), options);
}

RunOutcome run(const SceneSource& source, Scene scene, const RunOptions& options) {
  const Budget budget(options.stop);
  if (options.time_limit > 0) scene.solve.time_limit = options.time_limit;
  const RunFolder folder(options.dir, kFolder, options.begin());
  const std::string text = as_run(source, scene);
  StateFiles states(options.dir / "states", text + '\n' + options.program);
  prepare(text, states, options, folder.fresh());
  ResultFiles results(options.dir, scene.title);
  Simulation simulation(scene);
  const int total = simulation.n_frames() + 1;

  RunOutcome outcome;
  for (int i = 0; i < total && !(i > 0 && simulation.finished()); ++i) {
    const bool known = !folder.fresh() && taken_up(simulation, states, i, options);
    if (known) {
      ++outcome.n_resumed;
      outcome.last = {};
      outcome.last.time = simulation.frame_time(i);
      outcome.last.warnings = simulation.warnings();
    } else {
      outcome.last = simulation.advance_to(i);
      outcome.interrupted = outcome.last.status == Status::interrupted;
      if (outcome.last.status != Status::ok) break;
    }
    Frame frame = simulation.look();
    if (!is_finite(frame)) {
      outcome.last.status = Status::not_converged;
      break;
    }
    if (!known) states.write(i, simulation.save());
    results.add(std::move(frame), texts(simulation.warnings()), known);
    if (options.on_frame) options.on_frame(i + 1, total, outcome.last);
    outcome.interrupted = options.stop && *options.stop && i + 1 < total && !simulation.finished();
    if (outcome.interrupted) break;
  }
  outcome.load_factor = simulation.load_factor();
  outcome.n_frames = static_cast<int>(results.n_frames());
  if (outcome.n_frames == 0) return outcome;
  results.finish(texts(outcome.last.warnings));
  disk_pace().catch_up();
  outcome.final = results.last();
  outcome.page = results.page();
  return outcome;
}

}  // namespace plumb
