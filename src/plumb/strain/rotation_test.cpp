#include <plumb/strain/rotation.h>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <plumb/strain/beam_strain.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

TEST(Rotation, IsThatOfItsVector) {
  const Vector3d axis = Vector3d(1, -2, 0.5).normalized();
  for (const double angle : {0.0, 1e-9, 0.3, 2.0, 9.0}) {
    const Matrix3d expected = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
    EXPECT_LT((rotation<double>(angle * axis) - expected).norm(), 1e-14) << angle;
  }
}

TEST(Rotation, VectorComesBackBelowARightAngle) {
  const Vector3d axis = Vector3d(1, -2, 0.5).normalized();
  for (const double angle : {0.0, 1e-12, 1e-3, 0.2, 0.22, 0.23, 1.4}) {
    Vector3d phi;
    ASSERT_TRUE(rotation_vector<double>(rotation<double>(angle * axis), phi)) << angle;
    EXPECT_LT((phi - angle * axis).norm(), 1e-15 + 1e-14 * angle) << angle;
  }
  Vector3d phi;
  EXPECT_FALSE(rotation_vector<double>(rotation<double>(2 * axis), phi));
}

TEST(Rotation, BodyRateIsTheDerivativeOfTheRotation) {
  const Vector3d phi(0.4, -1, 0.3), slope(1, 0.5, -2);
  constexpr double h = 1e-6;
  const Matrix3d dr = (rotation<double>(phi + h * slope) - rotation<double>(phi - h * slope)) / (2 * h);
  const Matrix3d skew = rotation<double>(phi).transpose() * dr;
  EXPECT_LT((Vector3d(skew(2, 1), skew(0, 2), skew(1, 0)) - body_rate<double>(phi, slope)).norm(), 1e-9);
}

TEST(BeamStrain, OfAStraightBeamThatIsStretchedShearedOrTwisted) {
  const double length = 2;
  const auto strain = [&](const auto& x_of, const auto& r_of) {
    std::array<Vector3d, 3> x;
    std::array<Matrix3d, 3> r;
    for (std::size_t i = 0; i < 3; ++i) {
      const double s = 0.5 * length * static_cast<double>(i);
      x[i] = x_of(s);
      r[i] = r_of(s);
    }
    BeamElement<double> element;
    EXPECT_TRUE(beam_element<double>(x, r, element));
    return beam_strain<double>(element, kBeamPoints[0], length);
  };
  const auto still = [](double) { return Matrix3d::Identity().eval(); };
  const auto along = [](double s) { return Vector3d(s, 0, 0); };
  EXPECT_LT((strain([](double s) { return Vector3d(1.1 * s, 0, 0); }, still).stretch - Vector3d(0.1, 0, 0)).norm(),
            1e-15);
  EXPECT_LT((strain([](double s) { return Vector3d(s, 0.2 * s, 0); }, still).stretch - Vector3d(0, 0.2, 0)).norm(),
            1e-15);
  const auto twisted = [](double s) { return rotation<double>(Vector3d(0.3 * s, 0, 0)); };
  EXPECT_LT((strain(along, twisted).bend - Vector3d(0.3, 0, 0)).norm(), 1e-15);
  // An arc of circle bends and does nothing else, to the order of the parabolas.
  const auto arc = [](double s) { return Vector3d(std::sin(0.1 * s) / 0.1, (1 - std::cos(0.1 * s)) / 0.1, 0); };
  const auto turned = [](double s) { return rotation<double>(Vector3d(0, 0, 0.1 * s)); };
  EXPECT_LT((strain(arc, turned).bend - Vector3d(0, 0, 0.1)).norm(), 1e-15);
  EXPECT_LT(strain(arc, turned).stretch.norm(), 2e-3);
}

}  // namespace
}  // namespace plumb
