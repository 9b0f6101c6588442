#include <plumb/world/contact_step.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

#include <plumb/contact/detect/inner_touch.h>
#include <plumb/core/budget.h>
#include <plumb/world/contact_island.h>
#include <plumb/world/free_motion.h>
#include <plumb/world/step_motion.h>

namespace plumb {
namespace {

using Eigen::Vector3d, Eigen::VectorXd;

constexpr double kGravity = 9.81;   // m/s^2: a typical weight is what it makes of the mass behind a contact
constexpr double kSettled = 1e-11;  // of the size of the bodies: how far a gap may be from where it was foreseen
constexpr double kDeep = 0.1;       // of the thickness: how far one iteration may leave surfaces in each other
constexpr double kThin = 1e-4;      // of the size of the bodies: the thickness of what has none
/// The nearest places of edges that are parallel, but for rounding, jump from end to end for ever. After so many rounds
/// of Newton's method on the bodies, the contacts of such edges stay where they are on their bodies, and after some more
/// all contacts between bodies; then a gap may be off by this part of the size.
constexpr int kFreeRounds = 10, kStubbornRounds = 16, kMostRounds = 100;
constexpr double kStillTouching = 1e-6, kParallel = 0.1;  // the latter the sine of the angle between two edges
constexpr double kOnTheRim = 1e-8;                        // of the cone: nearer to it, a contact slides

/// Returns the place of the first that does not come before the key.
auto first_from(const ContactKey& key, std::vector<Contact>& list) {
  return std::lower_bound(list.begin(), list.end(), key,
                          [](const Contact& one, const ContactKey& k) { return one.key < k; });
}
/// Returns the place of the key, or the end.
auto place_of(const ContactKey& key, std::vector<Contact>& list) {
  const auto at = first_from(key, list);
  return at != list.end() && at->key == key ? at : list.end();
}

/// Is this the contact of two bodies' edges that are nearly parallel?
bool nearly_parallel(const Contact& contact, std::span<const SurfaceNow> bodies) {
  if (contact.key.kind != ContactKey::Kind::edge_edge) return false;
  const auto along = [&](int body, int edge) {
    const SurfaceNow& now = bodies[static_cast<std::size_t>(body)];
    const auto& [from, to] = now.surface->edges[static_cast<std::size_t>(edge)];
    return Vector3d(now.x[static_cast<std::size_t>(to)] - now.x[static_cast<std::size_t>(from)]);
  };
  const Vector3d a = along(contact.key.a_body, contact.key.a_part), b = along(contact.key.b_owner, contact.key.b_part);
  return a.cross(b).norm() < kParallel * a.norm() * b.norm();
}

class ContactStep {
 public:
  ContactStep(std::span<const Toucher> bodies, const Surroundings& around, double h, const ContactOptions& options,
              ContactFinder& finder)
      : bodies_(bodies),
        around_(around),
        options_(options),
        finder_(finder),
        h_(h),
        motion_(bodies, around, h),
        at_work_(bodies.size()) {
    outcome_.energy.resize(bodies.size());
    outcome_.touched.assign(bodies.size(), false);
    outcome_.statuses.assign(bodies.size(), Status::ok);
  }

  ContactStepOutcome run(const std::vector<Touch>& touches) {
    find_candidates(2 * motion_.foreseen());
    if (candidates_.empty()) return outcome_;
    for (const Touch& touch : touches) {
      const auto at = place_of(touch.key, candidates_);
      if (at != candidates_.end() && moves(*at)) active_[at->key] = {*at, touch.force, touch.residue, at->normal};
    }
    do {
      begin();
      iterate();
    } while (add_missed());
    outcome_.status = worst_status();
    if (outcome_.met.empty()) end();
    return outcome_;
  }

  /// Returns what is remembered: of those that have done their step, what it left; of the others, what was.
  std::vector<Touch> remembered(const std::vector<Touch>& before) const {
    std::vector<Touch> all;
    for (const Touch& touch : before) {
      const ContactKey& key = touch.key;
      if (left_alone(key.a_body) || (key.b_obstacle == 0 && left_alone(key.b_owner))) all.push_back(touch);
    }
    for (const auto& [key, one] : active_) {
      if (one.force.isZero(0)) continue;
      const bool sticks = sticking(one);
      all.push_back({key, one.force, sticks ? slid(one) : Vector3d::Zero(), sticks});
    }
    std::sort(all.begin(), all.end(), [](const Touch& a, const Touch& b) { return a.key < b.key; });
    return all;
  }

