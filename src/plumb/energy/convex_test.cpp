// Convexified Hessians of every energy that the build finds.
#include <plumb/mechanics/convex.h>

#include <Eigen/Eigenvalues>

#include <gtest/gtest.h>

#include <plumb/core/parallel.h>
#include <plumb/mechanics/assembly.h>
#include <plumb/mechanics/rigid_motion_for_test.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

VectorXd eigenvalues(const MatrixXd& a) { return a.selfadjointView<Eigen::Lower>().eigenvalues(); }

/// The Hessian of one element, each unknown over its scale.
MatrixXd scaled(ElementBuffer& buffer, int e, const std::vector<double>& scale) {
  const int n = buffer.stencil();
  MatrixXd h(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      h(i, j) = h(j, i) = buffer.hessian(e, ElementBuffer::packed_index(i, j)) * scale[static_cast<std::size_t>(i)] *
                          scale[static_cast<std::size_t>(j)];
    }
  }
  return h;
}

MatrixXd assembled(const Specimen& specimen, const State& state, bool convex) {
  Assembly assembly(specimen.layout, {specimen.energy});
  Potential potential(assembly.pattern());
  EXPECT_EQ(assembly.evaluate(state, specimen.loads, {.hessian = true, .convex = convex}, potential), Status::ok);
  return potential.hessian.dense();
}

// The matrix P >= 0 nearest to A is the one with P - A >= 0 and P (P - A) = 0; it is A if A >= 0.
TEST(Convex, each_element_has_the_nearest_Hessian_without_negative_eigenvalues) {
  int n_indefinite = 0;
  for (const Specimen& specimen : all_specimens()) {
    const Energy& energy = *specimen.energy;
    if (energy.linear()) continue;
    ElementBuffer buffer;
    buffer.resize(energy.n_elements(), energy.stencil_size());
    for (unsigned seed = 0; seed < 4; ++seed) {
      const State state = seed == 0 ? specimen.rest : shaken(specimen, seed);
      ASSERT_EQ(energy.evaluate(state, specimen.loads, 0, energy.n_elements(), {true, true, true}, buffer), Status::ok);
      for (int e = 0; e < energy.n_elements(); ++e) {
        // Scales of two kinds, to see that they are heard.
        std::vector<double> scale;
        for (int i = 0; i < energy.stencil_size(); ++i) scale.push_back(i % 3 == 0 ? 1 : 0.25);
        const MatrixXd exact = scaled(buffer, e, scale);
        make_convex(e, scale, buffer);
        const MatrixXd convex = scaled(buffer, e, scale), added = convex - exact;
        const double size = exact.norm();
        EXPECT_GE(eigenvalues(convex)[0], -1e-13 * size) << specimen.name;
        EXPECT_GE(eigenvalues(added)[0], -1e-13 * size) << specimen.name;
        EXPECT_LE((convex * added).norm(), 1e-13 * size * size) << specimen.name;
        if (eigenvalues(exact)[0] >= -1e-15 * size) {
          EXPECT_EQ(added.norm(), 0) << specimen.name;
        } else if (eigenvalues(exact)[0] < -1e-6 * size) {
          ++n_indefinite;
        }
      }
    }
  }
  EXPECT_GT(n_indefinite, 20) << "there was nothing to do";
}

MatrixXd element_hessian(const Specimen& specimen, const State& state, int e, bool convex) {
  const Energy& energy = *specimen.energy;
  ElementBuffer buffer;
  buffer.resize(energy.n_elements(), energy.stencil_size());
  const Want want{.hessian = true, .convex = convex};
  EXPECT_EQ(energy.evaluate(state, specimen.loads, 0, energy.n_elements(), want, buffer), Status::ok);
  return scaled(buffer, e, std::vector<double>(static_cast<std::size_t>(energy.stencil_size()), 1));
}

TEST(Convex, terms_that_see_to_it_themselves_add_what_no_direction_loses_and_nothing_where_nothing_is_negative) {
  int n_added = 0, n_kept = 0;
  for (const Specimen& specimen : all_specimens()) {
    if (!specimen.energy->convexifies()) continue;
    for (unsigned seed = 0; seed < 8; ++seed) {
      const State state = seed == 0 ? specimen.rest : shaken(specimen, seed);
      for (int e = 0; e < specimen.energy->n_elements(); ++e) {
        const MatrixXd exact = element_hessian(specimen, state, e, false);
        const MatrixXd convex = element_hessian(specimen, state, e, true), added = convex - exact;
        const double size = exact.norm();
        EXPECT_GE(eigenvalues(convex)[0], -1e-13 * size) << specimen.name;
        EXPECT_GE(eigenvalues(added)[0], -1e-13 * size) << specimen.name;
        if (eigenvalues(exact)[0] > -1e-13 * size) {
          ++n_kept;
          EXPECT_LE(added.norm(), 1e-13 * size) << specimen.name;
        } else {
          // It need not be the nearest one, but it is not far from it.
          const VectorXd values = eigenvalues(exact);
          EXPECT_LE(added.norm(), 6 * values.cwiseMin(0).norm() + 1e-13 * size) << specimen.name;
          ++n_added;
        }
      }
    }
  }
  EXPECT_GT(n_added, 10);
  EXPECT_GT(n_kept, 5);
}

TEST(Convex, the_assembled_Hessian_is_convex_and_objective_and_the_same_for_any_number_of_threads) {
  int n_changed = 0;
  for (const Specimen& specimen : all_specimens()) {
    const State state = shaken(specimen, 1);
    const MatrixXd exact = assembled(specimen, state, false), convex = assembled(specimen, state, true);
    const auto scale = specimen.layout.scale.asDiagonal();
    const VectorXd values = eigenvalues(scale * convex * scale);
    const double size = values.cwiseAbs().maxCoeff();
    EXPECT_GE(values[0], -1e-12 * size) << specimen.name;
    if (exact != convex) ++n_changed;

    set_threads(3);
    EXPECT_EQ(assembled(specimen, state, true), convex) << specimen.name;
    set_threads(1);
    if (!specimen.objective) continue;
    State moved = state;
    move_rigidly(specimen.layout, moved, Eigen::AngleAxisd(0.7, Vector3d(1, -2, 0.5).normalized()).toRotationMatrix(),
                 {0.3, 1, -0.2});
    const VectorXd after = eigenvalues(scale * assembled(specimen, moved, true) * scale);
    EXPECT_LT((after - values).cwiseAbs().maxCoeff(), 1e-10 * size) << specimen.name;
  }
  EXPECT_GT(n_changed, 10);
}

}  // namespace
}  // namespace plumb
