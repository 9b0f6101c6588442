#include <plumb/model/spline_shell/spline_shell.h>
#include <plumb/model/spline_shell/spline_view.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include <plumb/model/plate_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

SplineShellSpec unit_strip(int n_along, double thickness, double poisson = 0) {
  SplineShellSpec spec;
  spec.n_along = n_along;
  give_unit_stiffness(spec, thickness, poisson);
  return spec;
}

/// Drop over reach of the tip.
double aspect(const SplineShellSpec& spec, const State& state) {
  const Vector3d tip = SplineShellView(spec, state).tip();
  EXPECT_NEAR(tip.y(), 0, 1e-9);
  return -tip.z() / tip.x();
}

// Values of Cantilever's master curve, `plumb curve cantilever --at 10 100 1000`.
constexpr double kAspect10 = 1.06680232, kAspect100 = 5.888104623, kAspect1000 = 21.3354405;

TEST(SplineShellModel, a_hanging_strip_follows_the_elastica_with_few_unknowns) {
  struct Case {
    double gamma, aspect, grading;
    int n, most_unknowns;
  };
  for (const Case& c :
       {Case{10, kAspect10, 1, 6, 84}, Case{100, kAspect100, 2, 12, 156}, Case{1000, kAspect1000, 2, 24, 300}}) {
    SplineShellSpec spec = unit_strip(c.n, 1e-3);
    spec.grading = c.grading;
    const Model model = spline_shell(spec);
    EXPECT_LE(model.layout.n_free, c.most_unknowns);
    EXPECT_NEAR(aspect(spec, let_down(model, c.gamma)) / c.aspect, 1, 1e-3) << c.gamma;
  }
}

// Every rung starts from the shape of the thicker one before.
TEST(SplineShellModel, a_bent_strip_does_not_lock_however_thin) {
  for (const int degree : {3, 4}) {
    State state;
    for (const double thickness : {1e-2, 1e-3, 1e-4, 1e-5}) {
      SplineShellSpec spec = unit_strip(8, thickness);
      spec.degree = degree;
      const Model model = spline_shell(spec);
      if (thickness == 1e-2) state = let_down(model, 10);
      Newton newton(model);
      ASSERT_TRUE(newton.solve(state, state.loads)) << degree << " " << thickness;
      EXPECT_EQ(newton.n_negative(), 0);
      EXPECT_NEAR(aspect(spec, state) / kAspect10, 1, 3e-4) << degree << " " << thickness;
    }
  }
}

TEST(SplineShellModel, with_a_full_rule_it_would_lock) {
  const SplineShellSpec spec = unit_strip(8, 1e-3);
  Model model = spline_shell(spec);
  const SplinePatch patch = spline_patch(spec);
  model.energies[0] = std::make_shared<SplineShell>(patch, full_rule(patch), spec.material, model.initial.q);
  EXPECT_LT(aspect(spec, let_down(model, 10)) / kAspect10, 0.9);
}

// The critical weight is that of Lateral Buckling's master curve, `plumb curve lateral-buckling --at 0.2` (nu = 0.35).
TEST(SplineShellModel, a_deep_cantilever_buckles_at_its_critical_weight) {
  constexpr double gamma_star = 16.19124316;
  Pose upright;
  upright.director = Vector3d::UnitZ();
  struct Case {
    int degree, n_along, n_across, most_unknowns;
    double error;
  };
  for (const Case& c : {Case{3, 6, 1, 84, 5e-3}, Case{4, 8, 2, 180, 1e-3}}) {
    SplineShellSpec spec = unit_strip(c.n_along, 1e-4, 0.35);
    spec.width = 0.2;
    spec.degree = c.degree;
    spec.n_across = c.n_across;
    spec.grading = 1.5;
    const Model model = spline_shell(spec, upright);
    EXPECT_LE(model.layout.n_free, c.most_unknowns);
    EXPECT_FALSE(buckles(model, gamma_star * (1 - c.error))) << c.degree;
    EXPECT_TRUE(buckles(model, gamma_star * (1 + c.error))) << c.degree;
  }
}