 private:
  /// A body in its step.
  struct AtWork {
    LinearisedStep* way = nullptr;                ///< null: it is near nothing, or its step failed
    bool settled = false;                         ///< has its island found its step?
    int rounds = 0;                               ///< of Newton's method
    std::shared_ptr<const ContactIsland> island;  ///< in which it settled
  };
  /// The iterations of an island so far.
  struct Course {
    std::vector<int> bodies;
    std::size_t n_contacts = 0;
    Anderson anderson;
    double last = HUGE_VAL;  ///< the size of the last step in the layout's scale
  };
  AtWork& at_work(int body) { return at_work_[static_cast<std::size_t>(body)]; }
  const AtWork& at_work(int body) const { return at_work_[static_cast<std::size_t>(body)]; }
  Status& status(int body) { return outcome_.statuses[static_cast<std::size_t>(body)]; }
  bool is_busy(int body) const { return at_work(body).way && !at_work(body).settled; }
  bool is_busy(const ContactIsland& island) const {
    return std::any_of(island.bodies.begin(), island.bodies.end(), [&](int body) { return is_busy(body); });
  }
  /// Is this a body that this step does not move?
  bool left_alone(int body) const {
    const Toucher& one = bodies_[static_cast<std::size_t>(body)];
    return one.stands_aside || one.done || outcome_.statuses[static_cast<std::size_t>(body)] != Status::ok;
  }
  /// Does this step move both sides, as far as they are bodies? Only then may the contact bear a force.
  bool moves(const Contact& c) const { return !left_alone(c.a.body) && (c.with_obstacle() || !left_alone(c.b.body)); }
  bool moves_any(const Contact& c) const {
    return !left_alone(c.a.body) || (!c.with_obstacle() && !left_alone(c.b.body));
  }
  template <class Is>
  bool any_side(const Contact& c, const Is& is) const {
    return is(c.a.body) || (!c.with_obstacle() && is(c.b.body));
  }

  void find_candidates(double margin) {
    margin_ = margin;
    candidates_ = finder_.find(motion_.surfaces_at_start(), motion_.obstacles_at_start(), margin);
    std::erase_if(candidates_, [&](const Contact& one) { return !moves_any(one); });
  }

  /// Begins the steps of all bodies that are near something and have not begun.
  void begin() {
    std::vector<int> begun;
    const auto begin_body = [&](int body) {
      if (left_alone(body) || at_work(body).way) return;
      const Toucher& one = bodies_[static_cast<std::size_t>(body)];
      outcome_.touched[static_cast<std::size_t>(body)] = true;
      at_work(body).way = one.stepper.begin(one.state, one.programme, h_);
      if (!at_work(body).way) status(body) = Status::not_converged;
      begun.push_back(body);
    };
    for (const Contact& contact : candidates_) {
      begin_body(contact.a.body);
      if (!contact.with_obstacle()) begin_body(contact.b.body);
    }
    std::sort(begun.begin(), begun.end());
    look(begun);  // clamps that are not among the unknowns have moved
  }

  /// Newton's method on the bodies, each step of which contact completes, until every island has settled or failed.
  void iterate() {
    for (std::vector<int> busy = busy_bodies(); !busy.empty(); busy = busy_bodies()) {
      linearise(busy);
      std::vector<int> woken;
      do {
        include_what_would_overlap();
        woken = wake_islands();
        linearise(woken);
      } while (!woken.empty());
      std::vector<std::shared_ptr<ContactIsland>> moving = busy_islands();
      for (const auto& island : moving) advance(*island);
      look(busy_bodies());
      for (const auto& island : moving) judge(island);
    }
  }

  std::vector<int> busy_bodies() const {
    std::vector<int> busy;
    for (int body = 0; body < static_cast<int>(at_work_.size()); ++body) {
      if (is_busy(body)) busy.push_back(body);
    }
    return busy;
  }

