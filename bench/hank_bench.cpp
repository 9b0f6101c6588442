// A scene with contact, frame by frame: contacts, the residual of the worst one, iterations, what a step of the scene's dt
// costs (user CPU), and where the energy is.
//   hank_bench SCENE.toml [until=SECONDS] [save=FILE] [load=FILE] [KEY=VALUE ...]
// `save` keeps the state of the last frame; `load` begins with the frame after a kept one.

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <bench/cpu_time.h>
#include <plumb/core/parallel.h>
#include <plumb/core/status.h>
#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

namespace {

std::string whole_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

double observed(const plumb::Frame& frame, const std::string& name) {
  for (const plumb::Observable& one : frame.observables) {
    if (one.name == name) return one.value;
  }
  return 0;
}

struct Arguments {
  std::string scene, save, load;
  double until = 1e9;
  std::vector<plumb::Override> overrides;
};

Arguments arguments_of(int argc, char** argv) {
  Arguments a;
  a.scene = argv[1];
  for (int i = 2; i < argc; ++i) {
    const std::string word = argv[i];
    const auto equals = word.find('=');
    const std::string key = word.substr(0, equals), value = word.substr(equals + 1);
    if (key == "until") {
      a.until = std::stod(value);
    } else if (key == "save") {
      a.save = value;
    } else if (key == "load") {
      a.load = value;
    } else {
      a.overrides.push_back({key, value});
    }
  }
  return a;
}

int run(const Arguments& arguments) {
  plumb::Simulation bodies(plumb::read_scene(whole_file(arguments.scene), arguments.scene, arguments.overrides));
  const double dt = bodies.scene().solve.dt;
  int frame = 0;
  if (!arguments.load.empty()) {
    bodies.load(whole_file(arguments.load));
    while (bodies.frame_time(frame) <= bodies.look().time + 0.5 * dt) ++frame;
  }
  std::printf("%7s %9s %8s %10s %11s %10s %12s %12s %12s %8s\n", "t, s", "contacts", "sticking", "residual",
              "iterations", "ms a step", "energy, J", "lost, J", "numerical, J", "CPU, s");
  const double start = user_seconds();
  double before = bodies.look().time;
  for (; frame <= bodies.n_frames() && bodies.frame_time(frame) <= arguments.until + 0.5 * dt; ++frame) {
    const double begun = user_seconds();
    const plumb::FrameOutcome outcome = bodies.advance_to(frame);
    const double now = user_seconds(), time = bodies.frame_time(frame);
    if (outcome.status != plumb::Status::ok) {
      std::printf("%s at %.6f s, %s, after %.1f s of CPU\n", std::string(plumb::name(outcome.status)).c_str(),
                  outcome.time, outcome.body.c_str(), now - start);
      return 1;
    }
    const plumb::Frame seen = bodies.look();
    std::printf("%7.4f %9.0f %8.0f %10.2e %11d %10.1f %12.4e %12.4e %12.4e %8.1f\n", time, observed(seen, "contacts"),
                observed(seen, "sticking contacts"), observed(seen, "contact residual"), outcome.iterations,
                time > before ? 1e3 * (now - begun) * dt / (time - before) : 0, observed(seen, "total energy"),
                observed(seen, "viscous loss"), observed(seen, "numerical loss"), now - start);
    std::fflush(stdout);
    before = time;
  }
  if (!arguments.save.empty()) std::ofstream(arguments.save, std::ios::binary) << bodies.save();
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return std::fprintf(stderr, "hank_bench SCENE.toml [until=SECONDS] [KEY=VALUE ...]\n"), 2;
  try {
    return run(arguments_of(argc, argv));
  } catch (const plumb::UserError& error) {
    return std::fprintf(stderr, "%s\n", error.what()), 2;
  }
}
