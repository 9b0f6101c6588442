#include <plumb/world/static_contact.h>

#include <algorithm>
#include <cmath>

#include <Eigen/LU>
#include <Eigen/QR>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

using Eigen::Matrix2d, Eigen::Matrix3d, Eigen::MatrixXd, Eigen::Vector2d, Eigen::Vector3d, Eigen::VectorXd;

constexpr int kMaxNewton = 30;
constexpr double kConverged = 1e-11, kStirred = 1e-8;  // in the layouts' scales: enough; rounding, if it grows again
constexpr double kLongStep = 1e-5;                     // beyond, the stretch that a step only seems to make is left out
constexpr double kLargest = 1;                         // beyond, a Newton step says nothing
constexpr double kDependent = 1e-10;                   // of a row of J: what is left of it besides the others
constexpr double kNoSlip = 1e-12;                      // of the size: a shorter slip has no direction

Vector3d weighted(const BodyPoint& point, const std::vector<Vector3d>& x) {
  Vector3d sum = Vector3d::Zero();
  for (std::size_t i = 0; i < static_cast<std::size_t>(point.n); ++i) {
    sum += point.weights[i] * x[static_cast<std::size_t>(point.points[i])];
  }
  return sum;
}

Vector3d tangential(const Vector3d& v, const Vector3d& normal) { return v - normal * normal.dot(v); }

/// Solves m x = b with its rows brought to the same size. False: it is singular.
bool solve_scaled(MatrixXd m, VectorXd b, VectorXd& x) {
  for (Eigen::Index i = 0; i < m.rows(); ++i) {
    const double largest = m.row(i).cwiseAbs().maxCoeff();
    if (!(largest > 0)) return false;
    m.row(i) /= largest;
    b[i] /= largest;
  }
  const Eigen::FullPivLU<MatrixXd> lu(m);
  if (!lu.isInvertible()) return false;
  x = lu.solve(b);
  return x.allFinite();
}

/// Returns a maximal set of independent rows among `wanted` ones of J, ascending.
std::vector<int> independent(const MatrixXd& jacobian_t, const std::vector<int>& wanted) {
  const double largest = jacobian_t.size() > 0 ? jacobian_t.colwise().norm().maxCoeff() : 0;
  std::vector<int> some;
  for (const int row : wanted) {
    if (jacobian_t.col(row).norm() > kDependent * largest) some.push_back(row);
  }
  if (some.empty()) return some;
  MatrixXd columns(jacobian_t.rows(), static_cast<Eigen::Index>(some.size()));
  for (std::size_t k = 0; k < some.size(); ++k) {
    columns.col(static_cast<Eigen::Index>(k)) = jacobian_t.col(some[k]).normalized();
  }
  Eigen::ColPivHouseholderQR<MatrixXd> qr(columns);
  qr.setThreshold(kDependent);
  std::vector<int> kept;
  for (Eigen::Index k = 0; k < qr.rank(); ++k) {
    kept.push_back(some[static_cast<std::size_t>(qr.colsPermutation().indices()[k])]);
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace

/// Where all things are at a trial point: unknowns that clamps hold stand where the loads want them.
struct StaticContact::Look {
  std::vector<Loads> loads;
  std::vector<VectorXd> clamp_steps;  ///< on all of q, zero but for what clamps hold
  std::vector<std::vector<Vector3d>> x;
  std::vector<Pose> poses;
  std::vector<SurfaceNow> surfaces;
  std::vector<ObstacleNow> obstacles;
};

/// The linear problem of the contacts.
struct StaticContact::Problem {
  std::vector<Contact> contacts;
  std::vector<ContactRow> rows;
  std::vector<Matrix2d> turning;  ///< r_n times the change of the normal by a tangential motion is a force
  VectorXd stiffening;            ///< D, of every row
  std::vector<bool> kept;         ///< is the row independent of the others whose motion is given?
  std::optional<BodyDelassus> delassus;
  MatrixXd w, jacobian_t;
  std::vector<VectorXd> free_step;
  VectorXd motion;  ///< J times the free steps
  int n_negative = 0;
  double residual = 0;
};

StaticContact::StaticContact(std::vector<Model> bodies, std::vector<Programme> programmes, Surroundings around)
    : programmes_(std::move(programmes)), around_(std::move(around)) {
  ENSURE(bodies.size() == programmes_.size());
  for (Model& model : bodies) {
    const auto x = model.embedding->points_at(model.initial.q, model.initial.loads.clamps);
    for (const Vector3d& one : x) size_ = std::max(size_, (one - x.front()).norm());
    bodies_.emplace_back(std::move(model));
    taken_.emplace_back(VectorXd::Zero(bodies_.back().layout().n_q));
  }
}

StaticState StaticContact::begin(double load) const {
  StaticState state;
  state.load = load;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    state.bodies.push_back(bodies_[i].model().initial);
    state.bodies.back().loads = programmes_[i](load);
  }
  return state;
}

StaticContact::Look StaticContact::look_at(const StaticState& state, double load) const {
  Look look;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const Model& model = bodies_[i].model();
    look.loads.push_back(programmes_[i](load));
    look.clamp_steps.emplace_back(VectorXd::Zero(model.layout.n_q));
    for (const auto& constraint : model.constraints) {
      constraint->step_to(state.bodies[i], look.loads.back(), look.clamp_steps.back());
    }
    look.x.push_back(model.embedding->points_at(state.bodies[i].q + look.clamp_steps.back(), look.loads.back().clamps));
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    look.surfaces.push_back({bodies_[i].model().surface.get(), look.x[i], false});
  }
  if (!around_.obstacles.empty()) look.poses = around_.motion(load).poses;
  for (std::size_t i = 0; i < look.poses.size(); ++i) {
    look.obstacles.push_back({&around_.obstacles[i], look.poses[i]});
  }
  return look;
}

