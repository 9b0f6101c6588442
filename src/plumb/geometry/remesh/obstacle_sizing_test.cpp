#include <plumb/geometry/remesh/obstacle_sizing.h>

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/remesh/remesh.h>
#include <plumb/geometry/remesh/remesh_for_test.h>
#include <plumb/geometry/remesh/sizing_field.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr ObstacleSizing kBeside{.range = 0.1, .closest = 1e-3, .refine_angle = 0.3};

std::vector<NearObstacle> beside_plane(const std::vector<Vector3d>& x) {
  std::vector<NearObstacle> near;
  for (const Vector3d& p : x) near.push_back({p.z(), Vector3d::UnitZ()});
  return near;
}

std::vector<NearObstacle> beside_ball(const std::vector<Vector3d>& x, const Vector3d& centre, double radius) {
  std::vector<NearObstacle> near;
  for (const Vector3d& p : x) near.push_back({(p - centre).norm() - radius, (p - centre).normalized()});
  return near;
}

MeshNow sheet(int cells) { return named(rectangle_mesh({1, 1, cells, cells})); }

std::vector<Vector3d> lifted(const MeshNow& mesh, double height, double slope = 0) {
  std::vector<Vector3d> x;
  for (const Vector3d& u : mesh.rest) x.emplace_back(u.x(), u.y(), height + slope * u.x());
  return x;
}

TEST(ObstacleSizing, a_sheet_along_a_plane_is_asked_for_nothing) {
  const MeshNow mesh = sheet(3);
  for (const double height : {-0.01, 0.0, 0.05, 1.0}) {
    const std::vector<Vector3d> x = lifted(mesh, height);
    for (const Matrix3d& m : obstacle_demand(mesh, x, beside_plane(x), kBeside)) EXPECT_EQ(m, Matrix3d::Zero());
  }
}

TEST(ObstacleSizing, an_edge_towards_a_plane_may_be_as_long_as_its_distance_over_its_slope) {
  const MeshNow mesh = named({{{0, 0, 0}, {0.002, 0, 0}, {0, 0.002, 0}}, {{0, 1, 2}}});
  const double slope = 0.5, height = 0.02;
  const std::vector<Vector3d> x = lifted(mesh, height, slope);
  const Matrix3d m = obstacle_demand(mesh, x, beside_plane(x), kBeside)[0];
  double expected = 0;
  for (const Vector3d& p : x) expected += (1 - p.z() / kBeside.range) / 3 * std::pow(slope / p.z(), 2);
  EXPECT_NEAR(m(0, 0) / expected, 1, 1e-12);
  EXPECT_NEAR(m(1, 1), 0, 1e-12 * expected);
  EXPECT_NEAR(m(0, 1), 0, 1e-12 * expected);
}

TEST(ObstacleSizing, what_touches_counts_as_being_closest) {
  const MeshNow mesh = named({{{0, 0, 0}, {1e-5, 0, 0}, {0, 1e-5, 0}}, {{0, 1, 2}}});
  const std::vector<Vector3d> x = lifted(mesh, -0.01, 1);
  EXPECT_NEAR(obstacle_demand(mesh, x, beside_plane(x), kBeside)[0](0, 0) * std::pow(kBeside.closest, 2), 1, 1e-12);
}

/// All corners are at the same distance from a ball, so that its normals are linear in their places: exact.
TEST(ObstacleSizing, on_a_ball_edges_turn_its_normal_by_refine_angle) {
  const double radius = 0.2, distance = 0.025;
  std::vector<Vector3d> x{{1, 0.1, 0.05}, {0.9, -0.1, 0.1}, {0.95, 0, -0.08}};
  for (Vector3d& p : x) p = (radius + distance) * p.normalized();
  const MeshNow mesh = named({x, {{0, 1, 2}}});  // neither stretched nor bent
  ObstacleSizing options = kBeside;
  const Matrix3d m = obstacle_demand(mesh, x, beside_ball(x, Vector3d::Zero(), radius), options)[0];
  options.refine_angle = 1e9;
  const Matrix3d approach = obstacle_demand(mesh, x, beside_ball(x, Vector3d::Zero(), radius), options)[0];
  const Vector3d normal = (x[1] - x[0]).cross(x[2] - x[0]).normalized();
  const double share = 1 - distance / kBeside.range;
  const Matrix3d expected =
      share / std::pow(0.3 * (radius + distance), 2) * (Matrix3d::Identity() - normal * normal.transpose());
  EXPECT_LT((m - approach - expected).norm(), 1e-9 * expected.norm());
}

