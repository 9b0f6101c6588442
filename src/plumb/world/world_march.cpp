#include <plumb/world/world_march.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

using Bodies = std::vector<int>;  ///< ascending

Bodies united(const Bodies& a, const Bodies& b) {
  Bodies all;
  std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(all));
  return all;
}

bool has(const Bodies& bodies, int body) { return std::binary_search(bodies.begin(), bodies.end(), body); }

bool has_side(const ContactKey& key, const Bodies& bodies) {
  return has(bodies, key.a_body) || (key.b_obstacle == 0 && has(bodies, key.b_owner));
}

class WorldMarch {
 public:
  WorldMarch(std::span<const Toucher> bodies, const Surroundings& around, std::vector<Touch>& touches,
             const ContactOptions& options)
      : bodies_(bodies.begin(), bodies.end()),
        around_(around),
        touches_(touches),
        options_(options),
        paths_(bodies.size()) {
    outcome_.bodies.resize(bodies.size());
    for (const Toucher& body : bodies_) {
      left_out_.push_back(body.stands_aside);
      if (!body.state.books.open) body.state.loads = body.programme(body.state.time);
      body.stepper.meter().open(body.state);
    }
  }

  /// Goes there in one step, or in shorter ones.
  void go_to(double until) {
    std::vector<double> steps;
    Bodies all;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      steps.push_back(body(i).state.books.steps);
      paths_[i] = {};
      note_place(i);
      all.push_back(static_cast<int>(i));
    }
    outcome_.contacts.clear();
    const Bodies met = go(all, until, kHalvings);
    ENSURE(met.empty());
    for (std::size_t i = 0; i < bodies_.size() && !fails(); ++i) {
      if (body(i).between.follows(steps[i], body(i).state.books.steps)) {
        outcome_.bodies[i].status = body(i).between.act();
      }
    }
  }

  bool fails() const { return outcome_.status() != Status::ok; }
  WorldMarchOutcome outcome() const { return outcome_; }

 private:
  static constexpr int kHalvings = 6;

  /// What some bodies go back to.
  struct Before {
    double time = 0;
    std::vector<State> states;  ///< of all bodies of the group
    std::vector<Touch> touches;
  };

  /// Takes a group there: those that touch with each other's contacts, the others alone. An island that contact cannot
  /// take there in one step goes in halves, and the others do not wait for it. Returns who is in the way and has gone
  /// before; then nobody has moved.
  Bodies go(const Bodies& group, double until, int halvings) {
    const Before before = remember(group);
    take_turn(group, until);
    const ContactStepOutcome step = contact_step(bodies_, around_, touches_, until - before.time, options_, finder_);
    if (!step.met.empty()) return step.met;
    enter(step, group, until);
    std::vector<Bodies> gone = alone_and_together(step, group);
    for (const int body : group) {
      if (!fails() && !step.touched[static_cast<std::size_t>(body)]) go_alone(static_cast<std::size_t>(body), until);
    }
    for (Bodies island : step.failed) {
      const Status why = step.statuses[static_cast<std::size_t>(island.front())];
      if (fails()) break;
      if (halvings == 0 || ended_by_budget(why)) {
        fail(island, why);
        break;
      }
      if (const Bodies met = go_in_halves(island, gone, {before, group}, until, halvings); !met.empty()) {
        go_back(group, {before, group});
        return met;
      }
    }
    return {};
  }

  struct Start {
    const Before& before;
    const Bodies& group;
  };

  /// An island does the step in halves. Who of its group is in its way does so with it, whatever it did before. Returns who
  /// is in the way and not of the group.
  Bodies go_in_halves(Bodies island, std::vector<Bodies>& gone, const Start& start, double until, int halvings) {
    for (;;) {
      Bodies met;
      for (const double end : {0.5 * (start.before.time + until), until}) {
        if (met.empty() && !fails()) met = go(island, end, halvings - 1);
      }
      if (met.empty() || fails()) {
        gone.push_back(island);
        return {};
      }
      const auto outsider = std::find_if(met.begin(), met.end(), [&](int body) { return !has(start.group, body); });
      if (outsider != met.end()) return met;
      std::erase_if(gone, [&](const Bodies& others) {
        const bool in_the_way = std::any_of(met.begin(), met.end(), [&](int body) { return has(others, body); });
        if (in_the_way) island = united(island, others);
        return in_the_way;
      });
      go_back(island, start);
    }
  }

  /// Returns who has done a step with whom.
  static std::vector<Bodies> alone_and_together(const ContactStepOutcome& step, const Bodies& group) {
    std::vector<Bodies> all = step.settled;
    for (const int body : group) {
      if (!step.touched[static_cast<std::size_t>(body)]) all.push_back({body});
    }
    return all;
  }

  Before remember(const Bodies& group) const {
    Before before{body(group.front()).state.time, {}, touches_};
    for (const int one : group) before.states.push_back(body(one).state);
    return before;
  }

  /// Brings bodies back to the start, and what is remembered of their contacts.
  void go_back(const Bodies& bodies, const Start& start) {
    for (std::size_t i = 0; i < start.group.size(); ++i) {
      const int one = start.group[i];
      if (!has(bodies, one)) continue;
      body(one).state = start.before.states[i];
      paths_[static_cast<std::size_t>(one)].back_to(start.before.time);
    }
    const auto theirs = [&](const auto& contact) { return has_side(contact.key, bodies); };
    std::erase_if(touches_, theirs);
    std::copy_if(start.before.touches.begin(), start.before.touches.end(), std::back_inserter(touches_), theirs);
    std::sort(touches_.begin(), touches_.end(), [](const Touch& a, const Touch& b) { return a.key < b.key; });
    std::erase_if(outcome_.contacts, theirs);
  }

  /// Lets a group move among those that have come to its end, or beyond, already. Others wait for their turn.
  void take_turn(const Bodies& group, double until) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      Toucher& one = bodies_[i];
      const bool mine = has(group, static_cast<int>(i)), gone = !mine && one.state.time >= until;
      one.done = gone ? &paths_[i] : nullptr;
      one.stands_aside = left_out_[i] || (!mine && !gone);
    }
  }

  /// Enters what a step did to those that it moved.
  void enter(const ContactStepOutcome& step, const Bodies& group, double until) {
    for (const int one : group) {
      const auto i = static_cast<std::size_t>(one);
      if (!step.touched[i]) continue;
      MarchOutcome& mine = outcome_.bodies[i];
      mine.iterations += step.iterations;
      if (step.statuses[i] != Status::ok) {
        ++mine.rejected;
        continue;
      }
      ++mine.steps;
      State& state = bodies_[i].state;
      state.time = until;
      enter_step(bodies_[i].stepper, state, step.energy[i]);
      mine.status = judge_balance(bodies_[i].stepper, state, mine.drifted);
      note_place(i);
    }
    outcome_.residual = std::max(outcome_.residual, step.residual);
    std::vector<ContactForce>& seen = outcome_.contacts;
    std::erase_if(seen, [&](const ContactForce& c) { return has_side(c.key, group); });
    seen.insert(seen.end(), step.contacts.begin(), step.contacts.end());
    std::sort(seen.begin(), seen.end(), [](const ContactForce& a, const ContactForce& b) { return a.key < b.key; });
  }

  void fail(const Bodies& bodies, Status why) {
    for (const int one : bodies) outcome_.bodies[static_cast<std::size_t>(one)].status = why;
  }

  void go_alone(std::size_t i, double until) {
    const Toucher& one = bodies_[i];
    const MarchOutcome alone = march(one.stepper, one.state, one.programme, until, {until - one.state.time, 0});
    MarchOutcome& mine = outcome_.bodies[i];
    mine.status = alone.status;
    mine.steps += alone.steps;
    mine.rejected += alone.rejected;
    mine.iterations += alone.iterations;
    mine.drifted = mine.drifted || alone.drifted;
    note_place(i);
  }

  void note_place(std::size_t i) {
    const State& state = bodies_[i].state;
    paths_[i].add(state.time, bodies_[i].stepper.model().embedding->points_at(state.q, state.loads.clamps));
  }

  Toucher& body(auto i) { return bodies_[static_cast<std::size_t>(i)]; }
  const Toucher& body(auto i) const { return bodies_[static_cast<std::size_t>(i)]; }

  std::vector<Toucher> bodies_;
  const Surroundings& around_;
  std::vector<Touch>& touches_;
  ContactOptions options_;
  std::vector<PointPath> paths_;  ///< of each body, in this step of the march
  std::vector<bool> left_out_;    ///< for good
  ContactFinder finder_;
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
                        double until, double dt, const ContactOptions& options) {
  WorldMarch world(bodies, around, touches, options);
  if (bodies.empty() || !(until > bodies.front().state.time)) return world.outcome();
  for (const Toucher& body : bodies) ENSURE(body.state.time == bodies.front().state.time);
  const double start = bodies.front().state.time;
  const int n = std::max(1, static_cast<int>(std::ceil((until - start) / dt * (1 - 1e-9))));
  for (int i = 1; i <= n && !world.fails(); ++i) world.go_to(i == n ? until : start + i * dt);
  return world.outcome();
}

}  // namespace plumb
