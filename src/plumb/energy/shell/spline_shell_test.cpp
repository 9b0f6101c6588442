#include <plumb/energy/shell/spline_shell.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

using Surface = std::function<Vector3d(double s, double y)>;

SplinePatch patch_of(int degree, int n_along, int n_across, double grading = 1) {
  return {BSplineBasis(degree, graded_breaks(1, n_along, grading)), BSplineBasis(degree, graded_breaks(0.5, n_across))};
}

/// Control points of the spline surface through a surface at the Greville points.
Eigen::VectorXd through(const SplinePatch& patch, const Surface& surface) {
  const int n = patch.n_points();
  Eigen::MatrixXd values = Eigen::MatrixXd::Zero(n, n), positions(n, 3);
  int row = 0;
  for (const double s : patch.along.greville()) {
    for (const double y : patch.across.greville()) {
      const PatchValues v = evaluate(patch, s, y);
      for (std::size_t k = 0; k < v.points.size(); ++k) {
        values(row, v.points[k]) = v.derivatives(PatchValues::kValue, static_cast<Eigen::Index>(k));
      }
      positions.row(row++) = surface(s, y);
    }
  }
  const Eigen::Matrix<double, -1, 3, Eigen::RowMajor> control = values.lu().solve(positions);
  return Eigen::Map<const Eigen::VectorXd>(control.data(), 3 * n);
}

Vector3d flat(double s, double y) { return {s, y, 0}; }

State state_of(const Eigen::VectorXd& q) {
  State state;
  state.q = q;
  return state;
}

ElementBuffer evaluated(const SplineShell& shell, const State& state, Want want = {true, true, true}) {
  ElementBuffer buffer;
  buffer.resize(shell.n_elements(), shell.stencil_size());
  EXPECT_EQ(shell.evaluate(state, {}, 0, shell.n_elements(), want, buffer), Status::ok);
  return buffer;
}

double total(const SplineShell& shell, const Eigen::VectorXd& q) {
  ElementBuffer buffer = evaluated(shell, state_of(q), {.value = true});
  double sum = 0;
  for (int e = 0; e < shell.n_elements(); ++e) sum += buffer.value(e);
  return sum;
}

/// Eigenvalues of the free shell's Hessian that are nothing, at rest.
int n_free_motions(const SplinePatch& patch, const ShellRule& rule, const Eigen::VectorXd& rest) {
  const SplineShell shell(patch, rule, {0.1, 100, 0.3}, rest);
  ElementBuffer buffer = evaluated(shell, state_of(rest));
  Eigen::MatrixXd h = Eigen::MatrixXd::Zero(rest.size(), rest.size());
  for (int e = 0; e < shell.n_elements(); ++e) {
    const auto dofs = shell.stencil(e);
    for (int i = 0, k = 0; i < shell.stencil_size(); ++i) {
      for (int j = 0; j <= i; ++j, ++k) {
        h(dofs[static_cast<std::size_t>(i)], dofs[static_cast<std::size_t>(j)]) += buffer.hessian(e, k);
      }
    }
  }
  const Eigen::VectorXd values = h.selfadjointView<Eigen::Lower>().eigenvalues();
  return static_cast<int>((values.array() < 1e-11 * values.maxCoeff()).count());
}

TEST(SplineShell, only_rigid_motions_cost_nothing) {
  for (const int degree : {3, 4}) {
    for (const int n_along : {1, 2, 5}) {
      for (const int n_across : {1, 2}) {
        const SplinePatch patch = patch_of(degree, n_along, n_across, n_along > 2 ? 1.5 : 1);
        EXPECT_EQ(n_free_motions(patch, locking_free_rule(patch), through(patch, flat)), 6)
            << degree << " " << n_along << " " << n_across;
      }
    }
  }
}

TEST(SplineShell, fewer_points_across_leave_motions_unseen) {
  const SplinePatch patch = patch_of(3, 4, 2);
  ShellRule rule = locking_free_rule(patch);
  rule.stretch_across = greville_rule(patch.across);
  EXPECT_GT(n_free_motions(patch, rule, through(patch, flat)), 6);
}

// D / (2 R^2) per area.
TEST(SplineShell, a_plate_rolled_to_a_cylinder_stores_what_plate_theory_says) {
  constexpr double radius = 0.4;
  const SheetMaterial material{0.02, 1e3, 0.3};
  const double expected = 0.5 * material.bending_stiffness() / (radius * radius) * 0.5;
  const auto relative_error = [&](int degree, int n) {
    const SplinePatch patch = patch_of(degree, n, 1);
    const SplineShell shell(patch, locking_free_rule(patch), material, through(patch, flat));
    const Eigen::VectorXd rolled = through(patch, [](double s, double y) {
      return Vector3d(radius * std::sin(s / radius), y, radius * std::cos(s / radius));
    });
    return std::abs(total(shell, rolled) / expected - 1);
  };
  for (const int degree : {3, 4}) {
    EXPECT_LT(relative_error(degree, 16), 1e-3) << degree;
    EXPECT_LT(relative_error(degree, 32), 0.15 * relative_error(degree, 16)) << degree;
  }
}

