#include <plumb/scene/simulation/simulation.h>

#include <algorithm>
#include <cstdint>

#include <plumb/core/budget.h>
#include <plumb/core/byte_codec.h>
#include <plumb/mechanics/state_fit.h>
#include <plumb/scene/simulation/body_at_work.h>
#include <plumb/scene/simulation/contact_at_work.h>
#include <plumb/scene/simulation/contact_statics.h>
#include <plumb/step/change_model.h>

namespace plumb {

namespace {

std::vector<double> lengths_of_curves(const Scene& scene) {
  std::vector<double> lengths;
  if (scene.contact.on) return lengths;  // nothing passes through anything
  for (const auto& body : scene.bodies) {
    if (body->is_curve()) lengths.push_back(body->size());
  }
  return lengths;
}

/// Bodies that no family has are families of one.
Scene with_families(Scene scene) {
  for (std::size_t i = scene.families.empty() ? 0 : scene.families.back().end; i < scene.bodies.size(); ++i) {
    scene.families.push_back({scene.bodies[i]->name(), i, i + 1});
  }
  return scene;
}

}  // namespace

Simulation::Simulation(Scene scene)
    : scene_(with_families(std::move(scene))), pass_through_(lengths_of_curves(scene_)) {
  for (const Family& family : scene_.families) {
    for (std::size_t i = family.begin; i < family.end; ++i) {
      bodies_.push_back(std::make_unique<BodyAtWork>(scene_, family.name, scene_.bodies[i]));
    }
  }
  if (!scene_.contact.on) return;
  contact_ = std::make_unique<ContactAtWork>(scene_);
  if (scene_.solve.method != Method::static_) return;
  BodyAtWork& body = *bodies_.front();
  statics_ = std::make_unique<ContactStatics>(scene_, body.model(), body.loads, contact_->around());
}

Simulation::~Simulation() = default;

const Body& Simulation::body(std::size_t i) const { return *bodies_[i]->body; }

double Simulation::frame_time(int frame) const {
  if (scene_.solve.arc_length) return frame;
  return frame == n_frames() ? scene_.solve.duration : scene_.solve.duration * frame / n_frames();
}

FrameOutcome Simulation::advance_to(int frame) {
  const Budget limit(nullptr, scene_.solve.time_limit);
  const double time = frame_time(frame);
  const bool moves = scene_.solve.method != Method::static_;
  const std::vector<MarchOutcome> marched = moves ? march_to(time) : std::vector<MarchOutcome>();
  const bool all_arrived = std::all_of(marched.begin(), marched.end(),
                                       [](const MarchOutcome& outcome) { return outcome.status == Status::ok; });
  FrameOutcome total;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    BodyAtWork& body = *bodies_[i];
    const FrameOutcome one = moves ? moved(body, marched[i], time) : to_equilibrium(body, frame);
    total.iterations += one.iterations;
    total.steps += one.steps;
    // Where one body failed, the others did not come to the frame either.
    if (!all_arrived && marched[i].status == Status::ok) continue;
    warn(body, one.warnings);
    if (one.status != Status::ok) {
      total.status = one.status;
      total.body = body.body->name();
      total.time = body.state.time;
      total.warnings = warnings_;
      return total;
    }
    warn(body, body.body->doubts(body.state));
    if (contact_) warn(body, contact_->doubts(i, body.model(), body.state));
  }
  if (!pass_through_.idle()) {
    for (const Warning& warning : pass_through_.look(shape(), time, warnings_)) add_warning(warnings_, warning);
  }
  total.time = time;
  total.warnings = warnings_;
  return total;
}

FrameOutcome Simulation::to_equilibrium(BodyAtWork& body, int frame) {
  const double time = frame_time(frame);
  if (statics_) return to_equilibrium_in_contact(body, frame);
  return body.path && frame > 0 ? body.along_path(time) : body.to_equilibrium(time, is_told("snap", body));
}

FrameOutcome Simulation::to_equilibrium_in_contact(BodyAtWork& body, int frame) {
  const ContactStatics::Outcome outcome = statics_->advance_to(body.state, frame_time(frame));
  contact_->show(statics_->contacts(body.state), statics_->residual());
  return {outcome.status, {}, outcome.time, outcome.iterations, outcome.steps, outcome.warnings};
}

