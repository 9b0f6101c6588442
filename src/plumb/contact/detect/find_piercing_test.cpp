#include <plumb/contact/detect/find_piercing.h>

#include <gtest/gtest.h>

#include <plumb/contact/detect/touching_bodies_for_test.h>
#include <plumb/geometry/mesh_generators.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

TouchingBody square(const Eigen::Matrix3d& turn, const Vector3d& middle) {
  TouchingBody body = touching_plate(rectangle_mesh({.nx = 4, .ny = 4, .pattern = CellPattern::alternating}), 0.01);
  for (Vector3d& x : body.x) x = turn * (x - Vector3d(0.5, 0.5, 0)) + middle;
  return body;
}

const Eigen::Matrix3d kUpright = Eigen::AngleAxisd(1.2, Vector3d(1, 0.3, 0).normalized()).toRotationMatrix();

TEST(FindPiercing, two_sheets_run_through_each_other_or_do_not) {
  const TouchingBody flat = square(Eigen::Matrix3d::Identity(), Vector3d::Zero());
  for (const double height : {0.0, 0.3, 0.7}) {
    const TouchingBody other = square(kUpright, {0.03, 0.02, height});
    const std::vector<SurfaceNow> bodies{flat.now(), other.now()};
    for (const int body : {0, 1}) EXPECT_EQ(is_pierced(bodies, {}, body), height < 0.5) << height;
  }
}

TEST(FindPiercing, a_third_one_plays_no_part) {
  const TouchingBody flat = square(Eigen::Matrix3d::Identity(), Vector3d::Zero()), other = square(kUpright, {0, 0, 0}),
                     far = square(kUpright, {0, 0, 3});
  const std::vector<SurfaceNow> bodies{flat.now(), other.now(), far.now()};
  EXPECT_FALSE(is_pierced(bodies, {}, 2));
}

TEST(FindPiercing, a_mesh_among_the_obstacles_counts) {
  const TouchingBody body = square(kUpright, {0, 0, 0});
  const auto mesh = std::make_shared<const TriangleMesh>(rectangle_mesh({.length = 4, .width = 4, .nx = 3, .ny = 3}));
  const Obstacle table{MeshShape{mesh}, 0.01};
  for (const double height : {0.0, -0.8}) {
    Pose pose;
    pose.position = {-1.9, -2.1, height};
    const std::vector<SurfaceNow> bodies{body.now()};
    const std::vector<ObstacleNow> obstacles{{&table, pose}};
    EXPECT_EQ(is_pierced(bodies, obstacles, 0), height == 0) << height;
  }
}

TEST(FindPiercing, a_sheet_that_runs_through_itself_counts_if_it_touches_itself) {
  for (const double end : {-0.1, 0.2}) {
    TouchingBody body = square(Eigen::Matrix3d::Identity(), Vector3d::Zero());
    // It goes back below itself, and its last row ends there or comes up through it.
    for (Vector3d& x : body.x) {
      if (x.x() > 0.2) x = {x.x() > 0.4 ? -0.3 : -0.1, x.y() + 0.013, x.x() > 0.4 ? end : -0.2};
    }
    SurfaceNow now = body.now();
    now.touches_itself = false;
    EXPECT_FALSE(is_pierced({&now, 1}, {}, 0));
    now.touches_itself = true;
    EXPECT_EQ(is_pierced({&now, 1}, {}, 0), end > 0);
  }
}

}  // namespace
}  // namespace plumb
