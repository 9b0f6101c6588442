// The modes in closed form against beam elements with Hermite's polynomials, which know no transcendental equation.

#include <judge/protocols/vibration/cantilever_modes.h>

#include <cmath>

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace judge {
namespace {

struct Elements {
  Eigen::MatrixXd stiffness, mass;  ///< of deflections and slopes, the clamped node left out
  Eigen::VectorXd weight;
};

Elements beam(int n) {
  const double h = 1.0 / n, h2 = h * h;
  Eigen::Matrix4d k, m;
  k << 12, 6 * h, -12, 6 * h, 6 * h, 4 * h2, -6 * h, 2 * h2, -12, -6 * h, 12, -6 * h, 6 * h, 2 * h2, -6 * h, 4 * h2;
  m << 156, 22 * h, 54, -13 * h, 22 * h, 4 * h2, 13 * h, -3 * h2, 54, 13 * h, 156, -22 * h, -13 * h, -3 * h2, -22 * h,
      4 * h2;
  const Eigen::Vector4d f(h / 2, h2 / 12, h / 2, -h2 / 12);
  const int size = 2 * (n + 1);
  Elements all{Eigen::MatrixXd::Zero(size, size), Eigen::MatrixXd::Zero(size, size), Eigen::VectorXd::Zero(size)};
  for (int e = 0; e < n; ++e) {
    all.stiffness.block<4, 4>(2 * e, 2 * e) += k / (h * h2);
    all.mass.block<4, 4>(2 * e, 2 * e) += m * h / 420;
    all.weight.segment<4>(2 * e) += f;
  }
  const int free = size - 2;
  return {all.stiffness.bottomRightCorner(free, free), all.mass.bottomRightCorner(free, free), all.weight.tail(free)};
}

TEST(CantileverModes, are_those_of_beam_elements) {
  const Elements elements = beam(40);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> modes(elements.stiffness, elements.mass);
  const Eigen::Index tip = elements.weight.size() - 2, middle = 2 * 20 - 2;
  for (int k = 1; k <= 4; ++k) {
    const CantileverMode mode(k);
    const Eigen::VectorXd shape = modes.eigenvectors().col(k - 1);
    EXPECT_NEAR(std::sqrt(modes.eigenvalues()[k - 1]) / mode.frequency(), 1, 1e-5) << k;
    EXPECT_NEAR(shape[middle] / shape[tip], mode.shape(0.5) / mode.shape(1), 1e-4) << k;
    const double amplitude = shape.dot(elements.weight) * shape[tip] / modes.eigenvalues()[k - 1];
    EXPECT_NEAR(amplitude / mode.amplitude(1), 1, 1e-4) << k;
  }
}

TEST(CantileverModes, meet_their_boundary_conditions) {
  for (int k = 1; k <= cantilever_modes_most; ++k) {
    const CantileverMode mode(k);
    EXPECT_NEAR(mode.shape(0), 0, 1e-12);
    EXPECT_NEAR(std::abs(mode.shape(1)), 2, 1e-9) << k;
  }
  EXPECT_NEAR(CantileverMode(1).frequency(), 3.516015, 1e-6);
  EXPECT_NEAR(CantileverMode(2).frequency(), 22.034492, 1e-6);
}

TEST(CantileverModes, swing_about_the_shape_at_rest) {
  // w = gamma s^2 (s^2 - 4 s + 6) / 24.
  double tip = 0, middle = 0;
  for (int k = 1; k <= cantilever_modes_most; ++k) {
    const CantileverMode mode(k);
    tip += mode.amplitude(1);
    middle += mode.amplitude(1) * mode.shape(0.5) / mode.shape(1);
  }
  EXPECT_NEAR(tip, 1.0 / 8, 1e-7);
  EXPECT_NEAR(middle, 0.25 * (0.25 - 2 + 6) / 24, 1e-7);
  EXPECT_EQ(released_strip(1, 1, 0), 0);
  EXPECT_NEAR(released_strip(2, 1, 1e-2) / 1e-4, 1, 0.01) << "it falls freely at first";
}

}  // namespace
}  // namespace judge
