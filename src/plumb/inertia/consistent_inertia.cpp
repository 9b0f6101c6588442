#include <plumb/inertia/consistent_inertia.h>

#include <algorithm>

#include <plumb/core/status.h>

namespace plumb {

ConsistentInertia::ConsistentInertia(std::vector<int> points, Eigen::SparseMatrix<double> masses)
    : points_(std::move(points)), masses_(std::move(masses)) {
  ENSURE(masses_.rows() == static_cast<Eigen::Index>(points_.size()) && masses_.cols() == masses_.rows());
}

double ConsistentInertia::energy(const State& state, const Loads& loads, const Eigen::VectorXd& v) const {
  Eigen::VectorXd p;
  momentum(state, loads, v, p);
  return 0.5 * p.dot(v);
}

void ConsistentInertia::momentum(const State&, const Loads&, const Eigen::VectorXd& v, Eigen::VectorXd& out) const {
  out.setZero(v.size());
  for (int j = 0; j < masses_.outerSize(); ++j) {
    const Eigen::Vector3d rate = v.segment<3>(points_[static_cast<std::size_t>(j)]);
    for (Eigen::SparseMatrix<double>::InnerIterator m(masses_, j); m; ++m) {
      out.segment<3>(points_[static_cast<std::size_t>(m.row())]) += m.value() * rate;
    }
  }
}

void ConsistentInertia::force(const State&, const Loads&, const Eigen::VectorXd& v, Eigen::VectorXd& out) const {
  out.setZero(v.size());
}

void ConsistentInertia::mean_force(const Way& way, const State&, const Loads&, Eigen::VectorXd& out) const {
  out.setZero(way.step.size());
}

void ConsistentInertia::add_mass(const State&, const Layout& layout, double factor, SymmetricMatrix& out) const {
  for (int j = 0; j < masses_.outerSize(); ++j) {
    for (Eigen::SparseMatrix<double>::InnerIterator m(masses_, j); m; ++m) {
      if (m.row() < j) continue;
      for (int k = 0; k < 3; ++k) {
        const int a = layout.free_index[static_cast<std::size_t>(points_[static_cast<std::size_t>(m.row())] + k)];
        const int b = layout.free_index[static_cast<std::size_t>(points_[static_cast<std::size_t>(j)] + k)];
        if (a >= 0 && b >= 0) out.values()[out.position(std::max(a, b), std::min(a, b))] += factor * m.value();
      }
    }
  }
}

}  // namespace plumb
