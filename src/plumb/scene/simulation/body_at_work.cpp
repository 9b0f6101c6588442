#include <plumb/scene/simulation/body_at_work.h>

#include <algorithm>

#include <fmt/format.h>

#include <plumb/core/units.h>
#include <plumb/mechanics/state_fit.h>
#include <plumb/model/view.h>
#include <plumb/solve/shifted_statics.h>

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
      fmt::format("it snaps to another branch of equilibria: its points jump by up to {}{}, and would not come back "
                  "with the load",
                  format_quantity(jump.distance, dimension::length),
                  jump.released > 0 ? fmt::format(", which releases {:.3g} J", jump.released) : ""),
      "where a snap ends is decided by the motion: choose a method in time, or follow the branch by arc-length"};
}

Warning unknown_snap(double time) {
  return {"snap",
          {},
          time,
          "it is not known whether it snapped to another branch of equilibria on the way to this frame: the time limit "
          "ended the search",
          "raise solve.time_limit, or give more frames"};
}

}  // namespace

Simulation::BodyAtWork::BodyAtWork(const Scene& scene, std::string called, std::shared_ptr<const Body> of)
    : family(std::move(called)),
      specified(std::move(of)),
      body(specified),
      state(model().initial),
      handling(body->handling()),
      loads(programme(scene, handling, model().initial.loads)) {
  if (scene.solve.method != Method::static_) {
    StepOptions options;
    options.high_frequency_radius = scene.solve.high_frequency_radius;
    stepper = make_stepper(model(), scene.solve.method, options);
    return;
  }
  continuation.emplace(model());
  if (!scene.solve.arc_length) return;
  path.emplace(model(), path_options(scene.solve));
  path_begin = loads_at(0);
  path_end = loads_at(scene.solve.duration);
}

std::shared_ptr<const Body> Simulation::BodyAtWork::body_of(const State& other) const {
  const BodyRemeshing* remeshing = specified->remeshing();
  if (other.mesh && remeshing == nullptr) return nullptr;
  try {
    const std::shared_ptr<const Body> on_mesh = other.mesh ? remeshing->on(other.mesh) : specified;
    return fits(other, on_mesh->model().initial) ? on_mesh : nullptr;
  } catch (const UserError&) {
    return nullptr;
  }
}

void Simulation::BodyAtWork::take(State other, std::shared_ptr<const Body> on_mesh) {
  if (body != on_mesh && stepper) stepper->reset(on_mesh->model());
  body = std::move(on_mesh);
  state = std::move(other);
}

void Simulation::BodyAtWork::remesh(const TakeOver& take_over, const ObstaclesNear& near) {
  std::optional<RemeshedBody> there = specified->remeshing()->remeshed(state, near);
  if (!there) return;
  const std::shared_ptr<const Body> on_mesh = specified->remeshing()->on(there->state.mesh);
  // A body keeps the mesh that it has if its terms have no value on the other one, or it would overlap something there.
  const Status status = take_over({on_mesh->model(), std::move(there->state), std::move(there->successors)});
  if (status == Status::ok) body = on_mesh;
}

Interlude Simulation::BodyAtWork::between(TakeOver take_over, ObstaclesNear near) {
  const BodyRemeshing* remeshing = specified->remeshing();
  if (remeshing == nullptr) return {};
  return {remeshing->every(), [this, take_over = std::move(take_over), near = std::move(near)] {
            remesh(take_over, near);
            return Status::ok;
          }};
}

Loads Simulation::BodyAtWork::loads_at(double time) const {
  Loads at = loads(time);
  at.clamp_rates.clear();
  return at;
}

FrameOutcome Simulation::BodyAtWork::to_equilibrium(double time, bool jump_is_told) {
  FrameOutcome total;
  if (time == 0 && body->starts_anywhere()) {
    const ShiftedOutcome outcome = ShiftedStatics(model()).solve(state, loads_at(0));
    total.iterations = outcome.iterations;
    total.status = outcome.status;
    if (outcome.status != Status::ok) return total;
  }
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
    const JumpSearch search = find_jump(*continuation, before, state, [&](const State& s) { return body->points(s); });
    if (search.status == Status::interrupted) {
      state = before;
      total.status = search.status;
      return total;
    }
    if (search.jump) total.warnings.push_back(snapped(*search.jump, before.time, station));
    if (search.status == Status::out_of_time) total.warnings.push_back(unknown_snap(station));
    jump_is_told = !total.warnings.empty();
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

FrameOutcome Simulation::BodyAtWork::moved(MarchOutcome outcome, Judged when) const {
  outcome.drifted = outcome.drifted || drifts(state.books, stepper->method(), kWarnedDrift, when);
  if (outcome.status == Status::ok && drifts(state.books, stepper->method(), kFatalDrift, when)) {
    outcome.status = Status::energy_drift;
  }
  return {outcome.status, {}, state.time, outcome.iterations, outcome.steps, energy_doubts(outcome.drifted, when)};
}

std::vector<Warning> Simulation::BodyAtWork::energy_doubts(bool drifted, Judged when) const {
  const Method method = stepper->method();
  const double gained = gained_share(state.books), lost = lost_share(state.books);
  std::vector<Warning> doubts;
  if (drifted) {
    const bool gains = gained > lost || !conserves(method);
    const double share = gains ? gained : lost;
    doubts.push_back({"energy",
                      {},
                      state.time,
                      fmt::format("{} {} {:.2g} % of the energy in play by itself", name(method),
                                  gains ? "gained" : "lost", 100 * share),
                      method == Method::energy_keeping
                          ? "lower dt or tolerance"
                          : "choose the method energy-keeping, which keeps it, or lower dt or tolerance",
                      share});
  }
  if (loses_much(state.books, method, when)) {
    doubts.push_back({"numerical loss",
                      {},
                      state.time,
                      fmt::format("{} took {:.2g} % of the energy in play out of the motion, beside viscosity",
                                  name(method), 100 * lost),
                      "choose the method energy-keeping, which takes none, or lower dt or tolerance",
                      lost});
  }
  if (const double share = remeshed_share(state.books); share > allowed_share(kWarnedLoss, state.books, when)) {
    doubts.push_back({"remeshing",
                      {},
                      state.time,
                      fmt::format("changes of its mesh {} {:.2g} % of the energy in play",
                                  state.books.remeshed > 0 ? "took" : "added", 100 * share),
                      "lower remesh.size_min or remesh.refine_angle, or remesh less often",
                      share});
  }
  return doubts;
}

void Simulation::BodyAtWork::observe(Observations out) const {
  BodyAtInstant seen{state};
  if (stepper) seen.kinetic_energy = stepper->meter().kinetic(state);
  const std::optional<Eigen::VectorXd> gradient = gradient_on_all(model(), state);
  if (gradient) seen.gradient = &*gradient;
  body->observe(seen, out);
  if (stepper) {
    const EnergyBalance balance = stepper->meter().balance(state);
    out.add("work", "J", state.books.work);
    out.add("viscous loss", "J", state.books.dissipated);
    out.add("numerical loss", "J", state.books.open ? balance.numerical : 0);
    out.add("numerical loss share", "", state.books.open ? balance.lost_share() : 0);
    if (body->remeshing()) out.add("remeshing loss", "J", state.books.remeshed);
  }
  if (!path) return;
  out.add("load factor", "", state.path.fraction);
  out.add("negative modes", "", static_cast<double>(negative_modes));
}

}  // namespace plumb
