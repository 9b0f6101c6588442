#include <plumb/geometry/remesh/sizing_field.h>

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/remesh/remesh_for_test.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr int kAlong = 10, kAcross = 12;
constexpr double kStep = 0.05;  // m, of the grid in both directions

MeshNow sheet() { return named(rectangle_mesh({kAlong * kStep, kAcross * kStep, kAlong, kAcross})); }

/// Only limits that nothing reaches, so that the bare formula is seen.
SizingOptions without_limits() { return {.size_min = 1e-9, .size_max = 1e9, .aspect_min = 1e-12, .refine_angle = 0.3}; }

/// A point whose triangles have only inner corners: normals of boundary points see one side alone.
std::size_t middle(const MeshNow& mesh) {
  const Vector3d centre(0.5 * kAlong * kStep, 0.5 * kAcross * kStep, 0);
  return static_cast<std::size_t>(std::min_element(mesh.rest.begin(), mesh.rest.end(),
                                                   [&](const Vector3d& a, const Vector3d& b) {
                                                     return (a - centre).norm() < (b - centre).norm();
                                                   }) -
                                  mesh.rest.begin());
}

/// The sheet rolled about the x axis without stretch: its facets are chords of a cylinder. Along x it is scaled.
std::vector<Vector3d> rolled(const MeshNow& mesh, double radius, double scale = 1) {
  const double angle = 2 * std::asin(kStep / (2 * radius));
  std::vector<Vector3d> x;
  for (const Vector3d& u : mesh.rest) {
    const double turn = angle * u.y() / kStep;
    x.emplace_back(scale * u.x(), radius * std::sin(turn), radius * std::cos(turn));
  }
  return x;
}

TEST(SizingField, a_cylinder_wants_short_edges_across_its_axis) {
  const MeshNow mesh = sheet();
  for (const double radius : {0.2, 1.0}) {
    const Matrix3d tensor = sizing_field(mesh, rolled(mesh, radius), {}, without_limits())[middle(mesh)];
    // Normals of neighbours differ by a chord of the unit circle, kStep / radius: their gradient is the curvature.
    EXPECT_NEAR(tensor(1, 1) * std::pow(0.3 * radius, 2), 1, 1e-9);
    EXPECT_LT(std::abs(tensor(0, 0)), 1e-9 * tensor(1, 1));
    EXPECT_LT(std::abs(tensor(0, 1)), 1e-9 * tensor(1, 1));
  }
}

TEST(SizingField, lengths_are_limited_and_so_is_their_ratio) {
  const MeshNow mesh = sheet();
  SizingOptions options{.size_min = 0.02, .size_max = 0.5, .aspect_min = 0.1, .refine_angle = 0.3};
  const auto lengths = [&] {
    const Matrix3d tensor = sizing_field(mesh, rolled(mesh, 0.2), {}, options)[middle(mesh)];
    return Eigen::Vector2d(1 / std::sqrt(tensor(0, 0)), 1 / std::sqrt(tensor(1, 1)));
  };
  EXPECT_NEAR(lengths()[0], 0.5, 1e-9);
  EXPECT_NEAR(lengths()[1], 0.06, 1e-9);  // refine_angle times the radius
  options.aspect_min = 0.2;
  EXPECT_NEAR(lengths()[0], 0.06 / 0.2, 1e-9);
  options.size_min = 0.08;
  EXPECT_NEAR(lengths()[1], 0.08, 1e-9);
}

TEST(SizingField, a_linear_velocity_field_asks_for_its_gradient) {
  const MeshNow mesh = sheet();
  Matrix3d slope;
  slope << 1, 2, 0, -0.5, 3, 0, 0.7, 1, 0;
  std::vector<Vector3d> velocities;
  for (const Vector3d& u : mesh.rest) velocities.push_back(slope * u);
  SizingOptions options = without_limits();
  options.refine_velocity = 0.25;
  const Matrix3d expected = slope.transpose() * slope / (0.25 * 0.25);
  for (const Matrix3d& tensor : sizing_field(mesh, mesh.rest, velocities, options)) {
    EXPECT_LT((tensor - expected).norm(), 1e-9 * expected.norm());
  }
}

TEST(SizingField, normals_of_an_irregular_mesh_on_a_sphere_are_along_its_radii) {
  const MeshNow mesh = named(jittered_rectangle_mesh({kAlong * kStep, kAcross * kStep, kAlong, kAcross}, 0.3, 5));
  const Vector3d below(0.2, 0.3, -0.5);
  std::vector<Vector3d> positions, radii;
  for (const Vector3d& u : mesh.rest) {
    radii.push_back((u - below).normalized());
    positions.push_back(2 * radii.back());
  }
  // Velocities as the radii ask for the same as normals along them, if the thresholds are equal.
  SizingOptions by_turn = without_limits(), by_velocity = without_limits();
  by_velocity.refine_angle = 1e9;
  by_velocity.refine_velocity = by_turn.refine_angle;
  const auto expected = sizing_field(mesh, positions, radii, by_velocity),
             found = sizing_field(mesh, positions, {}, by_turn);
  int n = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Vector3d& u = mesh.rest[i];
    const double margin = std::min({u.x(), u.y(), kAlong * kStep - u.x(), kAcross * kStep - u.y()});
    if (margin < 2.5 * kStep) continue;
    ++n;
    EXPECT_LT((found[i] - expected[i]).norm(), 1e-9 * expected[i].norm());
  }
  EXPECT_GT(n, 20);
}

