#pragma once

#include <memory>

#include <plumb/mechanics/energy.h>

namespace plumb {

/// A term as one iteration of Newton's method sees it: its elements are evaluated as far from where they are as they
/// were shifted when the iteration began (solve/shifted_statics.h).
class Shifted : public Energy {
 public:
  /// Begins an iteration at a state, and returns how many elements it shifts: those that are deformed beyond this part
  /// of the threshold that the term has of itself. With none, the energy is the true one. Guided: if there are any, all
  /// elements have a law for this iteration that leads out of wherever they are, if the term knows one.
  virtual int shift(const State& state, double part, bool guided) = 0;
  /// Products with the convex Hessian at the state where the iteration began, whatever the state is now: the force
  /// differentials of conjugate gradients, from what `shift` kept.
  Status hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                       ElementBuffer& out) const override = 0;
};

/// A term whose elements may be flat or inside out, where it has no energy or none that leads them back.
class Shiftable {
 public:
  virtual ~Shiftable() = default;
  /// Returns a copy of the term for iterations that shift.
  virtual std::unique_ptr<Shifted> shifted() const = 0;
};

}  // namespace plumb
