#include <codes/so-bogus/dynamic_push.h>

#include <algorithm>
#include <array>
#include <cmath>

#include <plumb/core/byte_codec.h>
#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/elastic_rod/section.h>

namespace codes {
namespace {

// Buckling of the clamped and pinned strip: theta = r (1 - cos(k (1 - s))/cos k), tan k = k, eps_y = (r k/2)^2.
constexpr double kBuckling = 4.493409457909064;
constexpr double kRampTime = 0.5;   // in units of the strip's own time: the speed is raised evenly
constexpr double kKeepEvery = 200;  // steps

double bending_stiffness(const judge::Sheet& sheet, const judge::Scales& scales) {
  return scales.young * sheet.width * std::pow(sheet.thickness, 3) / 12 * std::pow(scales.length, 4);
}
double mass_per_length(const judge::Sheet& sheet, const judge::Scales& scales) {
  return scales.density * sheet.width * sheet.thickness * scales.length * scales.length;
}

}  // namespace

DynamicPush::DynamicPush(const judge::Scenario& scenario, const PushSchedule& schedule) : schedule_(schedule) {
  const auto& question = std::get<judge::PushedStrip>(scenario.question);
  const double stiffness = bending_stiffness(question.sheet, scenario.scales);
  const double mass = mass_per_length(question.sheet, scenario.scales);
  mu_ = question.mu;
  length_ = scenario.scales.length;
  unit_time_ = length_ * length_ * std::sqrt(mass / stiffness);
  unit_force_ = stiffness / (length_ * length_);
  step_ = schedule.dt * unit_time_;
  upright_ = {{0, 0, (1 - schedule.bent) * length_}, -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()};

  plumb::CurvedRodSpec spec;
  const int n = scenario.knobs.n;
  spec.rod.lengths.assign(static_cast<std::size_t>(n), length_ / n);
  spec.rod.bend_1 = spec.rod.bend_2 = spec.rod.twist = stiffness;
  spec.rod.mass_per_length = mass;
  const double h = question.sheet.thickness * length_, w = question.sheet.width * length_;
  spec.rod.spin_inertia = scenario.scales.density * w * h * (w * w + h * h) / 12;
  spec.rod.natural.assign(static_cast<std::size_t>(spec.rod.n_unknowns()), 0);
  spec.planar = true;
  spec.relaxation = schedule.relaxation * unit_time_;
  stepper_ = plumb::make_stepper(plumb::curved_rod(spec, upright_), plumb::Method::backward_euler);

  plumb::State& state = now_.state;
  state = stepper_->model().initial;
  const double r = 2 * std::sqrt(schedule.bent) / kBuckling;
  for (int i = 0; i < n; ++i) {
    const double s = (i + 0.5) / n;
    state.q[3 * i] = -r * kBuckling * std::sin(kBuckling * (1 - s)) / std::cos(kBuckling) / length_;
  }
  // The tip of the discrete strip is brought to the ground exactly.
  upright_.position.z() -= tip(state).z();
  state.loads.clamps[0] = upright_;

  programme_ = [this](double time) { return loads_at(time); };
  around_.obstacles = {{plumb::PlaneShape{}, 0}};
  around_.motion = [](double) { return plumb::ObstacleMotion{{plumb::Pose{}}, {}}; };
  around_.friction.elsewhere = mu_;
  kept_ = {now_};
}

double DynamicPush::pushed_at(double time) const {
  const double t = time / unit_time_;
  const double way = t < kRampTime ? 0.5 * t * t / kRampTime : t - 0.5 * kRampTime;
  return 1 - upright_.position.z() / length_ + schedule_.speed * way;
}

double DynamicPush::time_of(double eps_y) const {
  const double way = (eps_y - pushed_at(0)) / schedule_.speed;
  if (way <= 0) return 0;
  const double t = way < 0.5 * kRampTime ? std::sqrt(2 * kRampTime * way) : way + 0.5 * kRampTime;
  return t * unit_time_;
}

plumb::Loads DynamicPush::loads_at(double time) const {
  plumb::Loads loads = stepper_->model().initial.loads;
  loads.clamps[0] = upright_;
  loads.clamps[0].position.z() = (1 - pushed_at(time)) * length_;
  const double speed = schedule_.speed * std::min(1.0, time / unit_time_ / kRampTime) * length_ / unit_time_;
  loads.clamp_rates = {{{0, 0, -speed}, {0, 0, 0}}};
  return loads;
}

Eigen::Vector3d DynamicPush::tip(const plumb::State& state) const {
  return stepper_->model().embedding->points_at(state.q, state.loads.clamps).back();
}

plumb::Status DynamicPush::push_to(double eps_y) {
  const double until = time_of(eps_y);
  if (until < now_.state.time - 0.5 * step_) take_up(eps_y);
  iterations_ = 0;
  const plumb::Toucher strip[] = {{*stepper_, now_.state, programme_, false}};
  while (now_.state.time < until - 1e-9 * step_) {
    const double count = std::round(now_.state.time / step_) + 1;
    const plumb::WorldMarchOutcome outcome =
        plumb::march(strip, around_, now_.touches, count * step_, step_, {.tolerance = schedule_.tolerance});
    iterations_ += outcome.bodies[0].iterations;
    if (outcome.status() != plumb::Status::ok) return outcome.status();
    now_.residual = std::max(now_.residual, outcome.residual);
    const bool sticks = !outcome.contacts.empty() && outcome.contacts.front().sticks;
    if (now_.slips_from == 0 && !sticks) now_.slips_from = onset();
    now_.ratio_before = now_.ratio;
    now_.ratio = seen().P > 0 ? seen().Q / seen().P : 0;
    if (now_.slips_from == 0 && std::fmod(count, kKeepEvery) == 0) kept_.push_back(now_);
  }
  return plumb::Status::ok;
}

double DynamicPush::onset() const {
  const double before = pushed_at(now_.state.time - step_), growth = now_.ratio - now_.ratio_before;
  if (growth <= 0) return before;
  const double share = std::clamp((mu_ - now_.ratio) / growth, 0.0, 1.0);
  return before + share * (pushed_at(now_.state.time) - before);
}

void DynamicPush::take_up(double eps_y) {
  const double time = time_of(eps_y);
  const Moment* last = &kept_.front();
  for (const Moment& moment : kept_) {
    if (moment.state.time <= time) last = &moment;
  }
  now_ = *last;
}

DynamicPush::Seen DynamicPush::seen() const {
  Seen s;
  s.eps_y = pushed_at(now_.state.time);
  s.tip_shift = (tip(now_.state) - tip(kept_.front().state)).x() / length_;
  for (const plumb::Touch& touch : now_.touches) {
    s.P += touch.force.z() / unit_force_;
    s.Q -= touch.force.x() / unit_force_;
  }
  s.residual = now_.residual;
  s.slips_from = now_.slips_from;
  s.steps = static_cast<int>(now_.state.books.steps);
  return s;
}

std::vector<double> DynamicPush::shape() const {
  std::vector<double> all;
  for (const Eigen::Vector3d& x : stepper_->model().embedding->points_at(now_.state.q, now_.state.loads.clamps)) {
    for (const double coordinate : x) all.push_back(coordinate / length_);
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
    if (moment.state.q.size() != now_.state.q.size()) r.fail();
  }
  r.end();
  now_ = all.front();
  kept_.assign(all.begin() + 1, all.end());
}

}  // namespace codes
