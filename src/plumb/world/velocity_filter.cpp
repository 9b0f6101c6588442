#include <plumb/world/velocity_filter.h>

#include <algorithm>

#include <plumb/contact/friction/cone.h>
#include <plumb/core/budget.h>
#include <plumb/world/contact_rows.h>
#include <plumb/world/impact_zones.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// A pair that may touch within the step.
struct Filtered {
  Contact start;                        ///< as it is when the step begins
  Contact now;                          ///< at the end of the step, as far as the filter has come
  bool passed = false;                  ///< through each other on the way: seen from where they started
  bool in_zone = false;                 ///< once it is, it stays for the rest of the step
  double lacks = 0;                     ///< m, from what its gap must be in the end
  Vector3d impulse = Vector3d::Zero();  ///< N s, on side a
};

class VelocityFilter {
 public:
  VelocityFilter(std::span<const Toucher> bodies, const Surroundings& around, double h, const FilterOptions& options)
      : bodies_(bodies), around_(around), options_(options), h_(h), masses_(bodies, around, h) {
    outcome_.energy.resize(bodies.size());
    for (const Toucher& body : bodies) outcome_.touched.push_back(!body.stands_aside);
    size_ = masses_.motion().size();
  }

  ContactStepOutcome run() {
    outcome_.status = step_alone();
    if (outcome_.status == Status::ok) outcome_.status = filter();
    if (outcome_.status == Status::ok) outcome_.status = end();
    return outcome_;
  }

