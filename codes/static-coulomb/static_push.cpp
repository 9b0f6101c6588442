#include <codes/static-coulomb/static_push.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include <codes/push/push_step.h>
#include <plumb/core/byte_codec.h>

namespace codes {
namespace {

constexpr double kLoadStep = 1.0 / 60, kStride = 1e-2;  // of eps_y; of the anchors after a snap, in L
constexpr double kBucklingLoad = 20.190728556426629;    // EI/L^2, clamped and pinned
constexpr int kMostSnaps = 8;

/// The clamp is where a straight strip would end on the ground.
StripToPush straight_above(const judge::Scenario& scenario, double bent) {
  StripToPush strip(scenario, bent);
  strip.height = strip.length;
  return strip;
}

}  // namespace

StaticPush::StaticPush(const judge::Scenario& scenario, const Discretise& discretise, double bent)
    : strip_(straight_above(scenario, bent)),
      body_(discretise(strip_)),
      statics_({body_.model}, {[this](double eps_y) { return loads_at(eps_y); }}, rough_ground(strip_.mu)) {
  plumb::StaticState& state = now_.state;
  state.bodies = {body_.bent};
  // The tip of the discrete strip is brought to the ground exactly.
  start_ = body_.tip_at(body_.bent).z() / strip_.length;
  if (body_.model.constraints.empty()) start_ = bent;
  state.load = start_;
  state.bodies[0].loads = loads_at(start_);
  for (plumb::Contact contact : statics_.near(state, 0.01 * strip_.length)) {
    if (std::find(body_.tip.begin(), body_.tip.end(), contact.a.points[0]) == body_.tip.end()) continue;
    plumb::StaticTouch touch = statics_.touch(contact, state, plumb::ContactHold::sticks);
    touch.anchor = {0, touch.anchor.y(), body_.clearance};
    touch.force = {0, 0, kBucklingLoad * strip_.unit_force() / static_cast<double>(body_.tip.size())};
    state.touches.push_back(touch);
  }
  begun_ = statics_.solve(state, start_);
  if (begun_ == plumb::Status::ok) look(plumb::certify(statics_, state));
  if (begun_ == plumb::Status::ok && plumb::needed_friction(statics_, state) > strip_.mu) {
    now_.seen.slips_from = strip_.mu > 0 ? start_ : 0;
    now_.seen.P_at_onset = now_.seen.P;
    begun_ = plumb::slide_to_rest(statics_, state, kStride * strip_.length);
    if (begun_ == plumb::Status::ok) look(plumb::certify(statics_, state));
  }
  kept_ = {now_};
}

plumb::Loads StaticPush::loads_at(double eps_y) const {
  plumb::Loads loads = body_.model.initial.loads;
  loads.clamps[0] = body_.upright;
  loads.clamps[0].position.z() += body_.clearance - eps_y * strip_.length;
  return loads;
}

plumb::Status StaticPush::push_to(double eps_y) {
  const int before = statics_.iterations();
  if (begun_ != plumb::Status::ok) return begun_;
  if (eps_y < now_.state.load) {
    now_ = kept_.front();
    for (const Moment& moment : kept_) {
      if (moment.state.load <= eps_y) now_ = moment;
    }
  }
  plumb::Status status = plumb::Status::ok;
  for (int snaps = 0; snaps <= kMostSnaps && now_.state.load < eps_y; ++snaps) {
    const plumb::StaticPathOutcome outcome = plumb::follow(statics_, now_.state, eps_y, kLoadStep);
    status = outcome.status;
    look(outcome.certificate);
    for (const plumb::StaticEvent& event : outcome.events) {
      if (event.kind != plumb::StaticEvent::Kind::slips || now_.seen.slips_from >= 0) continue;
      now_.seen.slips_from = event.load;
      now_.seen.P_at_onset = now_.seen.P;
    }
    if (status != plumb::Status::snaps) break;
    status = plumb::slide_to_rest(statics_, now_.state, kStride * strip_.length);
    if (status != plumb::Status::ok) break;
    look(plumb::certify(statics_, now_.state));
  }
  if (status == plumb::Status::ok && now_.seen.slips_from < 0) kept_.push_back(now_);
  iterations_ = statics_.iterations() - before;
  return status;
}

void StaticPush::look(const plumb::StickCertificate& certificate) {
  now_.seen.tip_shift = body_.tip_at(now_.state.bodies[0]).x() / strip_.length;
  now_.seen.P = now_.seen.Q = 0;
  for (const plumb::StaticTouch& touch : now_.state.touches) {
    now_.seen.P += touch.force.z() / strip_.unit_force();
    now_.seen.Q -= touch.force.x() / strip_.unit_force();
  }
  now_.seen.negative_modes = certificate.negative_modes;
  now_.seen.residual = certificate.residual;
}

std::vector<double> StaticPush::shape() const {
  std::vector<double> all;
  const plumb::State& body = now_.state.bodies[0];
  const auto x = body_.model.embedding->points_at(body.q, body.loads.clamps);
  const auto add = [&](const Eigen::Vector3d& point) {
    for (const double coordinate : point) all.push_back(coordinate / strip_.length);
  };
  for (const int point : body_.line) add(x[static_cast<std::size_t>(point)]);
  if (body_.line.empty()) std::for_each(x.begin(), x.end(), add);
  return all;
}

namespace {

constexpr std::array kNumbers{&StaticPush::Seen::tip_shift,  &StaticPush::Seen::P,
                              &StaticPush::Seen::Q,          &StaticPush::Seen::slips_from,
                              &StaticPush::Seen::P_at_onset, &StaticPush::Seen::residual};

}  // namespace

std::string StaticPush::save() const {
  plumb::ByteWriter w;
  w.put_count(1 + kept_.size());
  const auto put = [&](const Moment& moment) {
    w.put(plumb::save(moment.state));
    for (const double Seen::*number : kNumbers) w.put(moment.seen.*number);
    w.put(static_cast<std::int32_t>(moment.seen.negative_modes));
  };
  put(now_);
  for (const Moment& moment : kept_) put(moment);
  return w.take();
}

void StaticPush::load(const std::string& bytes) {
  plumb::ByteReader r(bytes, "not a saved push of a strip");
  std::vector<Moment> all(r.count(1));
  if (all.size() < 2) r.fail();
  for (Moment& moment : all) {
    moment.state = plumb::load_static_state(r.text());
    for (double Seen::*number : kNumbers) moment.seen.*number = r.get<double>();
    moment.seen.negative_modes = r.get<std::int32_t>();
    if (moment.state.bodies.size() != 1 || moment.state.bodies[0].q.size() != body_.bent.q.size()) r.fail();
  }
  r.end();
  now_ = all.front();
  kept_.assign(all.begin() + 1, all.end());
}

}  // namespace codes
