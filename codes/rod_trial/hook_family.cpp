#include <codes/rod_trial/hook_family.h>

#include <algorithm>
#include <cmath>

namespace codes {
namespace {

// Values of x = Gamma^(1/3) / phi. At 1 the hook turns by about a right angle, and no other shape is stable.
constexpr double kHeaviest = 1;
constexpr double kNextStop = 0.95;
constexpr double kLightest = 0.05;  // below, the coil is the only shape

double x_of_stop(std::size_t i) { return kHeaviest * std::pow(kNextStop, static_cast<double>(i)); }

}  // namespace

HookFamily::HookFamily(const ScenarioRod& rod, plumb::State straight) : rod_(rod), straight_(std::move(straight)) {}

std::optional<FoundEquilibrium> HookFamily::at(double gamma, Follower& follower) {
  const double x = std::cbrt(gamma) / (std::abs(rod_.natural_curvature) * rod_.length);
  if (x < kLightest) return std::nullopt;
  while (stops_.empty() || x_of_stop(stops_.size()) >= x) {
    if (!stop_again(follower)) return std::nullopt;
  }
  std::size_t stop = stops_.size() - 1;
  while (stop > 0 && x_of_stop(stop) < x) --stop;
  FoundEquilibrium found{stops_[stop], {}};
  found.outcome = follower.advance(found.state, loads(gamma));
  if (found.outcome.status != plumb::Status::ok) return std::nullopt;
  return found;
}

plumb::Loads HookFamily::loads(double gamma) const {
  plumb::Loads loads = straight_.loads;
  loads.gravity = {0, 0, -rod_.gravity(gamma)};
  return loads;
}

bool HookFamily::stop_again(Follower& follower) {
  if (ended_) return false;
  const double phi = std::abs(rod_.natural_curvature) * rod_.length;
  const plumb::Loads target = loads(std::pow(x_of_stop(stops_.size()) * phi, 3));
  plumb::State state = stops_.empty() ? straight_ : stops_.back();
  // The straight rod is no equilibrium under a smaller weight: it takes all of it at once.
  const plumb::Outcome outcome =
      stops_.empty() ? plumb::equilibrium(follower.model(), state, target) : follower.advance(state, target);
  ended_ = outcome.status != plumb::Status::ok;
  if (!ended_) stops_.push_back(std::move(state));
  return !ended_;
}

}  // namespace codes