// z = c s y stores D (1 - nu) c^2 per area as long as c is small.
TEST(SplineShell, a_plate_twisted_a_little_stores_what_plate_theory_says) {
  constexpr double c = 1e-4;
  const SheetMaterial material{0.02, 1e3, 0.3};
  const SplinePatch patch = patch_of(3, 4, 2);
  const SplineShell shell(patch, locking_free_rule(patch), material, through(patch, flat));
  const double energy = total(shell, through(patch, [](double s, double y) { return Vector3d(s, y, c * s * y); }));
  EXPECT_NEAR(energy, material.bending_stiffness() * 0.7 * c * c * 0.5, 1e-4 * energy);
}

// The density of St. Venant-Kirchhoff does not know the coordinates: the same plate drawn with skew, stretched lines.
TEST(SplineShell, stretch_does_not_depend_on_how_the_surface_is_parametrised) {
  const SheetMaterial material{0.02, 1e3, 0.3};
  Eigen::Matrix2d f;
  f << 1.2, 0.3, -0.1, 0.9;
  const Eigen::Matrix2d e = 0.5 * (f.transpose() * f - Eigen::Matrix2d::Identity());
  const double density =
      0.5 * material.thickness * material.young / (1 - 0.09) * (0.7 * e.squaredNorm() + 0.3 * e.trace() * e.trace());
  for (const double skew : {0.0, 0.8}) {
    const double lengthen = 1 + skew;
    const SplinePatch patch = patch_of(3, 4, 2, 1.5);
    const auto drawn = [&](double s, double y) { return Eigen::Vector2d(lengthen * s + skew * y, y); };
    const Eigen::VectorXd rest = through(patch, [&](double s, double y) {
      const Eigen::Vector2d x = drawn(s, y);
      return Vector3d(x[0], x[1], 0);
    });
    const Eigen::VectorXd deformed = through(patch, [&](double s, double y) {
      const Eigen::Vector2d x = f * drawn(s, y);
      return Vector3d(0.3, x[0], x[1]);
    });
    const SplineShell shell(patch, locking_free_rule(patch), material, rest);
    EXPECT_NEAR(total(shell, deformed), density * 0.5 * lengthen, 1e-12) << skew;
  }
}

TEST(SplineShell, an_element_gives_the_same_bits_in_any_company_and_whatever_else_is_wanted) {
  const SplinePatch patch = patch_of(3, 3, 2);
  const SplineShell shell(patch, locking_free_rule(patch), {0.02, 1e3, 0.3}, through(patch, flat));
  const State state = state_of(through(patch, [](double s, double y) { return Vector3d(s, y + 0.1 * s * s, s * y); }));
  ElementBuffer all = evaluated(shell, state), forces = evaluated(shell, state, {.gradient = true}), alone;
  alone.resize(1, shell.stencil_size());
  for (int e = 0; e < shell.n_elements(); ++e) {
    ASSERT_EQ(shell.evaluate(state, {}, e, e + 1, {true, true, true}, alone), Status::ok);
    EXPECT_EQ(all.value(e), alone.value(0));
    for (int i = 0; i < shell.stencil_size(); ++i) {
      EXPECT_EQ(all.gradient(e, i), alone.gradient(0, i));
      EXPECT_EQ(all.gradient(e, i), forces.gradient(e, i));
    }
    for (int k = 0; k < all.packed(); ++k) EXPECT_EQ(all.hessian(e, k), alone.hessian(0, k));
  }
}

TEST(SplineShell, an_element_may_have_no_point_of_stretch) {
  const SplinePatch patch{BSplineBasis(4, {0, 0.5, 0.51, 1}), BSplineBasis(4, {0, 0.5})};
  const SplineShell shell(patch, locking_free_rule(patch), {0.02, 1e3, 0.3}, through(patch, flat));
  EXPECT_EQ(shell.n_points(1), 3 * 5);  // those of bend
  EXPECT_NEAR(total(shell, through(patch, flat)), 0, 1e-20);
}

TEST(SplineShell, a_plate_folded_to_a_line_is_outside_the_domain) {
  const SplinePatch patch = patch_of(3, 2, 1);
  const SplineShell shell(patch, locking_free_rule(patch), {0.02, 1e3, 0.3}, through(patch, flat));
  State state = state_of(through(patch, flat));
  for (int i = 0; i < patch.n_points(); ++i) state.q[3 * i + 1] = 0;
  ElementBuffer buffer;
  buffer.resize(shell.n_elements(), shell.stencil_size());
  EXPECT_EQ(shell.evaluate(state, {}, 0, shell.n_elements(), {.value = true}, buffer), Status::outside_domain);
}

}  // namespace
}  // namespace plumb