TEST(SizingField, compression_asks_for_edges_that_can_buckle_and_tension_does_not) {
  const MeshNow mesh = sheet();
  std::vector<Vector3d> x;
  for (const Vector3d& u : mesh.rest) x.emplace_back(0.9 * u.x(), 1.1 * u.y(), 0);
  SizingOptions options = without_limits();
  options.refine_compression = 0.01;
  const Matrix3d tensor = sizing_field(mesh, x, {}, options)[middle(mesh)];
  EXPECT_NEAR(tensor(0, 0), (1 - 0.81) / (0.01 * 0.01), 1e-6);
  EXPECT_LT(std::abs(tensor(1, 1)), 1e-9 * tensor(0, 0));
}

TEST(SizingField, a_bend_across_the_compression_stiffens_as_a_rib) {
  const MeshNow mesh = sheet();
  const double radius = 0.2, length = 0.01, compression = 1 - 0.8 * 0.8;
  SizingOptions options = without_limits();
  options.refine_angle = 1e6;
  options.refine_compression = length;
  const double x = sizing_field(mesh, rolled(mesh, radius, 0.8), {}, options)[middle(mesh)](0, 0);
  // The bending of the sheet and the rib together hold the compression at this wave number, and it is the higher of
  // two.
  EXPECT_NEAR(length * length * x + 1 / (radius * radius * x), compression, 1e-9);
  EXPECT_GT(length * length * x, 1 / (radius * radius * x));
  // A tighter bend does not buckle at all.
  EXPECT_LT(sizing_field(mesh, rolled(mesh, 0.026, 0.8), {}, options)[middle(mesh)](0, 0), 1e-3);
}

TEST(SizingField, a_turned_rest_shape_turns_the_tensors) {
  const MeshNow mesh = sheet();
  const Matrix3d turn = Eigen::AngleAxisd(0.8, Vector3d(1, 2, -1).normalized()).toRotationMatrix();
  MeshNow turned = mesh;
  for (Vector3d& x : turned.rest) x = turn * x + Vector3d(1, 2, 3);
  SizingOptions options{.size_min = 0.01, .size_max = 0.3};
  options.refine_compression = 0.01;
  const std::vector<Vector3d> x = rolled(mesh, 0.2, 0.95);
  const auto expected = sizing_field(mesh, x, {}, options), found = sizing_field(turned, x, {}, options);
  for (std::size_t i = 0; i < found.size(); ++i) {
    // Across the compression, the demand is the root of what is zero but for rounding.
    EXPECT_LT((found[i] - turn * expected[i] * turn.transpose()).norm(), 1e-6 * expected[i].norm());
  }
}

TEST(SizingField, further_demands_add_up) {
  const MeshNow mesh = sheet();
  const std::vector<Vector3d> x = rolled(mesh, 0.2);
  const Matrix3d more = Vector3d(100, 50, 7e9).asDiagonal();  // what stands out of the plane plays no part
  const std::vector<Matrix3d> further(mesh.triangles.size(), more);
  const auto bare = sizing_field(mesh, x, {}, without_limits()),
             sum = sizing_field(mesh, x, {}, without_limits(), further);
  const Matrix3d expected = bare[middle(mesh)] + Matrix3d(Vector3d(100, 50, 0).asDiagonal());
  EXPECT_LT((sum[middle(mesh)] - expected).norm(), 1e-9 * expected.norm());
}

TEST(SizingField, options_without_sense_are_refused) {
  EXPECT_THAT([] { check(SizingOptions{.size_min = 0}); }, ThrowsMessage<UserError>(HasSubstr("size_min")));
  EXPECT_THAT([] { check(SizingOptions{.size_min = 1, .size_max = 0.5}); },
              ThrowsMessage<UserError>(HasSubstr("size_max")));
  EXPECT_THAT([] { check(SizingOptions{.aspect_min = 2}); }, ThrowsMessage<UserError>(HasSubstr("aspect_min")));
  EXPECT_THAT([] { check(SizingOptions{.refine_angle = 0}); }, ThrowsMessage<UserError>(HasSubstr("refine_angle")));
  EXPECT_THAT([] { check(SizingOptions{.refine_velocity = -1}); },
              ThrowsMessage<UserError>(HasSubstr("refine_velocity")));
}

}  // namespace
}  // namespace plumb
