// What the embedding of every model promises: derivatives, velocities, rigid motion.

#include <plumb/geometry/embedding.h>

#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/tetrahedral_generators.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/mechanics/rigid_motion_for_test.h>
#include <plumb/model/curved_rod/curved_embedding.h>
#include <plumb/model/curved_rod/curved_rod.h>
#include <plumb/model/curved_rod/ribbon.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/model/exact_beam/exact_beam.h>
#include <plumb/model/naghdi_shell/naghdi_shell.h>
#include <plumb/model/shell/shell.h>
#include <plumb/model/solid/solid.h>
#include <plumb/model/spline_shell/spline_view.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

const Pose kStart{{0.1, -0.2, 0.3}, Vector3d(1, 2, 2) / 3, Vector3d(2, 1, -2) / 3};

CurvedRodSpec curvatures(CurvatureShape shape, int points_per_element) {
  CurvedRodSpec spec;
  spec.rod.shape = shape;
  spec.rod.lengths = {0.3, 0.5, 0.4};
  spec.rod.bend_1 = spec.rod.bend_2 = spec.rod.twist = spec.rod.mass_per_length = 1;
  spec.rod.natural.assign(static_cast<std::size_t>(spec.rod.n_unknowns()), 0.5);
  spec.points_per_element = points_per_element;
  return spec;
}

/// Keeps one curvature; the last element turns by more than the radian up to which arcs are sums of series.
CurvedRodSpec in_a_plane() {
  CurvedRodSpec spec = curvatures(CurvatureShape::constant, 2);
  spec.planar = true;
  spec.rod.natural = {0.5, 0, 0, -0.3, 0, 0, 7, 0, 0};
  return spec;
}

RibbonSpec narrow_strip() {
  RibbonSpec spec;
  spec.ribbon.lengths = {0.3, 0.5, 0.4};
  spec.ribbon.width = 0.1;
  spec.ribbon.bend = spec.ribbon.mass_per_length = 1;
  spec.points_per_element = 2;
  return spec;
}

/// Bent, or it would not move in all directions of its unknowns.
Model bent_strip() {
  Model model = ribbon(narrow_strip(), kStart);
  model.initial.q = Eigen::VectorXd::LinSpaced(model.initial.q.size(), 0.2, 1.1);
  return model;
}

RodSpec nodes_in_a_row() {
  RodSpec spec;
  spec.nodes = clamped_nodes(1, 4);
  spec.stiffness = {1, 1, 1, 1, 1, 1};
  spec.clamped_edges = {0};
  return spec;
}

BeamSpec beam() {
  BeamSpec spec;
  spec.lengths = {0.5, 0.5};
  spec.stretch = spec.shear = spec.bend_1 = spec.bend_2 = spec.twist = spec.mass_per_length = 1;
  return spec;
}

SplineShellSpec spline_plate() {
  SplineShellSpec spec;
  spec.n_along = 3;
  return spec;
}

NaghdiShellSpec naghdi_plate(NaghdiElement element) {
  NaghdiShellSpec spec;
  spec.n_along = 2;
  spec.element = element;
  return spec;
}

Model triangle_shell() {
  ShellSpec spec;
  spec.rest = cylinder_mesh({.n_length = 2, .n_turn = 3});
  return shell(spec);
}

Model ball_of_tetrahedra() {
  SolidSpec spec;
  spec.rest = ball_mesh({1, 0, 2});
  spec.supports = {{{0, 1, 2}, kStart}};
  return solid(spec);
}

/// Unknowns of three kinds and three clamps.
Model joined_rods() {
  ModelBuilder builder;
  add_curved_rod(builder, curvatures(CurvatureShape::linear, 2), kStart);
  add_elastic_rod(builder, nodes_in_a_row());
  add_curved_rod(builder, curvatures(CurvatureShape::constant, 1), {});
  return builder.finish();
}

