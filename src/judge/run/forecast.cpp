#include <judge/run/forecast.h>

#include <algorithm>
#include <cmath>

namespace judge {
namespace {

// Twice the elements of a rod cost twice as much, those of a plate four to six times.
constexpr double kUsualGrowth = 2.2;
constexpr double kLeastGrowth = 1, kMostGrowth = 8;
constexpr double kWorthATime = 0.05;  // s: a rung that took less says nothing
constexpr double kTooEarly = 0.1;     // of a rung's time: before, the rung before says more

}  // namespace

Forecast::Forecast(Clock clock) : clock_(std::move(clock)), start_(clock_()), last_(start_) {}

void Forecast::begin(const Step& step, double now) {
  if (rung_) {
    const double took = last_ - start_, took_before = before_.empty() ? 0 : before_.back().seconds;
    if (took_before > kWorthATime) growth_ = std::clamp(took / took_before, kLeastGrowth, kMostGrowth);
    before_ = std::move(here_);
    start_ = last_;
  }
  if (now < start_) start_ = now;
  rung_ = step.rung;
  n_resumed_ = 0;
  begun_ = false;
  here_.clear();
}

double Forecast::share_of_time(double share) const {
  const auto after = std::find_if(before_.begin(), before_.end(), [&](const Moment& m) { return m.share >= share; });
  const double whole = before_.back().seconds;
  if (after == before_.end() || whole <= 0) return 1;
  const Moment from = after == before_.begin() ? Moment{} : *(after - 1);
  const double part = after->share > from.share ? (share - from.share) / (after->share - from.share) : 1;
  return (from.seconds + part * (after->seconds - from.seconds)) / whole;
}

std::optional<double> Forecast::left(const Step& step) {
  const double now = clock_();
  if (!rung_ || *rung_ != step.rung) begin(step, now);
  last_ = now;
  if (step.resumed) {
    n_resumed_ = step.done - static_cast<int>(here_.size());
    return std::nullopt;
  }
  if (!begun_) {
    // What a program takes to start does not grow with its knobs.
    const double first = std::max(start_, now - step.seconds);
    to_start_ = first - start_;
    start_ = first;
    begun_ = true;
  }
  const double elapsed = now - start_;
  const double share = static_cast<double>(step.done - n_resumed_) / std::max(1, step.total - n_resumed_);
  here_.push_back({share, elapsed});
  if (!(share > 0)) return std::nullopt;
  double growth = growth_.value_or(kUsualGrowth);
  double whole = elapsed / share;
  if (!before_.empty() && before_.back().seconds > kWorthATime) {
    const double done = share_of_time(share), before = before_.back().seconds;
    whole = std::max(done < kTooEarly ? growth * before : elapsed / done, elapsed);
    // What this rung shows of itself is newer than what the two before it showed.
    if (done >= kTooEarly) growth = std::clamp(whole / before, kLeastGrowth, kMostGrowth);
  }
  double left = whole - elapsed, next = whole;
  for (int rung = step.rung; rung < step.last_rung; ++rung) left += to_start_ + (next *= growth);
  return left;
}

}  // namespace judge
