// What every model shows of itself: reactions that balance the loads, strains of a known shape, energies by role.

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/curved_rod/curved_rod_view.h>
#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/model/exact_beam/beam_view.h>
#include <plumb/model/naghdi_shell/naghdi_view.h>
#include <plumb/model/shell/shell_view.h>
#include <plumb/model/spline_shell/spline_view.h>
#include <plumb/solve/continuation.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

const Pose kClamp{{0.3, -0.2, 0.1}, Vector3d(2, 1, 0).normalized(), Vector3d(-1, 2, 0).normalized()};
const Vector3d kGravity(0.3, -0.2, -2);

State hung(const Model& model) {
  State state = model.initial;
  Loads loads = state.loads;
  loads.gravity = kGravity;
  Continuation continuation(model);
  EXPECT_EQ(continuation.advance(state, loads).status, Status::ok);
  return state;
}

/// The energies by role add up to the potential, and the gradient is the one that is assembled, bit for bit.
Eigen::VectorXd checked_gradient(const Model& model, const State& state) {
  const Layout all = model.layout.freed();
  Assembly everything(all, model.energies);
  Potential potential(everything.pattern());
  EXPECT_EQ(everything.evaluate(state, state.loads, {.value = true, .gradient = true}, potential), Status::ok);
  const EnergiesByRole energies = energies_by_role(model, state);
  EXPECT_NEAR(energies.stored() + energies.load, potential.value, 1e-12 * std::abs(potential.value));
  EXPECT_GT(energies.stored(), 0);
  EXPECT_LT(energies.load, 0);
  EXPECT_TRUE(gradient_on_all(model, state) == potential.gradient);
  return potential.gradient;
}

/// Returns mass times centre of mass: the weight is linear in gravity.
Vector3d mass_moment(const Model& model, const State& state) {
  Vector3d sum;
  for (int axis = 0; axis < 3; ++axis) {
    State under = state;
    under.loads.gravity = Vector3d::Unit(axis);
    sum[axis] = -energies_by_role(model, under).load;
  }
  return sum;
}

/// The clamp carries the weight, and its moment about the clamp.
void expect_balance(const Model& model, const State& state, const View& view, double mass) {
  const std::vector<Wrench> wrenches = view.reactions(checked_gradient(model, state));
  ASSERT_EQ(wrenches.size(), 1u);
  EXPECT_LT((wrenches[0].force + mass * kGravity).norm(), 1e-7 * mass * kGravity.norm());
  const Vector3d arm = mass_moment(model, state) - mass * kClamp.position;
  EXPECT_GT(arm.cross(kGravity).norm(), 0.1 * mass);
  EXPECT_LT((wrenches[0].moment + arm.cross(kGravity)).norm(), 1e-7 * mass * kGravity.norm());
}

TEST(View, a_clamped_discrete_rod_is_held_up) {
  RodSpec spec;
  spec.nodes = clamped_nodes(1, 20, 1.2);
  spec.stiffness = {1e4, 1, 2, 0.8, 1, 1e-4};
  spec.natural_kappa_1 = {0.5};
  spec.clamped_edges = {0};
  const Model model = elastic_rod(spec, kClamp);
  const State state = hung(model);
  expect_balance(model, state, RodView(spec, model, state), spec.nodes.back() - spec.nodes.front());
}

TEST(View, a_clamped_beam_is_held_up) {
  BeamSpec spec;
  spec.lengths = {0.2, 0.3, 0.5};
  spec.stretch = 1e4;
  spec.shear = 3e3;
  spec.bend_1 = spec.mass_per_length = 1;
  spec.bend_2 = 2;
  spec.twist = 0.8;
  spec.natural_kappa_1 = 0.5;
  const Model model = exact_beam(spec, kClamp);
  const State state = hung(model);
  expect_balance(model, state, BeamView(spec, state), 1);
}

TEST(View, a_clamped_shell_is_held_up_by_two_rows_or_by_a_mirror) {
  for (const bool mirror : {false, true}) {
    for (const ShellBending bending : {ShellBending::tan, ShellBending::hinge}) {
      ShellSpec spec;
      spec.rest = rectangle_mesh({1, 0.3, 8, 3});
      for (int i = 0; i < static_cast<int>(spec.rest.points.size()); ++i) {
        Vector3d& p = spec.rest.points[static_cast<std::size_t>(i)];
        if (p.x() < (mirror ? 0.05 : 0.2)) spec.clamped.push_back(i);
        p = kClamp.position + kClamp.frame() * Vector3d(p.x(), p.y() - 0.15, 0);
      }
      spec.material = {0.02, 1e6, 0.3};
      spec.density = 50;
      spec.bending = bending;
      spec.clamp = kClamp;
      const Model model = shell(spec);
      const State state = hung(model);
      const ShellView view(spec, model, state);
      expect_balance(model, state, view, 50 * 0.02 * 0.3);
      EXPECT_EQ(view.points().size(), spec.rest.points.size());
      EXPECT_LT(view.strains()[0].values.back(), 1e-3);
    }
  }
}

