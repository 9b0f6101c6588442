#include <plumb/world/static_path.h>

#include <algorithm>
#include <cmath>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

using Eigen::Vector2d, Eigen::Vector3d;
using Kind = StaticEvent::Kind;

constexpr double kShortest = 1e-9;    // of the way: shorter load steps are given up
constexpr double kOverlap = 1e-12;    // of the size: what overlaps less touches
constexpr double kCritical = 1e-8;    // of the largest force: what is nearer to its limit is at it
constexpr double kLocated = 1e-14;    // of the load step: how well an event is known
constexpr double kDifference = 1e-6;  // of the load step: over which rates are taken
constexpr double kSlope = 1e-7;       // of the largest rate: less is none
constexpr int kMostChoices = 3000, kMostEvents = 200;

struct Split {
  double normal;
  Vector3d aside;
};
Split split(const StaticContact& statics, const StaticTouch& touch, const StaticState& state) {
  const Vector3d n = statics.normal(touch, state);
  const double normal = touch.force.dot(n);
  return {normal, touch.force - normal * n};
}

class Path {
 public:
  Path(StaticContact& statics, StaticState& state, double to) : statics_(statics), state_(state), to_(to) {}

  StaticPathOutcome run(double step) {
    const double way = std::abs(to_ - state_.load), sign = to_ > state_.load ? 1 : -1;
    double h = std::min(step, way);
    while (state_.load != to_ && outcome_.status == Status::ok) {
      if (const Status left = budget_left(); left != Status::ok) return ended(left);
      if (h < kShortest * way) {
        if (unstable_) return ended(Status::unstable);
        if (!stopped_) return ended(Status::not_converged);
        outcome_.status = happen(*stopped_, sign * std::max(h, kShortest * way));
        stopped_.reset();
        h = step * 1e-3;
        continue;
      }
      const double rest = std::abs(to_ - state_.load);
      const double target = h >= rest * (1 - 1e-12) ? to_ : state_.load + sign * h;
      unstable_ = false;
      StaticState trial = state_;
      const Status solved = solve(trial, target);
      if (ended_by_budget(solved)) return ended(solved);
      if (solved != Status::ok) {
        h *= 0.5;
        continue;
      }
      const auto reversed = first_reversed(trial);
      if (reversed) {
        stopped_ = StaticEvent{Kind::reverses, *reversed, state_.load};
        h *= 0.25;
        continue;
      }
      if (const auto event = violated(trial); event) {
        StaticState at = state_;
        StaticEvent first = *event;
        if (!locate(first, trial, at)) {
          h *= 0.5;
          continue;
        }
        if (!accept(at)) {
          h *= 0.5;
          continue;
        }
        outcome_.status = happen(first, sign * h);
        if (outcome_.events.size() > kMostEvents) return ended(Status::not_converged);
        h = std::max(0.1 * h, 1e-3 * step);
        continue;
      }
      if (!accept(trial)) {
        h *= 0.5;
        continue;
      }
      stopped_.reset();
      h = std::min(2 * h, step);
    }
    return ended(outcome_.status);
  }

 private:
  StaticPathOutcome ended(Status status) {
    outcome_.status = status;
    outcome_.certificate = certify(statics_, state_);
    return outcome_;
  }

  Status solve(StaticState& trial, double load) {
    ++outcome_.solves;
    return statics_.solve(trial, load);
  }

  double force_scale(const StaticState& state) const {
    double largest = 0;
    for (const StaticTouch& touch : state.touches) largest = std::max(largest, touch.force.norm());
    return largest;
  }

  /// Goes on from a trial state, unless it has a negative mode: a long step may have come to another branch, a short one
  /// to where the branch ceases to be stable.
  bool accept(const StaticState& trial) {
    const StickCertificate certificate = certify(statics_, trial);
    unstable_ = certificate.status == Status::ok && certificate.certified && certificate.negative_modes > 0;
    if (unstable_) return false;
    state_ = trial;
    for (StaticTouch& touch : state_.touches) {
      if (touch.hold != ContactHold::slides) continue;
      const Split force = split(statics_, touch, state_);
      if (force.aside.norm() > 0) touch.against = force.aside.normalized();
      statics_.anchor(touch, state_);
    }
    return true;
  }

