#pragma once

// The rates of what clamps hold, for a model whose mass matrix couples held entries of q to free ones. There the momenta
// of the free entries depend on them, and the mean rate of a step, which is half a step late, would cost an order. In
// other models the held rates move nothing, and these functions leave them alone.

#include <Eigen/Core>

#include <plumb/model/model.h>

namespace plumb {

/// Does the mass matrix at this state couple held entries to free ones?
bool shares_masses_with_clamps(const Model& model, const State& state);

/// If masses are shared, writes the rates of the held entries at the end of a step into v: the clamps' places at its
/// start, in its middle and at its end lie on a parabola. Returns whether masses are shared.
bool put_end_rates(const Model& model, const State& start, const Loads& middle, const Loads& end, double duration,
                   Eigen::VectorXd& v);
/// The same with the mean rates over the step.
bool put_mean_rates(const Model& model, const State& start, const Loads& end, double duration, Eigen::VectorXd& v);

}  // namespace plumb
