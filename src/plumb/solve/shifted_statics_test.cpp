// Solids from starts that no ordinary search survives.
#include <plumb/solve/shifted_statics.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>

#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <gtest/gtest.h>

#include <plumb/geometry/tetrahedral_generators.h>
#include <plumb/model/solid/solid.h>
#include <plumb/model/solid/solid_view.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;

constexpr std::array<SolidLaw, 4> kLaws{SolidLaw::corotated, SolidLaw::st_venant_kirchhoff, SolidLaw::neo_hookean,
                                        SolidLaw::stable_neo_hookean};

/// A cube of 1 m, free or with a face that is held.
SolidSpec cube(SolidLaw law, bool held) {
  SolidSpec spec;
  spec.rest = box_mesh({{1, 1, 1}, {2, 2, 2}});
  spec.material = {law, 1e5, 0.45};
  if (held) {
    spec.supports.resize(1);
    for (std::size_t i = 0; i < spec.rest.points.size(); ++i) {
      if (spec.rest.points[i].x() == 0) spec.supports[0].points.push_back(static_cast<int>(i));
    }
  }
  return spec;
}

/// How far points are from their places at rest, up to a rigid motion (Kabsch), m.
double off_rest(const SolidSpec& spec, const State& state) {
  const auto n = static_cast<Eigen::Index>(spec.rest.points.size());
  MatrixXd rest(3, n), now(3, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    rest.col(i) = spec.rest.points[static_cast<std::size_t>(i)];
    now.col(i) = state.q.segment<3>(3 * i);
  }
  const Vector3d rest_middle = rest.rowwise().mean(), middle = now.rowwise().mean();
  rest.colwise() -= rest_middle;
  now.colwise() -= middle;
  const Eigen::JacobiSVD<MatrixXd> svd(now * rest.transpose(), Eigen::ComputeFullU | Eigen::ComputeFullV);
  Matrix3d turn = svd.matrixU() * svd.matrixV().transpose();
  if (turn.determinant() < 0) {
    Matrix3d u = svd.matrixU();
    u.col(2) *= -1;
    turn = u * svd.matrixV().transpose();
  }
  return (now - turn * rest).colwise().norm().maxCoeff();
}

enum class Start { random, plane, point, inside_out, stretched };

