#include <plumb/linalg/svd3.h>

#include <cmath>
#include <limits>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kEps = std::numeric_limits<double>::epsilon();

/// Rotates the columns p and q of both by the angle whose tangent is t.
void rotate(Matrix3d& b, Matrix3d& v, int p, int q, double t) {
  const double c = 1 / std::sqrt(1 + t * t), s = c * t;
  for (Matrix3d* m : {&b, &v}) {
    const Vector3d at_p = m->col(p);
    m->col(p) = c * at_p - s * m->col(q);
    m->col(q) = s * at_p + c * m->col(q);
  }
}

/// Exchanges two columns of both by a quarter turn.
void exchange(Matrix3d& b, Matrix3d& v, int p, int q) {
  for (Matrix3d* m : {&b, &v}) {
    const Vector3d at_p = m->col(p);
    m->col(p) = m->col(q);
    m->col(q) = -at_p;
  }
}

/// Makes the columns of b orthogonal to each other.
void orthogonalise(Matrix3d& b, Matrix3d& v) {
  constexpr int kMostSweeps = 30;  // five suffice for doubles
  for (int sweep = 0; sweep < kMostSweeps; ++sweep) {
    bool rotated = false;
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      const double pp = b.col(p).squaredNorm(), qq = b.col(q).squaredNorm(), pq = b.col(p).dot(b.col(q));
      if (!(std::abs(pq) > kEps * std::sqrt(pp) * std::sqrt(qq))) continue;
      const double z = (qq - pp) / (2 * pq);
      rotate(b, v, p, q, (z < 0 ? -1 : 1) / (std::abs(z) + std::hypot(1, z)));
      rotated = true;
    }
    if (!rotated) return;
  }
}

Vector3d any_perpendicular(const Vector3d& u) {
  Eigen::Index smallest = 0;
  u.cwiseAbs().minCoeff(&smallest);
  return u.cross(Vector3d::Unit(smallest)).normalized();
}

}  // namespace

RotationSvd rotation_svd(const Matrix3d& a) {
  RotationSvd svd{Matrix3d::Identity(), Matrix3d::Identity(), Vector3d::Zero()};
  // Squares of the entries are to be computed with; a power of two changes no bits.
  const double largest = a.cwiseAbs().maxCoeff();
  if (!(largest > 0)) return svd;
  const double scale = std::ldexp(1.0, std::ilogb(largest));
  Matrix3d b = a / scale;
  orthogonalise(b, svd.v);
  for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
    if (b.col(p).squaredNorm() < b.col(q).squaredNorm()) exchange(b, svd.v, p, q);
  }
  const double s0 = b.col(0).norm();
  const Vector3d u0 = b.col(0) / s0;
  // What is left of the second column beside the first; where that is rounding, any direction will do.
  const Vector3d rest = b.col(1) - u0.dot(b.col(1)) * u0;
  const Vector3d u1 = rest.norm() > kEps * kEps * s0 ? Vector3d(rest.normalized()) : any_perpendicular(u0);
  const Vector3d u2 = u0.cross(u1);
  svd.u << u0, u1, u2;
  svd.s = scale * Vector3d(s0, u1.dot(b.col(1)), u2.dot(b.col(2)));
  return svd;
}

Matrix3d without_negative_eigenvalues(const Matrix3d& a) {
  const Eigen::SelfAdjointEigenSolver<Matrix3d> modes(a);
  const Vector3d& values = modes.eigenvalues();
  if (!(values[0] < -3 * kEps * values.cwiseAbs().maxCoeff())) return a;
  return modes.eigenvectors() * values.cwiseMax(0).asDiagonal() * modes.eigenvectors().transpose();
}

}  // namespace plumb
