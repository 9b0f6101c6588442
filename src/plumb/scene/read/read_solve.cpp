#include <plumb/scene/read/read_solve.h>

#include <string>

#include <fmt/format.h>

#include <plumb/scene/read/read_ramp.h>

namespace plumb {
namespace {

constexpr int kMostFrames = 100000, kUsualFrames = 50;
constexpr double kMostSteps = 1e9;
constexpr double kUsualTolerance = 1e-5, kLeastTolerance = 1e-12, kMostTolerance = 0.1;

constexpr int kUsualPathFrames = 200;
constexpr double kUsualTimeLimit = 600;  // s
constexpr double kUsualLongestStep = 0.1, kLeastLongestStep = 1e-6, kMostLongestStep = 1;

/// The last one is no method of time: a static scene along a path.
std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method method : all_methods()) names.emplace_back(name(method));
  names.emplace_back("arc-length");
  return names;
}

/// What takes time in the scene, as the beginning of a sentence; empty: nothing.
std::string what_takes_time(const Scene& scene) {
  if (scene.solve.method != Method::static_) return fmt::format("{} follows a motion", name(scene.solve.method));
  if (changes(scene.gravity_scale)) return "gravity changes";
  for (const auto& body : scene.bodies) {
    const Handling handling = body->handling();
    if (handling.moves()) return fmt::format("a {} of '{}' moves", handling.holder, body->name());
    if (handling.pulls_change()) return fmt::format("a force on '{}' changes", body->name());
    if (changes(handling.pressure_scale)) return fmt::format("the pressure on '{}' changes", body->name());
  }
  for (const SceneObstacle& obstacle : scene.contact.obstacles) {
    if (moves(obstacle.motion)) return fmt::format("the obstacle '{}' moves", obstacle.name);
  }
  return "";
}

/// A path leads one body, whose clamps stay, to other loads.
void check_path(const Keys& keys, const Scene& scene, bool something_changes) {
  const Entry method = *keys.find("method");
  const std::size_t n = scene.bodies.size();
  if (n > 1) method.refuse(fmt::format("arc-length follows one body, but there are {}; choose another method", n));
  const bool held_still = !scene.bodies.front()->handling().moves();
  if (!held_still) method.refuse("arc-length follows loads, but here a clamp moves; let it stay, or choose \"static\"");
  if (!something_changes) {
    method.refuse(
        "arc-length goes from the loads at time zero to those at the end, but none changes; give one a when, "
        "as when = [[\"0 s\", 0], [\"1 s\", 1]]");
  }
}

/// Does the command line want something that makes this entry of the file idle?
bool overruled(const Entry& entry, const std::optional<Entry>& by) {
  return by && by->from_command_line() && !entry.from_command_line();
}

double read_longest_step(const Keys& keys, bool arc_length) {
  const auto entry = keys.find("longest_step");
  if (!entry) return arc_length ? kUsualLongestStep : 0;
  if (!arc_length) {
    if (overruled(*entry, keys.find("method"))) return 0;
    entry->refuse("only the method arc-length has it; leave it out");
  }
  const double step = entry->quantity(dimension::none);
  if (!(step >= kLeastLongestStep && step <= kMostLongestStep)) {
    entry->refuse(fmt::format("between {} and {}, got {}", kLeastLongestStep, kMostLongestStep, step));
  }
  return step;
}

double read_high_frequency_radius(const Keys& keys, Method method) {
  const auto entry = keys.find("high_frequency_radius");
  if (!entry) return SceneSolve{}.high_frequency_radius;
  if (method != Method::generalised_alpha) {
    if (overruled(*entry, keys.find("method"))) return SceneSolve{}.high_frequency_radius;
    entry->refuse("only the method generalised-alpha has it; leave it out");
  }
  const double radius = entry->quantity(dimension::none);
  if (!(radius >= 0 && radius <= 1)) entry->refuse(fmt::format("between 0 and 1, got {}", radius));
  return radius;
}

double read_dt(const Entry& entry, double duration) {
  const double dt = entry.positive(dimension::time);
  const auto shown = [](double time) { return format_quantity(time, dimension::time); };
  if (dt > duration) entry.refuse(fmt::format("{} is longer than the duration, {}", shown(dt), shown(duration)));
  if (duration / dt > kMostSteps) {
    entry.refuse(
        fmt::format("{:.3g} such steps make up the duration; at most {:.3g} are taken", duration / dt, kMostSteps));
  }
  return dt;
}

double read_tolerance(const Entry& entry) {
  const double tolerance = entry.quantity(dimension::none);
  if (!(tolerance >= kLeastTolerance && tolerance <= kMostTolerance)) {
    entry.refuse(fmt::format("a tolerance is between {} and {}, got {}", kLeastTolerance, kMostTolerance, tolerance));
  }
  return tolerance;
}

void read_step(const Keys& keys, SceneSolve& solve) {
  auto dt = keys.find("dt"), tolerance = keys.find("tolerance");
  if (solve.method == Method::static_) {
    for (const auto& entry : {dt, tolerance}) {
      if (entry && !overruled(*entry, keys.find("method"))) {
        entry->refuse("a static scene takes no time steps; leave it out, or choose another method");
      }
    }
    return;
  }
  if (dt && tolerance) {
    if (overruled(*tolerance, dt)) {
      tolerance.reset();
    } else if (overruled(*dt, tolerance)) {
      dt.reset();
    } else {
      tolerance->refuse("dt fixes the step and tolerance controls it; give one of them");
    }
  }
  if (dt) {
    solve.dt = read_dt(*dt, solve.duration);
  } else {
    solve.tolerance = tolerance ? read_tolerance(*tolerance) : kUsualTolerance;
  }
}

}  // namespace

SceneSolve read_solve(const Keys& keys) {
  SceneSolve solve;
  if (const auto method = keys.find("method")) {
    const std::size_t choice = method->choice(method_names());
    solve.arc_length = choice == all_methods().size();
    solve.method = solve.arc_length ? Method::static_ : all_methods()[choice];
  }
  if (const auto duration = keys.find("duration")) solve.duration = duration->positive(dimension::time);
  const auto time_limit = keys.find("time_limit");
  solve.time_limit = time_limit ? time_limit->positive(dimension::time) : kUsualTimeLimit;
  return solve;
}

void complete_solve(const Keys& keys, Scene& scene) {
  SceneSolve& solve = scene.solve;
  const std::string reason = what_takes_time(scene);
  if (!reason.empty()) keys.need("duration", reason + ", so say how long, as duration = \"1 s\"");
  if (solve.arc_length) check_path(keys, scene, !reason.empty());
  solve.longest_step = read_longest_step(keys, solve.arc_length);
  solve.n_frames = solve.arc_length ? kUsualPathFrames : reason.empty() ? 1 : kUsualFrames;
  if (const auto frames = keys.find("frames")) solve.n_frames = frames->whole_number(1, kMostFrames);
  if (solve.n_frames > 1 && solve.duration == 0) {
    keys.find("frames")->refuse("nothing changes in this scene: it has one frame; leave it out");
  }
  solve.high_frequency_radius = read_high_frequency_radius(keys, solve.method);
  read_step(keys, solve);
}

}  // namespace plumb
