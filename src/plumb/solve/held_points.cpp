#include <plumb/solve/held_points.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

#include <plumb/core/budget.h>
#include <plumb/model/linearisation.h>

namespace plumb {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Model loads_alone(const Model& model) {
  Model loads = model;
  std::erase_if(loads.energies, [](const auto& energy) { return energy->role() != Role::load; });
  return loads;
}

/// Returns the loads of a state with nothing but the clamps.
Loads without_forces(Loads loads) {
  loads.gravity.setZero();
  for (Wrench& wrench : loads.wrenches) wrench = {};
  std::fill(loads.pressures.begin(), loads.pressures.end(), 0);
  return loads;
}

/// The search for one held equilibrium. Steps are over the layout's scale.
class HeldSearch {
 public:
  HeldSearch(const Model& model, State start, std::span<const HeldPoint> points, const HeldOptions& options)
      : here_(model),
        places_(loads_alone(model)),
        points_(points),
        options_(options),
        state_(std::move(start)),
        m_(static_cast<Eigen::Index>(points.size())) {
    here_.layout().gather(here_.layout().scale, scale_);
  }

  HeldOutcome run() {
    outcome_.status = options_.stiffness > 0 ? approach() : Status::ok;
    if (outcome_.status == Status::ok) outcome_.status = close();
    if (outcome_.status == Status::ok) judge();
    return outcome_;
  }
  State take_state() { return std::move(state_); }

 private:
  static constexpr double kNear = 1e-4;  ///< of the layout's scale: a descent that moves less is done

  VectorXd forces(const State& state) const {
    VectorXd f(m_);
    for (Eigen::Index k = 0; k < m_; ++k) f[k] = point(k).direction.dot(wrench(state, k).force);
    return f;
  }
  void add_forces(const VectorXd& change, State& state) const {
    for (Eigen::Index k = 0; k < change.size(); ++k) wrench(state, k).force += change[k] * point(k).direction;
  }
  const HeldPoint& point(Eigen::Index k) const { return points_[static_cast<std::size_t>(k)]; }
  Wrench& wrench(State& state, Eigen::Index k) const { return state.loads.wrenches[point(k).wrench]; }
  const Wrench& wrench(const State& state, Eigen::Index k) const { return state.loads.wrenches[point(k).wrench]; }

  /// Finds how far the points are from their places, m, and if asked how that changes with the unknowns.
  Status look_at_points(const State& state, bool slopes) {
    gaps_.resize(m_);
    if (slopes) slopes_.resize(m_, scale_.size());
    const Loads none = without_forces(state.loads);
    for (Eigen::Index k = 0; k < m_; ++k) {
      Loads unit = none;
      unit.wrenches[point(k).wrench].force = point(k).direction;
      const Status s = places_.evaluate(state, unit, {.value = true, .gradient = slopes});
      if (s != Status::ok) return s;
      gaps_[k] = -places_.potential().value - point(k).at;
      if (slopes) slopes_.row(k) = -places_.potential().gradient.cwiseProduct(scale_).transpose();
    }
    return Status::ok;
  }

  Status linearise(const State& state) {
    if (const Status s = budget_left(); s != Status::ok) return s;
    if (const Status s = here_.evaluate(state, state.loads); s != Status::ok) return s;
    ++outcome_.iterations;
    gradient_ = here_.potential().gradient.cwiseProduct(scale_);
    hessian_ = scale_.asDiagonal() * here_.potential().hessian.dense() * scale_.asDiagonal();
    return Status::ok;
  }

  Status moved(const State& from, const VectorXd& step, State& to) {
    to = from;
    return here_.retract(to, step.cwiseProduct(scale_));
  }

  /// The augmented Lagrangian: energy and springs.
  Status spring_energy(const State& state, double& energy) {
    if (const Status s = here_.energy(state, state.loads, energy); s != Status::ok) return s;
    if (const Status s = look_at_points(state, false); s != Status::ok) return s;
    energy += 0.5 * options_.stiffness * gaps_.squaredNorm();
    return std::isfinite(energy) ? Status::ok : Status::outside_domain;
  }

  Status approach() {
    constexpr int kMostSets = 20;
    for (int set = 0; set < kMostSets; ++set) {
      if (const Status s = descend(); s != Status::ok) return s;
      if (const Status s = look_at_points(state_, false); s != Status::ok) return s;
      add_forces(-options_.stiffness * gaps_, state_);
      if (gaps_.cwiseAbs().maxCoeff() < 1e-3) return Status::ok;
    }
    return Status::not_converged;
  }

  /// Goes down by Newton steps on a Hessian that is shifted until it is positive.
  Status descend() {
    double shift = 0;
    for (int i = 0; i < options_.max_descent; ++i) {
      double energy = 0;
      if (const Status s = spring_energy(state_, energy); s != Status::ok) return s;
      if (const Status s = look_at_points(state_, true); s != Status::ok) return s;
      State pulled = state_;
      add_forces(-options_.stiffness * gaps_, pulled);
      if (const Status s = linearise(pulled); s != Status::ok) return s;
      hessian_ += options_.stiffness * slopes_.transpose() * slopes_;
      VectorXd step = downhill(shift);
      if (const double size = step.cwiseAbs().maxCoeff(); size > 1) step /= size;
      const bool near = step.cwiseAbs().maxCoeff() < kNear;
      if (!search_along(step, energy)) return near ? Status::ok : Status::not_converged;
      if (near) return Status::ok;
    }
    return Status::ok;  // Newton's method may do what is left
  }