TEST(View, a_clamped_spline_shell_is_held_up) {
  SplineShellSpec spec;
  spec.width = 0.3;
  spec.n_across = 2;
  spec.material = {0.02, 1e6, 0.3};
  spec.density = 50;
  const Model model = spline_shell(spec, kClamp);
  const State state = hung(model);
  const SplineShellView view(spec, state);
  expect_balance(model, state, view, 50 * 0.02 * 0.3);
  ASSERT_EQ(view.points().size(), 11u * 3u);
  EXPECT_EQ(view.triangles().size(), 2u * 10u * 2u);
  EXPECT_LT((view.points()[10 * 3 + 1] - view.tip()).norm(), 1e-12);
  for (const PointArray& strain : view.strains()) EXPECT_LT(std::abs(strain.values.back()), 1e-3) << strain.name;
}

TEST(View, a_clamped_naghdi_shell_is_held_up) {
  for (const NaghdiElement element : {NaghdiElement::triangle, NaghdiElement::quadrilateral}) {
    NaghdiShellSpec spec;
    spec.width = 0.3;
    spec.n_across = 2;
    spec.element = element;
    spec.material = {0.02, 1e6, 0.3};
    spec.density = 50;
    const Model model = naghdi_shell(spec, kClamp);
    const State state = hung(model);
    const NaghdiView view(spec, model, state);
    expect_balance(model, state, view, 50 * 0.02 * 0.3);
    EXPECT_EQ(view.triangles().size(), 2u * 10u * 2u);
    EXPECT_LT(view.strains()[0].values.back(), 0.05) << "thin: the director is nearly the normal";
  }
}

/// Places, frames and strains of a rod that is a helix of curvatures and twist (kappa_1, 0, twist).
void expect_helix(const CurveView& view, double kappa_1, double twist, double length) {
  const std::vector<CurveSample> all = view.samples();
  const double h = length / static_cast<double>(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_LT((all[i].frame.transpose() * all[i].frame - Eigen::Matrix3d::Identity()).norm(), 1e-12);
    EXPECT_NEAR(all[i].frame.determinant(), 1, 1e-12);
    EXPECT_NEAR(all[i].kappa_1, kappa_1, 0.01 * kappa_1);
    EXPECT_NEAR(all[i].kappa_2, 0, 0.01 * kappa_1);
    EXPECT_NEAR(all[i].twist, twist, 0.01 * kappa_1);
    if (i == 0) continue;
    const Vector3d way = all[i].position - all[i - 1].position;
    EXPECT_NEAR(way.norm(), all[i].arc_length - all[i - 1].arc_length, 0.02 * h);
    EXPECT_GT(way.normalized().dot(all[i - 1].frame.col(0)), 1 - kappa_1 * kappa_1 * h * h * 2);
  }
  EXPECT_LT((view.points().back() - view.tip()).norm(), 1e-12);
  EXPECT_LT((view.centreline().back() - view.tip()).norm(), 1e-12);
  const std::vector<PointArray> strains = view.strains();
  ASSERT_EQ(strains.size(), 4u);
  EXPECT_EQ(strains[3].name, "twist");
  EXPECT_EQ(strains[3].unit, "1/m");
  EXPECT_EQ(strains[3].values.back(), all.back().twist);
}

TEST(View, natural_helices_show_their_curvature_and_twist) {
  const double kappa = 3, twist = 1;
  RodSpec rod;
  rod.nodes = clamped_nodes(1, 60);
  rod.stiffness = {1e4, 1, 2, 0.8, 1, 1e-4};
  rod.natural_kappa_1 = {kappa};
  rod.natural_twist = {twist};
  rod.clamped_edges = {0};
  const Model discrete = elastic_rod(rod, kClamp);
  const RodView shown(rod, discrete, discrete.initial);
  expect_helix(shown, kappa, twist, 1);
  EXPECT_NEAR(shown.total_twist(), twist, 0.02);
  EXPECT_EQ(shown.centreline().front(), kClamp.position);

  BeamSpec beam;
  beam.lengths.assign(30, 1.0 / 30);
  beam.stretch = 1e4;
  beam.shear = 3e3;
  beam.bend_1 = beam.bend_2 = beam.twist = beam.mass_per_length = 1;
  beam.natural_kappa_1 = kappa;
  beam.natural_twist = twist;
  const Model exact = exact_beam(beam, kClamp);
  expect_helix(BeamView(beam, exact.initial), kappa, twist, 1);

  for (const CurvatureShape shape : {CurvatureShape::constant, CurvatureShape::linear}) {
    CurvedRod curved;
    curved.shape = shape;
    curved.lengths = {0.2, 0.5, 0.3};
    curved.bend_1 = curved.bend_2 = curved.twist = curved.mass_per_length = 1;
    for (int i = 0; i < curved.n_unknowns(); i += 3) curved.natural.insert(curved.natural.end(), {kappa, 0, twist});
    const Model model = curved_rod({.rod = curved}, kClamp);
    const CurvedRodView view(curved, model.initial, {.per_element = 20});
    expect_helix(view, kappa, twist, 1);
    EXPECT_NEAR(view.samples().back().arc_length, 1, 1e-12);
    EXPECT_NEAR(view.total_twist(), twist, 1e-12);
    EXPECT_TRUE(view.reactions(model.initial.q).empty());
  }
}

}  // namespace
}  // namespace plumb
