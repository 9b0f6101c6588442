#include <plumb/contact/detect/hidden_depth.h>

#include <gtest/gtest.h>

#include <random>

#include <plumb/contact/detect/measure.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr double kHalfThick = 0.001;

/// A body that is one triangle.
class OneTriangle {
 public:
  explicit OneTriangle(std::array<Vector3d, 3> corners) : corners_(std::move(corners)) {
    add_triangles({0, 1, 2}, {{0, 1, 2}}, kHalfThick, surface_);
  }
  HiddenDepth deepest(const Obstacle& solid, const Pose& pose) const {
    return deepest_hidden({&surface_, corners_}, {&solid, pose});
  }
  /// The largest depth at many places of the triangle, corners among them.
  double sampled_depth(const Obstacle& solid, const Pose& pose, int places) const {
    double deepest = -HUGE_VAL;
    for (int i = 0; i <= places; ++i) {
      for (int k = 0; i + k <= places; ++k) {
        const Vector3d x = (corners_[0] * i + corners_[1] * k + corners_[2] * (places - i - k)) / places;
        deepest = std::max(deepest, depth_at(solid, pose, x));
      }
    }
    return deepest;
  }
  double depth_of_corners(const Obstacle& solid, const Pose& pose) const { return sampled_depth(solid, pose, 1); }

 private:
  static double depth_at(const Obstacle& solid, const Pose& pose, const Vector3d& x) {
    return solid.radius + kHalfThick - nearness(solid.shape, pose, x).distance;
  }
  std::array<Vector3d, 3> corners_;
  Surface surface_;
};

const Pose kUpright{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

TEST(HiddenDepth, NoPlaceOfARandomTriangleIsDeeper) {
  const Obstacle solids[] = {{SphereShape{0.3}, 0},
                             {CapsuleShape{0.6, 0.1}, 0.02},
                             {CylinderShape{0.6, 0.2}, 0.01},
                             {BoxShape{{0.5, 0.3, 0.2}}, 0.03}};
  std::mt19937 engine(11);
  std::uniform_real_distribution<double> number(-1, 1);
  const auto vector = [&](double size) -> Vector3d {
    return {size * number(engine), size * number(engine), size * number(engine)};
  };
  int n_hidden = 0;
  for (int i = 0; i < 2000; ++i) {
    const Obstacle& solid = solids[i % 4];
    const OneTriangle triangle({vector(1), vector(1), vector(1)});
    const Pose pose{vector(0.2), {0.6, 0.8, 0}, {0, 0, 1}};
    const double sampled = triangle.sampled_depth(solid, pose, 60);
    const HiddenDepth found = triangle.deepest(solid, pose);
    // Sides are longer than half a radius or nearly, so that nothing but the slack of the thickness is expected.
    const bool hides = sampled > std::max(0.0, triangle.depth_of_corners(solid, pose)) + 0.05;
    if (hides) {
      EXPECT_GE(found.depth, sampled - 1e-9) << i;
      ++n_hidden;
    }
  }
  EXPECT_GT(n_hidden, 100);
}

TEST(HiddenDepth, FindsTheCornerOfABoxInTheMiddleOfATriangle) {
  // The diagonal of the cube stands upright: its highest corner is at half the length of that diagonal.
  const Obstacle cube{BoxShape{{0.2, 0.2, 0.2}}, 0};
  const double top = 0.1 * std::sqrt(3.0);
  const Vector3d axis = Vector3d(1, -1, 0).normalized();
  const Eigen::AngleAxisd upright(std::acos(1 / std::sqrt(3.0)), axis);
  const Pose pose{{0, 0, 0}, upright * Vector3d::UnitX(), upright * Vector3d::UnitY()};
  const double highest = (upright * Vector3d(0.1, 0.1, 0.1))[2];
  ASSERT_NEAR(std::abs(highest), top, 1e-12);

  const auto at_height = [](double z) {
    return OneTriangle({Vector3d(1, 0, z), Vector3d(-0.5, 0.9, z), Vector3d(-0.5, -0.9, z)});
  };
  const HiddenDepth found = at_height(top - 0.01).deepest(cube, pose);
  EXPECT_GT(found.depth, kHalfThick);
  EXPECT_NEAR(found.place.head(2).norm(), 0, 1e-3);
  EXPECT_EQ(at_height(top + kHalfThick + 1e-6).deepest(cube, pose).depth, 0);
}

TEST(HiddenDepth, IsNothingNewWhereCornersTouch) {
  // On a fine mesh that follows a ball, chords are below its surface as they should be; flat on a box, nothing is.
  constexpr double kRadius = 0.5;
  const Obstacle ball{SphereShape{kRadius}, 0};
  const auto on_ball = [](double x, double y) -> Vector3d {
    return (kRadius + kHalfThick) * Vector3d(x, y, 1).normalized();
  };
  EXPECT_EQ(OneTriangle({on_ball(0, 0), on_ball(0.2, 0), on_ball(0, 0.2)}).deepest(ball, kUpright).depth, 0);
  const OneTriangle coarse({on_ball(1, 0), on_ball(-0.5, 0.9), on_ball(-0.5, -0.9)});
  EXPECT_GT(coarse.deepest(ball, kUpright).depth, 0.1);

  const Obstacle box{BoxShape{{1, 1, 1}}, 0};
  const double z = 0.5 + kHalfThick - 1e-9;
  EXPECT_EQ(OneTriangle({Vector3d(-0.3, 0, z), Vector3d(0.3, 0, z), Vector3d(0, 0.4, z)}).deepest(box, kUpright).depth,
            0);
}

}  // namespace
}  // namespace plumb