struct NamedModel {
  std::string name;
  std::function<Model()> make;
};
const std::vector<NamedModel> kModels{
    {"discrete_rod", [] { return elastic_rod(nodes_in_a_row(), kStart); }},
    {"helix", [] { return curved_rod(curvatures(CurvatureShape::constant, 1), kStart); }},
    {"planar_helix", [] { return curved_rod(in_a_plane(), kStart); }},
    {"clothoid", [] { return curved_rod(curvatures(CurvatureShape::linear, 3), kStart); }},
    {"ribbon", bent_strip},
    {"beam", [] { return exact_beam(beam(), kStart); }},
    {"triangles", triangle_shell},
    {"splines", [] { return spline_shell(spline_plate(), kStart); }},
    {"naghdi_triangles", [] { return naghdi_shell(naghdi_plate(NaghdiElement::triangle), kStart); }},
    {"naghdi_quadrilaterals", [] { return naghdi_shell(naghdi_plate(NaghdiElement::quadrilateral), kStart); }},
    {"tetrahedra", ball_of_tetrahedra},
    {"joined_rods", joined_rods},
};

class EveryEmbedding : public testing::TestWithParam<std::size_t> {
 protected:
  EveryEmbedding() : model_(kModels[GetParam()].make()), state_(model_.initial), random_(3) {
    EXPECT_EQ(model_.layout.retract(state_, 0.02 * any_step()), Status::ok);
  }

  const Embedding& embedding() const { return *model_.embedding; }
  double any() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Vector3d any_vector() { return {any(), any(), any()}; }
  /// Returns a step of the size of the layout's scale.
  VectorXd any_step() {
    return VectorXd(model_.layout.scale).unaryExpr([this](double scale) { return scale * any(); });
  }
  std::vector<Vector3d> points(const State& state) const { return embedding().points_at(state.q, state.loads.clamps); }
  std::vector<Vector3d> points_after(const VectorXd& step) const {
    State moved = state_;
    EXPECT_EQ(model_.layout.retract(moved, step), Status::ok);
    return points(moved);
  }
  MatrixXd jacobian(const State& state, int point) const {
    Eigen::Matrix3Xd j(3, embedding().stencil(point).size());
    embedding().jacobian(state.q, state.loads.clamps, point, j);
    return j;
  }
  int n_points() const { return embedding().n_points(); }

  Model model_;
  State state_;
  std::mt19937 random_;
};
INSTANTIATE_TEST_SUITE_P(models, EveryEmbedding, testing::Range<std::size_t>(0, kModels.size()),
                         [](const auto& test) { return kModels[test.param].name; });

constexpr double kStep = 1e-5, kAccuracy = 1e-8;

TEST_P(EveryEmbedding, has_the_jacobian_of_its_positions_and_stencils_that_leave_nothing_out) {
  ASSERT_GT(n_points(), 0);
  std::vector<MatrixXd> on_all(static_cast<std::size_t>(n_points()), MatrixXd::Zero(3, model_.layout.n_q));
  for (int i = 0; i < n_points(); ++i) {
    const auto stencil = embedding().stencil(i);
    EXPECT_EQ(std::set<int>(stencil.begin(), stencil.end()).size(), stencil.size());
    const MatrixXd j = jacobian(state_, i);
    for (std::size_t k = 0; k < stencil.size(); ++k) {
      on_all[static_cast<std::size_t>(i)].col(stencil[k]) = j.col(static_cast<Eigen::Index>(k));
    }
  }
  for (int k = 0; k < model_.layout.n_q; ++k) {
    const double h = kStep * model_.layout.scale[k];
    const VectorXd step = h * VectorXd::Unit(model_.layout.n_q, k);
    const auto before = points_after(-step), after = points_after(step);
    for (std::size_t i = 0; i < after.size(); ++i) {
      EXPECT_LT((on_all[i].col(k) - (after[i] - before[i]) / (2 * h)).norm() * model_.layout.scale[k], kAccuracy)
          << "point " << i << ", unknown " << k;
    }
  }
}

