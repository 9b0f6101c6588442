#include <plumb/scene/simulation/contact_statics.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <plumb/core/budget.h>
#include <plumb/core/byte_codec.h>

namespace plumb {
namespace {

constexpr double kGrowth = 0.25;  // of the loads, at once, while they grow from nothing

/// The loads of a programme by the load parameter: below zero a share of those at time zero.
Programme grown(Programme loads, Loads initial) {
  return [loads = std::move(loads), initial = std::move(initial)](double at) {
    Loads now = loads(std::max(at, 0.0));
    now.clamp_rates.clear();
    if (at >= 0) return now;
    const double share = 1 + at;
    now.gravity *= share;
    for (Wrench& wrench : now.wrenches) wrench = {share * wrench.force, share * wrench.moment};
    for (double& pressure : now.pressures) pressure *= share;
    for (std::size_t i = 0; i < now.clamps.size(); ++i) {
      now.clamps[i] = interpolate(initial.clamps[i], now.clamps[i], share);
    }
    return now;
  };
}

Surroundings from_time_zero(Surroundings around) {
  if (around.motion) {
    around.motion = [motion = around.motion](double at) { return motion(std::max(at, 0.0)); };
  }
  return around;
}

Warning sliding(double time, double hill) {
  return {"sliding",
          {},
          time,
          hill < 0 ? "a contact slides against friction, and slip makes more slip: this equilibrium is hardly stable"
                   : "a contact slides against friction, and of such an equilibrium nobody knows a certificate that it "
                     "is stable",
          "a motion shows whether it stays",
          hill < 0 ? 1.0 : 0.0};
}

}  // namespace

ContactStatics::ContactStatics(const Scene& scene, const Model& body, Programme loads, Surroundings around)
    : statics_({body}, {grown(std::move(loads), body.initial.loads)}, from_time_zero(around)),
      n_points_(static_cast<std::size_t>(body.embedding->n_points())),
      n_obstacles_(around.obstacles.size()),
      frame_(scene.solve.duration / std::max(1, scene.solve.n_frames)) {
  held_.load = -1;
}

StaticState ContactStatics::with(const State& body) const {
  StaticState state = held_;
  state.bodies = {body};
  return state;
}

void ContactStatics::keep(const StaticState& state, State& body) {
  body = state.bodies.front();
  body.time = std::max(0.0, state.load);
  held_ = state;
  held_.bodies.clear();
}

ContactStatics::Outcome ContactStatics::advance_to(State& body, double time) {
  Outcome outcome;
  const int before = statics_.iterations();
  StaticState state = with(body);
  if (!begun_) outcome.status = statics_.solve(state, state.load);
  for (const double to : {0.0, time}) {
    if (outcome.status != Status::ok || state.load >= to) continue;
    const StaticPathOutcome path = follow(statics_, state, to, to > 0 ? frame_ : kGrowth);
    outcome.status = path.status;
    outcome.steps += path.solves;
    residual_ = path.certificate.residual;
    negative_modes_ = path.certificate.negative_modes;
    if (path.status == Status::ok && !path.certificate.certified) {
      outcome.warnings.push_back(sliding(to, path.certificate.hill));
    }
  }
  outcome.iterations = statics_.iterations() - before;
  outcome.time = std::max(0.0, state.load);
  if (ended_by_budget(outcome.status)) return outcome;
  begun_ = true;
  keep(state, body);
  return outcome;
}

std::vector<ContactForce> ContactStatics::contacts(const State& body) const {
  std::vector<ContactForce> all;
  const StaticState state = with(body);
  for (const StaticTouch& touch : held_.touches) {
    if (touch.hold == ContactHold::open || touch.force.isZero(0)) continue;
    Contact contact;
    contact.key = touch.key;
    contact.a = touch.a;
    contact.b = touch.b;
    contact.normal = statics_.normal(touch, state);
    statics_.look(contact, state);
    all.push_back({touch.key, contact.place, contact.normal, touch.force, contact.gap,
                   statics_.slid(touch, state).norm(), touch.hold == ContactHold::sticks});
  }
  return all;
}

std::string ContactStatics::save() const {
  ByteWriter w;
  w.put(begun_);
  w.put(residual_);
  w.put(static_cast<std::int32_t>(negative_modes_));
  w.put(plumb::save(held_));
  return w.take();
}

bool ContactStatics::fits(const StaticTouch& touch) const {
  const ContactKey& key = touch.key;
  const bool known = key.a_body == 0 && key.b_obstacle == 1 && key.b_owner >= 0 &&
                     static_cast<std::size_t>(key.b_owner) < n_obstacles_ && touch.a.body == 0;
  if (!known || !touch.force.allFinite() || !touch.anchor.allFinite() || touch.a.n < 1 || touch.a.n > 3) return false;
  return std::all_of(touch.a.points.begin(), touch.a.points.begin() + touch.a.n,
                     [&](int point) { return point >= 0 && static_cast<std::size_t>(point) < n_points_; });
}

void ContactStatics::load(std::string_view bytes) {
  ByteReader r(bytes, "not a saved equilibrium of this scene: it is of another scene, or damaged");
  const bool begun = r.get<bool>();
  const auto residual = r.get<double>();
  const auto modes = r.get<std::int32_t>();
  StaticState held = load_static_state(r.text());
  r.end();
  const bool good = held.bodies.empty() && std::isfinite(held.load) && std::isfinite(residual) && modes >= -1 &&
                    std::all_of(held.touches.begin(), held.touches.end(), [&](const auto& t) { return fits(t); });
  if (!good) r.fail();
  begun_ = begun;
  residual_ = residual;
  negative_modes_ = modes;
  held_ = std::move(held);
}

}  // namespace plumb
