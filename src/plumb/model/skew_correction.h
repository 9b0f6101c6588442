#pragma once

#include <vector>

#include <Eigen/Core>
#include <Eigen/LU>

#include <plumb/linalg/factorization.h>
#include <plumb/mechanics/circulatory.h>
#include <plumb/model/model.h>

namespace plumb {

/// Solves with H + S where H, symmetric, is factored and S, skew, touches few unknowns: those that moments fixed in
/// space act on. With S = U C U^T, where U picks those unknowns (Woodbury):
///   (H + S)^-1 = H^-1 - Z (1 + C U^T Z)^-1 C U^T H^-1,   Z = H^-1 U.
/// The inertia stays that of H. Without such loads it is H^-1 and costs nothing.
class SkewCorrection {
 public:
  explicit SkewCorrection(const Model& model);

  /// Back to S = 0.
  void clear() { touched_.clear(); }
  /// To be called after each `factor`, and before `solve`. False: H + S is singular.
  bool prepare(const Layout& layout, const State& state, const Loads& loads, const Factorization& h);
  /// In place: b becomes (H + S)^-1 b.
  void solve(const Factorization& h, Eigen::Ref<Eigen::VectorXd> b) const;

 private:
  std::vector<const Circulatory*> terms_;
  std::vector<Eigen::Triplet<double>> entries_;
  std::vector<int> touched_;  ///< rows of H
  Eigen::MatrixXd c_, z_;
  Eigen::PartialPivLU<Eigen::MatrixXd> small_;  ///< 1 + C U^T Z
};

}  // namespace plumb
