#include <plumb/scene/body_at_work.h>

#include <fmt/format.h>

#include <plumb/core/units.h>

namespace plumb {
namespace {

ArcLengthOptions path_options(const SceneSolve& solve) {
  ArcLengthOptions options;
  options.longest_step = solve.longest_step;
  return options;
}

Warning snapped(const Jump& jump, double from, double to) {
  return {
      "snap",
      {},
      from + jump.fraction * (to - from),
      fmt::format("it snaps to another branch of equilibria: its points jump by up to {}, which releases {}, and would "
                  "not come back with the load",
                  format_quantity(jump.distance, dimension::length), fmt::format("{:.3g} J", jump.released)),
      "where a snap ends is decided by the motion: choose a method in time, or follow the branch by arc-length"};
}

}  // namespace

Simulation::BodyAtWork::BodyAtWork(const Scene& scene, std::unique_ptr<Body> of)
    : body(std::move(of)),
      model(body->model()),
      state(model.rest),
      handling(body->handling()),
      loads(programme(scene, handling, model.rest.loads)),
      all_free(Layout::all_free(model.layout.n_q, model.layout.retraction)),
      everything(all_free, model.energies),
      potential(everything.pattern()) {
  if (scene.solve.method != Method::static_) {
    stepper.emplace(model, scene.solve.method);
    return;
  }
  continuation.emplace(model);
  if (!scene.solve.arc_length) return;
  path.emplace(model, path_options(scene.solve));
  path_begin = loads_at(0);
  path_end = loads_at(scene.solve.duration);
}

Loads Simulation::BodyAtWork::loads_at(double time) const {
  Loads at = loads(time);
  at.clamp_rates.clear();
  return at;
}

FrameOutcome Simulation::BodyAtWork::to_equilibrium(double time, bool jump_is_told) {
  FrameOutcome total;
  for (const double station : stations(handling, state.time, time)) {
    const State before = state;
    const Outcome outcome = continuation->advance(state, loads_at(station));
    total.iterations += outcome.iterations;
    total.steps += outcome.load_steps;
    total.status = outcome.status;
    if (outcome.status != Status::ok) return total;
    state.time = station;
    // From its initial shape to the first equilibrium a body goes any way.
    if (time == 0 || jump_is_told || !may_have_jumped(outcome)) continue;
    const JumpSearch search = find_jump(*continuation, before, state);
    if (search.status == Status::interrupted) {
      state = before;
      total.status = search.status;
      return total;
    }
    if (search.jump) total.warnings.push_back(snapped(*search.jump, before.time, station));
    jump_is_told = search.jump.has_value();
  }
  return total;
}

FrameOutcome Simulation::BodyAtWork::along_path(double time) {
  const State before = state;
  PathOutcome outcome = path->advance_steps(state, path_begin, path_end, 1);
  int iterations = outcome.iterations;
  if (outcome.status == Status::ok && state.path.fraction > 1) {
    state = before;
    outcome = path->advance(state, path_begin, path_end, 1);
    iterations += outcome.iterations;
  }
  if (outcome.status != Status::ok) return {outcome.status, {}, state.time, iterations, 1};
  negative_modes = outcome.last().negative_modes;
  state.time = time;
  return {Status::ok, {}, time, iterations, 1};
}

FrameOutcome Simulation::BodyAtWork::in_motion(double time, const SceneSolve& solve) {
  if (time == 0) {
    state.loads = loads(0);
    return {};
  }
  const MarchOutcome outcome = march(*stepper, state, loads, time, {solve.dt, solve.tolerance});
  return {outcome.status, {}, state.time, outcome.iterations, outcome.steps};
}

void Simulation::BodyAtWork::observe(Observations out) {
  BodyView seen = view();
  if (stepper) seen.kinetic_energy = stepper->kinetic_energy(state);
  if (everything.evaluate(state, state.loads, {.gradient = true}, potential) == Status::ok) {
    seen.gradient = &potential.gradient;
  }
  body->observe(seen, out);
  if (!path) return;
  out.add("load factor", "", state.path.fraction);
  out.add("negative modes", "", static_cast<double>(negative_modes));
}

bool Simulation::BodyAtWork::fits(const State& other) const {
  return other.q.size() == state.q.size() && other.loads.clamps.size() == state.loads.clamps.size() &&
         other.loads.wrenches.size() == state.loads.wrenches.size();
}

}  // namespace plumb
