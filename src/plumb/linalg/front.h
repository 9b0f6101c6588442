#pragma once

#include <Eigen/Core>

#include <plumb/core/status.h>
#include <plumb/linalg/work_meter.h>

namespace plumb {

/// The dense part of a factorisation: `own` columns that are eliminated, and `below` rows under them.
///
///     A = [ D . ]      D = L1 d L1^T,   B = L2 d L1^T,   U = -L2 d L2^T
///         [ B U ]
///
/// All three are column-major; their leading dimensions are their rows, padded to multiples of four. Of D and U only the
/// lower triangles count; rows of padding must be zero at first in D and B.
struct Front {
  int own = 0, below = 0;
  double* diagonal = nullptr;     ///< D, becomes L1
  double* rows = nullptr;         ///< B, becomes L2
  double* update = nullptr;       ///< U, padded to a square; what was there does not matter
  double* pivots = nullptr;       ///< d
  const double* scale = nullptr;  ///< of each own column: the size of what its pivot came from

  static constexpr Eigen::Index padded(int n) { return (n + 3) / 4 * 4; }
};

/// Room in which fronts are eliminated, one at a time.
struct FrontRoom {
  Eigen::VectorXd l, scaled;  ///< a panel of L and of L d, four rows at a time
  Eigen::VectorXd corner_l, corner_scaled;
};

/// ok; singular: a pivot is lost to round-off; or what the budget says. Large fronts are worked on in parallel
/// (core/parallel.h), with the same bits for any number of threads.
Status eliminate(const Front& front, FrontRoom& room, WorkMeter& meter);

}  // namespace plumb
