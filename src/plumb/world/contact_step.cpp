#include <plumb/world/contact_step.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <plumb/contact/detect/inner_touch.h>
#include <plumb/core/budget.h>
#include <plumb/world/contact_rows.h>
#include <plumb/world/courses.h>
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
constexpr int kFreeRounds = 10, kStubbornRounds = 28, kMostRounds = 100;
constexpr double kStillTouching = 1e-6, kParallel = 0.1;  // the latter the sine of the angle between two edges
constexpr double kOverlap = 1e-9;   // of the size of the bodies: what has no contact is not deeper
constexpr double kOnTheRim = 1e-8;  // of the cone: nearer to it, a contact slides

/// A contact that takes part in the problem.
struct Active {
  Contact contact;
  Vector3d force{0, 0, 0};    ///< N, on side a
  Vector3d residue{0, 0, 0};  ///< m, of a contact that sticks since an earlier step
  Vector3d normal{0, 0, 1};   ///< with which the force was found
};

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
        ways_(bodies.size()),
        courses_(bodies, ways_) {
    outcome_.energy.resize(bodies.size());
    outcome_.touched.assign(bodies.size(), false);
  }

  ContactStepOutcome run(const std::vector<Touch>& touches) {
    find_candidates(2 * motion_.foreseen());
    if (candidates_.empty()) return outcome_;
    for (const Touch& touch : touches) {
      const auto at = place_of(touch.key, candidates_);
      if (at != candidates_.end()) active_.push_back({*at, touch.force, touch.residue, at->normal});
    }
    do {
      outcome_.status = begin();
      if (outcome_.status == Status::ok) outcome_.status = iterate();
    } while (outcome_.status == Status::ok && add_missed());
    if (outcome_.status == Status::ok) end();
    return outcome_;
  }

  std::vector<Touch> remembered() const {
    std::vector<Touch> all;
    for (const Active& one : active_) {
      if (one.force.isZero(0)) continue;
      const bool sticks = sticking(one);
      all.push_back({one.contact.key, one.force, sticks ? slid(one) : Vector3d::Zero(), sticks});
    }
    return all;
  }

 private:
  void find_candidates(double margin) {
    margin_ = margin;
    candidates_ = finder_.find(motion_.surfaces_at_start(), motion_.obstacles_at_start(), margin);
  }

  /// Begins the steps of all bodies that are near something. Those that have begun go on, unless one iteration is the
  /// whole step, which is then done again.
  Status begin() {
    for (LinearisedStep*& way : ways_) {
      if (way && way->one_iteration()) way = nullptr;
    }
    bool any = false;
    const auto begin_body = [&](int body) {
      const auto i = static_cast<std::size_t>(body);
      if (ways_[i]) return Status::ok;
      outcome_.touched[i] = any = true;
      ways_[i] = bodies_[i].stepper.begin(bodies_[i].state, bodies_[i].programme, h_);
      return ways_[i] ? Status::ok : Status::not_converged;
    };
    Status status = Status::ok;
    for (const Contact& contact : candidates_) {
      if (status == Status::ok) status = begin_body(contact.a.body);
      if (status == Status::ok && !contact.with_obstacle()) status = begin_body(contact.b.body);
    }
    if (status == Status::ok && any) look();  // clamps that are not among the unknowns have moved
    return status;
  }

  /// Newton's method on the bodies, each step of which contact completes.
  Status iterate() {
    round_ = 0;
    sizes_.clear();
    do {
      if (const Status s = linearise(); s != Status::ok) return s;
      if (const Status s = touch(); s != Status::ok) return s;
      if (const Status s = move(); s != Status::ok) return s;
      ++round_;
      if (nearly_there()) {
        add_missed();
        if (const Status s = begin(); s != Status::ok) return s;  // candidates may be of others
      }
      if (hopeless()) return Status::not_converged;
    } while (!(all_converged() && forces_are_exact() && (one_iteration() || as_foreseen())) && round_ < kMostRounds);
    if (round_ == kMostRounds || outcome_.residual > options_.tolerance) return Status::not_converged;
    if (one_iteration()) return any_is_deep() ? Status::not_converged : Status::ok;
    if (round_ > kFreeRounds && overlaps_elsewhere()) return Status::not_converged;
    return Status::ok;
  }

  /// While the bodies are still far from where they come to, forces need not be exact: they are only the start of the next
  /// round.
  ContactOptions by_now() const {
    constexpr double kPart = 3e-2, kLoosest = 1e-4;
    ContactOptions options = options_;
    if (!sizes_.empty()) options.tolerance = std::max(options.tolerance, std::min(kLoosest, kPart * sizes_.back()));
    return options;
  }

  /// Were the forces of the last round found as well as they can be?
  bool forces_are_exact() const { return asked_ == options_.tolerance || outcome_.residual <= options_.tolerance; }

  /// Did the last round come below a size at which it is worth while to look who else meets on the way? Whoever is
  /// found only when all have converged makes them do it once more.
  bool nearly_there() const {
    constexpr std::array<double, 2> kLooks{1e-3, 1e-5};
    if (sizes_.empty() || one_iteration()) return false;
    const double before = sizes_.size() > 1 ? sizes_[sizes_.size() - 2] : HUGE_VAL;
    return std::any_of(kLooks.begin(), kLooks.end(),
                       [&](double look) { return sizes_.back() < look && before >= look; });
  }

  /// Have the last rounds brought next to nothing?
  bool hopeless() const {
    constexpr std::size_t kLook = 12;
    constexpr double kProgress = 0.3, kNearly = 1e-9;
    const std::size_t n = sizes_.size();
    return n > 2 * kLook && sizes_[n - 1] > kNearly && sizes_[n - 1] > kProgress * sizes_[n - 1 - kLook];
  }

  bool one_iteration() const {
    bool any = false, all = true;
    for (const LinearisedStep* way : ways_) {
      if (!way) continue;
      any = any || way->one_iteration();
      all = all && way->one_iteration();
    }
    ENSURE(any == all);
    return any;
  }

  /// Are two surfaces deep in each other that contact should have kept apart?
  bool any_is_deep() const {
    return std::any_of(active_.begin(), active_.end(), [&](const Active& one) {
      const double thickness = motion_.thickness(one.contact);
      return one.contact.gap < -kDeep * (thickness > 0 ? thickness : kThin * motion_.size());
    });
  }

  /// Lets contacts whose places stayed find their nearest places again. Do they overlap there?
  bool overlaps_elsewhere() {
    round_ = 0;
    look();
    return std::any_of(active_.begin(), active_.end(),
                       [&](const Active& one) { return one.contact.gap < -kStillTouching * motion_.size(); });
  }

  Status linearise() {
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (!ways_[i]) continue;
      const Status s = ways_[i]->linearise([&](SymmetricMatrix& matrix) {
        for (const Active& one : active_) add_curvature(one.contact, one.force, static_cast<int>(i), now(i), matrix);
      });
      ++outcome_.iterations;
      if (s != Status::ok) return s;
      if (!ways_[i]->positive()) return Status::not_converged;  // a shorter step makes it so
    }
    if (one_iteration()) look_where_clamps_go();
    return Status::ok;
  }

  BodyNow now(std::size_t i) const {
    const Model& model = bodies_[i].stepper.model();
    if (ways_[i]) return {&model, &ways_[i]->point().q, ways_[i]->loads().clamps};
    return {&model, &bodies_[i].state.q, bodies_[i].state.loads.clamps};
  }

  /// Finds the forces of the contacts at the present point, with the matrices that were factored there.
  Status touch() {
    std::vector<BodyNow> at;
    std::vector<int> n_free;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      at.push_back(now(i));
      n_free.push_back(at.back().model->layout.n_free);
    }
    include_what_would_overlap(at);
    std::vector<ContactRow> rows;
    for (const Active& one : active_) rows.push_back(plumb::linearise(one.contact, at));
    delassus_.emplace(rows, n_free, [&](int body, Eigen::Ref<Eigen::MatrixXd> columns) {
      ways_[static_cast<std::size_t>(body)]->solve(columns);
    });
    ContactProblem& problem = problem_;
    problem.cones.clear();
    problem.w = &*delassus_;
    problem.b.setZero(3 * static_cast<Eigen::Index>(active_.size()));
    r_.resize(problem.b.size());
    double softest = 0;
    for (std::size_t c = 0; c < active_.size(); ++c) {
      Active& one = active_[c];
      one.normal = one.contact.normal;
      Vector3d apart = rows[c].frame.transpose() * slid(one);
      apart[0] = one.contact.gap;
      problem.b.segment<3>(3 * static_cast<Eigen::Index>(c)) = apart;
      problem.cones.push_back({around_.friction.mu(one.contact.key), false});
      r_.segment<3>(3 * static_cast<Eigen::Index>(c)) = rows[c].frame.transpose() * one.force;
      softest = std::max(softest, delassus_->block(static_cast<int>(c), static_cast<int>(c)).norm());
    }
    asked_ = options_.tolerance;
    if (active_.empty()) return Status::ok;
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (ways_[i]) delassus_->add_motion(static_cast<int>(i), ways_[i]->free_step(), problem.b);
    }
    problem.force_scale = softest > 0 ? kGravity * h_ * h_ / softest : 1;
    const ContactOptions asked = by_now();
    asked_ = asked.tolerance;
    const ContactOutcome solved = solve_contact(problem, asked, r_);
    outcome_.residual = solved.residual;
    for (std::size_t c = 0; c < active_.size(); ++c) {
      active_[c].force = rows[c].frame * r_.segment<3>(3 * static_cast<Eigen::Index>(c));
    }
    return ended_by_budget(solved.status) ? solved.status : Status::ok;
  }

  Status move() {
    std::vector<VectorXd> steps(ways_.size());
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (!ways_[i]) continue;
      steps[i] = ways_[i]->free_step();
      if (const VectorXd response = delassus_->response(static_cast<int>(i), r_); response.size() > 0) {
        steps[i] += response;
      }
    }
    if (!one_iteration()) accelerate(steps);
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (!ways_[i]) continue;
      if (const Status s = ways_[i]->move(steps[i]); s != Status::ok) return s;
    }
    look();
    return Status::ok;
  }

  /// The last round is always Newton's own, with forces that obey Coulomb's law.
  void accelerate(std::vector<VectorXd>& steps) {
    std::vector<std::array<int, 2>> pairs;
    for (const Active& one : active_) {
      const int a = one.contact.a.body;
      pairs.push_back({a, one.contact.with_obstacle() ? a : one.contact.b.body});
    }
    // How freely contacts seek their places by now.
    const int stage = round_ < kFreeRounds ? 0 : round_ < kStubbornRounds ? 1 : 2;
    const Courses::Round round = courses_.accelerate(pairs, stage, steps);
    sizes_.push_back(round.size);
    accelerated_ = round.accelerated;
  }

  /// Does a contact stay where it is on its bodies, or does it seek its nearest place?
  bool stays_in_place(const Contact& contact, std::span<const SurfaceNow> surfaces) const {
    if (round_ < kFreeRounds || contact.with_obstacle()) return false;
    return round_ >= kStubbornRounds || nearly_parallel(contact, surfaces);
  }

  /// Returns how far the sides of each contact have come apart along its normal, m.
  std::vector<double> ways_apart() const {
    std::vector<double> apart;
    for (const Active& one : active_) apart.push_back(one.contact.normal.dot(motion_.moved(one.contact).relative()));
    return apart;
  }

  /// Brings all contacts up to date with where the bodies are.
  void look() {
    const std::vector<double> apart = ways_apart();
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (ways_[i]) motion_.look(static_cast<int>(i), now(i));
    }
    update_contacts(apart);
  }

  /// Brings all contacts up to date with clamps that have gone where the loads want them, and the rest of the bodies
  /// where it is: a second iteration would see that, and there is none.
  void look_where_clamps_go() {
    const std::vector<double> apart = ways_apart();
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (!ways_[i]) continue;
      const VectorXd q = ways_[i]->point().q + ways_[i]->held_step();
      motion_.look(static_cast<int>(i), {now(i).model, &q, now(i).clamps});
    }
    update_contacts(apart);
  }

  /// `apart`: how far the sides of each contact had come apart when its gap was last measured.
  void update_contacts(const std::vector<double>& apart) {
    const auto surfaces = motion_.surfaces_now();
    const auto obstacles = motion_.obstacles_at_end();
    for (std::size_t c = 0; c < active_.size(); ++c) {
      Contact& contact = active_[c].contact;
      if (stays_in_place(contact, surfaces)) {
        contact.gap += contact.normal.dot(motion_.moved(contact).relative()) - apart[c];
      } else {
        update(contact, surfaces, obstacles);
      }
    }
    for (Contact& one : candidates_) update(one, surfaces, obstacles);
  }

  bool all_converged() const {
    return !accelerated_ &&
           std::all_of(ways_.begin(), ways_.end(), [](const LinearisedStep* way) { return !way || way->converged(); });
  }

  /// Did the contacts go where the linear problem saw them? Where not, their geometry is still changing.
  bool as_foreseen() const {
    if (active_.empty()) return true;
    VectorXd foreseen;
    delassus_->apply(r_, foreseen);
    foreseen += problem_.b;
    const double tolerance = kSettled * motion_.size();
    for (std::size_t c = 0; c < active_.size(); ++c) {
      const Vector3d apart = foreseen.segment<3>(3 * static_cast<Eigen::Index>(c));
      if (std::abs(apart[0] - active_[c].contact.gap) > tolerance) return false;
    }
    return true;
  }

  /// Lets those candidates take part that would overlap without a force. Who takes part stays.
  void include_what_would_overlap(std::span<const BodyNow> at) {
    for (const Contact& candidate : candidates_) {
      if (is_active(candidate.key)) continue;
      double gap = candidate.gap;
      for (const ContactRow::Part& part : plumb::linearise(candidate, at).parts) {
        for (std::size_t k = 0; k < part.rows.size(); ++k) {
          gap += part.columns(0, static_cast<Eigen::Index>(k)) *
                 ways_[static_cast<std::size_t>(part.body)]->free_step()[part.rows[k]];
        }
      }
      if (gap < 0) activate(candidate);
    }
  }

  /// Lets those take part that overlap in the end, or have crossed on the way, and were not thought of. Returns true if
  /// there are any. Two points that meet have been no farther apart than both have come.
  bool add_missed() {
    const auto surfaces = motion_.surfaces_now();
    const auto obstacles = motion_.obstacles_at_end();
    if (2 * motion_.farthest() > margin_) {
      find_candidates(2 * motion_.farthest());
      for (Contact& one : candidates_) update(one, surfaces, obstacles);
    }
    const auto before = motion_.surfaces_at_start();
    const auto obstacles_before = motion_.obstacles_at_start();
    const std::vector<ContactKey> crossed = finder_.crossings({before, surfaces, obstacles_before, obstacles});
    add_insides(surfaces, obstacles);
    if (!one_iteration()) add_overlaps(surfaces, obstacles);
    bool any = false;
    for (const Contact& one : candidates_) {
      if (is_active(one.key)) continue;
      if (one.gap >= 0 && !std::binary_search(crossed.begin(), crossed.end(), one.key)) continue;
      activate(one);
      any = true;
    }
    for (LinearisedStep* way : ways_) {
      if (way && any) way->change_course();
    }
    return any;
  }

  /// Makes candidates of pairs that overlap in the end and were none at the start: where the nearest points of two bodies
  /// go from one part to the next on the way, another pair has them.
  void add_overlaps(std::span<const SurfaceNow> surfaces, std::span<const ObstacleNow> obstacles) {
    const double deep = -kOverlap * motion_.size();
    for (const Contact& one : finder_.find(surfaces, obstacles, 0)) {
      if (one.gap < deep && place_of(one.key, candidates_) == candidates_.end())
        candidates_.insert(first_from(one.key, candidates_), one);
    }
  }

  /// Makes candidates of insides of edges that overlap with a solid which was not over them at the start.
  void add_insides(std::span<const SurfaceNow> surfaces, std::span<const ObstacleNow> obstacles) {
    std::vector<Contact> insides;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      if (!ways_[i] || !surfaces[i].surface) continue;
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

  bool is_active(const ContactKey& key) const { return place_of(key, active_) != active_.end(); }
  void activate(const Contact& contact) {
    active_.insert(first_from(contact.key, active_), {contact, Vector3d::Zero(), Vector3d::Zero(), contact.normal});
  }

  /// Returns the normal about which Coulomb's law holds. After one iteration contacts may have turned away from it.
  const Vector3d& normal_of(const Active& one) const { return one_iteration() ? one.normal : one.contact.normal; }

  /// Returns how far side a has come along side b during the step, with what is left of earlier ones, m.
  Vector3d slid(const Active& one) const {
    const Vector3d moved = motion_.moved(one.contact).relative() + one.residue, n = normal_of(one);
    return moved - n * n.dot(moved);
  }

  bool sticking(const Active& one) const {
    const Vector3d n = normal_of(one);
    const double normal = one.force.dot(n);
    const double along = (one.force - normal * n).norm();
    return along < around_.friction.mu(one.contact.key) * normal * (1 - kOnTheRim);
  }

  void end() {
    std::vector<double> jolt(ways_.size(), 0);
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      if (!ways_[i]) continue;
      const double given = work_of_contacts(i);
      const VectorXd before = bodies_[i].state.v;
      StepWork& work = outcome_.energy[i];
      work = bodies_[i].stepper.end(bodies_[i].state).energy;
      work.work += given;
      jolt[i] = energy_of_change(i, before);
    }
    std::vector<Loss> losses(ways_.size());
    for (const Active& one : active_) {
      if (one.force.isZero(0)) continue;
      add_loss(one, losses);
      const Contact& c = one.contact;
      outcome_.contacts.push_back({c.key, c.place, normal_of(one), one.force, c.gap, slid(one).norm(), sticking(one)});
    }
    for (std::size_t i = 0; i < ways_.size(); ++i) enter_loss(losses[i], jolt[i], outcome_.energy[i]);
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
    const VectorXd forces = delassus_->forces(static_cast<int>(i), r_);
    if (forces.size() == 0) return 0;
    VectorXd way;
    bodies_[i].stepper.model().layout.gather(0.5 * (ways_[i]->way() + h_ * bodies_[i].state.v), way);
    return forces.dot(way);
  }

  /// What contacts take from a body, J.
  struct Loss {
    double by_friction = 0, by_impact = 0;
  };

  /// Friction takes what the two sides lose to each other on their way, half of it from each of two bodies. An impact
  /// takes from each side the difference between its way and the one by the mean of its rates: half of the impulse times
  /// the change of the rate.
  void add_loss(const Active& one, std::vector<Loss>& losses) const {
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
  std::vector<LinearisedStep*> ways_;  ///< of each body; null: it is near nothing
  int round_ = 0;                      ///< of Newton's method on the bodies
  double margin_ = 0;                  ///< m: who is nearer at the start is a candidate
  std::vector<Contact> candidates_;    ///< ascending by key, like those that take part
  std::vector<Active> active_;
  Courses courses_;
  std::vector<double> sizes_;  ///< of the largest step of each round, in the layouts' scale
  double asked_ = 0;           ///< the tolerance with which the last forces were found
  bool accelerated_ = false;   ///< did a body go another way than by its forces?
  std::optional<BodyDelassus> delassus_;
  ContactProblem problem_;  ///< as it was solved last
  VectorXd r_;              ///< N, in the frames of the contacts
  ContactStepOutcome outcome_;
};

}  // namespace

ContactStepOutcome contact_step(std::span<const Toucher> bodies, const Surroundings& around,
                                std::vector<Touch>& touches, double duration, const ContactOptions& options,
                                ContactFinder& finder) {
  ContactStep step(bodies, around, duration, options, finder);
  ContactStepOutcome outcome = step.run(touches);
  if (outcome.status == Status::ok) touches = step.remembered();
  return outcome;
}

}  // namespace plumb
