#include <plumb/contact/friction/sparse_delassus.h>

#include <algorithm>

namespace plumb {

Eigen::Matrix3d& SparseDelassus::Row::insert(int j, const Eigen::Matrix3d& block) {
  const auto place = std::lower_bound(contacts.begin(), contacts.end(), j);
  const auto k = place - contacts.begin();
  if (place != contacts.end() && *place == j) {
    blocks[static_cast<std::size_t>(k)] += block;
  } else {
    contacts.insert(place, j);
    blocks.insert(blocks.begin() + k, block);
  }
  return blocks[static_cast<std::size_t>(k)];
}

SparseDelassus::SparseDelassus(const Delassus& w) : rows_(static_cast<std::size_t>(w.n_contacts())) {
  for (int i = 0; i < w.n_contacts(); ++i) {
    row(i).contacts = w.neighbours(i);
    for (const int j : row(i).contacts) row(i).blocks.push_back(w.block(i, j));
  }
}

void SparseDelassus::add(int i, int j, const Eigen::Matrix3d& block) {
  row(i).insert(j, block);
  if (i != j) row(j).insert(i, block.transpose());
}

Eigen::Matrix3d SparseDelassus::block(int i, int j) const {
  const Row& a = row(i);
  const auto place = std::lower_bound(a.contacts.begin(), a.contacts.end(), j);
  if (place == a.contacts.end() || *place != j) return Eigen::Matrix3d::Zero();
  return a.blocks[static_cast<std::size_t>(place - a.contacts.begin())];
}

void SparseDelassus::apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const {
  u.resize(3 * n_contacts());
  for (int i = 0; i < n_contacts(); ++i) u.segment<3>(3 * i) = row_times(i, r);
}

}  // namespace plumb
