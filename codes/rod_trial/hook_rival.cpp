#include <codes/rod_trial/hook_rival.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>

namespace codes {
namespace {

constexpr double kSameEnergy = 1e-9;  // relative: equilibria are known far better

}  // namespace

HookRival::HookRival(const ScenarioRod& rod, Discretisation discretise) {
  if (rod.natural_curvature == 0) return;
  ScenarioRod straight = rod;
  straight.natural_curvature = 0;
  hook_.emplace(rod, discretise(straight)->model().initial);
}

Shown HookRival::compare(RodAtWork& work, FoundEquilibrium found, double gamma, judge::Approach approach) {
  Shown shown{std::move(found), {}, 0};
  shown.iterations = shown.seen.outcome.iterations;
  if (!hook_) return shown;

  // A bisection lies between loads of the sweep: if both had one shape, no other lies between them.
  auto hook = approach == judge::Approach::sweep || two_shapes_ ? hook_->at(gamma, work.sweep().follower())
                                                                : std::optional<FoundEquilibrium>();
  if (hook) {
    shown.iterations += hook->outcome.iterations;
    const bool swept = shown.seen.outcome.status == plumb::Status::ok;
    const double here = work.energy(shown.seen), there = work.energy(*hook);
    const bool same = swept && std::abs(here - there) <= kSameEnergy * std::max(1.0, std::abs(here));
    if (!same) {
      two_shapes_ = true;
      if (!swept || there < here) std::swap(shown.seen, *hook);
      if (swept) shown.other = std::move(hook);
    }
  }

  // If there was no time for the hook, nobody knows which equilibrium to show.
  if (const plumb::Status left = plumb::budget_left(); left != plumb::Status::ok) shown.seen.outcome.status = left;
  return shown;
}

}  // namespace codes
