// plumb modes SCENE.toml: the slowest free vibrations of each rod and plate about the scene's equilibrium.

#include <CLI/CLI.hpp>

#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <apps/plumb/scene_source.h>
#include <apps/plumb/threads.h>
#include <apps/plumb/verbs.h>
#include <apps/plumb/warning_teller.h>
#include <plumb/core/run_folder.h>
#include <plumb/io/playback.h>

namespace {

constexpr const char* kPage = "modes.html";

struct ModesArguments {
  SceneOptions scene;
  std::string out;
  Threads threads;
  int n = 6;
  bool json = false, overwrite = false;
};

/// The scene's equilibrium: of a moving scene, the one it would settle in.
void settle(plumb::Simulation& simulation) {
  for (int frame = 0; frame <= simulation.n_frames(); ++frame) {
    const plumb::FrameOutcome outcome = simulation.advance_to(frame);
    if (outcome.status == plumb::Status::ok) continue;
    tell(fmt::format("{}: no stable equilibrium was found beyond {:.6g} s ({}), so there are no modes", outcome.body,
                     outcome.time, plumb::name(outcome.status)));
    throw CLI::RuntimeError(exit_numerical_failure);
  }
}

/// Every mode swings through one period, one after the other.
plumb::FrameSpool swings(const plumb::Simulation& simulation, const std::vector<plumb::Vibrations>& all,
                         const std::filesystem::path& dir) {
  constexpr int kFrames = 24;
  constexpr double kAmplitude = 0.1;  // of the size
  plumb::FrameSpool frames(dir);
  for (std::size_t body = 0; body < all.size(); ++body) {
    for (Eigen::Index k = 0; k < all[body].frequencies.size(); ++k) {
      for (int i = 0; i < kFrames; ++i) {
        const double swing = std::sin(2 * std::numbers::pi * i / kFrames);
        const double amplitude = kAmplitude * simulation.body(body).size() * swing;
        plumb::Frame frame;
        frame.time = static_cast<double>(frames.n_frames());
        frame.shape = simulation.vibrating(body, all[body].shapes.col(k), amplitude);
        frame.observables = {{"mode", "", static_cast<double>(k + 1)}, {"frequency", "Hz", all[body].frequencies[k]}};
        frames.add(frame);
      }
    }
  }
  return frames;
}

/// What has no inertia does not vibrate.
void check_inertia(const plumb::Scene& scene) {
  for (const auto& body : scene.bodies) {
    if (body->model().inertia == nullptr) {
      throw plumb::UserError(fmt::format("{}: it has equilibria only, no inertia, and so no vibrations", body->name()));
    }
  }
}

int modes(const ModesArguments& options) {
  options.threads.start();
  plumb::SceneSource source = options.scene.read();
  source.overrides.push_back({"solve.method", "static"});
  plumb::Scene scene = source.read();
  // A folder that cannot be used is told before anything is computed.
  std::optional<plumb::RunFolder> folder;
  if (!options.out.empty()) {
    folder.emplace(options.out, plumb::FolderKind{.verb = "modes", .files = {kPage}, .can_resume = false},
                   options.overwrite ? plumb::Begin::overwrite : plumb::Begin::anew);
  }
  check_inertia(scene);
  plumb::Simulation simulation(scene);
  settle(simulation);
  plumb::Progress silent(stderr, plumb::Progress::Style::silent);
  WarningTeller(silent).tell(simulation.warnings());
  const auto all = simulation.vibrations(options.n);
  nlohmann::ordered_json json;
  for (std::size_t body = 0; body < all.size(); ++body) {
    const std::string& name = simulation.body(body).name();
    if (all[body].status != plumb::Status::ok) {
      tell(fmt::format("{}: the vibrations did not converge ({})", name, plumb::name(all[body].status)));
      return exit_numerical_failure;
    }
    const auto& f = all[body].frequencies;
    json[name]["frequencies [Hz]"] = std::vector<double>(f.data(), f.data() + f.size());
    if (options.json) continue;
    fmt::print("{}\n  mode  frequency [Hz]    period [s]\n", name);
    for (Eigen::Index k = 0; k < f.size(); ++k) {
      fmt::print("  {:>4}  {:>14.6g}  {:>12}\n", k + 1, f[k], f[k] > 0 ? fmt::format("{:.6g}", 1 / f[k]) : "-");
    }
  }
  if (options.json) fmt::print("{}\n", json.dump(2));
  if (folder) {
    const auto page = std::filesystem::path(options.out) / kPage;
    plumb::FreshFile file(page);
    plumb::write_playback_page(scene.title + ": vibrations", swings(simulation, all, options.out),
                               plumb::texts(simulation.warnings()), [&](std::string_view bytes) { file.write(bytes); });
    file.put_in_place();
    fmt::print(stderr, "Page: {}\n", page.string());
  }
  return exit_done;
}

}  // namespace

void add_modes(CLI::App& app) {
  auto options = std::make_shared<ModesArguments>();
  CLI::App* verb =
      app.add_subcommand("modes", "Frequencies and shapes of small vibrations about a scene's equilibrium.");
  options->scene.add_to(*verb);
  verb->add_option("-n", options->n, "Number of modes of each body")->check(CLI::Range(1, 200))->capture_default_str();
  options->threads.add_to(*verb);
  verb->add_option("--out", options->out, "Folder for modes.html, a page that shows the modes swinging");
  verb->add_flag("--overwrite", options->overwrite, "Replace the page of an earlier call in that folder");
  verb->add_flag("--json", options->json, "Print the frequencies as JSON");
  verb->footer("Example:\n  plumb modes examples/scenes/pendulum_rod.toml -n 10 --out out/pendulum_modes");
  verb->callback([options] {
    if (const int code = modes(*options); code != exit_done) throw CLI::RuntimeError(code);
  });
}
