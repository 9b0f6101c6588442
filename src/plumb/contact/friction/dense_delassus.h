#pragma once

#include <numeric>
#include <utility>

#include <plumb/contact/friction/problem.h>

namespace plumb {

/// W as a full matrix: every contact is felt by every other one, as on one elastic body.
class DenseDelassus : public Delassus {
 public:
  /// `w`: symmetric, three rows per contact.
  explicit DenseDelassus(Eigen::MatrixXd w) : w_(std::move(w)) {
    ENSURE(w_.rows() == w_.cols() && w_.rows() % 3 == 0);
    all_.resize(static_cast<std::size_t>(w_.rows() / 3));
    std::iota(all_.begin(), all_.end(), 0);
  }

  int n_contacts() const override { return static_cast<int>(all_.size()); }
  Eigen::Matrix3d block(int i, int j) const override { return w_.block<3, 3>(3 * i, 3 * j); }
  const std::vector<int>& neighbours(int) const override { return all_; }
  void apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override { u.noalias() = w_ * r; }

  const Eigen::MatrixXd& matrix() const { return w_; }

 private:
  Eigen::MatrixXd w_;
  std::vector<int> all_;
};

}  // namespace plumb