TEST(SplineShellModel, the_plate_starts_flat_at_its_pose) {
  Pose start;
  start.position = {1, 2, 3};
  start.tangent = Vector3d::UnitZ();
  start.director = Vector3d::UnitX();
  SplineShellSpec spec;
  spec.grading = 1.5;
  const Model model = spline_shell(spec, start);
  const SplineShellView view(spec, model.initial);
  EXPECT_LT((view.position(0.3, 0.02) - Vector3d(1.02, 2, 3.3)).norm(), 1e-14);
  EXPECT_LT((view.tip() - Vector3d(1, 2, 4)).norm(), 1e-14);
  EXPECT_LT((view.normal(0.7, -0.05) - Vector3d::UnitY()).norm(), 1e-12);
}

TEST(SplineShellModel, the_clamp_moves_the_edge_and_its_slope_with_its_pose) {
  const SplineShellSpec spec;
  const Model model = spline_shell(spec);
  State state = model.initial;
  Loads loads = state.loads;
  loads.clamps[0].position = {0, 0, 2};
  loads.clamps[0].tangent = Vector3d(0.6, 0, 0.8);
  Eigen::VectorXd step = Eigen::VectorXd::Zero(model.layout.n_q);
  model.constraints[0]->step_to(state, loads, step);
  state.q += step;
  const SplineShellView view(spec, state);
  EXPECT_LT((view.position(0, 0.03) - Vector3d(0, 0.03, 2)).norm(), 1e-14);
  EXPECT_LT((view.normal(0, 0.03) - Vector3d(-0.8, 0, 0.6)).norm(), 1e-13);
  EXPECT_LT(((view.position(1e-6, 0) - view.position(0, 0)) / 1e-6 - Vector3d(0.6, 0, 0.8)).norm(), 1e-3);
  for (const int i : model.constraints[0]->fixed()) EXPECT_EQ(model.layout.free_index[static_cast<std::size_t>(i)], -1);
  EXPECT_EQ(model.layout.n_free, model.layout.n_q - 2 * 3 * 4);
}

TEST(SplineShellModel, its_weight_pulls_at_its_middle) {
  SplineShellSpec spec;
  spec.grading = 2;
  spec.n_across = 3;
  Model model = spline_shell(spec);
  model.energies = {model.energies[1]};
  Assembly assembly(model.layout, model.energies);
  Potential potential(assembly.pattern());
  Loads loads = model.initial.loads;
  loads.gravity = {-2, 3, 0};
  ASSERT_EQ(assembly.evaluate(model.initial, loads, {.value = true}, potential), Status::ok);
  const double mass = 1000 * 1e-3 * 1 * 0.1;
  EXPECT_NEAR(potential.value, 2 * mass * 0.5, 1e-13);
}

TEST(SplineShellModel, its_hessian_is_a_band) {
  SplineShellSpec spec;
  spec.n_along = 40;
  const Model model = spline_shell(spec);
  const Assembly assembly(model.layout, model.energies);
  EXPECT_EQ(assembly.pattern().half_bandwidth(), 3 * (3 * 4 + 3) + 2);
}

TEST(SplineShellModel, mistakes_are_told) {
  const auto with = [](auto change) {
    SplineShellSpec spec;
    change(spec);
    return spec;
  };
  EXPECT_THROW(spline_shell(with([](SplineShellSpec& s) { s.degree = 2; })), UserError);
  EXPECT_THROW(spline_shell(with([](SplineShellSpec& s) { s.n_along = 0; })), UserError);
  EXPECT_THROW(spline_shell(with([](SplineShellSpec& s) { s.grading = 3; })), UserError);
  EXPECT_THROW(spline_shell(with([](SplineShellSpec& s) { s.width = 0; })), UserError);
  EXPECT_THROW(spline_shell(with([](SplineShellSpec& s) { s.material.poisson = 0.6; })), UserError);
}

}  // namespace
}  // namespace plumb
