#include <plumb/model/naghdi_shell/naghdi_shell.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include <gtest/gtest.h>

#include <plumb/geometry/bspline.h>
#include <plumb/model/plate_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

NaghdiShellSpec unit_strip(NaghdiElement element, int n_along, double thickness, double poisson = 0) {
  NaghdiShellSpec spec;
  spec.element = element;
  spec.n_along = n_along;
  spec.n_across = element == NaghdiElement::triangle ? 1 : 2;
  give_unit_stiffness(spec, thickness, poisson);
  return spec;
}

/// The triads are the first thing that the model's history has.
Vector3d director(const State& state, int i) { return state.history[0].segment<3>(9 * i + 6); }

class NaghdiShellModel : public testing::TestWithParam<NaghdiElement> {
 protected:
  NaghdiElement element() const { return GetParam(); }
  bool triangles() const { return element() == NaghdiElement::triangle; }
};

std::string test_name(const testing::TestParamInfo<NaghdiElement>& info) {
  return info.param == NaghdiElement::triangle ? "triangles" : "quadrilaterals";
}
INSTANTIATE_TEST_SUITE_P(Both, NaghdiShellModel, testing::Values(NaghdiElement::triangle, NaghdiElement::quadrilateral),
                         test_name);

// Values of Cantilever's master curve, `plumb curve cantilever --at 10 1000`.
constexpr double kAspect10 = 1.06680232, kAspect1000 = 21.3354405;

TEST_P(NaghdiShellModel, a_hanging_strip_follows_the_elastica) {
  struct Case {
    double gamma, aspect, grading;
    int n;
  };
  for (const Case& c : {Case{10, kAspect10, 1, 24}, Case{1000, kAspect1000, 2, 24}}) {
    NaghdiShellSpec spec = unit_strip(element(), c.n, 1e-3);
    spec.grading = c.grading;
    const Model model = naghdi_shell(spec);
    const Vector3d tip = naghdi_tip(spec, model, let_down(model, c.gamma));
    EXPECT_NEAR(-tip.z() / tip.x() / c.aspect, 1, 1e-3) << c.gamma;
    // One row of triangles leans a little.
    EXPECT_NEAR(tip.y(), 0, triangles() ? 1e-3 : 1e-9);
  }
}

/// Returns the deflection of a strip under a weight so small that linear theory holds: w = Gamma/8.
double linear_deflection(const NaghdiShellSpec& spec, const Model& model) {
  State state = model.initial;
  Loads loads = state.loads;
  loads.gravity = {0, 0, -1e-3};
  Newton(model).step(state, loads);
  return -naghdi_tip(spec, model, state).z() / 1e-3;
}

TEST_P(NaghdiShellModel, a_thin_strip_does_not_lock) {
  for (const double thickness : {1e-2, 1e-3, 1e-4, 1e-5}) {
    const NaghdiShellSpec spec = unit_strip(element(), 8, thickness);
    // What shear adds: Gamma/(2 k G t) over D = 1.
    const double shear = 0.5 * 12.0 / 5 * thickness * thickness / 6;
    EXPECT_NEAR(linear_deflection(spec, naghdi_shell(spec)), 0.125 + shear, 5e-4) << thickness;
  }
}

template <class Element>
std::shared_ptr<const Energy> with_full_rule(const NaghdiShellSpec& spec, const Model& model, NaghdiRule rule) {
  std::vector<double> across = graded_breaks(spec.width, spec.n_across);
  for (double& y : across) y -= 0.5 * spec.width;
  const auto mesh = rectangle<Element>(graded_breaks(spec.length, spec.n_along), across);
  const DirectorUnknowns unknowns = unknowns_in_a_row(mesh);
  return std::make_shared<NaghdiShell<Element>>(mesh, unknowns, std::make_shared<Directors>(unknowns.turns, 0),
                                                spec.material, rule, model.initial);
}

TEST_P(NaghdiShellModel, with_a_full_rule_it_would_lock) {
  const NaghdiShellSpec spec = unit_strip(element(), 8, 1e-3);
  Model model = naghdi_shell(spec);
  const double drop = naghdi_tip(spec, model, let_down(model, 10)).z();
  model.energies[0] = triangles() ? with_full_rule<DirectorTriangle>(spec, model, full_triangle)
                                  : with_full_rule<DirectorQuadrilateral>(spec, model, full_quadrilateral);
  EXPECT_LT(naghdi_tip(spec, model, let_down(model, 10)).z() / drop, 0.95);
}

// The critical weight is that of Lateral Buckling's master curve, `plumb curve lateral-buckling --at 0.2` (nu = 0.35).
TEST_P(NaghdiShellModel, a_deep_cantilever_buckles_at_its_critical_weight) {
  constexpr double gamma_star = 16.19124316;
  Pose upright;
  upright.director = Vector3d::UnitZ();
  NaghdiShellSpec spec = unit_strip(element(), triangles() ? 40 : 8, 1e-3, 0.35);
  spec.width = 0.2;
  spec.n_across = triangles() ? 4 : 2;
  const double error = triangles() ? 0.02 : 0.005;
  const Model model = naghdi_shell(spec, upright);
  EXPECT_FALSE(buckles(model, gamma_star * (1 - error)));
  EXPECT_TRUE(buckles(model, gamma_star * (1 + error)));
}

