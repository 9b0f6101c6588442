#pragma once

#include <memory>
#include <vector>

#include <plumb/contact/friction/problem.h>

namespace plumb {

/// The rows of a W packed for many products: a full matrix where most blocks are there, else blocks one after the other.
class DelassusRows {
 public:
  explicit DelassusRows(const Delassus& w);

  int n_contacts() const { return n_; }
  bool dense() const { return matrix_ != nullptr; }
  /// Returns the full matrix; only if `dense`.
  const Eigen::MatrixXd& matrix() const { return *matrix_; }

  /// Returns sum over j of W_ij r_j.
  Eigen::Vector3d times(int i, const Eigen::VectorXd& r) const {
    if (matrix_) return matrix_->middleCols<3>(3 * i).transpose() * r;  // W is symmetric, and columns are contiguous
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int k = start_[static_cast<std::size_t>(i)]; k < start_[static_cast<std::size_t>(i) + 1]; ++k) {
      const auto at = static_cast<std::size_t>(k);
      sum.noalias() += blocks_[at] * r.segment<3>(3 * contacts_[at]);
    }
    return sum;
  }
  /// Returns sum over j < i of W_ij r_j.
  Eigen::Vector3d times_before(int i, const Eigen::VectorXd& r) const {
    if (matrix_) return matrix_->block(0, 3 * i, 3 * i, 3).transpose() * r.head(3 * i);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (int k = start_[static_cast<std::size_t>(i)]; contacts_[static_cast<std::size_t>(k)] < i; ++k) {
      const auto at = static_cast<std::size_t>(k);
      sum.noalias() += blocks_[at] * r.segment<3>(3 * contacts_[at]);
    }
    return sum;
  }
  /// Calls use(j, W_ij) for every block of row i, j ascending; only if not `dense`.
  template <class Use>
  void for_each_block(int i, const Use& use) const {
    for (int k = start_[static_cast<std::size_t>(i)]; k < start_[static_cast<std::size_t>(i) + 1]; ++k)
      use(contacts_[static_cast<std::size_t>(k)], blocks_[static_cast<std::size_t>(k)]);
  }
  /// u = W r.
  void apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const;

 private:
  int n_;
  const Eigen::MatrixXd* matrix_ = nullptr;
  std::shared_ptr<const Eigen::MatrixXd> own_;  ///< where W was not full itself
  std::vector<int> start_, contacts_;
  std::vector<Eigen::Matrix3d> blocks_;
};

}  // namespace plumb
