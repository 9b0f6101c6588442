#include <plumb/scene/read_solve.h>

#include <string>

#include <fmt/format.h>

#include <plumb/scene/read_ramp.h>

namespace plumb {
namespace {

constexpr int kMostFrames = 100000, kUsualFrames = 50;
constexpr double kMostSteps = 1e9;
constexpr double kUsualTolerance = 1e-5, kLeastTolerance = 1e-12, kMostTolerance = 0.1;

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const Method method : all_methods()) names.emplace_back(name(method));
  return names;
}

/// What takes time in the scene, as the beginning of a sentence; empty: nothing.
std::string what_takes_time(const Scene& scene) {
  if (scene.solve.method != Method::static_) return fmt::format("{} follows a motion", name(scene.solve.method));
  if (changes(scene.gravity_scale)) return "gravity changes";
  for (const SceneRod& rod : scene.rods) {
    for (const SceneClamp& clamp : rod.clamps) {
      if (changes(clamp.moving) || changes(clamp.turning)) return fmt::format("a clamp of '{}' moves", rod.name);
    }
    for (const SceneForce& force : rod.forces) {
      if (changes(force.scale)) return fmt::format("a force on '{}' changes", rod.name);
    }
  }
  return "";
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

/// Does the command line want something that makes this entry of the file idle?
bool overruled(const Entry& entry, const std::optional<Entry>& by) {
  return by && by->from_command_line() && !entry.from_command_line();
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
  if (const auto method = keys.find("method")) solve.method = all_methods()[method->choice(method_names())];
  if (const auto duration = keys.find("duration")) solve.duration = duration->positive(dimension::time);
  return solve;
}

void complete_solve(const Keys& keys, Scene& scene) {
  SceneSolve& solve = scene.solve;
  const std::string reason = what_takes_time(scene);
  if (!reason.empty()) keys.need("duration", reason + ", so say how long, as duration = \"1 s\"");
  solve.n_frames = reason.empty() ? 1 : kUsualFrames;
  if (const auto frames = keys.find("frames")) solve.n_frames = frames->whole_number(1, kMostFrames);
  if (solve.n_frames > 1 && solve.duration == 0) {
    keys.find("frames")->refuse("nothing changes in this scene: it has one frame; leave it out");
  }
  read_step(keys, solve);
}

}  // namespace plumb
