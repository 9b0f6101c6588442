#include <plumb/contact/friction/one_contact.h>

#include <cmath>

#include <Eigen/Eigenvalues>

#include <plumb/contact/friction/cone.h>
#include <plumb/contact/friction/slip_direction.h>

namespace plumb {

namespace {

/// An eigenvalue of W below this times the largest is zero: it is what rounding leaves of a rod's missing motion.
constexpr double kZeroEigenvalue = 1e-13;
/// W_nn below this times |W| cannot resist.
constexpr double kZeroNormal = 1e-15;

bool in_cone(double mu, const Eigen::Vector3d& r) { return std::hypot(r(1), r(2)) <= mu * r(0); }

/// Returns the point of the line r + x z that is in the cone and nearest to r; r itself if there is none.
Eigen::Vector3d into_cone_along(double mu, const Eigen::Vector3d& r, const Eigen::Vector3d& z) {
  // |r_T + x z_T|^2 = mu^2 (r_n + x z_n)^2 is a x^2 + 2 b x + c = 0.
  const double a = z.tail<2>().squaredNorm() - mu * mu * z(0) * z(0);
  const double b = r.tail<2>().dot(z.tail<2>()) - mu * mu * r(0) * z(0);
  const double c = r.tail<2>().squaredNorm() - mu * mu * r(0) * r(0);
  const double discriminant = b * b - a * c;
  if (!(discriminant >= 0)) return r;
  const double q = -(b + std::copysign(std::sqrt(discriminant), b));
  Eigen::Vector3d best = r;
  double nearest = HUGE_VAL;
  for (const double x : {q / a, c / q}) {
    const Eigen::Vector3d there = r + x * z;
    if (std::isfinite(x) && there(0) >= 0 && std::abs(x) < nearest) {
      nearest = std::abs(x);
      best = there;
    }
  }
  return best;
}

}  // namespace

OneContact::OneContact(const Eigen::Matrix3d& w, const Cone& cone) : w_(w), cone_(cone) {
  ENSURE(cone.joint || (cone.mu >= 0 && std::isfinite(cone.mu)));
  if (w.norm() > 0) size_ = w.norm();
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(w);
  basis_ = eigen.eigenvectors();
  Eigen::Vector3d inverse = Eigen::Vector3d::Zero();
  for (int k = 0; k < 3; ++k) {
    const double value = eigen.eigenvalues()(k);
    if (value > kZeroEigenvalue * size_) {
      inverse(k) = 1 / value;
    } else {
      ++n_null_;
    }
  }
  inverse_ = basis_ * inverse.asDiagonal() * basis_.transpose();
}

double OneContact::residual(const Eigen::Vector3d& b, const Eigen::Vector3d& r) const {
  return natural_map(cone_, size_, r, w_ * r + b).norm();
}

Eigen::Vector3d OneContact::holding_force(const Eigen::Vector3d& b) const {
  Eigen::Vector3d r = -inverse_ * b;
  r -= inverse_ * (w_ * r + b);  // one correction: the inverse of a bad block loses digits
  if (n_null_ == 0 || cone_.joint || in_cone(cone_.mu, r)) return r;
  // Forces in the null space do nothing; with them the holding force may get into the cone.
  if (n_null_ == 1) return into_cone_along(cone_.mu, r, basis_.col(0));
  if (n_null_ == 2) {
    // All r with g.r = beta hold; the smallest in the cone is along the projection of g or of -g.
    const Eigen::Vector3d g = basis_.col(2);
    const double beta = g.dot(r);
    const Eigen::Vector3d ray = project_on_cone(cone_.mu, beta < 0 ? -g : g);
    const double x = beta / g.dot(ray);
    return x >= 0 && std::isfinite(x) ? Eigen::Vector3d(x * ray) : r;
  }
  return r;
}

bool OneContact::holds(const Eigen::Vector3d& b, const Eigen::Vector3d& r) const {
  if (!in_cone(cone_.mu, r)) return false;
  return n_null_ == 0 || (w_ * r + b).norm() <= 1e-14 * (size_ * r.norm() + b.norm());
}

Eigen::Vector3d OneContact::slipping_force(const Eigen::Vector3d& b, const Eigen::Vector2d& e) const {
  const double n = -b(0) / (w_(0, 0) + cone_.mu * w_.block<2, 1>(1, 0).dot(e));
  return n * Eigen::Vector3d(1, cone_.mu * e(0), cone_.mu * e(1));
}

Eigen::Vector3d OneContact::solve(const Eigen::Vector3d& b, const Eigen::Vector3d& last, Mode* mode) const {
  Mode ignored;
  Mode& m = mode ? *mode : ignored;
  if (cone_.joint) {
    m = Mode::sticks;
    return holding_force(b);
  }
  m = Mode::takes_off;
  if (b(0) >= 0 || !(w_(0, 0) > kZeroNormal * size_)) return Eigen::Vector3d::Zero();
  if (cone_.mu == 0) {
    m = Mode::slips;
    return {-b(0) / w_(0, 0), 0, 0};
  }
  const Eigen::Vector3d holding = holding_force(b);
  if (holds(b, holding)) {
    m = Mode::sticks;
    return holding;
  }
  m = Mode::slips;
  const Eigen::Vector2d guess = last.tail<2>().squaredNorm() > 0 ? last.tail<2>() : holding.tail<2>();
  if (guess.squaredNorm() > 0) {
    const SlipEquation equation(w_, b, cone_.mu);
    if (const auto e = slip_direction_near(equation, guess.normalized())) {
      const Eigen::Vector3d r = slipping_force(b, *e);
      if (r(0) > 0 && std::isfinite(r(0)) && e->dot(equation.motion(*e)) <= 0) return r;
    }
  }
  return best_by_enumeration(b, holding, m);
}

Eigen::Vector3d OneContact::best_by_enumeration(const Eigen::Vector3d& b, const Eigen::Vector3d& holding,
                                                Mode& mode) const {
  Eigen::Vector3d best = Eigen::Vector3d::Zero();
  double least = residual(b, best);
  mode = Mode::takes_off;
  const auto try_force = [&](const Eigen::Vector3d& r, Mode m) {
    if (!r.allFinite()) return;
    const double error = residual(b, r);
    if (error < least) {
      least = error;
      best = r;
      mode = m;
    }
  };
  try_force(project_on_cone(cone_.mu, holding), Mode::sticks);
  const SlipEquation equation(w_, b, cone_.mu);
  for (const Eigen::Vector2d& e : all_slip_directions(equation)) {
    try_force(slipping_force(b, e), Mode::slips);
    if (const auto polished = slip_direction_near(equation, e)) try_force(slipping_force(b, *polished), Mode::slips);
  }
  return best;
}

}  // namespace plumb