State start_of(const SolidSpec& spec, const Model& model, Start start) {
  State state = model.initial;
  std::mt19937 random(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  for (std::size_t i = 0; i < spec.rest.points.size(); ++i) {
    const Vector3d& x = spec.rest.points[i];
    Vector3d to = x;
    switch (start) {
      case Start::random:
        to = Vector3d::NullaryExpr([&] { return uniform(random); });
        break;
      case Start::plane:
        to = {x.x(), x.y(), 0};
        break;
      case Start::point:
        to = {0.5, 0.5, 0.5};
        break;
      case Start::inside_out:
        to = {1 - x.x(), x.y(), x.z()};
        break;
      case Start::stretched:
        to.x() *= 100;
        break;
    }
    state.q.segment<3>(3 * static_cast<Eigen::Index>(i)) = to;
  }
  return state;
}

constexpr std::array<Start, 5> kStarts{Start::random, Start::plane, Start::point, Start::inside_out, Start::stretched};

double least_stretch(const SolidSpec& spec, const Model& model, const State& state) {
  double least = HUGE_VAL;
  for (const Vector3d& s : SolidView(spec, model, state).stretches()) least = std::min(least, s[2]);
  return least;
}

TEST(ShiftedStatics, solids_of_every_law_with_a_face_held_recover_from_every_torture) {
  for (const SolidLaw law : kLaws) {
    const SolidSpec spec = cube(law, true);
    const Model model = solid(spec);
    for (const Start start : kStarts) {
      ShiftedStatics statics(model);
      State state = start_of(spec, model, start);
      const ShiftedOutcome outcome = statics.solve(state, model.initial.loads);
      EXPECT_EQ(outcome.status, Status::ok) << name(law) << ' ' << static_cast<int>(start);
      EXPECT_EQ(outcome.certified.negative_modes, 0);
      EXPECT_GT(least_stretch(spec, model, state), 0);
      EXPECT_LT((state.q - model.initial.q).cwiseAbs().maxCoeff(), 1e-8) << name(law) << ' ' << static_cast<int>(start);
    }
  }
}

// Nothing holds them, so nothing certifies them: but no energy is left.
TEST(ShiftedStatics, free_bodies_of_every_law_come_back_to_their_shape) {
  for (const SolidLaw law : kLaws) {
    const SolidSpec spec = cube(law, false);
    const Model model = solid(spec);
    for (const Start start : kStarts) {
      ShiftedStatics statics(model, {.certifies = false});
      State state = start_of(spec, model, start);
      EXPECT_EQ(statics.solve(state, model.initial.loads).status, Status::ok);
      EXPECT_GT(least_stretch(spec, model, state), 0) << name(law) << ' ' << static_cast<int>(start);
      EXPECT_LT(off_rest(spec, state), 1e-8) << name(law) << ' ' << static_cast<int>(start);
    }
  }
}

TEST(ShiftedStatics, a_loaded_solid_comes_to_the_same_equilibrium_as_from_rest) {
  const SolidSpec spec = cube(SolidLaw::stable_neo_hookean, true);
  const Model model = solid(spec);
  Loads loads = model.initial.loads;
  loads.gravity = {0, 0, -3};
  State expected = model.initial;
  ASSERT_EQ(equilibrium(model, expected, loads).status, Status::ok);
  EXPECT_GT((expected.q - model.initial.q).cwiseAbs().maxCoeff(), 0.02);
  for (const Start start : kStarts) {
    ShiftedStatics statics(model);
    State state = start_of(spec, model, start);
    EXPECT_EQ(statics.solve(state, loads).status, Status::ok);
    EXPECT_LT((state.q - expected.q).cwiseAbs().maxCoeff(), 1e-8) << static_cast<int>(start);
  }
}

// Beyond the threshold the law may really be.
TEST(ShiftedStatics, a_solid_that_is_pressed_flat_stays_so) {
  SolidSpec spec = cube(SolidLaw::stable_neo_hookean, true);
  SolidSupport lid;
  for (std::size_t i = 0; i < spec.rest.points.size(); ++i) {
    if (spec.rest.points[i].x() == 1) lid.points.push_back(static_cast<int>(i));
  }
  lid.pose.position.x() = 1;
  spec.supports.push_back(lid);
  spec.material.poisson = 0;
  const Model model = solid(spec);
  Loads loads = model.initial.loads;
  loads.clamps[1].position.x() = 0.4;
  ShiftedStatics statics(model);
  State state = model.initial;
  const ShiftedOutcome outcome = statics.solve(state, loads);
  EXPECT_EQ(outcome.status, Status::ok);
  EXPECT_LT(outcome.part, 1);
  EXPECT_LT(least_stretch(spec, model, state), 0.6);
}

TEST(ShiftedStatics, gives_the_same_by_factors_by_products_and_by_force_differentials) {
  const SolidSpec spec = cube(SolidLaw::stable_neo_hookean, true);
  const Model model = solid(spec);
  const State start = start_of(spec, model, Start::random);
  Eigen::VectorXd factored, step;
  for (const LinearSolver with :
       {LinearSolver::factors, LinearSolver::assembled_products, LinearSolver::force_differentials}) {
    IterationSolver solver(model, with, 1e-13);
    ASSERT_EQ(solver.begin(start, 1, true), Status::ok);
    int products = 0;
    ASSERT_EQ(solver.step(step, products), Status::ok);
    EXPECT_EQ(products > 0, with != LinearSolver::factors);
    if (with == LinearSolver::factors) factored = step;
    EXPECT_LT((step - factored).norm(), 1e-10 * factored.norm());

    ShiftedStatics statics(model, {.linear = with});
    State state = start;
    EXPECT_EQ(statics.solve(state, model.initial.loads).status, Status::ok);
    EXPECT_LT((state.q - model.initial.q).cwiseAbs().maxCoeff(), 1e-8);
  }
}

// The spring of the lecture notes, E = mu/2 (x^2 - 1) - mu log x + lambda/2 log^2 x for rest length 1, in one dimension.
struct Spring {
  double mu = 1, lambda = 1;
  double force(double x) const { return mu * x + (lambda * std::log(x) - mu) / x; }  // dE/dx
  double stiffness(double x) const { return mu + (lambda * (1 - std::log(x)) + mu) / (x * x); }
};

TEST(ShiftedStatics, a_linear_extension_has_no_stiffness_where_a_shift_has_that_of_the_threshold) {
  const Spring spring;
  const double threshold = 0.2;
  // Continued linearly below the threshold (Irving), the force there is constant: Newton's step divides by nothing.
  const auto extended = [&](double x) { return spring.force(std::max(x, threshold)); };
  EXPECT_EQ(extended(-0.5) - extended(-0.5 - 1e-3), 0);
  // Shifted, Newton's method comes back from the wrong side.
  double x = -0.5;
  int n = 0;
  for (; std::abs(x - 1) > 1e-12 && n < 50; ++n) {
    const double seen = std::max(x, threshold);
    x -= spring.force(seen) / spring.stiffness(seen);
  }
  EXPECT_LT(n, 20);
}

}  // namespace
}  // namespace plumb
