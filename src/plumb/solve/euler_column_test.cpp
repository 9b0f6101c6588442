// Euler's column under four end conditions: the load at which the straight column gets its first negative mode.

#include <cmath>
#include <functional>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/exact_beam/exact_beam.h>
#include <plumb/model/linearisation.h>

namespace plumb {
namespace {

constexpr double kStretch = 1e8;  // over EI / L^2

int negative_modes(const Model& model, double load) {
  State state = model.initial;
  Loads loads = model.initial.loads;
  loads.wrenches = {{{-load, 0, 0}, {0, 0, 0}}};
  Linearisation here(model);
  EXPECT_EQ(here.evaluate(state, loads, {.hessian = true}), Status::ok);
  EXPECT_EQ(here.factor(), Status::ok);
  return here.n_negative();
}

/// By bisection. The column is compressed by load / kStretch; the state has to be in equilibrium.
double critical_load(const std::function<Model(double load)>& compressed) {
  double low = 0, high = 100;
  for (int i = 0; i < 50; ++i) {
    const double middle = 0.5 * (low + high);
    (negative_modes(compressed(middle), middle) > 0 ? high : low) = middle;
  }
  return 0.5 * (low + high);
}

struct Ends {
  const char* name;
  bool start_clamped, end_held, end_clamped;
  double factor;  ///< of pi^2 EI / L^2
};
const Ends kEnds[] = {{"clamped-free", true, false, false, 0.25},
                      {"pinned-pinned", false, true, false, 1},
                      {"clamped-pinned", true, true, false, 2.04575},  // tan x = x
                      {"clamped-clamped", true, true, true, 4}};
constexpr double kPi2 = std::numbers::pi * std::numbers::pi;

Model discrete_column(const Ends& ends, double load, int n) {
  const double before = ends.start_clamped ? 0.5 : 0, after = ends.end_clamped ? 0.5 : 0, h = 1 / (n - before - after);
  RodSpec spec;
  for (int i = 0; i <= n; ++i) spec.nodes.push_back((i - before) * h);
  spec.stiffness = {kStretch, 1, 1, 1, 1, 1};
  if (ends.start_clamped) spec.clamped_edges = {0};
  spec.loaded = {spec.nodes.back()};
  Model model = elastic_rod(spec);
  const int last = 4 * n;
  if (!ends.start_clamped) model.layout.fix({0, 1, 2, 3});  // a pin; the column's spin is held too
  if (ends.end_held) model.layout.fix({last + 1, last + 2});
  if (ends.end_clamped) model.layout.fix({last - 3, last - 2, last - 1});
  // In equilibrium: compressed from the first edge that may give.
  const double fixed = ends.start_clamped ? model.initial.q[4] : model.initial.q[0];
  for (int i = ends.start_clamped ? 2 : 0; i <= n; ++i) {
    double& x = model.initial.q[4 * i];
    x = fixed + (x - fixed) * (1 - load / kStretch);
  }
  return model;
}

Model beam_column(const Ends& ends, double load, int n) {
  BeamSpec spec;
  spec.lengths.assign(static_cast<std::size_t>(n), 1.0 / n);
  spec.stretch = spec.shear = kStretch;
  spec.bend_1 = spec.bend_2 = spec.twist = spec.mass_per_length = spec.spin_inertia = 1;
  spec.loaded = {1.0};
  if (!ends.start_clamped) spec.clamped_nodes = {};
  Model model = exact_beam(spec);
  const int last = 12 * n;
  if (!ends.start_clamped) model.layout.fix({0, 1, 2, 3});
  if (ends.end_held) model.layout.fix({last + 1, last + 2});
  if (ends.end_clamped) model.layout.fix({last + 3, last + 4, last + 5});
  for (int i = 0; i <= 2 * n; ++i) model.initial.q[6 * i] *= 1 - load / kStretch;
  return model;
}

TEST(EulerColumn, buckles_at_eulers_load_under_four_end_conditions) {
  for (const Ends& ends : kEnds) {
    const double expected = ends.factor * kPi2;
    const double discrete = critical_load([&](double load) { return discrete_column(ends, load, 100); });
    EXPECT_NEAR(discrete, expected, 1e-3 * expected) << ends.name;
    const double beam = critical_load([&](double load) { return beam_column(ends, load, 20); });
    EXPECT_NEAR(beam, expected, 1e-4 * expected) << ends.name;
  }
}

TEST(EulerColumn, of_curvatures_buckles_at_eulers_load) {
  for (const auto shape : {CurvatureShape::constant, CurvatureShape::linear}) {
    CurvedRod rod;
    rod.shape = shape;
    rod.lengths.assign(40, 1.0 / 40);
    rod.bend_1 = rod.bend_2 = rod.twist = rod.mass_per_length = 1;
    rod.natural.assign(static_cast<std::size_t>(rod.n_unknowns()), 0);
    const double found = critical_load([&](double) { return curved_rod({.rod = rod, .loaded = {1.0}}); });
    EXPECT_NEAR(found, 0.25 * kPi2, shape == CurvatureShape::constant ? 1e-3 : 1e-6);
  }
}

}  // namespace
}  // namespace plumb
