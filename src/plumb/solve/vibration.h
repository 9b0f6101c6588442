#pragma once

#include <Eigen/Core>

#include <plumb/model/model.h>

namespace plumb {

/// Small free vibrations about an equilibrium: H x = omega^2 M x, with the exact Hessian and the model's inertia.
struct Vibrations {
  Eigen::VectorXd frequencies;  ///< Hz, ascending; zero where a mode costs nothing
  Eigen::MatrixXd shapes;       ///< a column per mode, on all of q; its kinetic energy at unit rate is 1/2
  Status status = Status::ok;
};

/// The k slowest ones (fewer, where there are fewer unknowns). The state must be a stable equilibrium under its loads;
/// damping is left out.
Vibrations vibrations(const Model& model, const State& state, int k);

}  // namespace plumb
