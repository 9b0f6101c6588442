#include <plumb/strain/rotation_derivatives.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

const Vector3d kAxis = Vector3d(1, -2, 0.5).normalized();
const Vector3d kAcross(0.7, 0.4, -1.3), kAny(-0.6, 1.1, 0.9);

TEST(RotationDerivatives, CrossMatrixIsTheCrossProduct) {
  EXPECT_LT((cross_matrix<double>(kAxis) * kAny - kAxis.cross(kAny)).norm(), 1e-15);
}

TEST(RotationDerivatives, StumpffFunctionsNearZeroAreStumpffs) {
  for (const double u : {0.0, 1e-8, 0.3, 1.0, 2.5, 4.0}) {
    const auto expected = stumpff<7>(u);
    const auto c = stumpff_near_zero<7, double>(u);
    for (std::size_t k = 0; k < 8; ++k) EXPECT_NEAR(c[k], expected[k], 4e-16) << u << ' ' << k;
  }
}

TEST(RotationDerivatives, EachLaneIsWhatADoubleGives) {
  const Packet four(0.1, 2.0, 0.0, 3.7);
  const auto c = stumpff_near_zero<7, Packet>(four);
  for (int lane = 0; lane < 4; ++lane) {
    const auto alone = stumpff_near_zero<7, double>(four[lane]);
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(c[k][lane], alone[k]);
  }
}

/// Compares with a function of phi and y on duals: its value, its derivatives, and those of its product with kAny.
template <class F>
void expect_derivatives(const TurnedVector<double>& closed, const Vector3d& phi, const Vector3d& y, const F& f) {
  using D = Dual2<6>;
  Vector3<D> phi_d, y_d;
  for (int i = 0; i < 3; ++i) {
    phi_d[i] = D::variable(phi[i], i);
    y_d[i] = D::variable(y[i], 3 + i);
  }
  const Vector3<D> value = f(phi_d, y_d);
  D contracted(0.0);
  for (int i = 0; i < 3; ++i) contracted += value[i] * kAny[i];
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(closed.value()[i], value[i].value, 1e-15);
    for (int j = 0; j < 3; ++j) {
      EXPECT_NEAR(closed.by_phi()(i, j), value[i].gradient[static_cast<unsigned>(j)], 1e-14);
      EXPECT_NEAR(closed.by_y()(i, j), value[i].gradient[static_cast<unsigned>(3 + j)], 1e-14);
      EXPECT_NEAR(closed.by_phi_phi(kAny)(i, j), contracted.second(i, j), 1e-14);
      EXPECT_NEAR(closed.by_phi_y(kAny)(i, j), contracted.second(i, 3 + j), 1e-14);
    }
  }
}

TEST(RotationDerivatives, OfATurnedVectorAndOfTheBodyRateAreThoseOfDuals) {
  for (const double angle : {0.0, 1e-7, 0.4, 1.5}) {
    const Vector3d phi = angle * kAxis;
    const auto c = stumpff_near_zero<7, double>(angle * angle);
    const Coefficient<double> c1 = stumpff_coefficient(c, 1), c2 = stumpff_coefficient(c, 2),
                              c3 = stumpff_coefficient(c, 3);
    expect_derivatives({phi, kAcross, c1, c2}, phi, kAcross,
                       [](const auto& p, const auto& y) { return rotated<Dual2<6>>(-p, y); });
    expect_derivatives({phi, kAcross, c2, c3}, phi, kAcross,
                       [](const auto& p, const auto& y) { return body_rate<Dual2<6>>(p, y); });
  }
}

TEST(RotationDerivatives, OfARotationVectorAreThoseOfDuals) {
  using D = Dual2<3>;
  for (const double angle : {0.0, 1e-7, 0.4, 1.4}) {
    const Vector3d phi = angle * kAxis;
    Vector3<D> psi, moved;
    for (int i = 0; i < 3; ++i) psi[i] = D::variable(0.0, i);
    ASSERT_TRUE(rotation_vector<D>(rotation<D>(psi) * rotation<double>(phi).cast<D>(), moved));
    D contracted(0.0);
    for (int i = 0; i < 3; ++i) contracted += moved[i] * kAny[i];

    const TurnedRotationVector<double> closed(phi);
    const Matrix3d half = closed.first().transpose() * closed.second(0.5 * kAny);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        EXPECT_NEAR(closed.first()(i, j), moved[i].gradient[static_cast<unsigned>(j)], 1e-14) << angle;
        EXPECT_NEAR(half(i, j) + half(j, i), contracted.second(i, j), 1e-13) << angle;
      }
    }
  }
}

}  // namespace
}  // namespace plumb
