#include <plumb/energy/shell/quadratic_bending.h>

#include <cmath>

#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/energy/shell/shell_mesh_for_test.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// c and d on the two sides of the edge p q, both triangles in the x-y plane.
const std::array<Vector3d, 4> kFlat{Vector3d(0.3, 0.9, 0), Vector3d(0, 0, 0), Vector3d(1.2, 0, 0),
                                    Vector3d(0.8, -0.7, 0)};
const std::array<int, 12> kStencil{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};

HingeLaw law(const std::array<Vector3d, 4>& x) { return hinge_law(kStripHinge, 2, x[0], x[1], x[2], x[3]); }

QuadraticBending quadratic(const std::array<Vector3d, 4>& x) {
  return {{kStencil}, {quadratic_hinge(law(x), x[0], x[1], x[2], x[3])}};
}

/// The hinge folded about its edge by an angle.
State folded(double angle) {
  State state;
  state.q.resize(12);
  for (int i = 0; i < 4; ++i) state.q.segment<3>(3 * i) = kFlat[static_cast<std::size_t>(i)];
  const double across = kFlat[3].y();
  state.q.segment<3>(9) = Vector3d(kFlat[3].x(), across * std::cos(angle), across * std::sin(angle));
  return state;
}

TEST(QuadraticBending, IsAHingeToSecondOrder) {
  const QuadraticBending energy = quadratic(kFlat);
  const HingeBending hinge({kStencil}, {law(kFlat)});
  ElementBuffer a = evaluated(energy, folded(0)), b = evaluated(hinge, folded(0));
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j <= i; ++j) {
      if (i % 3 != 2 || j % 3 != 2) continue;  // in their plane points do not bend
      const int at = ElementBuffer::packed_index(i, j);
      EXPECT_NEAR(a.hessian(0, at), b.hessian(0, at), 1e-12 * std::abs(b.hessian(0, 0)) + 1e-11);
    }
  }
}

TEST(QuadraticBending, AFoldCostsTheSquareOfTwiceTheSineOfHalfItsAngle) {
  for (const double angle : {0.1, 1.0, 2.5, -3.0}) {
    const double chord = 2 * std::sin(0.5 * angle);
    EXPECT_NEAR(energy_of(quadratic(kFlat), folded(angle)), 0.5 * law(kFlat).stiffness * chord * chord, 1e-12);
  }
}

TEST(QuadraticBending, RefusesASheetThatIsBentAtRest) {
  const State bent = folded(0.1);
  std::array<Vector3d, 4> x;
  for (int i = 0; i < 4; ++i) x[static_cast<std::size_t>(i)] = bent.q.segment<3>(3 * i);
  EXPECT_THROW(quadratic(x), UserError);
}

}  // namespace
}  // namespace plumb
