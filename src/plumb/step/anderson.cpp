#include <plumb/step/anderson.h>

#include <algorithm>

#include <Eigen/QR>

namespace plumb {

void Anderson::mix(const Eigen::VectorXd& x, Eigen::VectorXd& step) {
  const Eigen::VectorXd proposed = step;
  if (n_ == 0) {
    changes_of_x_.resize(x.size(), kDepth);
    changes_of_step_.resize(x.size(), kDepth);
  } else {
    const int slot = (n_ - 1) % kDepth;
    changes_of_x_.col(slot) = x - last_x_;
    changes_of_step_.col(slot) = proposed - last_step_;
    // The combination of past changes that would have cancelled most of the step.
    const int depth = std::min(n_, kDepth);
    const Eigen::VectorXd share = changes_of_step_.leftCols(depth).colPivHouseholderQr().solve(proposed);
    step -= (changes_of_x_.leftCols(depth) + changes_of_step_.leftCols(depth)) * share;
  }
  last_x_ = x;
  last_step_ = proposed;
  ++n_;
}

}  // namespace plumb
