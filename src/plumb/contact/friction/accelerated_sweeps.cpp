#include <plumb/contact/friction/accelerated_sweeps.h>

#include <algorithm>

#include <Eigen/Cholesky>

#include <plumb/contact/friction/cone.h>

namespace plumb {

void AcceleratedSweeps::start(const Eigen::VectorXd& r) {
  start_ = swept_ = r;
  changes_.resize(r.size(), kMemory);
  results_.resize(r.size(), kMemory);
  products_.setZero();
  n_ = next_ = 0;
  first_ = true;
}

void AcceleratedSweeps::sweep() {
  constexpr double kAstray = 2;       // a change that much larger than the last one
  constexpr double kRegular = 1e-10;  // of the least squares, relative
  const Eigen::VectorXd safe = swept_;
  swept_ = start_;
  sweeps_->sweep(swept_);
  change_ = swept_ - start_;
  const double norm = change_.norm();
  if (n_ > 0 && !(norm <= kAstray * last_norm_)) {
    start(safe);
    return;
  }
  if (!first_) {
    changes_.col(next_) = change_ - last_change_;
    results_.col(next_) = swept_ - last_swept_;
    n_ = std::min(n_ + 1, kMemory);
    for (int c = 0; c < n_; ++c) products_(next_, c) = products_(c, next_) = changes_.col(next_).dot(changes_.col(c));
    next_ = (next_ + 1) % kMemory;
  }
  first_ = false;
  last_change_ = change_;
  last_swept_ = swept_;
  last_norm_ = norm;
  start_ = swept_;
  if (n_ == 0) return;
  Eigen::MatrixXd normal = products_.topLeftCorner(n_, n_);
  normal.diagonal().array() += kRegular * normal.diagonal().maxCoeff();
  const Eigen::VectorXd mix = normal.ldlt().solve(changes_.leftCols(n_).transpose() * change_);
  if (!mix.allFinite()) return;
  start_.noalias() -= results_.leftCols(n_) * mix;
  for (int i = 0; i < sweeps_->rows().n_contacts(); ++i) {
    const Cone& cone = sweeps_->contact(i).cone();
    if (!cone.joint) start_.segment<3>(3 * i) = project_on_cone(cone.mu, start_.segment<3>(3 * i));
  }
}

}  // namespace plumb