Contact StaticContact::contact_of(const StaticTouch& touch, const Look& look) const {
  Contact contact;
  contact.key = touch.key;
  contact.a = touch.a;
  contact.b = touch.b;
  const bool obstacle = contact.with_obstacle();
  const auto owner = static_cast<std::size_t>(touch.key.b_owner);
  contact.normal = obstacle ? Vector3d(look.poses[owner].frame() * touch.normal) : touch.normal;
  if (touch.hold == ContactHold::sticks && obstacle) return contact;
  update(contact, look.surfaces, look.obstacles);
  if (touch.hold == ContactHold::sticks) {
    contact.a = touch.a;
    contact.b = touch.b;
  }
  return contact;
}

Vector3d StaticContact::offset(const StaticTouch& touch, const Look& look) const {
  const Vector3d a = weighted(touch.a, look.x[static_cast<std::size_t>(touch.a.body)]);
  const auto owner = static_cast<std::size_t>(touch.key.b_owner);
  if (touch.key.b_obstacle != 0) return a - (look.poses[owner].position + look.poses[owner].frame() * touch.anchor);
  return a - weighted(touch.b, look.x[owner]) - touch.anchor;
}

std::vector<Contact> StaticContact::near(const StaticState& state, double margin) const {
  const Look look = look_at(state, state.load);
  return find_contacts(look.surfaces, look.obstacles, margin);
}

void StaticContact::look(Contact& contact, const StaticState& state) const {
  const Look look = look_at(state, state.load);
  update(contact, look.surfaces, look.obstacles);
}

StaticTouch StaticContact::touch(const Contact& contact, const StaticState& state, ContactHold hold) const {
  StaticTouch touch;
  touch.key = contact.key;
  touch.hold = hold;
  touch.a = contact.a;
  touch.b = contact.b;
  touch.normal = contact.normal;
  if (contact.with_obstacle()) {
    const Pose pose = around_.motion(state.load).poses[static_cast<std::size_t>(contact.key.b_owner)];
    touch.normal = pose.frame().transpose() * contact.normal;
  }
  anchor(touch, state);
  return touch;
}

