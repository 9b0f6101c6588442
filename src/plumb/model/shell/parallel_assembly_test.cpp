#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

#include <plumb/core/parallel.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/shell/shell.h>

namespace plumb {
namespace {

constexpr Want kAll{true, true, true};

enum class Numbering { by_columns, at_random };

/// A sheet of 3,000 triangles, large enough for its terms to be shared out.
Model sheet(Numbering numbering) {
  ShellSpec spec;
  spec.rest = rectangle_mesh({.length = 1, .width = 0.6, .nx = 50, .ny = 30, .pattern = CellPattern::alternating});
  if (numbering == Numbering::at_random)
    std::shuffle(spec.rest.triangles.begin(), spec.rest.triangles.end(), std::mt19937(3));
  spec.material = {0.01, 1e5, 0.3};
  spec.bending = ShellBending::tan;
  return shell(spec);
}

State shaken(const Model& model) {
  State state = model.initial;
  for (Eigen::Index i = 0; i < state.q.size(); ++i) state.q[i] += 2e-3 * std::sin(3.0 * static_cast<double>(i));
  state.loads.gravity = {0.1, 0.2, -9.81};
  return state;
}

bool same_bits(const Potential& a, const Potential& b) {
  return a.value == b.value && a.gradient == b.gradient && a.magnitude == b.magnitude &&
         std::equal(a.hessian.values(), a.hessian.values() + a.hessian.n_values(), b.hessian.values());
}

class ParallelAssembly : public testing::TestWithParam<Numbering> {
 protected:
  ~ParallelAssembly() override { set_threads(1); }
};
INSTANTIATE_TEST_SUITE_P(numberings, ParallelAssembly, testing::Values(Numbering::by_columns, Numbering::at_random));

// Between two shares lie elements that both evaluate: an entry that one of them missed or added twice would show.
TEST_P(ParallelAssembly, has_the_bits_of_a_serial_one_for_any_number_of_threads) {
  const Model model = sheet(GetParam());
  const State state = shaken(model);
  Eigen::VectorXd direction(state.q.size());
  for (Eigen::Index i = 0; i < direction.size(); ++i) direction[i] = std::cos(11.0 * static_cast<double>(i));
  Assembly assembly(model.layout, model.energies);
  Potential alone(assembly.pattern()), many(assembly.pattern());
  Eigen::VectorXd product_alone, product_many;
  ASSERT_EQ(assembly.evaluate(state, state.loads, kAll, alone), Status::ok);
  ASSERT_EQ(assembly.hessian_times(state, state.loads, direction, product_alone), Status::ok);
  ASSERT_GT(alone.gradient.norm(), 0);
  for (const int n : {2, 3, 5, 8, 2}) {
    set_threads(n);
    ASSERT_EQ(assembly.evaluate(state, state.loads, kAll, many), Status::ok);
    EXPECT_TRUE(same_bits(many, alone)) << n;
    ASSERT_EQ(assembly.hessian_times(state, state.loads, direction, product_many), Status::ok);
    EXPECT_EQ(product_many, product_alone) << n;
    many.value = 0;
    ASSERT_EQ(assembly.evaluate(state, state.loads, {.value = true}, many), Status::ok);
    EXPECT_EQ(many.value, alone.value) << n;
  }
}

// One point is pulled over its neighbours, so that triangles lie upside down on others: there the law of bending ends.
TEST_P(ParallelAssembly, tells_what_a_serial_one_tells_where_triangles_are_folded_over) {
  const Model model = sheet(GetParam());
  Assembly assembly(model.layout, model.energies);
  Potential potential(assembly.pattern());
  for (const int point : {40, 800, 1500}) {
    State state = model.initial;
    state.q[3 * point] += 0.07;
    for (const int n : {1, 2, 5}) {
      set_threads(n);
      EXPECT_EQ(assembly.evaluate(state, state.loads, kAll, potential), Status::outside_domain) << point << ' ' << n;
    }
  }
}

}  // namespace
}  // namespace plumb
