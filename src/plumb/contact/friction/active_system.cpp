#include <plumb/contact/friction/active_system.h>

#include <algorithm>
#include <cmath>

#include <Eigen/LU>
#include <Eigen/SparseCore>

#include <plumb/contact/friction/gmres.h>
#include <plumb/linalg/lu.h>

namespace plumb {

ActiveSystem::ActiveSystem(const ContactProblem& problem, const DelassusRows& rows, const std::vector<double>& sizes,
                           const Eigen::VectorXd& r, const Eigen::VectorXd& u, double proximal)
    : w_(problem.w), rows_(&rows), known_(Eigen::VectorXd::Zero(r.size())), spread_(Eigen::VectorXd::Zero(r.size())) {
  Eigen::VectorXd target = Eigen::VectorXd::Zero(r.size());  // what C^T (u + W dr) + D y must be, in each unknown
  for (int i = 0; i < rows.n_contacts(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const Cone& cone = problem.cones[k];
    const Eigen::Vector3d ri = r.segment<3>(3 * i), ui = u.segment<3>(3 * i), z = ri - ui / sizes[k];
    const double zt = std::hypot(z(1), z(2));
    Active a{i, n_, 3, Eigen::Matrix3d::Zero(), Eigen::Matrix3d::Zero(), Eigen::Matrix3d::Zero(), {}};
    if (cone.joint || (z(0) > 0 && zt <= cone.mu * z(0))) {
      modes_.push_back(Mode::sticks);
      a.b.setIdentity();
      a.c.setIdentity();
    } else if (z(0) <= 0) {
      modes_.push_back(Mode::takes_off);
      known_.segment<3>(3 * i) = -ri;
      continue;
    } else {
      modes_.push_back(Mode::slips);
      const Eigen::Vector3d e(0, z(1) / zt, z(2) / zt), f(0, -e(2), e(1));
      const double grip = cone.mu * z(0) / zt;
      a.b.col(0) = Eigen::Vector3d(1, cone.mu * e(1), cone.mu * e(2));
      a.c.col(0) = Eigen::Vector3d::UnitX();
      known_.segment<3>(3 * i) = (cone.mu * ri(0) - ri.dot(e)) * e;
      if (grip > 1e-12) {
        a.n = 2;
        a.b.col(1) = a.c.col(1) = f;
        a.d(1, 1) = (1 / grip - 1) * sizes[k];
        target(n_ + 1) = (1 - 1 / grip) * f.dot(ui);
      } else {
        a.n = 1;
        known_.segment<3>(3 * i) -= ri.dot(f) * f;
      }
    }
    for (int m = 0; m < a.n; ++m) a.d(m, m) += proximal * sizes[k];
    n_ += a.n;
    Eigen::Matrix3d own = a.c.transpose() * problem.w->block(i, i) * a.b + a.d;
    for (int m = a.n; m < 3; ++m) own(m, m) = 1;
    a.inverse = own.inverse();
    if (!a.inverse.allFinite()) a.inverse = Eigen::Matrix3d::Identity() / sizes[k];
    active_.push_back(a);
  }
  // right = target - C^T (u + W known)
  right_ = target.head(n_);
  for (const Active& a : active_) {
    const Eigen::Vector3d v = a.c.transpose() * (u.segment<3>(3 * a.contact) + rows.times(a.contact, known_));
    for (int m = 0; m < a.n; ++m) right_(a.first + m) -= v(m);
  }
}

void ActiveSystem::apply(const Eigen::VectorXd& y, Eigen::VectorXd& out) const {
  out.resize(n_);
  const auto unknowns = [](const Active& a, const Eigen::VectorXd& from) {
    Eigen::Vector3d v = Eigen::Vector3d::Zero();
    for (int m = 0; m < a.n; ++m) v(m) = from(a.first + m);
    return v;
  };
  for (const Active& a : active_) spread_.segment<3>(3 * a.contact).noalias() = a.b * unknowns(a, y);
  for (const Active& a : active_) {
    const Eigen::Vector3d v = a.c.transpose() * rows_->times(a.contact, spread_) + a.d * unknowns(a, y);
    for (int m = 0; m < a.n; ++m) out(a.first + m) = v(m);
  }
}

void ActiveSystem::precondition(const Eigen::VectorXd& right, Eigen::VectorXd& y) const {
  y.resize(n_);
  for (const Active& a : active_) {
    Eigen::Vector3d v = -a.c.transpose() * rows_->times_before(a.contact, spread_);
    for (int m = 0; m < a.n; ++m) v(m) += right(a.first + m);
    for (int m = a.n; m < 3; ++m) v(m) = 0;
    v = a.inverse * v;
    for (int m = 0; m < a.n; ++m) y(a.first + m) = v(m);
    spread_.segment<3>(3 * a.contact).noalias() = a.b * v;
  }
}

/// Calls enter(row, column, 3x3 block, its rows, its columns) for every block of the matrix.
template <class Enter>
void ActiveSystem::for_each_block(const Enter& enter) const {
  std::vector<const Active*> of_contact(modes_.size(), nullptr);
  for (const Active& a : active_) of_contact[static_cast<std::size_t>(a.contact)] = &a;
  for (const Active& a : active_)
    for (const int j : w_->neighbours(a.contact)) {
      const Active* other = of_contact[static_cast<std::size_t>(j)];
      if (!other) continue;
      const Eigen::Matrix3d w =
          rows_->dense() ? rows_->matrix().block<3, 3>(3 * a.contact, 3 * j) : w_->block(a.contact, j);
      Eigen::Matrix3d block = a.c.transpose() * w * other->b;
      if (j == a.contact) block += a.d;
      enter(a.first, other->first, block, a.n, other->n);
    }
}

Status ActiveSystem::solve(Eigen::VectorXd& y) const {
  constexpr int kFull = 1500, kSparse = 6000;  // unknowns
  y = right_;
  if (n_ == 0) return Status::ok;
  if (n_ <= kFull && (rows_->dense() || n_ <= 150)) {
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(n_, n_);
    for_each_block([&](int row, int column, const Eigen::Matrix3d& block, int n_rows, int n_columns) {
      for (int c = 0; c < n_columns; ++c)
        for (int r = 0; r < n_rows; ++r) full(row + r, column + c) = block(r, c);
    });
    y = Eigen::PartialPivLU<Eigen::MatrixXd>(full).solve(right_);
  } else if (!rows_->dense() && n_ <= kSparse) {
    std::vector<Eigen::Triplet<double>> entries;
    for_each_block([&](int row, int column, const Eigen::Matrix3d& block, int n_rows, int n_columns) {
      for (int c = 0; c < n_columns; ++c)
        for (int r = 0; r < n_rows; ++r) entries.emplace_back(row + r, column + c, block(r, c));
    });
    Eigen::SparseMatrix<double> sparse(n_, n_);
    sparse.setFromTriplets(entries.begin(), entries.end());
    SparseLu lu;
    if (const Status status = lu.factor(sparse); status != Status::ok) return status;
    lu.solve(y);
  } else {
    gmres([this](const Eigen::VectorXd& x, Eigen::VectorXd& out) { apply(x, out); },
          [this](const Eigen::VectorXd& x, Eigen::VectorXd& out) { precondition(x, out); }, right_, 0.03, 200, y);
  }
  return y.allFinite() ? Status::ok : Status::singular;
}

Eigen::VectorXd ActiveSystem::correction(const Eigen::VectorXd& y) const {
  Eigen::VectorXd dr = known_;
  for (const Active& a : active_)
    for (int m = 0; m < a.n; ++m) dr.segment<3>(3 * a.contact) += a.b.col(m) * y(a.first + m);
  return dr;
}

}  // namespace plumb
