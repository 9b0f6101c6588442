#pragma once

#include <plumb/contact/friction/gauss_seidel.h>

namespace plumb {

/// Anderson's acceleration (1965; Walker and Ni 2011) of Gauss-Seidel: the next start is the combination of the last
/// sweeps whose change would be smallest, put back into the cones. What counts is always the outcome of a sweep, so
/// forces obey the cone. Where contacts no longer change their modes, it needs a tenth of the sweeps; where they do, it
/// may go astray: the caller compares residuals.
class AcceleratedSweeps {
 public:
  explicit AcceleratedSweeps(GaussSeidel& sweeps) : sweeps_(&sweeps) {}

  /// Forgets the sweeps so far and starts again from r.
  void start(const Eigen::VectorXd& r);
  /// Sweeps once. `forces` is its outcome.
  void sweep();
  const Eigen::VectorXd& forces() const { return swept_; }

 private:
  static constexpr int kMemory = 15;

  GaussSeidel* sweeps_;
  Eigen::VectorXd start_, swept_, change_, last_swept_, last_change_;
  Eigen::MatrixXd changes_, results_;                 ///< differences from sweep to sweep
  Eigen::Matrix<double, kMemory, kMemory> products_;  ///< of changes_ with each other
  double last_norm_ = 0;
  int n_ = 0, next_ = 0;
  bool first_ = true;
};

}  // namespace plumb
