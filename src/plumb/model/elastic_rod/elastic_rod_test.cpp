#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/elastic_rod/rod_view.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <plumb/core/parallel.h>
#include <plumb/mechanics/assembly.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

RodSpec rod(int n) {
  RodSpec spec;
  spec.nodes = clamped_nodes(1, n);
  spec.stiffness = {.stretch = 1e4, .bend_1 = 2, .bend_2 = 1, .twist = 0.7, .mass_per_length = 1};
  spec.clamped_edges = {0};
  return spec;
}

TEST(Section, CircleAndItsTwist) {
  const RodSection s = RodSection::circle(2);
  EXPECT_NEAR(s.area, 4 * pi, 1e-14);
  EXPECT_NEAR(s.inertia_1, 4 * pi, 1e-14);
  EXPECT_NEAR(s.torsion, 8 * pi, 1e-14);
  // GJ = EI / (1 + nu), the stiffness matrix of 001, section 4.3.
  const RodStiffness k = rod_stiffness(s, 3, 0.5, 1);
  EXPECT_NEAR(k.twist, k.bend_1 / 1.5, 1e-13);
}

TEST(Section, RectangleTorsion) {
  // Timoshenko's table: J / (a b^3) = 0.1406 (square), 0.229 (2:1), 0.333 (thin).
  EXPECT_NEAR(RodSection::rectangle(1, 1).torsion, 0.1406, 5e-5);
  EXPECT_NEAR(RodSection::rectangle(2, 1).torsion / 2, 0.2287, 5e-5);
  EXPECT_NEAR(RodSection::rectangle(1, 2).torsion / 2, 0.2287, 5e-5);
  EXPECT_NEAR(RodSection::rectangle(1e4, 1).torsion / 1e4, 1.0 / 3, 1e-4);
  EXPECT_NEAR(RodSection::rectangle(3, 1).inertia_1, 27.0 / 12, 1e-14);
}

TEST(ClampedNodes, TheClampIsInTheMiddleOfTheFirstEdge) {
  for (const double grading : {1.0, 2.0}) {
    const auto s = clamped_nodes(2, 10, grading);
    ASSERT_EQ(s.size(), 11u);
    EXPECT_NEAR(s[0] + s[1], 0, 1e-15);
    EXPECT_NEAR(s.back(), 2, 1e-15);
    for (std::size_t i = 1; i < s.size(); ++i) EXPECT_GT(s[i], s[i - 1]);
  }
}

TEST(ElasticRod, NaturalShapesAreCirclesAndHelices) {
  RodSpec spec = rod(400);
  spec.natural_kappa_1 = {2 * pi};
  const Model circle = elastic_rod(spec);
  // The tip of a full turn comes back to the clamp; kappa_1 > 0 bends towards the first director.
  EXPECT_LT((RodView(circle, circle.initial).tip()).norm(), 1e-2);
  const Vector3d half = RodView(circle, circle.initial).node(200);
  EXPECT_NEAR(half.y(), 1 / pi, 1e-3);

  // Curvature kappa and twist tau of a helix: pitch 2 pi tau / (kappa^2 + tau^2) per turn.
  spec.natural_kappa_1 = {10};
  spec.natural_twist = {4};
  const Model helix = elastic_rod(spec);
  const double omega = std::sqrt(116.0);
  const RodView view(helix, helix.initial);
  const double chord = 2 * (10 / 116.0) * std::abs(std::sin(omega / 2));
  EXPECT_NEAR(view.tip().norm(), std::hypot(chord, 4 / omega), 2e-3);
}

