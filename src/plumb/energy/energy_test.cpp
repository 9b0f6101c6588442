// The list of properties that is the specification of "an energy", run on every specimen the build finds.
#include <plumb/mechanics/energy.h>

#include <Eigen/Eigenvalues>
#include <cctype>
#include <cmath>
#include <ostream>

#include <gtest/gtest.h>

#include <plumb/mechanics/assembly.h>
#include <plumb/mechanics/rigid_motion_for_test.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {

void PrintTo(const Specimen& specimen, std::ostream* out) { *out << specimen.name; }

namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

class EnergyProperty : public testing::TestWithParam<Specimen> {
 protected:
  const Specimen& specimen() const { return GetParam(); }

  Potential evaluate(const State& state) const {
    Assembly assembly(specimen().layout, {specimen().energy});
    Potential potential(assembly.pattern());
    EXPECT_EQ(assembly.evaluate(state, specimen().loads, {true, true, true}, potential), Status::ok);
    return potential;
  }
};

TEST_P(EnergyProperty, NothingAtRest) {
  if (!specimen().rest_is_zero) return;
  const Potential rest = evaluate(specimen().rest);
  const double size = rest.hessian.dense().cwiseAbs().maxCoeff();
  EXPECT_LE(std::abs(rest.value), 1e-24 * size);
  EXPECT_LE(rest.gradient.cwiseAbs().maxCoeff(), 1e-14 * size);
}

TEST_P(EnergyProperty, StoresEnergyWhenDeformed) {
  if (!specimen().rest_is_zero) return;
  for (unsigned seed = 1; seed < 6; ++seed) EXPECT_GT(evaluate(shaken(specimen(), seed)).value, 0);
}

TEST_P(EnergyProperty, EqualsItsDuals) {
  if (!specimen().oracle) return;
  const Energy& energy = *specimen().energy;
  const int n = energy.n_elements(), k = energy.stencil_size();
  ElementBuffer closed, duals;
  closed.resize(n, k);
  duals.resize(n, k);
  for (unsigned seed = 0; seed < 6; ++seed) {
    const State state = seed == 0 ? specimen().rest : shaken(specimen(), seed);
    const Want all{true, true, !energy.linear()};
    ASSERT_EQ(energy.evaluate(state, specimen().loads, 0, n, all, closed), Status::ok);
    ASSERT_EQ(specimen().oracle(state, specimen().loads, 0, n, all, duals), Status::ok);
    for (int e = 0; e < n; ++e) {
      double size = 0;  // of the element's stiffness: what rounding is relative to
      for (int h = 0; all.hessian && h < closed.packed(); ++h) size = std::max(size, std::abs(duals.hessian(e, h)));
      for (int h = 0; all.hessian && h < closed.packed(); ++h) {
        EXPECT_NEAR(closed.hessian(e, h), duals.hessian(e, h), 1e-12 * size) << "element " << e << " entry " << h;
      }
      if (energy.linear()) size = 1;
      EXPECT_NEAR(closed.value(e), duals.value(e), 1e-12 * size);
      for (int i = 0; i < k; ++i) EXPECT_NEAR(closed.gradient(e, i), duals.gradient(e, i), 1e-12 * size);
    }
  }
}

TEST_P(EnergyProperty, EqualsFiniteDifferences) {
  const DerivativeErrors errors = check_derivatives(specimen());
  EXPECT_EQ(errors.status, Status::ok);
  EXPECT_LT(errors.gradient, 1e-7);
  EXPECT_LT(errors.hessian, 1e-7);
  EXPECT_LT(errors.hessian_times, 1e-12);
}

TEST_P(EnergyProperty, Objective) {
  if (!specimen().objective) return;
  for (unsigned seed = 1; seed < 4; ++seed) {
    const State state = shaken(specimen(), seed);
    State moved = state;
    const Matrix3d rotation = (Eigen::AngleAxisd(0.7 * seed, Vector3d(1, -2, 0.5).normalized())).toRotationMatrix();
    move_rigidly(specimen().layout, moved, rotation, Vector3d(0.3, 1, -0.2));
    const Potential before = evaluate(state), after = evaluate(moved);
    EXPECT_NEAR(after.value, before.value, 1e-11 * before.value);
    // The eigenvalues of the Hessian do not see the rotation either.
    const VectorXd a = before.hessian.dense().selfadjointView<Eigen::Lower>().eigenvalues();
    const VectorXd b = after.hessian.dense().selfadjointView<Eigen::Lower>().eigenvalues();
    EXPECT_LT((a - b).cwiseAbs().maxCoeff(), 1e-11 * a.cwiseAbs().maxCoeff());
  }
}

TEST_P(EnergyProperty, ActionEqualsReaction) {
  if (!specimen().objective) return;
  // A rigid motion does no work: forces and moments sum to nothing. The motion itself comes from the layout,
  // read off by a finite step, so that angles and frames are included.
  const State state = shaken(specimen(), 1);
  const Potential potential = evaluate(state);
  const double size = potential.magnitude.maxCoeff();
  for (int axis = 0; axis < 3; ++axis) {
    State shifted = state;
    move_rigidly(specimen().layout, shifted, Matrix3d::Identity(), Vector3d::Unit(axis));
    EXPECT_NEAR(potential.gradient.dot(shifted.q - state.q), 0, 1e-12 * size);
  }
}

std::string test_name(const testing::TestParamInfo<Specimen>& info) {
  std::string name = info.param.name;
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}
INSTANTIATE_TEST_SUITE_P(All, EnergyProperty, testing::ValuesIn(all_specimens()), test_name);

}  // namespace
}  // namespace plumb