std::vector<MarchOutcome> Simulation::march_to(double time) {
  for (auto& body : bodies_) {
    if (time == 0) body->state.loads = body->loads(0);
  }
  if (contact_) {
    std::vector<Toucher> touchers;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      BodyAtWork& body = *bodies_[i];
      touchers.push_back(
          {*body.stepper, body.state, body.loads, contact_->touch_themselves(), contact_->left_out(i),
           body.between([this, &touchers,
                         i](MeshChange change) { return contact_->change_mesh(touchers, i, std::move(change)); },
                        contact_->near(i))});
    }
    return contact_->march_to(touchers, time, scene_.solve.dt);
  }
  std::vector<Mover> movers;
  for (auto& body : bodies_) {
    movers.push_back({*body->stepper, body->state, body->loads, body->between([&body = *body](MeshChange change) {
                        return change_model(*body.stepper, body.state, std::move(change.model),
                                            std::move(change.state));
                      })});
  }
  return march(movers, time, {scene_.solve.dt, scene_.solve.tolerance});
}

FrameOutcome Simulation::moved(const BodyAtWork& body, const MarchOutcome& outcome, double time) const {
  if (time == 0) return {};
  return body.moved(outcome, time == scene_.solve.duration ? Judged::at_the_end : Judged::on_the_way);
}

Shape Simulation::shape() const {
  Shape all;
  for (const auto& body : bodies_) body->body->draw(body->state, all);
  return all;
}

bool Simulation::is_told(const std::string& kind, const BodyAtWork& body) const {
  return std::any_of(warnings_.begin(), warnings_.end(),
                     [&](const Warning& warning) { return warning.kind == kind && warning.body == body.family; });
}

void Simulation::warn(const BodyAtWork& body, std::vector<Warning> found) {
  for (Warning& warning : found) {
    warning.body = body.family;
    add_warning(warnings_, warning);
  }
}

bool Simulation::finished() const {
  return std::all_of(bodies_.begin(), bodies_.end(),
                     [](const auto& body) { return body->path && body->state.path.fraction >= 1; });
}

std::optional<double> Simulation::load_factor() const {
  std::optional<double> least;
  for (const auto& body : bodies_) {
    if (body->path) least = std::min(least.value_or(body->state.path.fraction), body->state.path.fraction);
  }
  return least;
}

Frame Simulation::look() const {
  Frame frame;
  frame.time = bodies_.front()->state.time;
  for (const auto& body : bodies_) body->body->draw(body->state, frame.shape);
  for (const Family& family : scene_.families) observe(family, frame.observables);
  if (contact_) {
    contact_->draw(frame);
    contact_->observe(frame.observables);
  }
  if (statics_) frame.observables.push_back({"negative modes", "", static_cast<double>(statics_->negative_modes())});
  return frame;
}

void Simulation::observe(const Family& family, std::vector<Observable>& out) const {
  const std::string prefix = scene_.families.size() > 1 ? family.name + ' ' : "";
  if (family.size() == 1) return bodies_[family.begin]->observe({prefix, out});
  std::vector<Observable> sums;
  double numerical = 0, in_play = 0;
  for (std::size_t i = family.begin; i < family.end; ++i) {
    std::vector<Observable> own;
    bodies_[i]->observe({prefix, own});
    if (sums.empty()) sums.resize(own.size());
    for (std::size_t k = 0; k < own.size(); ++k) {
      const double before = sums[k].value;
      sums[k] = own[k];
      sums[k].value = before + own[k].value;
    }
    const BodyAtWork& body = *bodies_[i];
    if (!body.stepper || !body.state.books.open) continue;
    const EnergyBalance balance = body.stepper->meter().balance(body.state);
    numerical += balance.numerical;
    in_play += balance.in_play;
  }
  for (Observable& sum : sums) {
    if (sum.unit == "m") sum.value /= static_cast<double>(family.size());
    if (sum.unit == "m" || sum.unit == "J") out.push_back(std::move(sum));
  }
  if (bodies_[family.begin]->stepper) {
    out.push_back({prefix + "numerical loss share", "", in_play > 0 ? numerical / in_play : 0});
  }
}

