// plumb simulate SCENE.toml: a scene from its first frame to its last, into a folder of files that people look at.

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <string>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <apps/plumb/interrupt.h>
#include <apps/plumb/scene_source.h>
#include <apps/plumb/threads.h>
#include <apps/plumb/time_limit.h>
#include <apps/plumb/verbs.h>
#include <apps/plumb/warning_teller.h>
#include <plumb/core/progress.h>
#include <plumb/run/run.h>
#include <plumb/run/sweep.h>

namespace {

struct SimulateArguments {
  SceneOptions scene;
  std::string out, sweep;
  TimeLimit time_limit;
  Threads threads;
  int frames = 0;
  bool resume = false, overwrite = false, json = false;
};

nlohmann::ordered_json as_json(const plumb::RunOutcome& outcome) {
  nlohmann::ordered_json observables;
  for (const auto& o : outcome.final.observables) observables[o.name] = {{"value", o.value}, {"unit", o.unit}};
  return {{"status", plumb::name(outcome.last.status)},
          {"frames", outcome.n_frames},
          {"resumed", outcome.n_resumed},
          {"time", outcome.final.time},
          {"observables", observables},
          {"warnings", plumb::texts(outcome.last.warnings)},
          {"page", outcome.page.string()}};
}

void print_table(const plumb::RunOutcome& outcome) {
  fmt::print("At {:.6g} s:\n", outcome.final.time);
  for (const auto& o : outcome.final.observables) fmt::print("  {:<24} {:>14.6g} {}\n", o.name, o.value, o.unit);
  fmt::print("{} frames. Page: {}\n", outcome.n_frames, outcome.page.string());
}

/// How to give a frame, or a value of a sweep, more time than it had.
std::string more_time(double limit) {
  return fmt::format("give it more with --resume --time-limit '{:.4g} min', or take fewer elements", 4 * limit / 60);
}

/// Does a moment fixed in space act on the body?
bool turned_by_moment(const plumb::Scene& scene, const std::string& name) {
  return std::any_of(scene.bodies.begin(), scene.bodies.end(),
                     [&](const auto& body) { return body->name() == name && body->handling().has_moment(); });
}

/// One sentence: what failed where, and what to try.
std::string failure(const plumb::FrameOutcome& last, const plumb::Scene& scene) {
  const plumb::SceneSolve& solve = scene.solve;
  if (last.status == plumb::Status::out_of_time) {
    return fmt::format("{}: after {:.6g} s the next frame was not found within the time limit of {:.4g} s; {}",
                       last.body, last.time, solve.time_limit, more_time(solve.time_limit));
  }
  if (last.status == plumb::Status::energy_drift) {
    return fmt::format(
        "{}: the motion no longer balances its energy after {:.6g} s (energy_drift), so its numbers mean nothing; try "
        "a smaller dt or tolerance, or another method",
        last.body, last.time);
  }
  if (last.status == plumb::Status::snaps) {
    return fmt::format(
        "{}: it snaps at {:.6g} s: friction cannot hold it any longer, and no equilibrium near by is left (snaps); "
        "where it "
        "comes to rest is decided by the motion: choose a method in time",
        last.body, last.time);
  }
  if (solve.arc_length) {
    return fmt::format("{}: the path could not be followed beyond its point {:.6g} ({}); try a smaller longest_step",
                       last.body, last.time, plumb::name(last.status));
  }
  const plumb::Method method = solve.method;
  const bool still = method == plumb::Method::static_;
  if (still && turned_by_moment(scene, last.body)) {
    return fmt::format(
        "{}: no equilibrium after {:.6g} s could be certified as stable ({}): a moment fixed in space has no "
        "potential, "
        "and where it turned its point far its stiffness proves nothing; method = \"arc-length\" follows the "
        "equilibria and tells their negative modes, and a clamp that turns instead has a potential",
        last.body, last.time, plumb::name(last.status));
  }
  return fmt::format("{}: {} after {:.6g} s ({}); {}", last.body,
                     still ? "no stable equilibrium was found" : "the motion could not be followed", last.time,
                     plumb::name(last.status),
                     still ? "try more frames, more elements, or a gentler programme"
                     : method == plumb::Method::symplectic_euler ? "this method needs short steps: lower dt"
                                                                 : "try a smaller dt or tolerance");
}

/// Says where a path ended that used up its frames.
void tell_unfinished_path(const plumb::RunOutcome& outcome) {
  if (!outcome.load_factor || *outcome.load_factor >= 1) return;
  tell(fmt::format("after {} frames the path is at load factor {:.6g}; give more frames, or a larger longest_step",
                   outcome.n_frames, *outcome.load_factor));
}

int simulate(const SimulateArguments& options) {
  options.threads.start();
  plumb::SceneSource source = options.scene.read();
  if (options.frames > 0) source.overrides.push_back({"solve.frames", std::to_string(options.frames)});
  plumb::Scene scene = source.read();

  plumb::Progress progress(stderr, plumb::Progress::style_of(stderr));
  WarningTeller warnings(progress);
  plumb::RunOptions run;
  run.dir = !options.out.empty() ? options.out : options.scene.default_dir(options.sweep.empty() ? "" : "_sweep");
  run.resume = options.resume;
  run.overwrite = options.overwrite;
  run.on_notice = [&](const std::string& sentence) {
    progress.clear();
    tell(sentence);
  };
  run.stop = &g_stop;
  run.time_limit = options.time_limit.seconds();
  if (run.time_limit > 0) scene.solve.time_limit = run.time_limit;
  stop_on_interrupt();

  if (!options.sweep.empty()) {
    const plumb::Sweep sweep = plumb::parse_sweep(options.sweep);
    run.on_frame = [&](int done, int total, const plumb::FrameOutcome& at) {
      warnings.tell(at.warnings);
      progress.report(done, total, sweep.key);
    };
    const plumb::SweepOutcome outcome = plumb::run_sweep(source, sweep, run);
    progress.clear();
    if (options.json) {
      fmt::print("{}\n", nlohmann::ordered_json{{"values", outcome.n_done},
                                                {"resumed", outcome.n_resumed},
                                                {"failed", outcome.failed},
                                                {"warnings", plumb::texts(outcome.warnings)},
                                                {"table", outcome.table.string()}}
                             .dump(2));
    } else {
      fmt::print("{} of {} values, {} failed.{}\n", outcome.n_done, sweep.n, outcome.failed.size(),
                 outcome.table.empty() ? "" : fmt::format(" Table: {}", outcome.table.string()));
    }
    warnings.tell_again(outcome.warnings);
    if (outcome.interrupted) tell("interrupted; --resume continues from the last value");
    if (outcome.interrupted) return exit_interrupted;
    if (outcome.out_of_time) {
      tell(fmt::format("{} = {} took longer than the time limit of {:.4g} s; {}", sweep.key,
                       sweep.value(outcome.n_done), scene.solve.time_limit, more_time(scene.solve.time_limit)));
      return exit_numerical_failure;
    }
    return outcome.failed.empty() ? exit_done : exit_numerical_failure;
  }

  run.on_frame = [&](int done, int total, const plumb::FrameOutcome& at) {
    warnings.tell(at.warnings);
    progress.report(done, total, fmt::format("{}  {:.4g} s", scene.title, at.time));
  };
  const plumb::RunOutcome outcome = plumb::run(source, scene, run);
  progress.clear();
  if (options.json) {
    fmt::print("{}\n", as_json(outcome).dump(2));
  } else if (outcome.n_frames > 0) {
    print_table(outcome);
  }
  warnings.tell_again(outcome.last.warnings);
  if (outcome.interrupted) {
    tell("interrupted; --resume continues from the last frame");
    return exit_interrupted;
  }
  if (outcome.last.status != plumb::Status::ok) {
    tell(failure(outcome.last, scene));
    return exit_numerical_failure;
  }
  tell_unfinished_path(outcome);
  return exit_done;
}

}  // namespace

