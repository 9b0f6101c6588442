#include <plumb/world/world_march.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>
#include <plumb/world/velocity_filter.h>

namespace plumb {
namespace {

class WorldMarch {
 public:
  WorldMarch(std::span<const Toucher> bodies, const Surroundings& around, std::vector<Touch>& touches,
             const ContactOptions& options, ContactWay way, ContactFinder& finder)
      : bodies_(bodies.begin(), bodies.end()),
        around_(around),
        touches_(touches),
        options_(options),
        way_(way),
        finder_(finder) {
    outcome_.bodies.resize(bodies.size());
    for (const Toucher& body : bodies_) {
      if (!body.state.books.open) body.state.loads = body.programme(body.state.time);
      body.stepper.meter().open(body.state);
    }
  }

  /// Goes there in one step, or in shorter ones.
  void go_to(double until) {
    std::vector<double> steps;
    for (const Toucher& body : bodies_) steps.push_back(body.state.books.steps);
    const std::vector<bool> touched = go(until, kHalvings);
    for (std::size_t i = 0; i < bodies_.size() && !fails(); ++i) {
      if (!touched[i]) go_alone(i, until);
    }
    for (std::size_t i = 0; i < bodies_.size() && !fails(); ++i) {
      const Toucher& body = bodies_[i];
      if (body.between.follows(steps[i], body.state.books.steps)) outcome_.bodies[i].status = body.between.act();
    }
  }

  bool fails() const { return outcome_.status() != Status::ok; }
  WorldMarchOutcome outcome() const { return outcome_; }

 private:
  static constexpr int kHalvings = 6;

  /// Takes those that are near something there. Returns who they are.
  std::vector<bool> go(double until, int halvings) {
    const double h = until - time();
    ContactStepOutcome step = way_ == ContactWay::velocity_filter
                                  ? filtered_step(bodies_, around_, h)
                                  : contact_step(bodies_, around_, touches_, h, options_, finder_);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      MarchOutcome& mine = outcome_.bodies[i];
      if (!step.touched[i]) continue;
      mine.iterations += step.iterations;
      if (step.status != Status::ok) {
        ++mine.rejected;
        continue;
      }
      ++mine.steps;
      bodies_[i].state.time = until;
      enter_step(bodies_[i].stepper, bodies_[i].state, step.energy[i]);
      mine.status = judge_balance(bodies_[i].stepper, bodies_[i].state, mine.drifted);
    }
    if (step.status == Status::ok) {
      outcome_.residual = std::max(outcome_.residual, step.residual);
      outcome_.contacts = std::move(step.contacts);
      return step.touched;
    }
    if (halvings == 0 || ended_by_budget(step.status)) {
      fail(step);
    } else {
      go_in_halves(until, step.touched, halvings);
    }
    return step.touched;
  }

  void fail(const ContactStepOutcome& step) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (step.touched[i]) outcome_.bodies[i].status = step.status;
    }
  }

  /// Those that touch do the step in halves; the others stand aside meanwhile.
  void go_in_halves(double until, const std::vector<bool>& touched, int halvings) {
    std::vector<bool> stood_aside;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      stood_aside.push_back(bodies_[i].stands_aside);
      bodies_[i].stands_aside = !touched[i];
    }
    for (const double end : {0.5 * (time() + until), until}) {
      if (fails()) break;
      const std::vector<bool> now = go(end, halvings - 1);
      for (std::size_t i = 0; i < bodies_.size() && !fails(); ++i) {
        if (touched[i] && !now[i]) go_alone(i, end);
      }
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) bodies_[i].stands_aside = stood_aside[i];
  }

  void go_alone(std::size_t i, double until) {
    const Toucher& body = bodies_[i];
    const MarchOutcome alone = march(body.stepper, body.state, body.programme, until, {until - body.state.time, 0});
    MarchOutcome& mine = outcome_.bodies[i];
    mine.status = alone.status;
    mine.steps += alone.steps;
    mine.rejected += alone.rejected;
    mine.iterations += alone.iterations;
    mine.drifted = mine.drifted || alone.drifted;
  }

  /// Returns the time of those that take part.
  double time() const {
    const auto taking_part =
        std::find_if(bodies_.begin(), bodies_.end(), [](const Toucher& b) { return !b.stands_aside; });
    return taking_part->state.time;
  }

  std::vector<Toucher> bodies_;
  const Surroundings& around_;
  std::vector<Touch>& touches_;
  ContactOptions options_;
  ContactWay way_;
  ContactFinder& finder_;
  WorldMarchOutcome outcome_;
};

}  // namespace

Status WorldMarchOutcome::status() const {
  for (const MarchOutcome& body : bodies) {
    if (body.status != Status::ok) return body.status;
  }
  return Status::ok;
}

WorldMarchOutcome march(std::span<const Toucher> bodies, const Surroundings& around, std::vector<Touch>& touches,
                        double until, double dt, const ContactOptions& options, ContactWay way, ContactFinder* finder) {
  ContactFinder own;
  WorldMarch world(bodies, around, touches, options, way, finder ? *finder : own);
  if (bodies.empty() || !(until > bodies.front().state.time)) return world.outcome();
  for (const Toucher& body : bodies) ENSURE(body.state.time == bodies.front().state.time);
  const double start = bodies.front().state.time;
  const int n = std::max(1, static_cast<int>(std::ceil((until - start) / dt * (1 - 1e-9))));
  for (int i = 1; i <= n && !world.fails(); ++i) world.go_to(i == n ? until : start + i * dt);
  return world.outcome();
}

}  // namespace plumb