/// The number of bodies; negative modes and state of each; the warnings; the contacts, if there may be any.
std::string Simulation::save() const {
  ByteWriter w;
  w.put_count(bodies_.size());
  for (const auto& body : bodies_) {
    w.put_count(static_cast<std::size_t>(body->negative_modes));
    w.put(plumb::save(body->state));
  }
  w.put(plumb::save(warnings_));
  if (contact_) w.put(contact_->save());
  if (statics_) w.put(statics_->save());
  return w.take();
}

void Simulation::load(const std::string& bytes) {
  ByteReader r(bytes, "not a saved state of this scene: it is of another scene, or cut short");
  if (r.get<std::uint64_t>() != bodies_.size()) r.fail();
  std::vector<State> states;
  std::vector<std::shared_ptr<const Body>> on_meshes;
  std::vector<int> modes;
  for (const auto& body : bodies_) {
    const auto negative_modes = r.get<std::uint64_t>();
    states.push_back(load_state(r.text()));
    on_meshes.push_back(body->body_of(states.back()));
    const auto n_q = static_cast<std::uint64_t>(states.back().q.size());
    if (!on_meshes.back() || negative_modes > n_q) r.fail();
    modes.push_back(static_cast<int>(negative_modes));
  }
  std::vector<Warning> warnings = load_warnings(r.text());
  const std::string_view contacts = contact_ ? r.text() : std::string_view();
  const std::string_view equilibrium = statics_ ? r.text() : std::string_view();
  r.end();
  if (contact_) contact_->load(contacts);
  if (statics_) statics_->load(equilibrium);
  warnings_ = std::move(warnings);
  for (std::size_t i = 0; i < states.size(); ++i) {
    bodies_[i]->take(std::move(states[i]), std::move(on_meshes[i]));
    bodies_[i]->negative_modes = modes[i];
  }
  if (!pass_through_.idle()) pass_through_.begin(shape(), bodies_.front()->state.time);
}

Status Simulation::continue_from(const Simulation& other) {
  const SceneSolve& solve = scene_.solve;
  const bool alike = solve.method == Method::static_ && !solve.arc_length && other.bodies_.size() == bodies_.size();
  if (!alike || contact_) return Status::not_converged;
  const Budget limit(nullptr, solve.time_limit);
  std::vector<State> before;
  for (const auto& body : bodies_) before.push_back(body->state);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    BodyAtWork& body = *bodies_[i];
    const State& from = other.bodies_[i]->state;
    Status status = Status::not_converged;
    if (fits(from, body.model().initial)) {
      body.state = from;
      status = body.continuation->advance(body.state, body.loads_at(solve.duration)).status;
      body.state.time = solve.duration;
    }
    if (status != Status::ok) {
      for (std::size_t k = 0; k < bodies_.size(); ++k) bodies_[k]->state = before[k];
      return status;
    }
  }
  for (const auto& body : bodies_) warn(*body, body->body->doubts(body->state));
  return Status::ok;
}

std::vector<Vibrations> Simulation::vibrations(int k) const {
  if (contact_) throw UserError("vibrations of a body that touches others are not known; leave contact out");
  const Budget limit(nullptr, scene_.solve.time_limit);
  std::vector<Vibrations> all;
  for (const auto& body : bodies_) all.push_back(plumb::vibrations(body->model(), body->state, k));
  return all;
}

namespace {

/// The state moved along a mode, whose scale is set by how far its points go, to first order.
State swung(const Body& body, const State& state, const Eigen::VectorXd& mode, double amplitude) {
  const Model& model = body.model();
  const auto here = body.points(state);
  State nudged = state;
  const double small = 1e-6 / mode.cwiseQuotient(model.layout.scale).cwiseAbs().maxCoeff();
  if (model.layout.retract(nudged, small * mode) != Status::ok) return state;
  const auto there = body.points(nudged);
  double largest = 0;
  for (std::size_t p = 0; p < here.size(); ++p) largest = std::max(largest, (there[p] - here[p]).norm());
  State moved = state;
  const bool done = largest > 0 && model.layout.retract(moved, amplitude * small / largest * mode) == Status::ok;
  return done ? moved : state;
}

}  // namespace

Shape Simulation::vibrating(std::size_t index, const Eigen::VectorXd& mode, double amplitude) const {
  Shape shape;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyAtWork& body = *bodies_[i];
    const State state = i == index ? swung(*body.body, body.state, mode, amplitude) : body.state;
    body.body->draw(state, shape);
  }
  return shape;
}

}  // namespace plumb
