#include <codes/push/push_schedule.h>

#include <algorithm>
#include <cmath>

namespace codes {
namespace {

constexpr double kRampTime = 0.5, kEndTime = 4;  // in units of the strip's own time

}  // namespace

double own_time_of(double share) { return 1 / std::sqrt(share); }

PushSchedule usual_schedule(const judge::Scenario& scenario) {
  const double hurry = scenario.sampling == judge::Sampling::quick ? 4 : 1;
  PushSchedule s;
  s.dt = scenario.knobs.dt * hurry;
  s.speed = 0.01 * hurry;
  s.relaxation = 0.01;
  s.bent = 1e-4;
  s.tolerance = scenario.knobs.tol;
  return s;
}

double ClampWay::slowing(double t) const {
  // At full speed it would go through the ramps in half of their times.
  return t - 0.5 * kRampTime - (end_ - start_) / speed_ + 0.5 * kEndTime;
}

double ClampWay::pushed_at(double time) const {
  const double t = time / unit_time_;
  if (const double slow = slowing(t); slow > 0) {
    const double left = std::max(0.0, kEndTime - slow);
    return end_ - 0.5 * speed_ * left * left / kEndTime;
  }
  const double way = t < kRampTime ? 0.5 * t * t / kRampTime : t - 0.5 * kRampTime;
  return start_ + speed_ * way;
}

double ClampWay::time_of(double eps_y) const {
  const double way = (eps_y - start_) / speed_;
  if (way <= 0) return 0;
  const double t = way < 0.5 * kRampTime ? std::sqrt(2 * kRampTime * way) : way + 0.5 * kRampTime;
  return t * unit_time_;
}

double ClampWay::height_at(double time) const { return (1 - pushed_at(time)) * length_; }

double ClampWay::speed_at(double time) const {
  const double slower = std::clamp(1 - slowing(time / unit_time_) / kEndTime, 0.0, 1.0);
  return speed_ * std::min(slower, time / unit_time_ / kRampTime) * length_ / unit_time_;
}

}  // namespace codes
