#include <plumb/strain/koiter_triangle.h>

#include <numbers>

#include <gtest/gtest.h>

#include <plumb/strain/koiter_triangle_derivatives.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// The hinge whose far corner is folded down by `angle` from the plane of a triangle with its normal along z.
std::array<Vector3d, 4> folded(double angle) {
  const Vector3d p(0, 0, 0), q(2, 0, 0);
  return {Vector3d(0.5, 1.5, 0), p, q, Vector3d(1.7, -0.8 * std::cos(angle), -0.8 * std::sin(angle))};
}

TEST(KoiterTriangle, AHingeMeasuresTheAngleItIsFoldedBy) {
  for (const double angle : {0.0, 1e-9, -1e-9, 0.3, -2.0, 3.1, -3.1}) {
    const auto [c, p, q, d] = folded(angle);
    double measured;
    ASSERT_TRUE(hinge_angle<double>(c, p, q, d, measured));
    EXPECT_NEAR(measured, angle, 1e-15 + 1e-15 * std::abs(angle));
    // The neighbour sees the same.
    ASSERT_TRUE(hinge_angle<double>(d, q, p, c, measured));
    EXPECT_NEAR(measured, angle, 1e-15 + 1e-15 * std::abs(angle));
  }
}

TEST(KoiterTriangle, AFoldedHingeAndATriangleWithoutAreaAreOutsideTheDomain) {
  double angle, height;
  auto [c, p, q, d] = folded(std::numbers::pi);
  EXPECT_FALSE(hinge_angle<double>(c, p, q, d, angle));
  EXPECT_FALSE(HingeGeometry<double>(c, p, q, d).open(1));
  EXPECT_TRUE(HingeGeometry<double>(c, p, q, d).open(0));
  const Vector3d between = 0.3 * p + 0.7 * q;
  EXPECT_FALSE(height_over_edge<double>(between, p, q, height));
  EXPECT_FALSE(hinge_angle<double>(c, p, q, between, angle));
  EXPECT_FALSE(hinge_angle<double>(c, p, p, d, angle));
  EXPECT_FALSE(HingeGeometry<double>(between, p, q, d).thick());
  EXPECT_FALSE(HingeGeometry<double>(c, p, q, between).thick());
  EXPECT_FALSE(HingeGeometry<double>(c, p, p, d).thick());
}

TEST(KoiterTriangle, TanEndsJustBeforeAQuarterTurn) {
  double bend;
  EXPECT_TRUE(edge_bend(EdgeBend::tan, 1.0, 1.569, bend));
  EXPECT_FALSE(edge_bend(EdgeBend::tan, 1.0, 1.5705, bend));
  EXPECT_FALSE(edge_bend(EdgeBend::tan, 1.0, -1.6, bend));
  EXPECT_TRUE(edge_bend(EdgeBend::sin, 1.0, 1.6, bend));
  for (const auto kind : {EdgeBend::sin, EdgeBend::tan, EdgeBend::angle}) {
    EXPECT_FALSE(edge_bend(kind, 1.0, std::nan(""), bend));
  }
}

TEST(KoiterTriangle, OnASphereTheSecondFormIsTheFirstOverTheRadius) {
  // A small triangle of a sphere; mid-edge normals are the sphere's.
  const double radius = 3;
  std::array<Vector3d, 3> x{Vector3d(0.01, 0.002, 1), Vector3d(0.03, 0.01, 1), Vector3d(0.015, 0.04, 1)};
  for (Vector3d& corner : x) corner = radius * corner.normalized();
  const Vector3d normal = (x[1] - x[0]).cross(x[2] - x[0]).normalized();
  std::array<double, 3> bends;
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3d &p = x[(i + 1) % 3], &q = x[(i + 2) % 3], middle = (p + q).normalized();
    const Vector3d out = (q - p).normalized().cross(normal);
    double height;
    ASSERT_TRUE(height_over_edge<double>(x[i], p, q, height));
    ASSERT_TRUE(edge_bend(EdgeBend::sin, height, std::atan2(middle.dot(out), middle.dot(normal)), bends[i]));
  }
  const auto a = first_form<double>(x[0], x[1], x[2]), b = second_form(bends);
  const double size = 1e-3 * a.e22 / radius;
  EXPECT_NEAR(b.e11, a.e11 / radius, size);
  EXPECT_NEAR(b.e12, a.e12 / radius, size);
  EXPECT_NEAR(b.e22, a.e22 / radius, size);
  const auto back = edge_bends(b);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(back[i], bends[i], 1e-15);
}

