#include <plumb/world/projective_friction.h>

#include <algorithm>

#include <plumb/contact/friction/cone.h>
#include <plumb/world/contact_rows.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

Eigen::VectorXd masses_of(const Model& model) {
  Eigen::VectorXd masses;
  const State& at = model.initial;
  model.inertia->momentum(at, at.loads, Eigen::VectorXd::Ones(model.layout.n_q), masses);
  return masses;
}

/// Returns what keeps a point with this mass from moving at the rate w against an obstacle, N s: Coulomb's law for a
/// point alone.
Vector3d impulse_against(const Vector3d& w, const Vector3d& normal, double mass, double mu) {
  const double towards = -w.dot(normal);
  if (towards <= 0) return Vector3d::Zero();
  const Vector3d along = w + towards * normal;
  if (along.norm() <= mu * towards) return -mass * w;
  return mass * towards * (normal - mu * along.normalized());
}

}  // namespace

ProjectiveFriction::ProjectiveFriction(Model model, Surroundings around, int iterations)
    : Stepper(std::move(model), Method::backward_euler),
      way_(dynamics()),
      around_(std::move(around)),
      iterations_(iterations),
      masses_(masses_of(this->model())) {
  for (const Obstacle& obstacle : around_.obstacles) {
    if (std::holds_alternative<MeshShape>(obstacle.shape)) {
      throw UserError("Projective Friction takes planes and round obstacles, and no meshes");
    }
  }
}

void ProjectiveFriction::reset(Model model) {
  Stepper::reset(std::move(model));
  way_.reset();
  masses_ = masses_of(this->model());
}

StepOutcome ProjectiveFriction::step(State& state, const Programme& programme, double duration) {
  StepOutcome outcome;
  const Loads end = programme(state.time + duration);
  const Toucher one[] = {{*this, state, programme, false}};
  StepMotion motion(one, around_, duration);
  double margin = 2 * motion.foreseen();
  for (bool missed = true; missed;) {
    find(state, motion, margin, duration);
    residuals_.clear();
    outcome.status = way_.begin(state, end, duration);
    for (int k = 0; k < iterations_ && outcome.status == Status::ok; ++k, ++outcome.iterations) {
      outcome.status = iterate(duration);
    }
    if (outcome.status != Status::ok) return outcome;
    motion.look(0, {&model(), &way_.point().q, end.clamps});
    missed = 2 * motion.farthest() > margin;
    margin = 2 * motion.farthest();
  }
  outcome.energy = way_.end(state, meter());
  tell(state, duration, outcome.energy);
  return outcome;
}

/// Lists the points that are near obstacles, each with its nearest one.
void ProjectiveFriction::find(const State& state, const StepMotion& motion, double margin, double duration) {
  near_.clear();
  for (const Contact& contact : find_contacts(motion.surfaces_at_start(), motion.obstacles_at_start(), margin)) {
    Near point;
    point.contact = contact;
    point.q = model().embedding->stencil(contact.a.points[0])[0];
    point.row = model().layout.free_index[static_cast<std::size_t>(point.q)];
    if (point.row < 0) continue;
    point.mass = masses_[point.q];
    point.mu = around_.friction.mu(contact.key);
    point.before = state.v.segment<3>(point.q);
    point.obstacle = motion.moved(contact).b / duration;
    const auto same =
        std::find_if(near_.begin(), near_.end(), [&](const Near& other) { return other.row == point.row; });
    if (same == near_.end()) {
      near_.push_back(point);
    } else if (contact.gap < same->contact.gap) {
      *same = point;
    }
  }
}

/// One local step with the forces of contact, and one global step.
Status ProjectiveFriction::iterate(double duration) {
  if (const Status s = way_.local(); s != Status::ok) return s;
  for (Near& point : near_) {
    const Vector3d alone = point.before + duration / point.mass * way_.force().segment<3>(point.row);
    point.impulse = impulse_against(point.against(alone, duration), point.contact.normal, point.mass, point.mu);
  }
  for (const Near& point : near_) way_.force().segment<3>(point.row) += point.impulse / duration;
  const Status s = way_.global();
  residuals_.push_back(residual_now(duration));
  return s;
}

double ProjectiveFriction::residual_now(double duration) const {
  double worst = 0, largest = 0;
  for (const Near& point : near_) {
    const Eigen::Matrix3d frame = contact_frame(point.contact.normal);
    const Vector3d u = point.against(way_.way().segment<3>(point.q) / duration, duration);
    const Vector3d off =
        natural_map({point.mu, false}, 1 / point.mass, frame.transpose() * point.impulse, frame.transpose() * u);
    worst = std::max(worst, off.norm());
    largest = std::max(largest, point.impulse.norm());
  }
  return largest > 0 ? worst / largest : 0;
}

/// Lists the contacts with their forces, and enters what they did into the books of the step: an impulse works along the
/// mean of the rates before and after. What contact gives to a body, as when it pushes it out of an overlap, is nobody's
/// work.
void ProjectiveFriction::tell(const State& after, double duration, StepWork& work) {
  contacts_.clear();
  double lost = 0;
  for (const Near& point : near_) {
    if (point.impulse.isZero(0)) continue;
    const Vector3d& n = point.contact.normal;
    const Vector3d rate = after.v.segment<3>(point.q);
    const Vector3d against = point.against(rate, duration), along = against - against.dot(n) * n;
    const double pressed = point.impulse.dot(n), rubbed = (point.impulse - pressed * n).norm();
    contacts_.push_back({point.contact.key, point.contact.place, n, point.impulse / duration, duration * against.dot(n),
                         duration * along.norm(), rubbed < point.mu * pressed * (1 - 1e-8)});
    work.work += point.impulse.dot(point.obstacle);
    lost -= point.impulse.dot(0.5 * (point.before + rate) - point.obstacle);
  }
  work.dissipated += std::max(0.0, lost);
}

}  // namespace plumb