void StaticContact::anchor(StaticTouch& touch, const StaticState& state) const {
  const Look look = look_at(state, state.load);
  const Contact contact = contact_of(touch, look);
  touch.a = contact.a;
  touch.b = contact.b;
  touch.anchor.setZero();
  touch.normal = contact.normal;
  touch.anchor = offset(touch, look);
  if (!contact.with_obstacle()) return;
  const Matrix3d frame = look.poses[static_cast<std::size_t>(touch.key.b_owner)].frame();
  touch.anchor = frame.transpose() * touch.anchor;
  touch.normal = frame.transpose() * contact.normal;
}

Vector3d StaticContact::slid(const StaticTouch& touch, const StaticState& state) const {
  const Look look = look_at(state, state.load);
  return tangential(offset(touch, look), contact_of(touch, look).normal);
}

Vector3d StaticContact::normal(const StaticTouch& touch, const StaticState& state) const {
  return contact_of(touch, look_at(state, state.load)).normal;
}

/// The obstacle's curvature at the contact: how the normal turns when side a moves along it. Flat parts have none.
Matrix2d StaticContact::turning(const Contact& contact, const Matrix3d& frame, const Look& look) const {
  const bool solid =
      contact.key.kind == ContactKey::Kind::point_obstacle || contact.key.kind == ContactKey::Kind::edge_obstacle;
  if (!solid) return Matrix2d::Zero();
  const auto owner = static_cast<std::size_t>(contact.key.b_owner);
  const Vector3d x = weighted(contact.a, look.x[static_cast<std::size_t>(contact.a.body)]);
  const double aside = 1e-5 * size_;
  Matrix2d turn;
  for (int k = 0; k < 2; ++k) {
    const Vector3d way = aside * frame.col(k + 1);
    const auto at = [&](const Vector3d& where) {
      return nearness(around_.obstacles[owner].shape, look.poses[owner], where).normal;
    };
    turn.col(k) = frame.rightCols<2>().transpose() * (at(x + way) - at(x - way)) / (2 * aside);
  }
  return 0.5 * (turn + turn.transpose());
}

std::vector<int> StaticContact::given_rows(const StaticState& state) const {
  std::vector<int> given;
  for (std::size_t c = 0; c < state.touches.size(); ++c) {
    const int n = state.touches[c].hold == ContactHold::sticks   ? 3
                  : state.touches[c].hold == ContactHold::slides ? 1
                                                                 : 0;
    for (int k = 0; k < n; ++k) given.push_back(3 * static_cast<int>(c) + k);
  }
  return given;
}

/// Gives the forces that nothing balances, on the free unknowns, after clamps have gone where the loads want them.
Status StaticContact::residuals(const StaticState& state, const Look& look, std::vector<VectorXd>& out) {
  out.clear();
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    Linearisation& here = bodies_[i];
    const bool exact = here.layout().relative_size(taken_[i]) <= kLongStep;
    const Status status = exact ? here.evaluate(state.bodies[i], look.loads[i])
                                : here.evaluate_after(taken_[i], state.bodies[i], look.loads[i]);
    if (status != Status::ok) return status;
    out.push_back(here.potential().gradient);
    if (look.clamp_steps[i].isZero(0)) continue;
    VectorXd dragged(here.layout().n_free);
    const Status s = here.hessian_times(state.bodies[i], look.loads[i], look.clamp_steps[i], dragged);
    if (s != Status::ok) return s;
    out.back() += dragged;
  }
  return Status::ok;
}

