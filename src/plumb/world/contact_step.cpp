#include <plumb/world/contact_step.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include <plumb/core/budget.h>
#include <plumb/world/contact_rows.h>

namespace plumb {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d, Eigen::VectorXd;
using Points = std::vector<Vector3d>;

/// A body on its way through the step.
struct Traveller {
  const Toucher* who = nullptr;
  LinearisedStep* way = nullptr;  ///< null: it is near nothing
  Points start, velocity, now;    ///< of all points of the embedding

  const Model& model() const { return who->stepper.model(); }
  const State& point() const { return way ? way->point() : who->state; }
};

/// An obstacle at the start and at the end of the step.
struct ObstacleWay {
  Pose from, to;
  PoseRate rate;  ///< at the start

  /// Returns how far the material point that is at `place` in the end has come.
  Vector3d motion(const Vector3d& place) const {
    return place - (from.position + from.frame() * (to.frame().transpose() * (place - to.position)));
  }
  Vector3d velocity_at_start(const Vector3d& place) const {
    return rate.velocity + rate.spin.cross(place - motion(place) - from.position);
  }
};

/// A contact that takes part in the problem.
struct Active {
  Contact contact;
  Vector3d force{0, 0, 0};    ///< N, on side a
  Vector3d residue{0, 0, 0};  ///< m, of a contact that sticks since an earlier step
};

template <class T>
auto weighted(const BodyPoint& point, const std::vector<T>& values) {
  T sum = point.weights[0] * values[static_cast<std::size_t>(point.points[0])];
  for (std::size_t i = 1; i < static_cast<std::size_t>(point.n); ++i) {
    sum += point.weights[i] * values[static_cast<std::size_t>(point.points[i])];
  }
  return sum;
}

const ContactKey& key_of(const Contact& contact) { return contact.key; }
const ContactKey& key_of(const Active& one) { return one.contact.key; }
/// Returns the place of the first that does not come before the key.
template <class List>
auto first_from(const ContactKey& key, List& list) {
  return std::lower_bound(list.begin(), list.end(), key,
                          [](const auto& one, const ContactKey& k) { return key_of(one) < k; });
}
/// Returns the place of the key, or the end.
template <class List>
auto place_of(const ContactKey& key, List& list) {
  const auto at = first_from(key, list);
  return at != list.end() && key_of(*at) == key ? at : list.end();
}

class ContactStep {
 public:
  ContactStep(std::span<const Toucher> bodies, const Surroundings& around, const std::vector<Touch>& touches, double h,
              const ContactOptions& options)
      : around_(around), touches_(touches), options_(options), h_(h) {
    for (const Toucher& body : bodies) {
      Traveller one;
      one.who = &body;
      const Model& model = body.stepper.model();
      const auto n = static_cast<std::size_t>(model.embedding->n_points());
      one.start.resize(n);
      one.velocity.resize(n);
      model.embedding->positions(body.state.q, body.state.loads.clamps, one.start);
      model.embedding->velocities(body.state.q, body.state.loads.clamps, body.state.loads.clamp_rates, body.state.v,
                                  one.velocity);
      one.now = one.start;
      bodies_.push_back(std::move(one));
    }
    if (around.obstacles.empty()) return;
    const auto taking_part =
        std::find_if(bodies.begin(), bodies.end(), [](const Toucher& body) { return !body.stands_aside; });
    const double time = taking_part->state.time;
    const ObstacleMotion from = around.motion(time), to = around.motion(time + h);
    for (std::size_t i = 0; i < around.obstacles.size(); ++i) {
      const PoseRate rate = from.rates.empty() ? PoseRate{} : from.rates[i];
      obstacles_.push_back({from.poses[i], to.poses[i], rate});
    }
  }

  ContactStepOutcome run() {
    outcome_.energy.resize(bodies_.size());
    outcome_.touched.assign(bodies_.size(), false);
    find_first_candidates();
    if (candidates_.empty()) return outcome_;
    outcome_.status = begin();
    for (bool whole = false; outcome_.status == Status::ok && !whole;) {
      outcome_.status = iterate();
      whole = outcome_.status == Status::ok && !add_missed();
      if (outcome_.status == Status::ok && !whole) outcome_.status = begin();
    }
    if (outcome_.status == Status::ok) end();
    return outcome_;
  }

  std::vector<Touch> remembered() const {
    std::vector<Touch> all;
    for (const Active& one : active_) {
      if (one.force.isZero(0)) continue;
      const bool sticks = sticking(one);
      all.push_back({one.contact.key, one.force, sticks ? tangential_motion(one) : Vector3d::Zero(), sticks});
    }
    return all;
  }