  std::optional<ContactKey> first_reversed(const StaticState& trial) const {
    for (const StaticTouch& touch : trial.touches) {
      if (touch.hold != ContactHold::slides || statics_.mu(touch.key) == 0) continue;
      if (statics_.slid(touch, trial).dot(touch.against) > kOverlap * statics_.size()) return touch.key;
    }
    return {};
  }

  const StaticTouch* find(const StaticState& state, const ContactKey& key) const {
    for (const StaticTouch& touch : state.touches) {
      if (touch.key == key && touch.hold != ContactHold::open) return &touch;
    }
    return nullptr;
  }

  /// Returns what must not become negative, over its scale.
  double value(const StaticEvent& event, const StaticState& at) const {
    if (event.kind == Kind::closes) {
      for (Contact& contact : statics_.near(at, statics_.size())) {
        if (contact.key == event.key) return contact.gap / statics_.size();
      }
      return 1;
    }
    const StaticTouch* touch = find(at, event.key);
    const Split force = split(statics_, *touch, at);
    const double scale = std::max(force_scale(at), force_scale(state_));
    if (!(scale > 0)) return 0;
    if (event.kind == Kind::opens) return force.normal / scale;
    return (statics_.mu(event.key) * force.normal - force.aside.norm()) / scale;
  }

  /// Returns the event that comes first, by straight lines, among those that have come before `trial`.
  std::optional<StaticEvent> violated(const StaticState& trial) const {
    std::optional<StaticEvent> first;
    double earliest = 2;
    const auto consider = [&](Kind kind, const ContactKey& key, double tolerance) {
      const StaticEvent event{kind, key, trial.load};
      const double after = value(event, trial);
      if (after >= -tolerance) return;
      const double before = std::max(0.0, value(event, state_));
      const double at = before / (before - after);
      if (at < earliest) {
        earliest = at;
        first = event;
      }
    };
    for (const StaticTouch& touch : trial.touches) {
      if (touch.hold == ContactHold::open) continue;
      consider(Kind::opens, touch.key, kOverlap);
      if (touch.hold == ContactHold::sticks) consider(Kind::slips, touch.key, kOverlap);
    }
    for (const Contact& contact : statics_.near(trial, 0)) {
      if (!find(trial, contact.key)) consider(Kind::closes, contact.key, kOverlap);
    }
    return first;
  }

  /// Brings `at` to the load where the event happens, or an earlier one does, which takes its place.
  bool locate(StaticEvent& event, const StaticState& trial, StaticState& at) {
    double low = state_.load, high = trial.load, f_low = std::max(0.0, value(event, state_)),
           f_high = value(event, trial);
    const double width = std::abs(high - low);
    StaticState now = trial;
    int side = 0;
    for (int i = 0; i < 80 && std::abs(high - low) > kLocated * width && f_low > 0; ++i) {
      const double load = i % 8 == 7 ? 0.5 * (low + high) : (low * f_high - high * f_low) / (f_high - f_low);
      now = state_;
      if (solve(now, load) != Status::ok) return false;
      if (const auto other = violated(now); other && (other->kind != event.kind || other->key != event.key)) {
        event = *other;
        return locate(event, now, at);
      }
      const double f = value(event, now);
      if (std::abs(f) < 1e-15 || load == low || load == high) break;
      if (f > 0) {
        low = load;
        f_low = f;
        if (side == 1) f_high *= 0.5;
        side = 1;
      } else {
        high = load;
        f_high = f;
        if (side == -1) f_low *= 0.5;
        side = -1;
      }
    }
    if (!(f_low > 0)) now = state_;  // it was at its limit already
    at = now;
    event.load = at.load;
    return true;
  }

  /// Lets an event happen at the present state: chooses how contacts are held from here on.
  Status happen(const StaticEvent& event, double step) {
    outcome_.events.push_back(event);
    outcome_.events.back().load = state_.load;
    if (event.kind == Kind::closes) {
      for (const Contact& contact : statics_.near(state_, statics_.size())) {
        if (contact.key != event.key) continue;
        const auto place = std::lower_bound(state_.touches.begin(), state_.touches.end(), contact.key,
                                            [](const StaticTouch& t, const ContactKey& k) { return t.key < k; });
        state_.touches.insert(place, statics_.touch(contact, state_, ContactHold::open));
      }
    }
    return choose(event, kDifference * step);
  }