/// Factors H of every body, after `residuals`, and makes W.
Status StaticContact::linearise(const StaticState& state, const Look& look, Problem& problem) {
  const std::size_t m = state.touches.size();
  std::vector<BodyNow> now;
  std::vector<int> n_free;
  std::vector<VectorXd> q;
  q.reserve(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    q.emplace_back(state.bodies[i].q + look.clamp_steps[i]);
    now.push_back({&bodies_[i].model(), &q.back(), look.loads[i].clamps});
    n_free.push_back(bodies_[i].layout().n_free);
  }
  problem.stiffening.setZero(3 * static_cast<Eigen::Index>(m));
  for (const StaticTouch& touch : state.touches) {
    problem.contacts.push_back(contact_of(touch, look));
    problem.rows.push_back(plumb::linearise(problem.contacts.back(), now));
    problem.turning.emplace_back(Matrix2d::Zero());
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    SymmetricMatrix& h = bodies_[i].potential().hessian;
    VectorXd diagonal(h.size());
    h.diagonal(diagonal);
    for (std::size_t c = 0; c < m; ++c) {
      const StaticTouch& touch = state.touches[c];
      const Contact& contact = problem.contacts[c];
      add_curvature(contact, touch.force, static_cast<int>(i), now[i], h);
      const ContactRow::Part& part = problem.rows[c].parts[0];
      if (touch.hold == ContactHold::open || !contact.with_obstacle() || part.body != static_cast<int>(i)) continue;
      const double moved = part.columns.squaredNorm();
      if (!(moved > 0)) continue;
      double stiff = 0;
      for (const int row : part.rows) stiff += std::abs(diagonal[row]);
      Matrix3d block = Matrix3d::Zero();
      block(0, 0) = stiff / moved;
      if (touch.hold == ContactHold::sticks) block(1, 1) = block(2, 2) = stiff / moved;
      problem.stiffening.segment<3>(3 * static_cast<Eigen::Index>(c)) = block.diagonal();
      if (touch.hold == ContactHold::slides) {
        problem.turning[c] = turning(contact, problem.rows[c].frame, look);
        block.bottomRightCorner<2, 2>() -= touch.force.dot(contact.normal) * problem.turning[c];
      }
      const Eigen::Matrix3Xd pressed = block * part.columns;
      for (std::size_t k = 0; k < part.rows.size(); ++k) {
        for (std::size_t l = 0; l < part.rows.size(); ++l) {
          if (part.rows[l] > part.rows[k]) continue;
          h.values()[h.position(part.rows[k], part.rows[l])] +=
              part.columns.col(static_cast<Eigen::Index>(k)).dot(pressed.col(static_cast<Eigen::Index>(l)));
        }
      }
    }
    if (const Status s = bodies_[i].factor(); s != Status::ok) return s;
    problem.n_negative += bodies_[i].n_negative();
  }
  ++iterations_;
  problem.delassus.emplace(problem.rows, n_free, [&](int body, Eigen::Ref<MatrixXd> b) {
    // One by one: many at once round differently, and where a nearly straight chain of curvatures sticks, its tangential
    // row is so small that the search for its events then does not converge.
    for (Eigen::Index k = 0; k < b.cols(); ++k) bodies_[static_cast<std::size_t>(body)].factors().solve(b.col(k));
  });
  const auto n = 3 * static_cast<Eigen::Index>(m);
  int first = 0;
  problem.w.setZero(n, n);
  for (const int count : n_free) first += count;
  problem.jacobian_t.setZero(first, n);
  for (std::size_t c = 0; c < m; ++c) {
    const auto at = 3 * static_cast<Eigen::Index>(c);
    for (const int j : problem.delassus->neighbours(static_cast<int>(c))) {
      problem.w.block<3, 3>(at, 3 * j) = problem.delassus->block(static_cast<int>(c), j);
    }
    for (const ContactRow::Part& part : problem.rows[c].parts) {
      int before = 0;
      for (int i = 0; i < part.body; ++i) before += n_free[static_cast<std::size_t>(i)];
      for (std::size_t k = 0; k < part.rows.size(); ++k) {
        problem.jacobian_t.block<1, 3>(before + part.rows[k], at) +=
            part.columns.col(static_cast<Eigen::Index>(k)).transpose();
      }
    }
  }
  problem.kept.assign(static_cast<std::size_t>(n), false);
  for (const int row : independent(problem.jacobian_t, given_rows(state))) {
    problem.kept[static_cast<std::size_t>(row)] = true;
  }
  return Status::ok;
}

