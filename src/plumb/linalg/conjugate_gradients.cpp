#include <plumb/linalg/conjugate_gradients.h>

#include <Eigen/Cholesky>

namespace plumb {

ConjugateGradientOutcome conjugate_gradients(const LinearMap& a, const LinearMap& precondition,
                                             const Eigen::VectorXd& b, Eigen::VectorXd& x,
                                             const ConjugateGradientOptions& options) {
  ConjugateGradientOutcome outcome;
  const double size = b.norm();
  if (size == 0) {
    x.setZero(b.size());
    outcome.status = Status::ok;
    return outcome;
  }
  Eigen::VectorXd r = b, z(b.size()), product(b.size());
  if (!x.isZero(0)) {
    a(x, product);
    r -= product;
  }
  precondition(r, z);
  Eigen::VectorXd p = z;
  double rz = r.dot(z);
  for (outcome.residual = r.norm() / size; outcome.residual > options.tolerance; outcome.residual = r.norm() / size) {
    if (outcome.iterations == options.max_iterations) return outcome;
    a(p, product);
    ++outcome.iterations;
    const double curvature = p.dot(product);
    if (!(curvature > 0)) {
      outcome.status = Status::singular;
      return outcome;
    }
    const double length = rz / curvature;
    x += length * p;
    r -= length * product;
    precondition(r, z);
    const double before = rz;
    rz = r.dot(z);
    p = z + (rz / before) * p;
  }
  outcome.status = Status::ok;
  return outcome;
}

BlockJacobi::BlockJacobi(std::vector<int> starts) : starts_(std::move(starts)) {
  ENSURE(!starts_.empty() && starts_.front() == 0);
  blocks_.resize(starts_.size() - 1);
  block_of_.resize(static_cast<std::size_t>(starts_.back()));
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    ENSURE(starts_[k + 1] > starts_[k] && starts_[k + 1] <= starts_[k] + 3);
    for (int i = starts_[k]; i < starts_[k + 1]; ++i) block_of_[static_cast<std::size_t>(i)] = static_cast<int>(k);
  }
}

/// Places that a block does not have stay those of the identity.
void BlockJacobi::set_zero() {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const int n = starts_[k + 1] - starts_[k];
    blocks_[k].setIdentity();
    blocks_[k].topLeftCorner(n, n).setZero();
  }
}

void BlockJacobi::add(int row, int col, double value) {
  const auto block = static_cast<std::size_t>(block_of_[static_cast<std::size_t>(row)]);
  if (block != static_cast<std::size_t>(block_of_[static_cast<std::size_t>(col)])) return;
  blocks_[block](row - starts_[block], col - starts_[block]) += value;
}

bool BlockJacobi::invert() {
  for (Eigen::Matrix3d& block : blocks_) {
    const Eigen::LLT<Eigen::Matrix3d> factors(block);
    if (factors.info() != Eigen::Success) return false;
    block = factors.solve(Eigen::Matrix3d::Identity());
  }
  return true;
}

void BlockJacobi::operator()(const Eigen::VectorXd& r, Eigen::VectorXd& z) const {
  for (std::size_t k = 0; k < blocks_.size(); ++k) {
    const int first = starts_[k], n = starts_[k + 1] - first;
    if (n == 3) {
      z.segment<3>(first) = blocks_[k] * r.segment<3>(first);
    } else {
      z.segment(first, n) = blocks_[k].topLeftCorner(n, n) * r.segment(first, n);
    }
  }
}

}  // namespace plumb