TEST(ObstacleSizing, demands_fade_to_nothing_at_the_range) {
  const MeshNow mesh = sheet(8);
  const double radius = 0.3;
  const auto most = [&](double gap) {
    const std::vector<Vector3d> x = lifted(mesh, 0);
    const auto near = beside_ball(x, {0.5, 0.5, -radius - gap}, radius);
    double largest = 0;
    for (const Matrix3d& m : obstacle_demand(mesh, x, near, kBeside)) largest = std::max(largest, m.norm());
    return largest;
  };
  EXPECT_EQ(most(0.1), 0);
  EXPECT_GT(most(0.0999), 0);
  EXPECT_LT(most(0.0999), 1e-2 * most(0.01));
  EXPECT_LT(most(0.05), most(0.01));
}

TEST(ObstacleSizing, no_obstacle_asks_for_nothing) {
  const MeshNow mesh = sheet(2);
  const std::vector<NearObstacle> none(mesh.rest.size());
  for (const Matrix3d& m : obstacle_demand(mesh, mesh.rest, none, kBeside)) EXPECT_EQ(m, Matrix3d::Zero());
}

TEST(ObstacleSizing, is_the_same_in_any_numbering) {
  const MeshNow mesh = sheet(5);
  const std::size_t n = mesh.rest.size();
  MeshNow other = mesh;
  for (std::size_t i = 0; i < n; ++i) {
    other.rest[n - 1 - i] = mesh.rest[i];
    other.names[n - 1 - i] = mesh.names[i];
  }
  for (auto& t : other.triangles) {
    t = {static_cast<int>(n) - 1 - t[1], static_cast<int>(n) - 1 - t[2], static_cast<int>(n) - 1 - t[0]};
  }
  const Vector3d centre{0.45, 0.52, -0.28};
  const auto demand = [&](const MeshNow& m) {
    const std::vector<Vector3d> x = lifted(m, 0, 0.01);
    return obstacle_demand(m, x, beside_ball(x, centre, 0.3), kBeside);
  };
  EXPECT_EQ(demand(mesh), demand(other));
}

/// A sheet above a ball: remeshed, it has short edges where it will touch and long ones elsewhere.
TEST(ObstacleSizing, a_sheet_over_a_ball_is_fine_over_the_ball) {
  MeshNow mesh = sheet(4);
  const Vector3d centre{0.5, 0.5, -0.13};
  const ObstacleSizing beside{.range = 0.3, .closest = 1e-3, .refine_angle = 0.3};
  const SizingOptions options{.size_min = 0.01, .size_max = 0.3};
  for (int round = 0; round < 6; ++round) {
    const auto demand = obstacle_demand(mesh, mesh.rest, beside_ball(mesh.rest, centre, 0.12), beside);
    mesh = remesh(mesh, sizing_field(mesh, mesh.rest, {}, options, demand), {}).mesh;
  }
  double longest_over = 0, longest = 0;
  for (const MeshEdge& edge : mesh_topology(at_rest(mesh)).edges) {
    const Vector3d& a = mesh.rest[static_cast<std::size_t>(edge.points[0])];
    const Vector3d& b = mesh.rest[static_cast<std::size_t>(edge.points[1])];
    const double aside = (0.5 * (a + b) - Vector3d(0.5, 0.5, 0)).norm(), length = (b - a).norm();
    longest = std::max(longest, length);
    if (aside < 0.03) longest_over = std::max(longest_over, length);
  }
  EXPECT_LT(longest_over, 1.1 * 0.3 * 0.13) << "refine_angle times the ball's radius at that height";
  EXPECT_GT(longest, 0.1);
}

TEST(ObstacleSizing, refuses_what_makes_no_sense) {
  ObstacleSizing options = kBeside;
  options.closest = 0;
  EXPECT_THAT([&] { check(options); }, ThrowsMessage<UserError>(HasSubstr("closest")));
  options = kBeside;
  options.range = -1;
  EXPECT_THAT([&] { check(options); }, ThrowsMessage<UserError>(HasSubstr("range")));
}

}  // namespace
}  // namespace plumb