/// The step that the bodies would make under `residual` if no contact changed its force. `given`: how far rows are from
/// where they must go.
void StaticContact::step_freely(Problem& problem, std::vector<VectorXd> residual, const VectorXd& given) {
  problem.motion.setZero(given.size());
  problem.free_step.clear();
  const VectorXd pushed = problem.stiffening.cwiseProduct(given);
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const VectorXd forces = problem.delassus->forces(static_cast<int>(i), pushed);
    problem.free_step.emplace_back(-residual[i]);
    if (forces.size() > 0) problem.free_step.back() -= forces;
    Eigen::Ref<MatrixXd> column(problem.free_step.back());
    bodies_[i].factors().solve(column);
    problem.delassus->add_motion(static_cast<int>(i), problem.free_step.back(), problem.motion);
  }
}

namespace {

/// Rows M dr = rhs of the contacts; w = motion + W dr is what they do.
struct Rows {
  MatrixXd m;
  VectorXd rhs;
  const MatrixXd& w;
  const VectorXd& motion;

  Rows(const MatrixXd& w_of, const VectorXd& motion_of)
      : m(MatrixXd::Zero(w_of.rows(), w_of.cols())), rhs(VectorXd::Zero(w_of.rows())), w(w_of), motion(motion_of) {}
  /// The force of a row changes by this.
  void set_force(Eigen::Index row, double change) {
    m(row, row) = 1;
    rhs[row] = change;
  }
  /// coefficients . w = value, for the three rows from `first` on.
  void add_motion(Eigen::Index row, Eigen::Index first, const Vector3d& coefficients) {
    m.row(row) += coefficients.transpose() * w.middleRows<3>(first);
    rhs[row] -= coefficients.dot(motion.segment<3>(first));
  }
};

}  // namespace

Status StaticContact::solve(StaticState& state, double load) {
  StaticState trial = state;
  for (VectorXd& step : taken_) step.setZero();
  double previous = HUGE_VAL;
  for (int iteration = 0; iteration < kMaxNewton; ++iteration) {
    if (const Status left = budget_left(); left != Status::ok) return left;
    trial.load = load;
    const Look look = look_at(trial, load);
    std::vector<VectorXd> residual;
    Problem problem;
    if (const Status s = residuals(trial, look, residual); s != Status::ok) return s;
    if (const Status s = linearise(trial, look, problem); s != Status::ok) return s;
    const std::size_t m = trial.touches.size();
    VectorXd r(3 * static_cast<Eigen::Index>(m)), given = VectorXd::Zero(r.size());
    for (std::size_t c = 0; c < m; ++c) {
      const auto at = 3 * static_cast<Eigen::Index>(c);
      r.segment<3>(at) = problem.rows[c].frame.transpose() * trial.touches[c].force;
      if (trial.touches[c].hold == ContactHold::sticks) {
        given.segment<3>(at) = problem.rows[c].frame.transpose() * offset(trial.touches[c], look);
      } else if (trial.touches[c].hold == ContactHold::slides) {
        given[at] = problem.contacts[c].gap;
      }
    }
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const VectorXd forces = problem.delassus->forces(static_cast<int>(i), r);
      if (forces.size() > 0) residual[i] -= forces;
    }
    step_freely(problem, residual, given);
    Rows rows(problem.w, problem.motion);
    for (std::size_t c = 0; c < m; ++c) {
      const StaticTouch& touch = trial.touches[c];
      const auto at = 3 * static_cast<Eigen::Index>(c);
      const int n_given = touch.hold == ContactHold::sticks ? 3 : touch.hold == ContactHold::slides ? 1 : 0;
      for (int k = 0; k < 3; ++k) {
        if (touch.hold == ContactHold::open) rows.set_force(at + k, -r[at + k]);
        if (k >= n_given) continue;
        if (problem.kept[static_cast<std::size_t>(at + k)]) {
          rows.add_motion(at + k, at, Vector3d::Unit(k));
          rows.rhs[at + k] -= given[at + k];
        } else {
          rows.set_force(at + k, problem.jacobian_t.col(at + k).isZero(0) ? -r[at + k] : 0);
        }
      }
      if (touch.hold != ContactHold::slides) continue;
      const Eigen::Matrix<double, 3, 2> tangents = problem.rows[c].frame.rightCols<2>();
      const Vector2d slip = tangents.transpose() * offset(touch, look);
      Vector2d d = tangents.transpose() * touch.against;
      if (d.norm() > 0) d.normalize();
      const double friction = mu(touch.key), normal = r[at];
      Matrix2d turned = Matrix2d::Zero();
      if (slip.norm() > kNoSlip * size_ && slip.dot(d) < 0) {
        d = -slip.normalized();
        turned = friction * normal / slip.norm() * (Matrix2d::Identity() - d * d.transpose());
      }
      turned -= friction * d * (r.segment<2>(at + 1).transpose() * problem.turning[c]);
      for (int k = 0; k < 2; ++k) {
        rows.m(at + 1 + k, at + 1 + k) += 1;
        rows.m(at + 1 + k, at) -= friction * d[k];
        rows.rhs[at + 1 + k] -= r[at + 1 + k] - friction * normal * d[k];
        rows.add_motion(at + 1 + k, at, {0, turned(k, 0), turned(k, 1)});
      }
    }
    VectorXd change(r.size());
    if (m > 0 && !solve_scaled(rows.m, rows.rhs, change)) return Status::singular;
    double update = 0;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      VectorXd step = problem.free_step[i];
      if (const VectorXd more = problem.delassus->response(static_cast<int>(i), change); more.size() > 0) step += more;
      const Layout& layout = bodies_[i].layout();
      taken_[i] = look.clamp_steps[i];
      layout.spread(step, taken_[i]);
      update = std::max(update, layout.relative_size(taken_[i]));
      if (!std::isfinite(update) || update > 4 * kLargest) return Status::not_converged;
      if (const Status s = layout.retract(trial.bodies[i], taken_[i]); s != Status::ok) return s;
      trial.bodies[i].loads = look.loads[i];
      trial.bodies[i].time = load;
    }
    const VectorXd local = r + change;
    const Look there = look_at(trial, load);
    for (std::size_t c = 0; c < m; ++c) {
      const Matrix3d frame = contact_frame(contact_of(trial.touches[c], there).normal);
      trial.touches[c].force = frame * local.segment<3>(3 * static_cast<Eigen::Index>(c));
    }
    const bool exact = update <= kLongStep;
    if (exact && (update <= kConverged || (update <= kStirred && update > 0.25 * previous))) {
      for (std::size_t i = 0; i < bodies_.size(); ++i) commit(bodies_[i].model(), trial.bodies[i]);
      state = trial;
      return Status::ok;
    }
    previous = update;
  }
  return failed_with(Status::not_converged);
}

