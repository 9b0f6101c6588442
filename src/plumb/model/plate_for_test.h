#pragma once

// What tests of plate models share: Newton's method without the care of `solve`, which they may not see.

#include <algorithm>

#include <gtest/gtest.h>

#include <plumb/model/linearisation.h>

namespace plumb {

/// Newton's method with full steps: enough where loads grow in small steps.
class Newton {
 public:
  explicit Newton(const Model& model) : here_(model) {}

  /// Returns the size of the step.
  double step(State& state, const Loads& loads) {
    EXPECT_EQ(here_.evaluate(state, loads), Status::ok);
    EXPECT_EQ(here_.factor(), Status::ok);
    Eigen::VectorXd step;
    EXPECT_TRUE(here_.newton_step(state, loads, step));
    EXPECT_EQ(here_.retract(state, step), Status::ok);
    return step.cwiseAbs().maxCoeff();
  }
  bool solve(State& state, const Loads& loads) {
    for (int i = 0; i < 40; ++i) {
      if (step(state, loads) < 1e-9) return true;
    }
    return false;
  }
  int n_negative() const { return here_.n_negative(); }
  int half_bandwidth() const { return here_.pattern().half_bandwidth(); }

 private:
  Linearisation here_;
};

/// Makes a plate one of unit bending stiffness D and mass per area: of unit length, gravity is Gamma.
template <class Spec>
void give_unit_stiffness(Spec& spec, double thickness, double poisson) {
  spec.material = {thickness, 1, poisson};
  spec.material.young = 1 / spec.material.bending_stiffness();
  spec.density = 1 / thickness;
}

/// Lets a plate down from rest, in small steps.
inline State let_down(const Model& model, double gamma) {
  Newton newton(model);
  State state = model.initial;
  Loads loads = state.loads;
  for (double load = std::min(1.0, gamma); load < gamma; load *= 1.25) {
    loads.gravity = {0, 0, -load};
    EXPECT_TRUE(newton.solve(state, loads)) << load;
  }
  loads.gravity = {0, 0, -gamma};
  EXPECT_TRUE(newton.solve(state, loads));
  EXPECT_EQ(newton.n_negative(), 0);
  state.loads = loads;
  return state;
}

/// Returns true if the plate in its vertical plane, under this weight, has a mode that leads out of it.
inline bool buckles(const Model& model, double gamma) {
  Newton newton(model);
  State state = model.initial;
  Loads loads = state.loads;
  loads.gravity = {0, 0, -gamma};
  EXPECT_TRUE(newton.solve(state, loads));
  return newton.n_negative() > 0;
}

}  // namespace plumb
