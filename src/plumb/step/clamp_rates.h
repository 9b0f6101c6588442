#pragma once

#include <Eigen/Core>

#include <plumb/model/model.h>

namespace plumb {

/// The rates of what clamps hold, for a model whose mass matrix couples held entries of q to free ones. There the
/// momenta of the free entries depend on them, and the mean rate of a step, which is half a step late, would cost an
/// order. In other models the held rates move nothing.
class ClampRates {
 public:
  explicit ClampRates(const Model& model);

  /// Does the mass matrix couple held entries to free ones?
  bool matter() const { return matter_; }
  /// If they matter, writes the rates of the held entries at the end of a step into v: the clamps' places at its start,
  /// in its middle and at its end lie on a parabola.
  void put_end(const State& start, const Loads& middle, const Loads& end, double duration, Eigen::VectorXd& v) const;
  /// If they matter, writes the mean rates of the held entries over a step into v.
  void put_mean(const State& start, const Loads& end, double duration, Eigen::VectorXd& v) const;

 private:
  Eigen::VectorXd way(const State& start, const Loads& loads) const;
  void put(const Eigen::VectorXd& rates, Eigen::VectorXd& v) const;

  const Model* model_;
  bool matter_ = false;
};

}  // namespace plumb