TEST_P(EveryEmbedding, has_the_velocities_of_its_points_as_clamps_move) {
  const VectorXd v = any_step();
  std::vector<PoseRate> rates;
  for (std::size_t i = 0; i < state_.loads.clamps.size(); ++i) rates.push_back({any_vector(), any_vector()});
  const auto at = [&](double time) {
    State moved = state_;
    EXPECT_EQ(model_.layout.retract(moved, time * v), Status::ok);
    for (std::size_t i = 0; i < rates.size(); ++i) {
      Pose& pose = moved.loads.clamps[i];
      const Matrix3d turn =
          Eigen::AngleAxisd(time * rates[i].spin.norm(), rates[i].spin.normalized()).toRotationMatrix();
      pose = {pose.position + time * rates[i].velocity, turn * pose.tangent, turn * pose.director};
    }
    return points(moved);
  };
  const auto before = at(-kStep), after = at(kStep);
  std::vector<Vector3d> found(after.size()), still(after.size());
  embedding().velocities(state_.q, state_.loads.clamps, rates, v, found);
  embedding().velocities(state_.q, state_.loads.clamps, {}, v, still);
  for (int i = 0; i < n_points(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    EXPECT_LT((found[k] - (after[k] - before[k]) / (2 * kStep)).norm(), kAccuracy) << i;
    // With clamps at rest, J v.
    const auto stencil = embedding().stencil(i);
    VectorXd on_stencil(stencil.size());
    for (std::size_t a = 0; a < stencil.size(); ++a) on_stencil[static_cast<Eigen::Index>(a)] = v[stencil[a]];
    EXPECT_LT((still[k] - jacobian(state_, i) * on_stencil).norm(), 1e-12) << i;
  }
}

TEST_P(EveryEmbedding, turns_with_the_body_and_its_clamps) {
  const Matrix3d turn = Eigen::AngleAxisd(2, Vector3d(1, -2, 3).normalized()).toRotationMatrix();
  const Vector3d shift(3, 2, -1);
  State moved = state_;
  move_rigidly(model_.layout, moved, turn, shift);
  for (Pose& pose : moved.loads.clamps) {
    pose = {turn * pose.position + shift, turn * pose.tangent, turn * pose.director};
  }
  const auto before = points(state_), after = points(moved);
  for (std::size_t i = 0; i < after.size(); ++i) EXPECT_LT((turn * before[i] + shift - after[i]).norm(), 1e-12) << i;
}

TEST_P(EveryEmbedding, has_the_geometric_stiffness_of_a_force_on_a_point) {
  const Vector3d force(0.3, -1, 2);
  for (int i = 0; i < n_points(); ++i) {
    const auto stencil = embedding().stencil(i);
    const auto n = static_cast<Eigen::Index>(stencil.size());
    MatrixXd found(n, n);
    embedding().curvature(state_.q, state_.loads.clamps, i, force, found);
    if (embedding().linear()) {
      EXPECT_TRUE(found.isZero(0));
    }
    for (Eigen::Index k = 0; k < n; ++k) {
      const int unknown = stencil[static_cast<std::size_t>(k)];
      const double scale = model_.layout.scale[unknown];
      const auto pulled = [&](double step) {
        State moved = state_;
        EXPECT_EQ(model_.layout.retract(moved, step * VectorXd::Unit(model_.layout.n_q, unknown)), Status::ok);
        return VectorXd(jacobian(moved, i).transpose() * force);
      };
      const double h = kStep * scale;
      const VectorXd expected = (pulled(h) - pulled(-h)) / (2 * h);
      EXPECT_LT((found.col(k) - expected).norm() * scale, 1e-7) << "point " << i;
    }
  }
}

TEST(SplineEmbedding, has_points_on_the_plate) {
  const SplineShellSpec spec = spline_plate();
  const Model model = spline_shell(spec);
  State state = model.initial;
  for (Eigen::Index i = 0; i < state.q.size(); ++i) state.q[i] += 0.01 * std::sin(7.0 * static_cast<double>(i));
  const SplineShellView view(spec, state);
  const SplinePatch patch = spline_patch(spec);
  const auto x = model.embedding->points_at(state.q, {});
  std::size_t i = 0;
  for (const double s : patch.along.greville()) {
    for (const double y : patch.across.greville()) EXPECT_LT((x.at(i++) - view.position(s, y)).norm(), 1e-14);
  }
  EXPECT_EQ(i, x.size());
}

TEST(PlanarEmbedding, is_that_of_the_helix_in_space) {
  const CurvedRodSpec spec = in_a_plane();
  const Model planar = curved_rod(spec, kStart);
  const CurvedEmbedding in_space(spec.rod, {}, spec.points_per_element);
  const State& state = planar.initial;
  const auto x = planar.embedding->points_at(state.q, state.loads.clamps);
  const auto expected = in_space.points_at(state.q, state.loads.clamps);
  ASSERT_EQ(x.size(), expected.size());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT((x[i] - expected[i]).norm(), 1e-15);
  const int tip = planar.embedding->n_points() - 1;
  const auto n = static_cast<Eigen::Index>(in_space.stencil(tip).size());
  Eigen::Matrix3Xd j(3, n / 3), j_in_space(3, n);
  MatrixXd bent(n / 3, n / 3), bent_in_space(n, n);
  planar.embedding->jacobian(state.q, state.loads.clamps, tip, j);
  in_space.jacobian(state.q, state.loads.clamps, tip, j_in_space);
  planar.embedding->curvature(state.q, state.loads.clamps, tip, {0.3, -1, 2}, bent);
  in_space.curvature(state.q, state.loads.clamps, tip, {0.3, -1, 2}, bent_in_space);
  for (Eigen::Index k = 0; k < n / 3; ++k) {
    EXPECT_LT((j.col(k) - j_in_space.col(3 * k)).norm(), 1e-15);
    for (Eigen::Index l = 0; l < n / 3; ++l) EXPECT_NEAR(bent(k, l), bent_in_space(3 * k, 3 * l), 1e-14);
  }
}

// The weight is computed by its own sweeps. It pulls as the weights of many points do: by Simpson's rule.
TEST(CurvedEmbedding, is_where_the_weight_pulls) {
  for (const auto kind : {CurvatureShape::constant, CurvatureShape::linear}) {
    constexpr int kIntervals = 40;
    const CurvedRodSpec spec = curvatures(kind, kIntervals);
    const Model model = curved_rod(spec, kStart);
    State state = model.initial;
    for (Eigen::Index i = 0; i < state.q.size(); ++i) state.q[i] += std::sin(3.0 * static_cast<double>(i));
    Loads loads = model.initial.loads;
    loads.gravity = {0.3, -1, 2};
    VectorXd expected = VectorXd::Zero(state.q.size());
    for (int e = 0; e < spec.rod.n_elements(); ++e) {
      const double length = spec.rod.lengths[static_cast<std::size_t>(e)] / kIntervals;
      for (int i = 0; i <= kIntervals; ++i) {
        const double weight = length / 3 * (i == 0 || i == kIntervals ? 1 : i % 2 == 1 ? 4 : 2);
        const int point = e * kIntervals + i;
        const auto n = static_cast<Eigen::Index>(model.embedding->stencil(point).size());
        Eigen::Matrix3Xd j(3, n);
        model.embedding->jacobian(state.q, loads.clamps, point, j);
        expected.head(n) -= weight * spec.rod.mass_per_length * j.transpose() * loads.gravity;
      }
    }
    Assembly assembly(model.layout, {model.energies[1]});
    Potential potential(assembly.pattern());
    ASSERT_EQ(assembly.evaluate(state, loads, {.gradient = true}, potential), Status::ok);
    EXPECT_LT((potential.gradient - expected).norm(), 1e-7 * expected.norm());
  }
}

}  // namespace
}  // namespace plumb