 private:
  std::vector<SurfaceNow> surfaces(Points Traveller::*x) const {
    std::vector<SurfaceNow> all;
    for (const Traveller& body : bodies_) {
      const Surface* surface = body.who->stands_aside ? nullptr : body.model().surface.get();
      all.push_back({surface, body.*x, body.who->touches_itself});
    }
    return all;
  }
  std::vector<ObstacleNow> obstacles(Pose ObstacleWay::*pose) const {
    std::vector<ObstacleNow> all;
    for (std::size_t i = 0; i < obstacles_.size(); ++i) all.push_back({&around_.obstacles[i], obstacles_[i].*pose});
    return all;
  }

  /// Finds what may come to touch during the step if points go at most a little faster than they do now.
  void find_first_candidates() {
    double fastest = 0, heaviest = 0, size = 0;
    for (const Traveller& body : bodies_) {
      for (const Vector3d& v : body.velocity) fastest = std::max(fastest, v.norm());
      for (const Vector3d& x : body.start) size = std::max(size, (x - body.start.front()).norm());
      heaviest = std::max(heaviest, body.who->state.loads.gravity.norm());
    }
    for (const ObstacleWay& one : obstacles_) fastest = std::max(fastest, one.motion(one.to.position).norm() / h_);
    find_candidates(std::max(2 * h_ * (fastest + h_ * heaviest), kTouching * size));
    for (const Touch& touch : touches_) {
      const auto at = place_of(touch.key, candidates_);
      if (at != candidates_.end()) active_.push_back({*at, touch.force, touch.residue});
    }
  }

  void find_candidates(double margin) {
    margin_ = margin;
    candidates_ = find_contacts(surfaces(&Traveller::start), obstacles(&ObstacleWay::from), margin);
  }

  Status begin() {
    for (const Contact& contact : candidates_) {
      if (const Status s = begin(contact.a.body); s != Status::ok) return s;
      if (contact.with_obstacle()) continue;
      if (const Status s = begin(contact.b.body); s != Status::ok) return s;
    }
    return Status::ok;
  }
  Status begin(int body) {
    Traveller& one = bodies_[static_cast<std::size_t>(body)];
    if (one.way) return Status::ok;
    outcome_.touched[static_cast<std::size_t>(body)] = true;
    one.way = one.who->stepper.begin(one.who->state, one.who->programme, h_);
    return one.way ? Status::ok : Status::not_converged;
  }

  bool all_converged() const {
    return std::all_of(bodies_.begin(), bodies_.end(),
                       [](const Traveller& body) { return !body.way || body.way->converged(); });
  }

  /// Newton's method on the bodies, each step of which contact completes.
  Status iterate() {
    do {
      if (const Status s = linearise(); s != Status::ok) return s;
      if (const Status s = touch(); s != Status::ok) return s;
      for (std::size_t i = 0; i < bodies_.size(); ++i) {
        Traveller& body = bodies_[i];
        if (!body.way) continue;
        const VectorXd response = delassus_->response(static_cast<int>(i), r_);
        const VectorXd step = response.size() > 0 ? VectorXd(body.way->free_step() + response) : body.way->free_step();
        if (const Status s = body.way->move(step); s != Status::ok) return s;
        look(body);
      }
      follow_contacts();
    } while (!all_converged());
    return outcome_.residual <= options_.tolerance ? Status::ok : Status::not_converged;
  }

