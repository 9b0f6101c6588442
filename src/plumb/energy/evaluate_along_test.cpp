// Means of the gradient over a step, for methods that keep energy: Energy::evaluate_along.

#include <gtest/gtest.h>

#include <plumb/linalg/gauss_rule.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

/// A step from a shaken state, with the states on it.
struct WholeStep {
  WholeStep(const Specimen& specimen, double size) : start(shaken(specimen, 1)), end(start), late(start) {
    step = size * (shaken(specimen, 2).q - specimen.rest.q);
    between.assign(GaussRule::at.size(), start);
    for (std::size_t i = 0; i < between.size(); ++i) put(specimen, GaussRule::at[i], between[i]);
    put(specimen, Way::kLate, late);
    put(specimen, 1, end);
  }
  void put(const Specimen& specimen, double fraction, State& out) const {
    EXPECT_EQ(specimen.layout.retract(out, fraction * step), Status::ok) << specimen.name;
  }
  Way way() const { return {start, end, step, between, GaussRule::weights, late, nullptr}; }

  State start, end, late;
  Eigen::VectorXd step;
  std::vector<State> between;
};

double value(const Specimen& specimen, const State& state) {
  ElementBuffer buffer;
  const int n = specimen.energy->n_elements();
  buffer.resize(n, specimen.energy->stencil_size());
  EXPECT_EQ(specimen.energy->evaluate(state, specimen.loads, 0, n, {.value = true}, buffer), Status::ok);
  double sum = 0;
  for (int e = 0; e < n; ++e) sum += buffer.value(e);
  return sum;
}

TEST(EvaluateAlong, the_mean_works_as_much_as_the_energy_changes) {
  for (const Specimen& specimen : all_specimens()) {
    if (!specimen.energy->has_potential()) continue;
    const WholeStep whole(specimen, 0.3);
    const Energy& energy = *specimen.energy;
    ElementBuffer mean;
    mean.resize(energy.n_elements(), energy.stencil_size());
    ASSERT_EQ(energy.evaluate_along(whole.way(), specimen.loads, 0, energy.n_elements(), {.gradient = true}, mean),
              Status::ok)
        << specimen.name;
    double work = 0, size = 0;
    for (int e = 0; e < energy.n_elements(); ++e) {
      for (int i = 0; i < energy.stencil_size(); ++i) {
        const double part = mean.gradient(e, i) * whole.step[energy.stencil(e)[static_cast<std::size_t>(i)]];
        work += part;
        size += std::abs(part);
      }
    }
    const double change = value(specimen, whole.end) - value(specimen, whole.start);
    EXPECT_NEAR(work, change, 1e-7 * size) << specimen.name;
  }
}

TEST(EvaluateAlong, over_a_step_of_zero_it_is_the_gradient_and_half_of_the_hessian) {
  for (const Specimen& specimen : all_specimens()) {
    const WholeStep whole(specimen, 0);
    const Energy& energy = *specimen.energy;
    const Want want{.gradient = true, .hessian = true};
    ElementBuffer mean, plain;
    mean.resize(energy.n_elements(), energy.stencil_size());
    plain.resize(energy.n_elements(), energy.stencil_size());
    ASSERT_EQ(energy.evaluate_along(whole.way(), specimen.loads, 0, energy.n_elements(), want, mean), Status::ok);
    ASSERT_EQ(energy.evaluate(whole.start, specimen.loads, 0, energy.n_elements(), want, plain), Status::ok);
    for (int e = 0; e < energy.n_elements(); ++e) {
      Eigen::VectorXd g(energy.stencil_size()), expected(energy.stencil_size());
      for (int i = 0; i < energy.stencil_size(); ++i) {
        g[i] = mean.gradient(e, i);
        expected[i] = plain.gradient(e, i);
      }
      EXPECT_LT((g - expected).norm(), 1e-12 * (1 + expected.norm())) << specimen.name;
      if (energy.linear()) continue;
      Eigen::VectorXd h(plain.packed()), half(plain.packed());
      for (int k = 0; k < plain.packed(); ++k) {
        h[k] = mean.hessian(e, k);
        half[k] = 0.5 * plain.hessian(e, k);
      }
      EXPECT_LT((h - half).norm(), 1e-10 * (1 + half.norm())) << specimen.name;
    }
  }
}

}  // namespace
}  // namespace plumb