 private:
  Status step_alone() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const Method method = bodies_[i].stepper.method();
      if (method != Method::backward_euler && method != Method::linearly_implicit_euler) {
        throw UserError("a velocity filter completes steps of backward Euler only");
      }
      alone_.push_back(bodies_[i].state);
      if (bodies_[i].stands_aside) continue;
      const StepOutcome step = bodies_[i].stepper.step(alone_[i], bodies_[i].programme, h_);
      outcome_.iterations += step.iterations;
      outcome_.energy[i] = step.energy;
      if (step.status != Status::ok) return step.status;
      masses_.move_to(static_cast<int>(i), alone_[i]);
    }
    return Status::ok;
  }

  Status filter() {
    find(2 * std::max(masses_.farthest(), masses_.motion().foreseen()));
    do {
      for (int round = 0; round < options_.rounds && push_all(); ++round) {
      }
      int zone_round = 0;
      while (enlarge_zones()) {
        if (const Status s = budget_left(); s != Status::ok) return s;
        if (++zone_round > options_.zone_rounds) return Status::not_converged;
        project_zones();
      }
    } while (add_missed());
    return Status::ok;
  }

  void find(double margin) {
    margin_ = margin;
    std::vector<Filtered> all;
    for (const Contact& contact :
         find_contacts(masses_.motion().surfaces_at_start(), masses_.motion().obstacles_at_start(), margin)) {
      const auto known = std::find_if(contacts_.begin(), contacts_.end(),
                                      [&](const Filtered& one) { return one.start.key == contact.key; });
      all.push_back(known == contacts_.end() ? Filtered{contact, contact} : *known);
    }
    contacts_ = std::move(all);
  }

  /// Looks where a contact is at the end of the step. Returns true if it overlaps by more than it may.
  bool lacks(Filtered& one) {
    if (one.passed) {
      one.now = one.start;
      one.now.gap += h_ * one.start.normal.dot(masses_.rate(one.start));
    } else {
      update(one.now, masses_.surfaces_at_end(), masses_.motion().obstacles_at_end());
    }
    const double least = std::min(0.0, (1 - options_.push_out) * one.start.gap);
    one.lacks = least - one.now.gap;
    return one.lacks > options_.tolerance * size_;
  }

  /// Changes the relative rate of the two sides. Returns false if both are held.
  bool push(Filtered& one, const Vector3d& change) {
    const double inverse = masses_.inverse_mass(one.now);
    if (inverse == 0) return false;
    masses_.push(one.now, change / inverse);
    one.impulse += change / inverse;
    return true;
  }

  /// Bridson's rule.
  void rub(Filtered& one, double normal_change) {
    const Vector3d rate = masses_.rate(one.now), along = rate - rate.dot(one.now.normal) * one.now.normal;
    const double most = around_.friction.mu(one.now.key) * normal_change;
    if (most <= 0 || along.isZero(0)) return;
    push(one, -std::min(1.0, most / along.norm()) * along);
  }

  /// Returns true if there was something to push.
  bool push_all() {
    bool any = false;
    for (Filtered& one : contacts_) {
      if (!lacks(one) || !push(one, one.lacks / h_ * one.now.normal)) continue;
      rub(one, one.lacks / h_);
      any = true;
    }
    return any;
  }

  /// Takes what still overlaps into zones. Returns false if nothing does.
  bool enlarge_zones() {
    bool any = false;
    for (Filtered& one : contacts_) {
      if (!lacks(one) || masses_.inverse_mass(one.now) == 0) continue;
      one.in_zone = any = true;
    }
    return any;
  }

  void project_zones() {
    std::vector<Filtered*> members;
    std::vector<const Contact*> contacts;
    for (Filtered& one : contacts_) {
      if (!one.in_zone || one.lacks < -options_.tolerance * size_) continue;
      members.push_back(&one);
      contacts.push_back(&one.now);
    }
    for (const std::vector<int>& zone : impact_zones(masses_, contacts)) {
      std::vector<const Contact*> of_zone;
      Eigen::VectorXd change(zone.size());
      for (std::size_t k = 0; k < zone.size(); ++k) {
        of_zone.push_back(contacts[static_cast<std::size_t>(zone[k])]);
        change[static_cast<Eigen::Index>(k)] = members[static_cast<std::size_t>(zone[k])]->lacks / h_;
      }
      const Eigen::VectorXd impulses = project_zone(masses_, of_zone, change);
      for (std::size_t k = 0; k < zone.size(); ++k) {
        Filtered& one = *members[static_cast<std::size_t>(zone[k])];
        one.impulse += impulses[static_cast<Eigen::Index>(k)] * one.now.normal;
        rub(one, std::max(0.0, change[static_cast<Eigen::Index>(k)]));
      }
    }
  }

  /// Finds pairs that came near, or passed through each other, only after the filter had moved them. Returns true if
  /// there are any.
  bool add_missed() {
    if (2 * masses_.farthest() > margin_) find(2 * masses_.farthest());
    const auto before = masses_.motion().surfaces_at_start(), after = masses_.surfaces_at_end();
    const auto obstacles_before = masses_.motion().obstacles_at_start();
    const auto obstacles_after = masses_.motion().obstacles_at_end();
    const std::vector<ContactKey> crossed = find_crossings({before, after, obstacles_before, obstacles_after});
    bool any = false;
    for (Filtered& one : contacts_) {
      if (!one.passed && std::binary_search(crossed.begin(), crossed.end(), one.start.key)) {
        one.passed = true;
        if (lacks(one)) any = true;
      } else if (!one.in_zone && lacks(one) && masses_.inverse_mass(one.now) > 0) {
        any = true;
      }
    }
    return any;
  }

  Status end() {
    std::vector<bool> pushed(bodies_.size(), false);
    for (const Filtered& one : contacts_) {
      if (one.impulse.isZero(0)) continue;
      pushed[static_cast<std::size_t>(one.now.a.body)] = true;
      if (!one.now.with_obstacle()) pushed[static_cast<std::size_t>(one.now.b.body)] = true;
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!pushed[i]) continue;
      if (const Status s = filter_state(i); s != Status::ok) return s;
    }
    tell();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!bodies_[i].stands_aside) bodies_[i].state = std::move(alone_[i]);
    }
    return Status::ok;
  }

  /// Puts the filtered rates and positions into the state that the body came to alone.
  Status filter_state(std::size_t i) {
    EnergyMeter& meter = bodies_[i].stepper.meter();
    State filtered = bodies_[i].state;
    const Eigen::VectorXd way = masses_.q_at_end(static_cast<int>(i), alone_[i]) - filtered.q;
    if (const Status s = bodies_[i].stepper.model().layout.retract(filtered, way); s != Status::ok) return s;
    const double before = meter.kinetic(alone_[i]) + meter.potential(alone_[i]);
    alone_[i].v += (filtered.q - alone_[i].q) / h_;
    alone_[i].q = filtered.q;
    alone_[i].history = std::move(filtered.history);
    const double after = meter.kinetic(alone_[i]) + meter.potential(alone_[i]);
    outcome_.energy[i].dissipated += std::max(0.0, before - after);
    return Status::ok;
  }

  void tell() {
    double largest = 0, worst = 0;
    for (Filtered& one : contacts_) {
      if (one.impulse.isZero(0)) continue;
      lacks(one);
      const Contact& c = one.now;
      const double mu = around_.friction.mu(c.key), pressed = one.impulse.dot(c.normal);
      const Vector3d rate = masses_.rate(c), along = rate - rate.dot(c.normal) * c.normal;
      const double rubbed = (one.impulse - pressed * c.normal).norm();
      const bool sticks = rubbed < mu * pressed * (1 - 1e-8);
      outcome_.contacts.push_back({c.key, c.place, c.normal, one.impulse / h_, c.gap, h_ * along.norm(), sticks});
      const Eigen::Matrix3d frame = contact_frame(c.normal);
      Vector3d apart = frame.transpose() * rate;
      apart[0] = c.gap / h_;
      const double inverse = masses_.inverse_mass(c);
      worst = std::max(worst, natural_map({mu, false}, inverse, frame.transpose() * one.impulse, apart).norm());
      largest = std::max(largest, one.impulse.norm());
    }
    outcome_.residual = largest > 0 ? worst / largest : 0;
  }

  std::span<const Toucher> bodies_;
  const Surroundings& around_;
  FilterOptions options_;
  double h_, size_ = 0, margin_ = 0;
  PointMasses masses_;
  std::vector<State> alone_;        ///< where each body is at the end of the step: alone, then filtered
  std::vector<Filtered> contacts_;  ///< ascending by key
  ContactStepOutcome outcome_;
};

}  // namespace

bool takes_velocity_filter(const Model& model) { return PointMasses::fits(model); }

ContactStepOutcome filtered_step(std::span<const Toucher> bodies, const Surroundings& around, double duration,
                                 const FilterOptions& options) {
  return VelocityFilter(bodies, around, duration, options).run();
}

}  // namespace plumb
