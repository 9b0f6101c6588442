#include <plumb/contact/friction/delassus_rows.h>

#include <plumb/contact/friction/dense_delassus.h>

namespace plumb {

DelassusRows::DelassusRows(const Delassus& w) : n_(w.n_contacts()) {
  if (const auto* dense = dynamic_cast<const DenseDelassus*>(&w)) {
    matrix_ = &dense->matrix();
    return;
  }
  std::size_t n_blocks = 0;
  for (int i = 0; i < n_; ++i) n_blocks += w.neighbours(i).size();
  if (2 * n_blocks > static_cast<std::size_t>(n_) * static_cast<std::size_t>(n_)) {
    auto full = std::make_shared<Eigen::MatrixXd>(Eigen::MatrixXd::Zero(3 * n_, 3 * n_));
    for (int i = 0; i < n_; ++i)
      for (const int j : w.neighbours(i)) full->block<3, 3>(3 * i, 3 * j) = w.block(i, j);
    own_ = std::move(full);
    matrix_ = own_.get();
    return;
  }
  start_.push_back(0);
  for (int i = 0; i < n_; ++i) {
    for (const int j : w.neighbours(i)) {
      contacts_.push_back(j);
      blocks_.push_back(w.block(i, j));
    }
    start_.push_back(static_cast<int>(contacts_.size()));
  }
}

void DelassusRows::apply(const Eigen::VectorXd& r, Eigen::VectorXd& u) const {
  u.resize(3 * n_);
  if (matrix_) {
    u.noalias() = *matrix_ * r;
  } else {
    for (int i = 0; i < n_; ++i) u.segment<3>(3 * i) = times(i, r);
  }
}

}  // namespace plumb