TEST(ElasticRod, RestsInItsNaturalShape) {
  RodSpec spec = rod(30);
  spec.nodes = clamped_nodes(1, 30, 2);
  spec.natural_kappa_1 = {3};
  spec.natural_kappa_2 = {-1};
  spec.natural_twist = {5};
  const Model model = elastic_rod(spec);
  Assembly assembly(model.layout, model.energies);
  Potential p(assembly.pattern());
  ASSERT_EQ(assembly.evaluate(model.initial, model.initial.loads, {true, true, true}, p), Status::ok);
  EXPECT_LT(p.value, 1e-20);
  EXPECT_LT(p.gradient.cwiseAbs().maxCoeff(), 1e-8);
  EXPECT_EQ(p.hessian.storage(), Storage::band);
}

TEST(ElasticRod, AssemblyIsTheSameBitsForAnyNumberOfThreads) {
  const Model model = elastic_rod(rod(1000));
  Assembly assembly(model.layout, model.energies);
  State state = model.initial;
  Eigen::VectorXd step(model.layout.n_q), v(model.layout.n_q);
  for (int i = 0; i < step.size(); ++i) {
    step[i] = 2e-4 * std::sin(37.0 * i);
    v[i] = std::cos(11.0 * i);
  }
  ASSERT_EQ(model.layout.retract(state, step), Status::ok);
  Loads loads = state.loads;
  loads.gravity = {0.1, 0.2, -9.81};

  Potential alone(assembly.pattern()), many(assembly.pattern());
  Eigen::VectorXd product_alone, product_many;
  ASSERT_EQ(assembly.evaluate(state, loads, {true, true, true}, alone), Status::ok);
  ASSERT_EQ(assembly.hessian_times(state, loads, v, product_alone), Status::ok);
  for (const int n : {2, 3, 5, 8}) {
    set_threads(n);
    ASSERT_EQ(assembly.evaluate(state, loads, {true, true, true}, many), Status::ok);
    ASSERT_EQ(assembly.hessian_times(state, loads, v, product_many), Status::ok);
    EXPECT_EQ(many.value, alone.value) << n;
    EXPECT_EQ(many.gradient, alone.gradient) << n;
    EXPECT_EQ(many.magnitude, alone.magnitude) << n;
    EXPECT_TRUE(
        std::equal(many.hessian.values(), many.hessian.values() + many.hessian.n_values(), alone.hessian.values()))
        << n;
    EXPECT_EQ(product_many, product_alone) << n;
  }
  set_threads(1);
}

// A frame carried around a closed loop of tangents comes back turned by the solid angle it enclosed.
TEST(RodFrames, HolonomyOfAClosedLoop) {
  ModelBuilder builder;
  const RodParts parts = add_elastic_rod(builder, rod(3));
  const Model model = builder.finish();
  State state = model.initial;
  const auto aim = [&](const Vector3d& t) {
    Eigen::VectorXd step = Eigen::VectorXd::Zero(model.layout.n_q);
    const Vector3d edge = state.q.segment<3>(12) - state.q.segment<3>(8);
    step.segment<3>(12) = t * edge.norm() - edge;
    ASSERT_EQ(model.layout.retract(state, step), Status::ok);
  };
  const Vector3d before = parts.frames->reference(state, 2);
  for (const Vector3d& t : {Vector3d(0, 1, 0), Vector3d(0, 0, 1), Vector3d(1, 0, 0)}) aim(t);
  const Vector3d after = parts.frames->reference(state, 2);
  EXPECT_NEAR(std::abs(signed_angle<double>(before, after, Vector3d::UnitX())), pi / 2, 1e-12);
  // The reference twist has noticed, so that the strain of the rod is what the frames say.
  EXPECT_NEAR(std::abs(parts.vertices->reference(state, 1).twist), pi / 2, 1e-12);
}

TEST(RodFrames, RefusesAHalfTurn) {
  const Model model = elastic_rod(rod(3));
  State state = model.initial;
  Eigen::VectorXd step = Eigen::VectorXd::Zero(model.layout.n_q);
  step.segment<3>(12) = -2 * (state.q.segment<3>(12) - state.q.segment<3>(8));
  EXPECT_EQ(model.layout.retract(state, step), Status::outside_domain);
}

}  // namespace
}  // namespace plumb
