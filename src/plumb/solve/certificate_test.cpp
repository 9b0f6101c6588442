#include <plumb/solve/certificate.h>

#include <gtest/gtest.h>

#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/solve/equilibrium.h>

namespace plumb {
namespace {

/// A rod of unit length, stiffness and mass, clamped at its lower end: gravity is Gamma, and a column buckles at 7.837.
Model column() {
  RodSpec spec;
  spec.nodes = clamped_nodes(1, 30);
  spec.stiffness = rod_stiffness(RodSection::circle(1e-2), 1, 0.3, 1);
  spec.stiffness.stretch /= spec.stiffness.bend_1;
  spec.stiffness.twist /= spec.stiffness.bend_1;
  spec.stiffness.bend_1 = spec.stiffness.bend_2 = 1;
  spec.stiffness.mass_per_length = 1;
  spec.clamped_edges = {0};
  return elastic_rod(spec);
}

Loads weight(const Model& model, double gamma) {
  Loads loads = model.initial.loads;
  loads.gravity = {-gamma, 0, 0};
  return loads;
}

State balanced(const Model& model, double gamma) {
  State state = model.initial;
  EquilibriumSolver solver(model, {.accepts_saddles = true});
  EXPECT_EQ(solver.solve(state, weight(model, gamma)).status, Status::ok);
  return state;
}

TEST(Certificate, counts_the_ways_in_which_a_column_buckles) {
  const Model model = column();
  Linearisation here(model);
  for (const auto& [gamma, modes] : {std::pair(7.0, 0), std::pair(8.5, 2), std::pair(60.0, 4)}) {
    const Certificate found = certify(here, balanced(model, gamma));
    EXPECT_EQ(found.status, Status::ok);
    EXPECT_EQ(found.negative_modes, modes) << gamma;
    EXPECT_LT(found.distance, 1e-8);
    EXPECT_LT(found.residual, 1e-6);
  }
}

TEST(Certificate, tells_how_far_the_equilibrium_is) {
  const Model model = column();
  Linearisation here(model);
  State state = balanced(model, 3);
  const State rest = state;
  for (const double aside : {1e-3, 1e-5}) {
    // A parabola aside: a Newton step takes it back but for its square.
    state = rest;
    for (int i = 0; i < model.embedding->n_points(); ++i) {
      const double x = rest.q[4 * i];
      if (i > 1) state.q[4 * i + 1] += aside * x * x;
    }
    const Certificate found = certify(here, state);
    EXPECT_NEAR(found.distance / (aside / model.layout.scale[1]), 1, 0.05) << aside;
  }
}

}  // namespace
}  // namespace plumb