/// Gradient and Hessian of a function of a hinge's points, against dual numbers.
template <class F>
void expect_derivatives(const std::array<Vector3d, 4>& x, const HingeGradient<double>& gradient,
                        const HingeBlocks<double>& blocks, const F& f) {
  using D = Dual2<12>;
  std::array<Vector3<D>, 4> x_d;
  for (int k = 0; k < 12; ++k)
    x_d[static_cast<unsigned>(k / 3)][k % 3] = D::variable(x[static_cast<unsigned>(k / 3)][k % 3], k);
  const D value = f(x_d);
  const Vector3d by[4] = {gradient.c, gradient.p, gradient.q, gradient.d};
  const Eigen::Matrix3d *no = nullptr, *lower[4][4] = {{&blocks.cc, no, no, no},
                                                       {no, &blocks.pp, no, no},
                                                       {no, no, &blocks.qq, no},
                                                       {no, &blocks.dp, &blocks.dq, &blocks.dd}};
  const Eigen::Matrix3d* upper[4][4] = {{no, &blocks.cp, &blocks.cq, &blocks.cd}, {no, no, &blocks.pq, no}, {}, {}};
  for (int row = 0; row < 12; ++row) {
    EXPECT_NEAR(by[row / 3][row % 3], value.gradient[static_cast<unsigned>(row)], 1e-14);
    for (int col = 0; col < 12; ++col) {
      for (const auto* block : {lower[row / 3][col / 3], upper[row / 3][col / 3]}) {
        if (!block) continue;
        EXPECT_NEAR((*block)(row % 3, col % 3), value.second(row, col), 1e-14) << row << ' ' << col;
      }
    }
  }
}

TEST(KoiterTriangle, DerivativesOfAHeightAndOfAnAngleAreThoseOfDuals) {
  for (const double angle : {0.0, 1e-8, 0.7, -2.5}) {
    auto x = folded(angle);
    const Eigen::Matrix3d turn = Eigen::AngleAxisd(0.8, Vector3d(1, 2, -1).normalized()).toRotationMatrix();
    for (Vector3d& point : x) point = turn * point + Vector3d(3, 1, 2);
    const HingeGeometry<double> g(x[0], x[1], x[2], x[3]);
    const double l = g.inverse_length;
    HingeForm<double> form;
    for (auto* m : {&form.eta_eta, &form.other_other, &form.e_e, &form.eta_other, &form.eta_e, &form.other_e}) {
      m->setZero();
    }
    form.eta_eta = g.n * g.n.transpose() * g.inverse_h;
    form.eta_e = -l * g.t * g.o.transpose();
    form.e_e = -g.h * l * l * g.o * g.o.transpose();
    expect_derivatives(x, {g, g.o, Vector3d::Zero()}, {g, form}, [](const auto& p) {
      Dual2<12> height;
      EXPECT_TRUE(height_over_edge(p[0], p[1], p[2], height));
      return height;
    });

    const double h = g.inverse_h, far = g.other_inverse_h;
    form.eta_eta = -both_ways<double>(g.n, g.o) * h * h;
    form.other_other = -both_ways<double>(g.other_n, g.other_o) * far * far;
    form.eta_e = -h * l * g.t * g.n.transpose();
    form.other_e = -far * l * g.t * g.other_n.transpose();
    form.e_e = -0.5 * l * l * (both_ways<double>(g.n, g.o) + both_ways<double>(g.other_n, g.other_o));
    expect_derivatives(x, {g, g.n * h, g.other_n * far}, {g, form}, [](const auto& p) {
      Dual2<12> theta;
      EXPECT_TRUE(hinge_angle(p[0], p[1], p[2], p[3], theta));
      return theta;
    });
  }
}

}  // namespace
}  // namespace plumb