  void linearise(std::span<const int> bodies) {
    for (const int body : bodies) {
      const BodyNow here = now(body);
      status(body) = at_work(body).way->linearise_positive([&](SymmetricMatrix& matrix) {
        for (const auto& [key, one] : active_) add_curvature(one.contact, one.force, body, here, matrix);
      });
      ++outcome_.iterations;
    }
    if (!bodies.empty() && one_iteration()) look_where_clamps_go(bodies);
  }

  bool one_iteration() const {
    bool any = false, all = true;
    for (const AtWork& body : at_work_) {
      if (!body.way) continue;
      any = any || body.way->one_iteration();
      all = all && body.way->one_iteration();
    }
    ENSURE(!any || all);
    return any;
  }

  BodyNow now(int body) const {
    const Toucher& one = bodies_[static_cast<std::size_t>(body)];
    if (const LinearisedStep* way = at_work(body).way)
      return {&one.stepper.model(), &way->point().q, way->loads().clamps};
    return {&one.stepper.model(), &one.state.q, one.state.loads.clamps};
  }

  /// Lets those candidates take part that would overlap without a force. Who takes part stays.
  void include_what_would_overlap() {
    const auto busy = [&](int body) { return is_busy(body) && status(body) == Status::ok; };
    std::vector<FreeMotion> free;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const bool goes = busy(static_cast<int>(i));
      free.emplace_back(now(static_cast<int>(i)), goes ? &at_work_[i].way->free_step() : nullptr);
    }
    for (const Contact& candidate : candidates_) {
      if (!any_side(candidate, busy) || !moves(candidate) || is_active(candidate.key)) continue;
      Vector3d apart = free[static_cast<std::size_t>(candidate.a.body)].of(candidate.a);
      if (!candidate.with_obstacle()) apart -= free[static_cast<std::size_t>(candidate.b.body)].of(candidate.b);
      if (candidate.gap + candidate.normal.dot(apart) < 0) activate(candidate);
    }
  }

  /// Islands of which a body is busy are busy as a whole, and where a body failed the whole island does. Returns who had
  /// settled and goes on.
  std::vector<int> wake_islands() {
    std::vector<int> woken;
    for (const ContactIsland& island : islands_of_all()) {
      if (!is_busy(island)) continue;
      for (const int body : island.bodies) {
        if (!at_work(body).settled) continue;
        wake(body);
        woken.push_back(body);
      }
    }
    std::sort(woken.begin(), woken.end());
    if (one_iteration()) look(woken);
    return woken;
  }

  /// Lets a body go on whose equations have changed. Where one iteration is the whole step, it is done again.
  void wake(int body) {
    AtWork& mine = at_work(body);
    mine.settled = false;
    mine.rounds = 0;
    mine.island = nullptr;
    if (!mine.way->one_iteration()) return mine.way->change_course();
    const Toucher& one = bodies_[static_cast<std::size_t>(body)];
    mine.way = one.stepper.begin(one.state, one.programme, h_);
    ENSURE(mine.way);
  }

  std::vector<ContactIsland> islands_of_all() { return islands(outcome_.touched, active_); }

  std::vector<std::shared_ptr<ContactIsland>> busy_islands() {
    std::vector<std::shared_ptr<ContactIsland>> busy;
    for (ContactIsland& island : islands_of_all()) {
      if (!is_busy(island)) continue;
      Status worst = Status::ok;
      for (const int body : island.bodies) {
        if (status(body) != Status::ok) worst = status(body);
      }
      if (worst != Status::ok) {
        fail(island, worst);
      } else {
        busy.push_back(std::make_shared<ContactIsland>(std::move(island)));
      }
    }
    return busy;
  }

