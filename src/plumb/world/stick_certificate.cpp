#include <plumb/world/stick_certificate.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

namespace plumb {
namespace {

using Eigen::MatrixXd, Eigen::Vector3d, Eigen::VectorXd;

bool slides_with_friction(const StaticContact& statics, const StaticTouch& touch) {
  return touch.hold == ContactHold::slides && statics.mu(touch.key) > 0;
}

/// How the friction that is left, mu r_n - |r_T|, grows by slips of what slides, while the rest is held.
double hill(const StaticContact& statics, const StaticState& state, const StaticContact::Linear& at) {
  std::vector<Vector3d> directions;  // where friction points, in the frames
  std::vector<int> sliding;
  for (std::size_t c = 0; c < state.touches.size(); ++c) {
    if (!slides_with_friction(statics, state.touches[c])) continue;
    sliding.push_back(static_cast<int>(c));
    directions.emplace_back(at.frame[c].transpose() * state.touches[c].against);
  }
  const auto n = static_cast<Eigen::Index>(at.rows.size()), m = static_cast<Eigen::Index>(sliding.size());
  MatrixXd given = MatrixXd::Zero(n + m, at.w.rows());
  for (Eigen::Index k = 0; k < n; ++k) given(k, at.rows[static_cast<std::size_t>(k)]) = 1;
  for (Eigen::Index k = 0; k < m; ++k) {
    given.block<1, 3>(n + k, 3 * sliding[static_cast<std::size_t>(k)]) =
        directions[static_cast<std::size_t>(k)].transpose();
  }
  const MatrixXd stiffness = (given * at.w * given.transpose()).inverse();
  MatrixXd left(m, m);
  for (Eigen::Index k = 0; k < m; ++k) {
    const StaticTouch& touch = state.touches[static_cast<std::size_t>(sliding[static_cast<std::size_t>(k)])];
    left.row(k) = stiffness.block(n + k, n, 1, m);
    const auto normal =
        std::find(at.rows.begin(), at.rows.end(), 3 * sliding[static_cast<std::size_t>(k)]) - at.rows.begin();
    if (normal < n) left.row(k) -= statics.mu(touch.key) * stiffness.block(normal, n, 1, m);
  }
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(0.5 * (left + left.transpose())).eigenvalues().minCoeff();
}

}  // namespace

StickCertificate certify(StaticContact& statics, const StaticState& state) {
  StickCertificate found;
  const StaticContact::Linear at = statics.linear(state);
  found.status = at.status;
  found.residual = at.residual;
  if (found.status != Status::ok) return found;
  found.certified = std::none_of(state.touches.begin(), state.touches.end(),
                                 [&](const StaticTouch& touch) { return slides_with_friction(statics, touch); });
  if (!found.certified) {
    found.hill = hill(statics, state, at);
    return found;
  }
  found.negative_modes = at.n_negative;
  if (at.rows.empty()) return found;
  const auto n = static_cast<Eigen::Index>(at.rows.size());
  MatrixXd w(n, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    for (Eigen::Index l = 0; l < n; ++l) {
      w(k, l) = at.w(at.rows[static_cast<std::size_t>(k)], at.rows[static_cast<std::size_t>(l)]);
    }
  }
  const VectorXd eigenvalues = Eigen::SelfAdjointEigenSolver<MatrixXd>(w).eigenvalues();
  found.negative_modes -= static_cast<int>((eigenvalues.array() < 0).count());
  return found;
}

double needed_friction(const StaticContact& statics, const StaticState& state) {
  double needed = 0;
  for (const StaticTouch& touch : state.touches) {
    if (touch.hold == ContactHold::open || touch.force.isZero(0)) continue;
    const Vector3d normal = statics.normal(touch, state);
    const double along = touch.force.dot(normal);
    const double aside = (touch.force - along * normal).norm();
    needed = std::max(needed, along > 0 ? aside / along : HUGE_VAL);
  }
  return needed;
}

}  // namespace plumb