StaticContact::Rates StaticContact::rates(const StaticState& state, double step) {
  Rates found;
  for (VectorXd& taken : taken_) taken.setZero();
  const Look here = look_at(state, state.load), ahead = look_at(state, state.load + step);
  std::vector<VectorXd> from, to;
  Problem problem;
  found.status = residuals(state, ahead, to);
  if (found.status == Status::ok) found.status = residuals(state, here, from);
  if (found.status == Status::ok) found.status = linearise(state, here, problem);
  if (found.status != Status::ok) return found;
  const double per = 1 / std::abs(step);
  const std::size_t m = state.touches.size();
  VectorXd r(3 * static_cast<Eigen::Index>(m)), moved(r.size()), given = VectorXd::Zero(r.size());
  for (std::size_t c = 0; c < m; ++c) {
    const auto at = 3 * static_cast<Eigen::Index>(c);
    const Matrix3d frame_t = problem.rows[c].frame.transpose();
    r.segment<3>(at) = frame_t * state.touches[c].force;
    moved.segment<3>(at) = per * (frame_t * (offset(state.touches[c], ahead) - offset(state.touches[c], here)));
    const int n_given = state.touches[c].hold == ContactHold::sticks   ? 3
                        : state.touches[c].hold == ContactHold::slides ? 1
                                                                       : 0;
    given.segment(at, n_given) = moved.segment(at, n_given);
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) from[i] = per * (to[i] - from[i]);
  step_freely(problem, from, given);
  Rows rows(problem.w, problem.motion);
  const auto give = [&](Eigen::Index row, Eigen::Index at, const Vector3d& direction, bool independent_row) {
    if (!independent_row) return rows.set_force(row, 0);
    rows.add_motion(row, at, direction);
    rows.rhs[row] -= direction.dot(moved.segment<3>(at));
  };
  for (std::size_t c = 0; c < m; ++c) {
    const StaticTouch& touch = state.touches[c];
    const auto at = 3 * static_cast<Eigen::Index>(c);
    const auto kept = [&](Eigen::Index row) { return problem.kept[static_cast<std::size_t>(row)]; };
    if (touch.hold == ContactHold::open) {
      for (int k = 0; k < 3; ++k) rows.set_force(at + k, 0);
      continue;
    }
    give(at, at, Vector3d::UnitX(), kept(at));
    if (touch.hold == ContactHold::sticks) {
      for (int k = 1; k < 3; ++k) give(at + k, at, Vector3d::Unit(k), kept(at + k));
      continue;
    }
    const double friction = mu(touch.key);
    Vector2d d = problem.rows[c].frame.rightCols<2>().transpose() * touch.against;
    if (!(d.norm() > 0) || friction == 0) {
      for (int k = 1; k < 3; ++k) rows.set_force(at + k, 0);
      continue;
    }
    d.normalize();
    rows.m(at + 1, at) = -friction;
    rows.m.block<1, 2>(at + 1, at + 1) = d.transpose();
    const Vector2d turned = -friction * (problem.turning[c] * r.segment<2>(at + 1));
    rows.add_motion(at + 1, at, {0, turned[0], turned[1]});
    const Vector3d aside(0, -d[1], d[0]);
    if ((problem.jacobian_t.middleCols<3>(at) * aside).norm() > kDependent * problem.jacobian_t.norm()) {
      rows.add_motion(at + 2, at, aside);
      rows.rhs[at + 2] -= aside.dot(moved.segment<3>(at));
    } else {
      rows.m.block<1, 2>(at + 2, at + 1) = aside.tail<2>().transpose();
    }
  }
  VectorXd change(r.size());
  if (m > 0 && !solve_scaled(rows.m, rows.rhs, change)) {
    found.status = Status::singular;
    return found;
  }
  const VectorXd motion = problem.motion + problem.w * change + moved;
  for (std::size_t c = 0; c < m; ++c) {
    const auto at = 3 * static_cast<Eigen::Index>(c);
    found.force.emplace_back(change.segment<3>(at));
    found.motion.emplace_back(motion.segment<3>(at));
    found.frame.push_back(problem.rows[c].frame);
  }
  return found;
}

