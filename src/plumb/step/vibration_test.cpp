#include <plumb/solve/vibration.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/solve/equilibrium.h>
#include <plumb/step/march.h>
#include <plumb/step/rods_for_test.h>

namespace plumb {
namespace {

/// Slender, so that shear and rotary inertia of the sections do not count.
RodForTest slender(int n) {
  RodForTest rod;
  rod.radius = 0.002;
  rod.n = n;
  return rod;
}

double bending_hertz(const RodForTest& rod, double root) {
  const RodStiffness k = rod.stiffness();
  return root * root / (rod.length * rod.length) * std::sqrt(k.bend_1 / k.mass_per_length) / (2 * std::numbers::pi);
}

constexpr double kRoots[3] = {1.87510407, 4.69409113, 7.85475744};  // cos x cosh x = -1

// A round rod bends in two planes: every frequency comes twice.
TEST(Vibration, clamped_free_frequencies_are_those_of_euler_and_bernoulli) {
  for (const NamedModel& named : rod_models()) {
    const RodForTest rod = slender(named.name == "discrete" ? 60 : named.name == "helix" ? 40 : 16);
    const Model model = named.make(rod);
    const Vibrations found = vibrations(model, model.initial, 6);
    ASSERT_EQ(found.status, Status::ok) << named.name;
    for (int i = 0; i < 6; ++i) {
      const double expected = bending_hertz(rod, kRoots[i / 2]);
      EXPECT_NEAR(found.frequencies[i], expected, 0.005 * expected) << named.name << " mode " << i;
    }
  }
}

// The lowest mode of twist, a quarter wave of speed sqrt(GJ / spin inertia), is among those of a thick rod.
TEST(Vibration, twist_has_its_own_inertia) {
  for (const NamedModel& named : rod_models()) {
    RodForTest rod;
    rod.n = 16;
    const Model model = named.make(rod);
    const Vibrations found = vibrations(model, model.initial, 12);
    const RodStiffness k = rod.stiffness();
    const double expected = 0.25 / rod.length * std::sqrt(k.twist / k.spin_inertia);
    double nearest = 0;
    for (const double f : found.frequencies) {
      if (std::abs(f - expected) < std::abs(nearest - expected)) nearest = f;
    }
    EXPECT_NEAR(nearest, expected, 0.005 * expected) << named.name;
  }
}

TEST(Vibration, many_unknowns_and_few_give_the_same) {
  const RodForTest rod = slender(200);  // beyond what is solved densely
  const Model model = discrete_rod(rod);
  const Vibrations found = vibrations(model, model.initial, 4);
  ASSERT_EQ(found.status, Status::ok);
  EXPECT_NEAR(found.frequencies[0], bending_hertz(rod, kRoots[0]), 1e-4 * bending_hertz(rod, kRoots[0]));
  EXPECT_NEAR(found.frequencies[3], bending_hertz(rod, kRoots[1]), 1e-3 * bending_hertz(rod, kRoots[1]));
  // Unit modal mass, orthogonal modes.
  Eigen::VectorXd p;
  for (int i = 0; i < 4; ++i) {
    model.inertia->momentum(model.initial, {}, found.shapes.col(i), p);
    for (int j = 0; j < 4; ++j) EXPECT_NEAR(p.dot(found.shapes.col(j)), i == j ? 1 : 0, 1e-6);
  }
}

// A rod let go from its lowest mode swings at that frequency, and its damping is relaxation omega^2 / 2.
TEST(Vibration, a_stepped_rod_swings_and_decays_as_its_mode) {
  RodForTest rod;
  rod.n = 10;
  const Model undamped = discrete_rod(rod);
  const Vibrations found = vibrations(undamped, undamped.initial, 1);
  const double omega = 2 * std::numbers::pi * found.frequencies[0], decay = 0.05;
  rod.relaxation = 2 * decay / omega;
  const Model model = discrete_rod(rod);
  State state = model.initial;
  state.v = 1e-4 * found.shapes.col(0);
  const auto stepper = make_stepper(model, Method::implicit_midpoint);
  const auto still = [&](double) { return model.initial.loads; };
  const double period = 2 * std::numbers::pi / (omega * std::sqrt(1 - decay * decay));
  ASSERT_EQ(march(*stepper, state, still, period, {.dt = period / 400}).status, Status::ok);
  // After a period: at rest shape again, slower by exp(-decay omega period).
  const double slower = std::exp(-decay * omega * period);
  EXPECT_LT((state.v - slower * 1e-4 * found.shapes.col(0)).norm(), 0.01 * 1e-4 * found.shapes.col(0).norm());
}

}  // namespace
}  // namespace plumb
