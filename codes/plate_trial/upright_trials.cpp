#include <codes/plate_trial/upright_trials.h>

#include <algorithm>
#include <cmath>

namespace codes {

BucklingTrial::BucklingTrial(std::string code, const judge::Scenario& scenario, const judge::BucklingPlate& question,
                             const PlateDiscretisation& discretise)
    : code_(std::move(code)),
      question_(question),
      work_(scenario, scenario.scales.young, discretise),
      seen_{work_.sweep().state(), {}} {}

judge::Reply BucklingTrial::advance(const judge::Load& load) {
  const double gamma_star = load.at("gamma_star");
  const int iterations = start(gamma_star);
  plumb::Loads loads = work_.sweep().under(work_.plate().gravity(gamma_star));
  loads.clamps = {work_.plate().clamp};
  if (const auto in_plane = flat(loads)) {
    seen_ = *in_plane;
    work_.sweep().start_from(seen_.state);
  } else {
    seen_ = work_.advance(loads);
  }
  const bool buckled = is_buckled(seen_.state);
  if (seen_.outcome.status == plumb::Status::ok) waypoints_.pass(gamma_star, buckled, seen_.state);
  judge::Reply reply = reply_of(seen_.outcome);
  reply.iterations += iterations;
  if (!buckled && !work_.leaves_saddles()) reply.negative_modes = -1;
  return reply;
}

int BucklingTrial::start(double gamma_star) {
  const plumb::State* nearest =
      work_.leaves_saddles() ? waypoints_.nearest(gamma_star) : waypoints_.nearest_beyond(gamma_star);
  if (nearest == nullptr) return put_on_tilted(gamma_star);
  work_.sweep().start_from(*nearest);
  return 0;
}

bool BucklingTrial::is_buckled(const plumb::State& state) const {
  return std::abs(work_.tip(state).y()) > question_.leaves_plane;
}

std::optional<FoundEquilibrium> BucklingTrial::flat(const plumb::Loads& loads) {
  auto in_plane = work_.flattened(work_.sweep().state());
  if (!in_plane) return std::nullopt;
  plumb::EquilibriumSolver solver(work_.sweep().model(), {.max_saddles = 0});
  const plumb::Outcome outcome = solver.solve(*in_plane, loads, false);
  if (outcome.status != plumb::Status::ok) return std::nullopt;
  plumb::State aside = work_.sweep().state();
  if (solver.solve(aside, loads, false).status == plumb::Status::ok && is_buckled(aside)) return std::nullopt;
  return FoundEquilibrium{*in_plane, outcome};
}

int BucklingTrial::put_on_tilted(double gamma_star) {
  const ScenarioPlate& plate = work_.plate();
  Sweep& sweep = work_.sweep();
  sweep.start_from(sweep.model().initial);
  plumb::Loads loads = sweep.state().loads;
  loads.clamps = {plate.tilted(question_.tilt)};
  int iterations = sweep.advance(loads).iterations;
  loads.gravity = {0, 0, -plate.gravity(gamma_star)};
  iterations += sweep.advance(loads).iterations;
  // Upright, a plate that falls back into its plane leaves no trace of the way that it would buckle.
  constexpr double kAlmostUpright = 1e-3;
  const bool leaves_a_trace = !work_.flattened(sweep.state());
  loads.clamps = {leaves_a_trace ? plate.clamp : plate.tilted(kAlmostUpright * question_.tilt)};
  return iterations + sweep.advance(loads).iterations;
}

std::optional<double> BucklingTrial::critical_star() {
  if (!work_.leaves_saddles()) return {};
  if (!critical_) {
    const plumb::Model& model = work_.sweep().model();
    plumb::Loads heavy = model.initial.loads;
    heavy.gravity = {0, 0, -work_.plate().gravity(question_.heaviest)};
    critical_ = plumb::critical_load(model, model.initial, model.initial.loads, heavy);
  }
  if (critical_->status != plumb::Status::ok) return {};
  return question_.heaviest * critical_->fraction;
}

judge::Quantities BucklingTrial::observe(const std::vector<std::string>& names) {
  return judge::pick_all(names, work_.quantities(seen_), code_);
}

judge::Quantities BucklingTrial::also_observe(const std::vector<std::string>& names) {
  judge::Quantities known = judge::pick_known(names, work_.quantities(seen_));
  // An eigenvalue of the whole plate: only if somebody asks, and of a code that looks for equilibria.
  if (std::find(names.begin(), names.end(), "critical") != names.end()) {
    if (const auto critical = critical_star()) known["critical"] = *critical;
  }
  return known;
}

std::string BucklingTrial::save() const { return SavedPair{work_.sweep().save(), waypoints_.save()}.bytes(); }

void BucklingTrial::load(const std::string& bytes) {
  const SavedPair saved = SavedPair::of(bytes);
  waypoints_ = Waypoints::load(saved.second);
  work_.sweep().load(saved.first);
  seen_ = {work_.sweep().state(), {}};
}

TiltTrial::TiltTrial(std::string code, const judge::Scenario& scenario, const PlateDiscretisation& discretise)
    : code_(std::move(code)), work_(scenario, scenario.scales.young, discretise), seen_{work_.sweep().state(), {}} {}

judge::Reply TiltTrial::advance(const judge::Load& load) {
  plumb::Loads target = work_.sweep().under(work_.plate().gravity(load.at("gamma_star")));
  target.clamps = {work_.plate().tilted(load.at("tilt"))};
  seen_ = work_.advance(target);
  return reply_of(seen_.outcome);
}

judge::Quantities TiltTrial::observe(const std::vector<std::string>& names) {
  return judge::pick_all(names, work_.quantities(seen_), code_);
}

judge::Quantities TiltTrial::also_observe(const std::vector<std::string>& names) {
  return judge::pick_known(names, work_.quantities(seen_));
}

void TiltTrial::load(const std::string& bytes) {
  work_.sweep().load(bytes);
  seen_ = {work_.sweep().state(), {}};
}

}  // namespace codes