StaticContact::Linear StaticContact::linear(const StaticState& state) {
  Linear found;
  for (VectorXd& taken : taken_) taken.setZero();
  const Look look = look_at(state, state.load);
  std::vector<VectorXd> residual;
  Problem problem;
  found.status = residuals(state, look, residual);
  double force = 0, left = 0;
  for (const Linearisation& here : bodies_) force = std::max(force, here.potential().magnitude.maxCoeff());
  if (found.status == Status::ok) found.status = linearise(state, look, problem);
  if (found.status != Status::ok) return found;
  VectorXd r(3 * static_cast<Eigen::Index>(state.touches.size()));
  for (std::size_t c = 0; c < state.touches.size(); ++c) {
    found.frame.push_back(problem.rows[c].frame);
    r.segment<3>(3 * static_cast<Eigen::Index>(c)) = found.frame.back().transpose() * state.touches[c].force;
  }
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const VectorXd forces = problem.delassus->forces(static_cast<int>(i), r);
    if (forces.size() > 0) residual[i] -= forces;
    if (residual[i].size() > 0) left = std::max(left, residual[i].cwiseAbs().maxCoeff());
  }
  found.residual = force > 0 ? left / force : 0;
  found.w = problem.w;
  found.jacobian_t = problem.jacobian_t;
  found.n_negative = problem.n_negative;
  for (std::size_t row = 0; row < problem.kept.size(); ++row) {
    if (problem.kept[row]) found.rows.push_back(static_cast<int>(row));
  }
  return found;
}

}  // namespace plumb