  Status linearise() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      Traveller& body = bodies_[i];
      if (!body.way) continue;
      const Status s = body.way->linearise([&](SymmetricMatrix& matrix) {
        for (const Active& one : active_) {
          add_curvature(one.contact, one.force, static_cast<int>(i), now(body), matrix);
        }
      });
      ++outcome_.iterations;
      if (s != Status::ok) return s;
      if (!body.way->positive()) return Status::not_converged;  // a shorter step makes it so
    }
    return Status::ok;
  }

  static BodyNow now(const Traveller& body) {
    const State& point = body.point();
    return {&body.model(), &point.q, point.loads.clamps};
  }
  static void look(Traveller& body) {
    const State& point = body.way->point();
    body.model().embedding->positions(point.q, point.loads.clamps, body.now);
  }

  /// Brings all contacts up to date with where the bodies have come to.
  void follow_contacts() {
    const auto at = surfaces(&Traveller::now);
    const auto solid = obstacles(&ObstacleWay::to);
    for (Active& one : active_) update(one.contact, at, solid);
    for (Contact& one : candidates_) update(one, at, solid);
  }

  /// Finds the forces of the contacts: at the present point, with the matrices that were factored there.
  Status touch() {
    std::vector<BodyNow> at;
    std::vector<int> n_free;
    for (const Traveller& body : bodies_) {
      at.push_back(now(body));
      n_free.push_back(body.model().layout.n_free);
    }
    include_what_would_overlap(at);
    std::vector<ContactRow> rows;
    for (const Active& one : active_) rows.push_back(plumb::linearise(one.contact, at));
    delassus_.emplace(rows, n_free, [&](int body, Eigen::Ref<Eigen::MatrixXd> columns) {
      bodies_[static_cast<std::size_t>(body)].way->solve(columns);
    });
    ContactProblem problem;
    problem.w = &*delassus_;
    problem.b.setZero(3 * static_cast<Eigen::Index>(active_.size()));
    r_.resize(problem.b.size());
    double softest = 0;
    for (std::size_t c = 0; c < active_.size(); ++c) {
      const Active& one = active_[c];
      const auto place = 3 * static_cast<Eigen::Index>(c);
      Vector3d moved = rows[c].frame.transpose() * tangential_motion(one);
      moved[0] = one.contact.gap;
      problem.b.segment<3>(place) = moved;
      problem.cones.push_back({around_.friction.mu(one.contact.key), false});
      r_.segment<3>(place) = rows[c].frame.transpose() * one.force;
      const int i = static_cast<int>(c);
      softest = std::max(softest, delassus_->block(i, i).norm());
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (bodies_[i].way) delassus_->add_motion(static_cast<int>(i), bodies_[i].way->free_step(), problem.b);
    }
    if (active_.empty()) return Status::ok;
    problem.force_scale = softest > 0 ? kGravity * h_ * h_ / softest : 1;
    const ContactOutcome solved = solve_contact(problem, options_, r_);
    outcome_.residual = solved.residual;
    if (ended_by_budget(solved.status)) return solved.status;
    for (std::size_t c = 0; c < active_.size(); ++c) {
      active_[c].force = rows[c].frame * r_.segment<3>(3 * static_cast<Eigen::Index>(c));
    }
    return Status::ok;
  }

  /// Lets those candidates take part that would overlap without a force. Who takes part stays.
  void include_what_would_overlap(std::span<const BodyNow> at) {
    for (const Contact& candidate : candidates_) {
      if (is_active(candidate.key)) continue;
      const ContactRow row = plumb::linearise(candidate, at);
      double gap = candidate.gap;
      for (const ContactRow::Part& part : row.parts) {
        if (part.rows.empty()) continue;
        const VectorXd& step = bodies_[static_cast<std::size_t>(part.body)].way->free_step();
        for (std::size_t k = 0; k < part.rows.size(); ++k) {
          gap += part.columns(0, static_cast<Eigen::Index>(k)) * step[part.rows[k]];
        }
      }
      if (gap < 0) activate(candidate);
    }
  }

  bool is_active(const ContactKey& key) const { return place_of(key, active_) != active_.end(); }
  void activate(const Contact& contact) {
    active_.insert(first_from(contact.key, active_), {contact, Vector3d::Zero(), Vector3d::Zero()});
  }

  /// Lets those take part that overlap in the end, or have crossed on the way, and were not thought of. Returns true if
  /// there are any. Two points that meet have been no farther apart than both have come.
  bool add_missed() {
    double farthest = 0;
    for (const Traveller& body : bodies_) {
      for (std::size_t i = 0; i < body.start.size(); ++i) {
        farthest = std::max(farthest, (body.now[i] - body.start[i]).norm());
      }
    }
    for (const ObstacleWay& one : obstacles_) farthest = std::max(farthest, one.motion(one.to.position).norm());
    const auto from = surfaces(&Traveller::start), to = surfaces(&Traveller::now);
    const auto from_solid = obstacles(&ObstacleWay::from), to_solid = obstacles(&ObstacleWay::to);
    if (2 * farthest > margin_) {
      find_candidates(2 * farthest);
      for (Contact& one : candidates_) update(one, to, to_solid);
    }
    const std::vector<ContactKey> crossed = find_crossings({from, to, from_solid, to_solid});
    bool any = false;
    for (const Contact& one : candidates_) {
      if (is_active(one.key)) continue;
      if (one.gap >= 0 && !std::binary_search(crossed.begin(), crossed.end(), one.key)) continue;
      activate(one);
      any = true;
    }
    return any;
  }

  /// Returns how far side a has come along side b during the step, with what is left of earlier ones, m.
  Vector3d tangential_motion(const Active& one) const {
    const Vector3d moved = relative(one, &ContactStep::motion_of, &ContactStep::motion_of_obstacle) + one.residue;
    return moved - one.contact.normal * one.contact.normal.dot(moved);
  }

  Vector3d motion_of(const BodyPoint& point) const {
    const Traveller& body = bodies_[static_cast<std::size_t>(point.body)];
    return weighted(point, body.now) - weighted(point, body.start);
  }
  Vector3d motion_of_obstacle(const Contact& contact) const {
    return obstacles_[static_cast<std::size_t>(contact.key.b_owner)].motion(contact.place);
  }
  /// The way by the mean of the rates before and after: what the impulse of a force works on.
  Vector3d mean_motion_of(const BodyPoint& point) const {
    const Traveller& body = bodies_[static_cast<std::size_t>(point.body)];
    return 0.5 * (motion_of(point) + h_ * weighted(point, body.velocity));
  }
  Vector3d mean_motion_of_obstacle(const Contact& contact) const {
    const ObstacleWay& way = obstacles_[static_cast<std::size_t>(contact.key.b_owner)];
    return 0.5 * (way.motion(contact.place) + h_ * way.velocity_at_start(contact.place));
  }
  Vector3d relative(const Active& one, Vector3d (ContactStep::*of_point)(const BodyPoint&) const,
                    Vector3d (ContactStep::*of_obstacle)(const Contact&) const) const {
    const Contact& c = one.contact;
    return (this->*of_point)(c.a) - (c.with_obstacle() ? (this->*of_obstacle)(c) : (this->*of_point)(c.b));
  }

  bool sticking(const Active& one) const {
    const double normal = one.force.dot(one.contact.normal);
    const double along = (one.force - normal * one.contact.normal).norm();
    return along < around_.friction.mu(one.contact.key) * normal * (1 - kOnTheRim);
  }

  void end() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      Traveller& body = bodies_[i];
      if (!body.way) continue;
      outcome_.energy[i] = body.who->stepper.end(body.who->state).energy;
    }
    for (const Active& one : active_) {
      if (one.force.isZero(0)) continue;
      enter_work(one);
      const Contact& c = one.contact;
      outcome_.contacts.push_back(
          {c.key, c.place, c.normal, one.force, c.gap, tangential_motion(one).norm(), sticking(one)});
    }
  }

  /// What the impulse of a contact gives to its bodies is work done on them, less what friction and impact take. Where
  /// a contact gives energy, as it does when it pushes apart what overlapped, that is nobody's work: it stays for the
  /// balance to show.
  void enter_work(const Active& one) {
    const Contact& c = one.contact;
    const Vector3d a = mean_motion_of(c.a);
    const Vector3d b = c.with_obstacle() ? mean_motion_of_obstacle(c) : mean_motion_of(c.b);
    const double lost = std::max(0.0, -one.force.dot(a - b));
    StepWork& of_a = outcome_.energy[static_cast<std::size_t>(c.a.body)];
    if (c.with_obstacle()) {
      of_a.work += one.force.dot(b);
      of_a.dissipated += lost;
      return;
    }
    StepWork& of_b = outcome_.energy[static_cast<std::size_t>(c.b.body)];
    of_a.work += one.force.dot(a) + 0.5 * lost;
    of_b.work += -one.force.dot(b) + 0.5 * lost;
    of_a.dissipated += 0.5 * lost;
    of_b.dissipated += 0.5 * lost;
  }

  static constexpr double kGravity = 9.81;   // m/s^2: a typical weight is what it makes of the mass behind a contact
  static constexpr double kOnTheRim = 1e-8;  // of the cone: nearer to it, a contact slides
  static constexpr double kTouching = 1e-6;  // of the size of a body: what is nearer may touch in any step

  const Surroundings& around_;
  const std::vector<Touch>& touches_;
  ContactOptions options_;
  double h_;
  std::vector<Traveller> bodies_;
  std::vector<ObstacleWay> obstacles_;
  double margin_ = 0;                ///< m: who is nearer at the start is a candidate
  std::vector<Contact> candidates_;  ///< ascending by key, like all that follow
  std::vector<Active> active_;
  std::optional<BodyDelassus> delassus_;
  VectorXd r_;  ///< N, in the frames of the contacts
  ContactStepOutcome outcome_;
};

}  // namespace

ContactStepOutcome contact_step(std::span<const Toucher> bodies, const Surroundings& around,
                                std::vector<Touch>& touches, double duration, const ContactOptions& options) {
  ContactStep step(bodies, around, touches, duration, options);
  ContactStepOutcome outcome = step.run();
  if (outcome.status == Status::ok) touches = step.remembered();
  return outcome;
}

}  // namespace plumb
