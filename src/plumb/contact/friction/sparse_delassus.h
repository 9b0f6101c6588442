#pragma once

#include <plumb/contact/friction/problem.h>

namespace plumb {

/// W as blocks in rows, ascending by contact: contacts feel each other only where they share a body.
class SparseDelassus : public Delassus {
 public:
  explicit SparseDelassus(int n_contacts) : rows_(static_cast<std::size_t>(n_contacts)) {
    for (int i = 0; i < n_contacts; ++i) row(i).insert(i, Eigen::Matrix3d::Zero());
  }
  /// Copies any other W.
  explicit SparseDelassus(const Delassus& w);

  /// Adds to the block (i, j) and, if i != j, its transpose to (j, i).
  void add(int i, int j, const Eigen::Matrix3d& block);

  int n_contacts() const override { return static_cast<int>(rows_.size()); }
  Eigen::Matrix3d block(int i, int j) const override;
  const std::vector<int>& neighbours(int i) const override { return row(i).contacts; }
  void apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const override;

  /// Returns the blocks of row i, in the order of its neighbours.
  const std::vector<Eigen::Matrix3d>& blocks(int i) const { return row(i).blocks; }
  /// Returns sum over j of W_ij r_j.
  Eigen::Vector3d row_times(int i, const Eigen::VectorXd& r) const {
    const Row& a = row(i);
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (std::size_t k = 0; k < a.contacts.size(); ++k) sum.noalias() += a.blocks[k] * r.segment<3>(3 * a.contacts[k]);
    return sum;
  }

 private:
  struct Row {
    std::vector<int> contacts;
    std::vector<Eigen::Matrix3d> blocks;
    Eigen::Matrix3d& insert(int j, const Eigen::Matrix3d& block);
  };
  Row& row(int i) { return rows_[static_cast<std::size_t>(i)]; }
  const Row& row(int i) const { return rows_[static_cast<std::size_t>(i)]; }

  std::vector<Row> rows_;
};

}  // namespace plumb