  struct Choice {
    ContactHold hold;
    Vector3d against{0, 0, 0};
  };

  std::vector<Choice> choices(const StaticTouch& touch, const StaticEvent& event) const {
    const double mu = statics_.mu(touch.key), scale = std::max(force_scale(state_), 1e-300);
    const Split force = split(statics_, touch, state_);
    const bool happens = touch.key == event.key;
    const bool weightless = force.normal <= kCritical * scale;
    const Vector3d along = force.aside.norm() > 0 ? Vector3d(force.aside.normalized()) : touch.against;
    if (touch.hold == ContactHold::open && event.kind == Kind::closes && happens) {
      const Vector3d any = any_perpendicular(statics_.normal(touch, state_));
      if (mu == 0) return {{ContactHold::slides, any}, {ContactHold::open}};
      const Vector3d other = statics_.normal(touch, state_).cross(any);
      return {{ContactHold::sticks},        {ContactHold::slides, any},    {ContactHold::slides, -any},
              {ContactHold::slides, other}, {ContactHold::slides, -other}, {ContactHold::open}};
    }
    if (touch.hold == ContactHold::open) return {{ContactHold::open}};
    if (weightless || (happens && event.kind == Kind::opens)) {
      return {{ContactHold::open}, {touch.hold, touch.against}};
    }
    if (mu == 0) return {{touch.hold, touch.against}};
    const bool on_rim = mu * force.normal - force.aside.norm() <= kCritical * scale;
    if (touch.hold == ContactHold::sticks) {
      if (!on_rim) return {{ContactHold::sticks}};
      return {{ContactHold::slides, along}, {ContactHold::sticks}};
    }
    return {{ContactHold::slides, touch.against}, {ContactHold::sticks}};
  }

  Status choose(const StaticEvent& event, double step) {
    std::vector<std::vector<Choice>> all;
    std::size_t n = 1;
    for (const StaticTouch& touch : state_.touches) {
      all.push_back(choices(touch, event));
      n = std::min<std::size_t>(n * all.back().size(), kMostChoices + 1);
    }
    if (n > kMostChoices) return Status::not_converged;
    for (std::size_t number = 0; number < n; ++number) {
      StaticState next = state_;
      std::size_t left = number;
      for (std::size_t c = 0; c < all.size(); ++c) {
        const Choice& choice = all[c][left % all[c].size()];
        left /= all[c].size();
        StaticTouch& touch = next.touches[c];
        if (touch.hold == ContactHold::slides || touch.hold != choice.hold) statics_.anchor(touch, state_);
        touch.hold = choice.hold;
        touch.against = choice.against;
        if (touch.hold == ContactHold::open) touch.force.setZero();
      }
      if (!admissible(next, step)) continue;
      state_ = next;
      std::erase_if(state_.touches, [](const StaticTouch& touch) { return touch.hold == ContactHold::open; });
      return Status::ok;
    }
    std::erase_if(state_.touches, [](const StaticTouch& touch) { return touch.hold == ContactHold::open; });
    return Status::snaps;
  }