void add_simulate(CLI::App& app) {
  auto options = std::make_shared<SimulateArguments>();
  CLI::App* verb = app.add_subcommand("simulate", "Simulate a scene: equilibria or motion, pictures and tables.");
  options->scene.add_to(*verb);
  verb->add_option("--out", options->out,
                   "Folder for the results, new, empty or of an earlier run (default: out/ and the scene's name)");
  auto* frames = verb->add_option("--frames", options->frames, "Frames after the first, instead of the scene's");
  frames->check(CLI::PositiveNumber);
  verb->add_option("--sweep", options->sweep,
                   "Run the scene at n values of a key and write its last observables to sweep.csv")
      ->type_name("KEY=FROM:TO:N");
  options->time_limit.add_to(*verb, "How long a frame may take, as '1 h', instead of the scene's solve.time_limit");
  options->threads.add_to(*verb);
  auto* resume = verb->add_flag("--resume", options->resume,
                                "Go on where an interrupted run in the folder stopped, to the same bits");
  verb->add_flag("--overwrite", options->overwrite, "Replace the run in the folder; other files there are kept")
      ->excludes(resume);
  verb->add_flag("--json", options->json, "Print the last frame's observables as JSON");
  verb->footer(
      "Examples:\n"
      "  plumb simulate examples/scenes/hanging_strip.toml\n"
      "  plumb simulate examples/scenes/two_grippers.toml --frames 200 --out out/grippers\n"
      "  plumb simulate examples/scenes/hanging_strip.toml --sweep 'rod.length=5 cm:25 cm:21'\n"
      "Results: index.html (3D playback), frames.csv, curves.csv, surfaces.csv, run.npz, run.pvd (ParaView).");
  verb->callback([options] {
    if (const int code = simulate(*options); code != exit_done) throw CLI::RuntimeError(code);
  });
}
