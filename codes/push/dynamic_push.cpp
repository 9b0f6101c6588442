#include <codes/push/dynamic_push.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/byte_codec.h>

namespace codes {
namespace {

constexpr double kKeepEvery = 200;  // steps

StripToPush strip_of(const judge::Scenario& scenario, const PushSchedule& schedule) {
  StripToPush strip(scenario, schedule.bent);
  strip.relaxation = schedule.relaxation * strip.unit_time();
  return strip;
}

}  // namespace

DynamicPush::DynamicPush(const judge::Scenario& scenario, const PushSchedule& schedule, const MakePushStep& make)
    : strip_(strip_of(scenario, schedule)),
      method_(make(strip_, schedule)),
      way_(strip_, schedule, method_->start()),
      step_(schedule.dt * strip_.unit_time()) {
  now_.state = method_->begin();
  kept_ = {now_};
}

plumb::Status DynamicPush::push_to(double eps_y) {
  const double until = way_.time_of(eps_y);
  if (until < now_.state.time - 0.5 * step_) take_up(eps_y);
  iterations_ = 0;
  while (now_.state.time < until - 1e-9 * step_) {
    const double count = std::round(now_.state.time / step_) + 1;
    const PushStepOutcome outcome = method_->step(now_.state, now_.touches, way_, count * step_);
    iterations_ += outcome.iterations;
    if (outcome.status != plumb::Status::ok) return outcome.status;
    now_.residual = std::max(now_.residual, outcome.residual);
    if (now_.slips_from == 0 && !outcome.sticks) now_.slips_from = onset();
    const Forces on_ground = forces();
    now_.ratio_before = now_.ratio;
    now_.ratio = on_ground.P > 0 ? on_ground.Q / on_ground.P : 0;
    if (now_.slips_from == 0 && std::fmod(count, kKeepEvery) == 0) kept_.push_back(now_);
  }
  return plumb::Status::ok;
}

double DynamicPush::onset() const {
  const double before = way_.pushed_at(now_.state.time - step_), growth = now_.ratio - now_.ratio_before;
  if (growth <= 0) return before;
  const double share = std::clamp((strip_.mu - now_.ratio) / growth, 0.0, 1.0);
  return before + share * (way_.pushed_at(now_.state.time) - before);
}

void DynamicPush::take_up(double eps_y) {
  const double time = way_.time_of(eps_y);
  const Moment* last = &kept_.front();
  for (const Moment& moment : kept_) {
    if (moment.state.time <= time) last = &moment;
  }
  now_ = *last;
}

DynamicPush::Forces DynamicPush::forces() const {
  Forces on_ground;
  for (const plumb::Touch& touch : now_.touches) {
    on_ground.P += touch.force.z() / strip_.unit_force();
    on_ground.Q -= touch.force.x() / strip_.unit_force();
  }
  return on_ground;
}

DynamicPush::Seen DynamicPush::seen() const {
  const Forces on_ground = forces();
  Seen s;
  s.eps_y = way_.pushed_at(now_.state.time);
  s.tip_shift = (method_->tip(now_.state) - method_->tip(kept_.front().state)).x() / strip_.length;
  s.P = on_ground.P;
  s.Q = on_ground.Q;
  s.residual = now_.residual;
  s.slips_from = now_.slips_from;
  s.steps = static_cast<int>(std::lround(now_.state.time / step_));
  return s;
}

std::vector<double> DynamicPush::shape() const {
  std::vector<double> all;
  for (const Eigen::Vector3d& x : method_->points(now_.state)) {
    for (const double coordinate : x) all.push_back(coordinate / strip_.length);
  }
  return all;
}

std::string DynamicPush::save() const {
  plumb::ByteWriter w;
  w.put_count(1 + kept_.size());
  const auto put = [&](const Moment& moment) {
    w.put(plumb::save(moment.state));
    w.put(plumb::save(moment.touches));
    for (const double Moment::*number : kNumbers) w.put(moment.*number);
  };
  put(now_);
  for (const Moment& moment : kept_) put(moment);
  return w.take();
}

void DynamicPush::load(const std::string& bytes) {
  plumb::ByteReader r(bytes, "not a saved push of a strip");
  const std::size_t n = r.count(1);
  if (n < 2) r.fail();
  std::vector<Moment> all(n);
  for (Moment& moment : all) {
    moment.state = plumb::load_state(r.text());
    moment.touches = plumb::load_touches(r.text());
    for (double Moment::*number : kNumbers) moment.*number = r.get<double>();
    if (!method_->fits(moment.state)) r.fail();
  }
  r.end();
  now_ = all.front();
  kept_.assign(all.begin() + 1, all.end());
}

}  // namespace codes