  bool admissible(const StaticState& next, double step) {
    const StaticContact::Rates rates = statics_.rates(next, step);
    if (rates.status != Status::ok) return false;
    double force_rate = 0, motion_rate = 0;
    for (std::size_t c = 0; c < next.touches.size(); ++c) {
      force_rate = std::max(force_rate, rates.force[c].norm());
      motion_rate = std::max(motion_rate, rates.motion[c].norm());
    }
    const double least_force = kSlope * force_rate, least_motion = kSlope * motion_rate;
    const double scale = force_scale(state_);
    for (std::size_t c = 0; c < next.touches.size(); ++c) {
      const StaticTouch& touch = next.touches[c];
      const double mu = statics_.mu(touch.key);
      const Vector3d &force = rates.force[c], &motion = rates.motion[c];
      if (touch.hold == ContactHold::open) {
        if (motion[0] < -least_motion) return false;
        continue;
      }
      const Split now = split(statics_, touch, next);
      if (now.normal <= kCritical * scale && force[0] < -least_force) return false;
      const Vector2d along = (rates.frame[c].transpose() * touch.against).tail<2>();
      if (touch.hold == ContactHold::slides) {
        if (mu > 0 && motion.tail<2>().dot(along) > least_motion) return false;
        continue;
      }
      if (mu * now.normal - now.aside.norm() > kCritical * scale) continue;
      const Vector2d aside = (rates.frame[c].transpose() * now.aside).tail<2>();
      const double grows =
          aside.norm() > kCritical * scale ? force.tail<2>().dot(aside.normalized()) : force.tail<2>().norm();
      if (grows > mu * force[0] + least_force) return false;
    }
    return true;
  }

  StaticContact& statics_;
  StaticState& state_;
  double to_;
  std::optional<StaticEvent> stopped_;
  bool unstable_ = false;  ///< had the last trial state a negative mode?
  StaticPathOutcome outcome_;
};

}  // namespace

StaticPathOutcome follow(StaticContact& statics, StaticState& state, double to, double step) {
  return Path(statics, state, to).run(step);
}

Status slide_to_rest(StaticContact& statics, StaticState& state, double stride) {
  constexpr int kMostStrides = 2000;
  constexpr double kRim = 1e-6;
  StaticState now = state;
  for (StaticTouch& touch : now.touches) {
    statics.anchor(touch, now);
    touch.hold = ContactHold::sticks;
  }
  const std::vector<StaticTouch> before = now.touches;
  double length = stride;
  bool moved = false;
  for (int i = 0; i < kMostStrides; ++i) {
    if (const Status left = budget_left(); left != Status::ok) return left;
    StaticState next = now;
    const auto exceeds = [&](const StaticTouch& touch, double share) {
      const Split force = split(statics, touch, now);
      return force.aside.norm() > share * statics.mu(touch.key) * force.normal;
    };
    const bool any_goes = std::any_of(now.touches.begin(), now.touches.end(),
                                      [&](const StaticTouch& touch) { return exceeds(touch, moved ? 1 : 1 - kRim); });
    if (!any_goes) {
      state = now;
      return Status::ok;
    }
    // What is as near to its limit as those that go, like the points of an edge, goes with them.
    std::vector<std::size_t> going;
    for (std::size_t c = 0; c < now.touches.size(); ++c) {
      StaticTouch& touch = next.touches[c];
      if (!exceeds(touch, 1 - kRim)) continue;
      touch.against = split(statics, touch, now).aside.normalized();
      const Vector3d n = statics.normal(touch, now);
      // A touch that is set aside along its tangents is anchored there; the equilibrium brings the body after it.
      const double turned = std::abs(n.dot(touch.normal));
      if (!(turned > 1 - 1e-9)) return Status::not_converged;  // only obstacles that stand unturned and flat
      touch.anchor -= length * touch.against;
      going.push_back(c);
    }
    bool good = statics.solve(next, now.load) == Status::ok, any_exceeds = false;
    for (const std::size_t c : going) {
      if (!good) break;
      const StaticTouch& touch = next.touches[c];
      const Split force = split(statics, touch, next);
      const double limit = statics.mu(touch.key) * force.normal, along = force.aside.dot(touch.against);
      good = along >= limit * (1 - kRim);
      any_exceeds = any_exceeds || along >= limit;
    }
    good = good && any_exceeds;
    if (good) {
      now = next;
      moved = true;
      continue;
    }
    if (length > 1e-3 * stride) {
      length *= 0.5;
      continue;
    }
    // The rest of the way is short: the contacts slide, with their friction at its full size.
    for (const std::size_t c : going) {
      now.touches[c].against = next.touches[c].against;
      now.touches[c].hold = ContactHold::slides;
    }
    const Status status = statics.solve(now, now.load);
    if (status != Status::ok) return status;
    for (StaticTouch& touch : now.touches) statics.anchor(touch, now);
    state = now;
    return Status::ok;
  }
  return Status::not_converged;
}

}  // namespace plumb