TEST_P(NaghdiShellModel, the_plate_starts_flat_at_its_pose) {
  Pose start;
  start.position = {1, 2, 3};
  start.tangent = Vector3d::UnitZ();
  start.director = Vector3d::UnitX();
  NaghdiShellSpec spec;
  spec.element = element();
  for (const int n_across : {1, 2, 3}) {
    spec.n_across = n_across;
    const Model model = naghdi_shell(spec, start);
    EXPECT_LT((naghdi_tip(spec, model, model.initial) - Vector3d(1, 2, 4)).norm(), 1e-14) << n_across;
    EXPECT_LT((director(model.initial, 3) - Vector3d::UnitY()).norm(), 1e-14);
  }
}

TEST_P(NaghdiShellModel, the_clamp_moves_its_edge_and_its_directors_with_its_pose) {
  NaghdiShellSpec spec;
  spec.element = element();
  spec.n_across = 2;
  const Model model = naghdi_shell(spec);
  const std::vector<int> fixed = model.constraints[0]->fixed();
  EXPECT_EQ(fixed.size(), 5u * 5);
  for (const int i : fixed) EXPECT_EQ(model.layout.free_index[static_cast<std::size_t>(i)], -1);
  EXPECT_EQ(model.layout.n_free, model.layout.n_q - 5 * 5);

  State state = model.initial;
  Loads loads = state.loads;
  // In two goes: from the second pose on, triads are not those of rest.
  for (const Vector3d& tangent : {Vector3d(0, 0, 1), Vector3d(-0.6, 0, -0.8)}) {
    loads.clamps[0].position = {0, 0, 2};
    loads.clamps[0].tangent = tangent;
    Eigen::VectorXd step = Eigen::VectorXd::Zero(model.layout.n_q);
    model.constraints[0]->step_to(state, loads, step);
    ASSERT_EQ(model.layout.retract(state, step), Status::ok);
    for (int i = 0; i < 5; ++i) {
      EXPECT_LT((state.q.segment<3>(5 * i) - Vector3d(0, -0.05 + 0.025 * i, 2)).norm(), 1e-14);
      EXPECT_LT((director(state, i) - tangent.cross(Vector3d::UnitY())).norm(), 1e-14);
    }
  }
}

// Turned about by its clamp, it is where it would be if it had started there.
TEST_P(NaghdiShellModel, a_turned_clamp_turns_the_plate) {
  NaghdiShellSpec spec = unit_strip(element(), 4, 1e-2);
  const Model model = naghdi_shell(spec);
  State state = model.initial;
  Loads loads = state.loads;
  Newton newton(model);
  for (double angle = 0.1; angle < 2; angle += 0.1) {
    loads.clamps[0].tangent = {std::cos(angle), 0, std::sin(angle)};
    Eigen::VectorXd step = Eigen::VectorXd::Zero(model.layout.n_q);
    model.constraints[0]->step_to(state, loads, step);
    ASSERT_EQ(model.layout.retract(state, step), Status::ok);
    ASSERT_TRUE(newton.solve(state, loads)) << angle;
  }
  EXPECT_LT((naghdi_tip(spec, model, state) - loads.clamps[0].tangent).norm(), 1e-8);
}

TEST_P(NaghdiShellModel, its_weight_pulls_at_its_middle) {
  NaghdiShellSpec spec;
  spec.element = element();
  spec.grading = 2;
  spec.n_across = 3;
  Model model = naghdi_shell(spec);
  model.energies = {model.energies[1]};
  Assembly assembly(model.layout, model.energies);
  Potential potential(assembly.pattern());
  Loads loads = model.initial.loads;
  loads.gravity = {-2, 3, 0};
  ASSERT_EQ(assembly.evaluate(model.initial, loads, {.value = true}, potential), Status::ok);
  const double mass = 1000 * 1e-3 * 1 * 0.1;
  EXPECT_NEAR(potential.value, 2 * mass * 0.5, 1e-13);
}

TEST_P(NaghdiShellModel, its_hessian_is_a_band) {
  NaghdiShellSpec spec;
  spec.element = element();
  spec.n_along = 40;
  spec.n_across = 1;
  const Model model = naghdi_shell(spec);
  // From the first unknown of an element's first station to the last of its last.
  EXPECT_EQ(Newton(model).half_bandwidth(), triangles() ? 50 : 39);
}

TEST(NaghdiShellSpec, mistakes_are_told) {
  const auto wrong = [](auto change) {
    NaghdiShellSpec spec;
    change(spec);
    EXPECT_THROW(naghdi_shell(spec), UserError);
  };
  wrong([](NaghdiShellSpec& s) { s.length = 0; });
  wrong([](NaghdiShellSpec& s) { s.n_across = 0; });
  wrong([](NaghdiShellSpec& s) { s.grading = 0.5; });
  wrong([](NaghdiShellSpec& s) { s.material.young = -1; });
  wrong([](NaghdiShellSpec& s) { s.material.poisson = 0.6; });
}

}  // namespace
}  // namespace plumb