  /// One step of Newton's method on an island, completed by the forces of its contacts.
  void advance(ContactIsland& island) {
    std::vector<BodyNow> at;
    std::vector<LinearisedStep*> ways;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      at.push_back(now(static_cast<int>(i)));
      ways.push_back(at_work_[i].way);
    }
    const ContactOutcome solved =
        island.solve({at, ways, [&](const ContactKey& key) { return around_.friction.mu(key); },
                      [&](const ActiveContact& one) { return slid(one); }, kGravity * h_ * h_},
                     options_);
    if (ended_by_budget(solved.status)) return fail(island, solved.status);
    const std::vector<VectorXd> steps = island.contacts.empty() ? island.steps(ways) : accelerated(island, ways);
    for (std::size_t i = 0; i < island.bodies.size(); ++i) {
      const int body = island.bodies[i];
      if (const Status s = at_work(body).way->move(steps[i]); s != Status::ok) return fail(island, s);
      ++at_work(body).rounds;
    }
  }

  /// Where the matrix leaves something out, as how viscous forces turn with their bodies, Newton's steps shrink evenly
  /// instead of faster and faster: then Anderson's acceleration takes over. The last step is Newton's own.
  std::vector<VectorXd> accelerated(ContactIsland& island, std::span<LinearisedStep* const> ways) {
    constexpr double kEvenly = 0.1, kAstray = 3, kNearly = 1e-10, kJumped = 30;
    std::vector<VectorXd> steps = island.steps(ways);
    Course& course = courses_[island.bodies.front()];
    if (course.bodies != island.bodies || course.n_contacts != island.contacts.size()) {
      course = {island.bodies, island.contacts.size(), {}, HUGE_VAL};
    }
    VectorXd at, step;
    for (std::size_t i = 0; i < steps.size(); ++i) append(island.bodies[i], steps[i], at, step);
    const double size = step.cwiseAbs().maxCoeff(), before = std::exchange(course.last, size);
    if (size > kJumped * before) course.anderson.restart();
    course.anderson.mix(at, step);
    island.accelerated = size > std::max(kEvenly * before, kNearly) && step.allFinite() &&
                         step.cwiseAbs().maxCoeff() <= std::min(1.0, kAstray * size);
    if (!island.accelerated) return steps;
    Eigen::Index from = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      steps[i] = step.segment(from, steps[i].size()).cwiseProduct(scales(island.bodies[i]));
      from += steps[i].size();
    }
    return steps;
  }

  /// Appends the way of a body so far, and its step, both in the layout's scale.
  void append(int body, const VectorXd& step, VectorXd& ways, VectorXd& all) const {
    VectorXd way;
    const VectorXd scale = scales(body);
    bodies_[static_cast<std::size_t>(body)].stepper.model().layout.gather(at_work(body).way->way(), way);
    const Eigen::Index n = all.size();
    ways.conservativeResize(n + step.size());
    all.conservativeResize(n + step.size());
    ways.tail(step.size()) = way.cwiseQuotient(scale);
    all.tail(step.size()) = step.cwiseQuotient(scale);
  }
  VectorXd scales(int body) const {
    const Layout& layout = bodies_[static_cast<std::size_t>(body)].stepper.model().layout;
    VectorXd scale;
    layout.gather(layout.scale, scale);
    return scale;
  }

  /// Has an island settled, or does it come to nothing?
  void judge(const std::shared_ptr<ContactIsland>& island) {
    int rounds = 0;
    for (const int body : island->bodies) rounds = std::max(rounds, at_work(body).rounds);
    if (status(island->bodies.front()) != Status::ok) return;
    const bool one = one_iteration();
    const bool converged = std::all_of(island->bodies.begin(), island->bodies.end(),
                                       [&](int body) { return at_work(body).way->converged(); });
    const bool settled = converged && !island->accelerated && (one || island->as_foreseen(kSettled * motion_.size()));
    if (!settled && rounds < kMostRounds) return;
    const bool alone_nearby = std::all_of(island->bodies.begin(), island->bodies.end(),
                                          [&](int body) { return at_work(body).way->exactly_positive(); });
    const bool stays = one ? any_is_deep(*island) : rounds > kFreeRounds && overlaps_elsewhere(*island);
    if (!settled || !alone_nearby || island->residual() > options_.tolerance || stays) {
      return fail(*island, Status::not_converged);
    }
    for (const int body : island->bodies) {
      at_work(body).settled = true;
      at_work(body).island = island;
    }
  }

  /// The bodies of an island do not do this step, and nobody can touch them.
  void fail(const ContactIsland& island, Status why) {
    outcome_.failed.push_back(island.bodies);
    for (const int body : island.bodies) {
      status(body) = why;
      at_work(body) = {};
      motion_.leave_out(body);
    }
    const auto gone = [&](const Contact& c) {
      return any_side(c, [&](int body) { return status(body) != Status::ok; });
    };
    std::erase_if(active_, [&](const auto& one) { return gone(one.second.contact); });
    std::erase_if(candidates_, gone);
  }

  Status worst_status() const {
    Status worst = outcome_.met.empty() ? Status::ok : Status::not_converged;
    for (const Status s : outcome_.statuses) {
      if (s != Status::ok && !ended_by_budget(worst)) worst = s;
    }
    return worst;
  }

  /// Are two surfaces deep in each other that contact should have kept apart?
  bool any_is_deep(const ContactIsland& island) const {
    return std::any_of(island.contacts.begin(), island.contacts.end(), [&](const ActiveContact* one) {
      const double thickness = motion_.thickness(one->contact);
      return one->contact.gap < -kDeep * (thickness > 0 ? thickness : kThin * motion_.size());
    });
  }

  /// Lets contacts whose places stayed find their nearest places again. Do they overlap there?
  bool overlaps_elsewhere(const ContactIsland& island) {
    for (const int body : island.bodies) at_work(body).rounds = 0;
    look(island.bodies);
    return std::any_of(island.contacts.begin(), island.contacts.end(),
                       [&](const ActiveContact* one) { return one->contact.gap < -kStillTouching * motion_.size(); });
  }

  /// Does a contact stay where it is on its bodies, or does it seek its nearest place?
  bool stays_in_place(const Contact& contact, std::span<const SurfaceNow> surfaces) const {
    if (contact.with_obstacle()) return false;
    const int rounds = std::max(at_work(contact.a.body).rounds, at_work(contact.b.body).rounds);
    if (rounds < kFreeRounds) return false;
    return rounds >= kStubbornRounds || nearly_parallel(contact, surfaces);
  }

  /// Brings the contacts of bodies, ascending, up to date with where these are.
  void look(std::span<const int> bodies) {
    for (const int body : bodies) {
      if (at_work(body).way) motion_.look(body, now(body));
    }
    update_contacts(bodies);
  }

  /// Brings contacts up to date with clamps that have gone where the loads want them, and the rest of the bodies where it
  /// is: a second iteration would see that, and there is none.
  void look_where_clamps_go(std::span<const int> bodies) {
    for (const int body : bodies) {
      if (status(body) != Status::ok) continue;
      const VectorXd q = at_work(body).way->point().q + at_work(body).way->held_step();
      motion_.look(body, {now(body).model, &q, now(body).clamps});
    }
    update_contacts(bodies);
  }

  void update_contacts(std::span<const int> bodies) {
    const auto moved = [&](int body) { return std::binary_search(bodies.begin(), bodies.end(), body); };
    const auto surfaces = motion_.surfaces_now();
    const auto obstacles = motion_.obstacles_at_end();
    for (auto& [key, one] : active_) {
      Contact& contact = one.contact;
      if (!any_side(contact, moved)) continue;
      const Vector3d way = motion_.moved(contact).relative();
      if (stays_in_place(contact, surfaces)) {
        contact.gap += contact.normal.dot(way) - one.apart;
        one.apart = contact.normal.dot(way);
      } else {
        update(contact, surfaces, obstacles);
        one.apart = contact.normal.dot(motion_.moved(contact).relative());
      }
    }
    for (Contact& one : candidates_) {
      if (any_side(one, moved)) update(one, surfaces, obstacles);
    }
  }

  /// Lets those take part that overlap in the end, or have crossed on the way, and were not thought of. Returns true if
  /// there are any. Two points that meet have been no farther apart than both have come.
  bool add_missed() {
    const auto surfaces = motion_.surfaces_now();
    const auto obstacles = motion_.obstacles_at_end();
    if (2 * motion_.farthest() > margin_) find_candidates(2 * motion_.farthest());
    for (Contact& one : candidates_) update(one, surfaces, obstacles);
    const std::vector<ContactKey> crossed = crossings();
    add_insides(surfaces, obstacles);
    bool any = false;
    for (const Contact& one : candidates_) {
      if (is_active(one.key)) continue;
      if (one.gap >= 0 && !std::binary_search(crossed.begin(), crossed.end(), one.key)) continue;
      if (!moves(one)) {
        note_meeting(one);
        continue;
      }
      activate(one);
      any = true;
      for (const int body : {one.a.body, one.with_obstacle() ? one.a.body : one.b.body}) {
        if (at_work(body).settled) wake(body);
      }
    }
    return any && outcome_.met.empty();
  }

  /// Returns who crosses somebody on the way, ascending.
  std::vector<ContactKey> crossings() {
    const auto before = motion_.obstacles_at_start(), after = motion_.obstacles_at_end();
    std::vector<ContactKey> all =
        finder_.crossings({motion_.surfaces_at_start(), motion_.surfaces_now(), before, after});
    const std::vector<double> halts = motion_.halts();
    for (std::size_t k = 0; k + 1 < halts.size(); ++k) {
      const StepMotion::Instant from = motion_.instant(halts[k]), to = motion_.instant(halts[k + 1]);
      const std::vector<ContactKey> more = finder_.crossings({from.surfaces, to.surfaces, {}, {}});
      all.insert(all.end(), more.begin(), more.end());
    }
    std::sort(all.begin(), all.end());
    return all;
  }

  /// Somebody would meet one that has done its step already.
  void note_meeting(const Contact& contact) {
    for (const int body : {contact.a.body, contact.b.body}) {
      if (bodies_[static_cast<std::size_t>(body)].done) outcome_.met.push_back(body);
    }
  }

  /// Makes candidates of insides of edges that overlap with a solid which was not over them at the start.
  void add_insides(std::span<const SurfaceNow> surfaces, std::span<const ObstacleNow> obstacles) {
    std::vector<Contact> insides;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      if (!at_work_[i].way || !surfaces[i].surface) continue;
      for (std::size_t k = 0; k < obstacles.size(); ++k) {
        if (std::holds_alternative<MeshShape>(obstacles[k].obstacle->shape)) continue;
        add_inner_contacts(surfaces[i], static_cast<int>(i), obstacles[k], static_cast<int>(k), 0, insides);
      }
    }
    for (const Contact& one : insides) {
      if (place_of(one.key, candidates_) == candidates_.end())
        candidates_.insert(first_from(one.key, candidates_), one);
    }
  }

  bool is_active(const ContactKey& key) const { return active_.contains(key); }
  void activate(const Contact& contact) {
    const double apart = contact.normal.dot(motion_.moved(contact).relative());
    active_[contact.key] = {contact, Vector3d::Zero(), Vector3d::Zero(), contact.normal, apart};
  }

  /// Returns the normal about which Coulomb's law holds. After one iteration contacts may have turned away from it.
  const Vector3d& normal_of(const ActiveContact& one) const {
    return one_iteration() ? one.normal : one.contact.normal;
  }

  /// Returns how far side a has come along side b during the step, with what is left of earlier ones, m.
  Vector3d slid(const ActiveContact& one) const {
    const Vector3d moved = motion_.moved(one.contact).relative() + one.residue, n = normal_of(one);
    return moved - n * n.dot(moved);
  }

  bool sticking(const ActiveContact& one) const {
    const Vector3d n = normal_of(one);
    const double normal = one.force.dot(n);
    const double along = (one.force - normal * n).norm();
    return along < around_.friction.mu(one.contact.key) * normal * (1 - kOnTheRim);
  }

  void end() {
    for (const ContactIsland& island : islands_of_all()) {
      if (at_work(island.bodies.front()).way) outcome_.settled.push_back(island.bodies);
    }
    std::vector<double> jolt(bodies_.size(), 0);
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!at_work_[i].way) continue;
      const VectorXd before = bodies_[i].state.v;
      const double given = work_of_contacts(i);
      StepWork& work = outcome_.energy[i];
      work = bodies_[i].stepper.end(bodies_[i].state).energy;
      work.work += given;
      jolt[i] = energy_of_change(i, before);
      outcome_.residual = std::max(outcome_.residual, at_work_[i].island->residual());
    }
    std::vector<Loss> losses(bodies_.size());
    for (const auto& [key, one] : active_) {
      if (one.force.isZero(0)) continue;
      add_loss(one, losses);
      const Contact& c = one.contact;
      outcome_.contacts.push_back({key, c.place, normal_of(one), one.force, c.gap, slid(one).norm(), sticking(one)});
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) enter_loss(losses[i], jolt[i], outcome_.energy[i]);
  }

  /// Returns the kinetic energy of the change of the rates in the step, J: what an implicit step takes in all, by impact
  /// and by its own damping.
  double energy_of_change(std::size_t i, const VectorXd& rates_before) const {
    State change = bodies_[i].state;
    change.v -= rates_before;
    return bodies_[i].stepper.meter().kinetic(change);
  }

  /// Returns what the impulses of the contacts did to a body, J, on the way by the mean of the rates before and after.
  /// Only ways of the free unknowns count: a clamp that moves bears what the contacts do to it.
  double work_of_contacts(std::size_t i) const {
    const VectorXd forces = at_work_[i].island->forces(static_cast<int>(i));
    if (forces.size() == 0) return 0;
    VectorXd way;
    bodies_[i].stepper.model().layout.gather(0.5 * (at_work_[i].way->way() + h_ * bodies_[i].state.v), way);
    return forces.dot(way);
  }

  /// What contacts take from a body, J.
  struct Loss {
    double by_friction = 0, by_impact = 0;
  };

  /// Friction takes what the two sides lose to each other on their way, half of it from each of two bodies. An impact
  /// takes from each side the difference between its way and the one by the mean of its rates: half of the impulse times
  /// the change of the rate.
  void add_loss(const ActiveContact& one, std::vector<Loss>& losses) const {
    const Contact& c = one.contact;
    const StepMotion::Sides way = motion_.moved(c), mean = motion_.moved_by_mean_rates(c);
    const double rubbed = -one.force.dot(way.relative());
    const double hit_a = one.force.dot(way.a - mean.a), hit_b = -one.force.dot(way.b - mean.b);
    Loss& a = losses[static_cast<std::size_t>(c.a.body)];
    if (c.with_obstacle()) {
      a.by_friction += rubbed;
      a.by_impact += hit_a + hit_b;
      return;
    }
    Loss& b = losses[static_cast<std::size_t>(c.b.body)];
    a.by_friction += 0.5 * rubbed;
    a.by_impact += hit_a;
    b.by_friction += 0.5 * rubbed;
    b.by_impact += hit_b;
  }

  /// The contacts' share of what the step takes is their impulse times half the change of the rates; forces of the
  /// material that act against them at the end of the step have the rest, and it may be negative. So impact takes at most
  /// what the step does. What contacts give, as they do when they push apart what overlapped, is nobody's work: it stays
  /// for the balance to show.
  static void enter_loss(const Loss& loss, double jolt, StepWork& work) {
    work.work += loss.by_friction + loss.by_impact;
    work.dissipated += std::max(0.0, loss.by_friction + std::min(loss.by_impact, jolt));
  }

  std::span<const Toucher> bodies_;
  const Surroundings& around_;
  ContactOptions options_;
  ContactFinder& finder_;
  double h_;
  StepMotion motion_;
  std::vector<AtWork> at_work_;
  double margin_ = 0;                ///< m: who is nearer at the start is a candidate
  std::vector<Contact> candidates_;  ///< ascending by key
  ActiveContacts active_;
  std::map<int, Course> courses_;  ///< by an island's first body
  ContactStepOutcome outcome_;
};

}  // namespace

ContactStepOutcome contact_step(std::span<const Toucher> bodies, const Surroundings& around,
                                std::vector<Touch>& touches, double duration, const ContactOptions& options,
                                ContactFinder& finder) {
  ContactStep step(bodies, around, duration, options, finder);
  ContactStepOutcome outcome = step.run(touches);
  if (outcome.met.empty()) touches = step.remembered(touches);
  return outcome;
}

}  // namespace plumb
