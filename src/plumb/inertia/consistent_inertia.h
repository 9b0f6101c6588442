#pragma once

#include <vector>

#include <Eigen/SparseCore>

#include <plumb/mechanics/inertia.h>

namespace plumb {

/// Mass of a body whose points are x = sum_i N_i x_i, with x_i three unknowns each and N_i functions of the material:
///   T = 1/2 sum_ij m_ij v_i . v_j,   m_ij = int rho N_i N_j.
/// The mass matrix does not depend on q and couples no unknowns that an elastic energy on the same N does not couple.
class ConsistentInertia final : public Inertia {
 public:
  /// points[i]: index in q of the x coordinate of x_i. masses: m_ij, kg, both triangles.
  ConsistentInertia(std::vector<int> points, Eigen::SparseMatrix<double> masses);

  double energy(const State& state, const Loads& loads, const Eigen::VectorXd& v) const override;
  void momentum(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const override;
  void force(const State& state, const Loads& loads, const Eigen::VectorXd& v, Eigen::VectorXd& out) const override;
  void add_mass(const State& state, const Layout& layout, double factor, SymmetricMatrix& out) const override;
  void mean_force(const Way& way, const State& middle, const Loads& loads, Eigen::VectorXd& out) const override;
  bool constant() const override { return true; }

 private:
  std::vector<int> points_;
  Eigen::SparseMatrix<double> masses_;
};

}  // namespace plumb