  VectorXd downhill(double& shift) {
    const double size = hessian_.diagonal().cwiseAbs().maxCoeff();
    shift = shift * 0.25 > 1e-14 * size ? shift * 0.25 : 0;
    while (true) {
      const Eigen::LLT<MatrixXd> factors(hessian_ + shift * MatrixXd::Identity(hessian_.rows(), hessian_.cols()));
      if (factors.info() == Eigen::Success) {
        VectorXd step = -factors.solve(gradient_);
        if (step.allFinite()) return step;
      }
      shift = std::max(4 * shift, 1e-12 * size);
    }
  }

  bool search_along(const VectorXd& step, double energy) {
    const double slope = gradient_.dot(step);
    for (double part = 1; part > 1e-10; part *= 0.5) {
      State trial;
      double there = 0;
      if (moved(state_, part * step, trial) != Status::ok || spring_energy(trial, there) != Status::ok) continue;
      if (there > energy + 1e-4 * part * slope) continue;
      state_ = std::move(trial);
      return true;
    }
    return false;
  }

  /// What both conditions leave: forces over the stiffness, and gaps.
  double distance() const { return std::hypot(gradient_.norm() / std::max(1e-300, hessian_.norm()), gaps_.norm()); }

  /// Takes the forces that leave the least residual.
  Status balance() {
    if (const Status s = look_at_points(state_, true); s != Status::ok) return s;
    if (const Status s = linearise(state_); s != Status::ok) return s;
    add_forces(slopes_.transpose().colPivHouseholderQr().solve(gradient_), state_);
    return linearise(state_);
  }

  /// Newton's method on unknowns and forces.
  Status close() {
    if (const Status s = balance(); s != Status::ok) return s;
    double previous = HUGE_VAL;
    for (int i = 0; i < options_.max_newton; ++i) {
      const Eigen::Index n = scale_.size();
      MatrixXd matrix = MatrixXd::Zero(n + m_, n + m_);
      matrix.topLeftCorner(n, n) = hessian_;
      matrix.topRightCorner(n, m_) = -slopes_.transpose();
      matrix.bottomLeftCorner(m_, n) = -slopes_;
      VectorXd right(n + m_);
      right << -gradient_, gaps_;
      const VectorXd step = Eigen::PartialPivLU<MatrixXd>(matrix).solve(right);
      if (!step.allFinite()) return Status::singular;
      outcome_.update = step.head(n).cwiseAbs().maxCoeff();
      outcome_.residual = here_.residual();
      outcome_.gap = gaps_.cwiseAbs().maxCoeff();
      const bool noise = outcome_.update > 0.5 * previous && outcome_.update < 1e3 * options_.update;
      if ((outcome_.update <= options_.update || noise) && outcome_.residual <= options_.residual &&
          outcome_.gap <= options_.gap) {
        return Status::ok;
      }
      previous = outcome_.update;
      if (const Status s = take(step.head(n), step.tail(m_)); s != Status::ok) return s;
    }
    return Status::not_converged;
  }

  /// Goes as much of the step as brings it nearer, or a small part of it.
  Status take(const VectorXd& step, const VectorXd& forces) {
    const State before = state_;
    const double at_first = distance();
    for (double part = std::min(1.0, 1 / step.cwiseAbs().maxCoeff()); part > 1e-6; part *= 0.5) {
      if (moved(before, part * step, state_) != Status::ok) continue;
      add_forces(part * forces, state_);
      if (look_at_points(state_, true) != Status::ok) continue;
      const Status s = linearise(state_);
      if (ended_by_budget(s)) return s;
      if (s == Status::ok && (distance() < (1 - 0.1 * part) * at_first || outcome_.update < 1e-6)) return Status::ok;
    }
    return Status::not_converged;
  }

  void judge() {
    const MatrixXd q = slopes_.transpose().colPivHouseholderQr().householderQ();
    const MatrixXd kept = q.rightCols(scale_.size() - m_);
    const VectorXd values =
        Eigen::SelfAdjointEigenSolver<MatrixXd>(kept.transpose() * hessian_ * kept, Eigen::EigenvaluesOnly)
            .eigenvalues();
    const double noise = 16 * std::numeric_limits<double>::epsilon() * values.cwiseAbs().maxCoeff();
    outcome_.negative_modes = static_cast<int>((values.array() < -noise).count());
    outcome_.energy = here_.potential().value;
    const VectorXd held = forces(state_);
    for (Eigen::Index k = 0; k < m_; ++k) outcome_.energy += held[k] * (point(k).at + gaps_[k]);
    if (outcome_.negative_modes > 0 && !options_.accepts_saddles) outcome_.status = Status::unstable;
  }

  Linearisation here_, places_;
  std::span<const HeldPoint> points_;
  HeldOptions options_;
  State state_;
  Eigen::Index m_;  ///< held points
  VectorXd scale_, gradient_, gaps_;
  MatrixXd hessian_, slopes_;
  HeldOutcome outcome_;
};

}  // namespace

HeldOutcome hold(const Model& model, State& state, std::span<const HeldPoint> points, const HeldOptions& options) {
  ENSURE(options.stiffness >= 0 && !points.empty());
  for (const auto& energy : model.energies) ENSURE(energy->has_potential());
  for (const HeldPoint& point : points) ENSURE(std::abs(point.direction.norm() - 1) < 1e-9);
  HeldSearch search(model, state, points, options);
  const HeldOutcome outcome = search.run();
  if (outcome.status == Status::ok) state = search.take_state();
  return outcome;
}

}  // namespace plumb
