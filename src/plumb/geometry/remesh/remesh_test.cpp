#include <plumb/geometry/remesh/remesh.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/geometry/delaunay.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/remesh/remesh_for_test.h>
#include <plumb/geometry/remesh/sizing_field.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;
using Eigen::Vector3d;
using testing::HasSubstr;
using testing::ThrowsMessage;

Matrix3d lengths(double along_x, double along_y) {
  return Vector3d(1 / (along_x * along_x), 1 / (along_y * along_y), 0).asDiagonal();
}

MeshNow random_plate(unsigned seed, int n) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(0, 1);
  std::vector<Vector2d> points{{0, 0}, {2, 0}, {2, 1}, {0, 1}};
  for (int i = 0; i < n; ++i) {
    const double x = 2 * number(random);
    points.emplace_back(x, number(random));
  }
  return named(delaunay_mesh(points));
}

/// A tensor field of random lengths and directions, with eigenvalues that a factor of 100 lies between.
std::vector<Matrix3d> random_sizing(const MeshNow& mesh, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(0, 1);
  std::vector<Matrix3d> sizing;
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) {
    const double turn = 3 * number(random), length = 0.05 + 0.4 * number(random),
                 other = length * (0.25 + number(random));
    const Matrix3d rotation = Eigen::AngleAxisd(turn, Vector3d::UnitZ()).toRotationMatrix();
    sizing.push_back(rotation * lengths(length, other) * rotation.transpose());
  }
  return sizing;
}

TEST(Remesh, random_sizings_of_random_meshes_keep_the_plate) {
  RemeshCounts sum;
  for (unsigned seed = 0; seed < 30; ++seed) {
    MeshNow mesh = random_plate(seed, 20 + 4 * static_cast<int>(seed));
    const MeshNow start = mesh;
    for (unsigned round = 0; round < 4; ++round) {
      const Remeshed result = remesh(mesh, random_sizing(mesh, 100 * seed + round), {});
      expect_same_plate(start, result.mesh);
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", round " << round;
      sum.splits += result.counts.splits;
      sum.flips += result.counts.flips;
      sum.collapses += result.counts.collapses;
      mesh = result.mesh;
    }
  }
  EXPECT_GT(sum.splits, 1000);
  EXPECT_GT(sum.flips, 1000);
  EXPECT_GT(sum.collapses, 1000);
}

/// A plate with a straight slit inside: the points along it are there twice, at the same places.
MeshNow slit_plate() {
  TriangleMesh mesh = rectangle_mesh({4, 2, 16, 8});
  const std::vector<Vector3d> whole = mesh.points;
  std::vector<int> below(whole.size(), -1);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if (std::abs(whole[i].y() - 1) > 1e-9 || std::abs(whole[i].x() - 2) > 0.99) continue;
    below[i] = static_cast<int>(mesh.points.size());
    mesh.points.push_back(whole[i]);
  }
  for (auto& triangle : mesh.triangles) {
    const auto height = [&](int point) { return whole[static_cast<std::size_t>(point)].y(); };
    if (height(triangle[0]) + height(triangle[1]) + height(triangle[2]) > 3) continue;
    for (int& point : triangle) {
      if (const int other = below[static_cast<std::size_t>(point)]; other >= 0) point = other;
    }
  }
  return named(mesh);
}

/// The two sides of the slit could become the same edge: every triangle would stay sound, but the slit would be closed.
TEST(Remesh, a_slit_stays_open) {
  const MeshNow plate = slit_plate();
  ASSERT_EQ(euler_characteristic(at_rest(plate)), 0);
  const Remeshed coarse = remesh(plate, uniform(plate, lengths(10, 10)), {});
  expect_same_plate(plate, coarse.mesh);
  EXPECT_GT(coarse.counts.collapses, 100);
}

TEST(Remesh, a_uniform_sizing_gives_edges_about_as_long_as_asked) {
  for (const int n : {1, 60}) {
    const MeshNow coarse = named(jittered_rectangle_mesh({2, 1, 2 * n, n}, n == 1 ? 0 : 0.2, 1));
    const Matrix3d tensor = lengths(0.1, 0.1);
    const std::vector<double> sizes = edge_sizes(remesh(coarse, uniform(coarse, tensor), {}).mesh, tensor);
    EXPECT_LE(sizes.back(), 1 + 1e-12);
    // Coarsening leaves shorter edges than refinement, since both ends of a short edge may have neighbours too far off.
    EXPECT_GT(sizes[sizes.size() / 10], n == 1 ? 0.5 : 0.3);
    EXPECT_GT(sizes[sizes.size() / 2], 0.5);
  }
}

TEST(Remesh, an_anisotropic_sizing_stretches_triangles_along_the_long_direction) {
  for (const double turn : {0.0, 0.4, 1.3}) {
    const MeshNow coarse = named(jittered_rectangle_mesh({2, 1, 40, 20}, 0.2, 1));
    const Matrix3d rotation = Eigen::AngleAxisd(turn, Vector3d::UnitZ()).toRotationMatrix();
    const Matrix3d tensor = rotation * lengths(0.2, 0.05) * rotation.transpose();
    const MeshNow mesh = remesh(coarse, uniform(coarse, tensor), {}).mesh;
    expect_same_plate(coarse, mesh);
    const std::vector<double> sizes = edge_sizes(mesh, tensor);
    EXPECT_LE(sizes.back(), 1 + 1e-12);
    EXPECT_GT(sizes[sizes.size() / 2], 0.5);
    // The mean of u u^T over all edges has its long axis along the long direction, with the squared ratio of lengths.
    Matrix3d mean = Matrix3d::Zero();
    for (const MeshEdge& edge : mesh_topology(at_rest(mesh)).edges) {
      const Vector3d u = rotation.transpose() * (mesh.rest[static_cast<std::size_t>(edge.points[1])] -
                                                 mesh.rest[static_cast<std::size_t>(edge.points[0])]);
      mean += u * u.transpose();
    }
    EXPECT_GT(mean(0, 0) / mean(1, 1), 6) << turn;
    EXPECT_LT(mean(0, 0) / mean(1, 1), 30) << turn;
    EXPECT_LT(std::abs(mean(0, 1)), 0.1 * mean(0, 0)) << turn;
  }
}

TEST(Remesh, a_mesh_that_fits_its_sizing_is_not_touched) {
  for (const double ratio : {1.0, 0.3}) {
    const MeshNow coarse = named(rectangle_mesh({2, 1, 8, 4}));
    const Matrix3d tensor = lengths(0.12, 0.12 * ratio);
    const MeshNow once = remesh(coarse, uniform(coarse, tensor), {}).mesh;
    const Remeshed twice = remesh(once, uniform(once, tensor), {});
    EXPECT_EQ(twice.counts.splits + twice.counts.flips + twice.counts.collapses, 0);
    EXPECT_TRUE(twice.mesh == once);
  }
}

TEST(Remesh, a_sizing_that_varies_is_met_at_once_too) {
  MeshNow mesh = named(rectangle_mesh({2, 1, 8, 4}));
  const auto sizing = [](const MeshNow& now) {
    std::vector<Matrix3d> tensors;
    for (const Vector3d& x : now.rest) tensors.push_back(lengths(0.02 + 0.1 * x[0], 0.1));
    return tensors;
  };
  for (int i = 0; i < 3; ++i) mesh = remesh(mesh, sizing(mesh), {}).mesh;
  const Remeshed again = remesh(mesh, sizing(mesh), {});
  EXPECT_LE(again.counts.splits + again.counts.collapses, 4) << "of " << mesh.rest.size() << " points";
}

TEST(Remesh, kept_points_and_edges_stay) {
  const MeshNow fine = named(rectangle_mesh({2, 1, 40, 20}));
  KeptParts kept;
  std::vector<std::uint64_t> row;
  for (std::uint64_t i = 0; i < 42; ++i) row.push_back(i);  // two rows of 21 points at x = 0 and 0.05
  kept.edges = edges_between(fine, row);
  kept.points = {500, 600, 700};
  const auto has = [](const MeshNow& mesh, std::uint64_t name) {
    return std::count(mesh.names.begin(), mesh.names.end(), name) == 1;
  };
  for (const double length : {0.5, 0.02}) {
    const MeshNow mesh = remesh(fine, uniform(fine, lengths(length, length)), kept).mesh;
    expect_same_plate(fine, mesh);
    for (const std::uint64_t name : row) EXPECT_TRUE(has(mesh, name)) << name;
    for (const std::uint64_t name : kept.points) EXPECT_TRUE(has(mesh, name)) << name;
    EXPECT_EQ(edges_between(mesh, row), kept.edges);
    EXPECT_EQ(edges_between(mesh, row).size(), 20u + 20 + 21 + 20);
  }
}

TEST(Remesh, edges_that_stay_whole_do_not_make_triangles_that_are_ever_thinner) {
  const MeshNow coarse = named(rectangle_mesh({2, 1, 2, 1}));
  const std::vector<std::uint64_t> row{0, 1};
  const MeshNow mesh = remesh(coarse, uniform(coarse, lengths(0.05, 0.05)), {{}, edges_between(coarse, row)}).mesh;
  expect_same_plate(coarse, mesh);
  EXPECT_EQ(edges_between(mesh, row).size(), 1u);
  const TriangleMesh rest = at_rest(mesh);
  for (int t = 0; t < n_triangles(rest); ++t) EXPECT_GT(area(rest, t), 1e-5);
}

TEST(Remesh, points_that_stay_keep_name_and_place_and_results_are_in_the_order_of_names) {
  const MeshNow mesh = random_plate(3, 200);
  const MeshNow result = remesh(mesh, random_sizing(mesh, 3), {}).mesh;
  EXPECT_TRUE(std::is_sorted(result.names.begin(), result.names.end()));
  int stayed = 0;
  for (std::size_t i = 0; i < result.names.size(); ++i) {
    const auto old = std::find(mesh.names.begin(), mesh.names.end(), result.names[i]);
    if (old == mesh.names.end()) continue;
    ++stayed;
    EXPECT_EQ(result.rest[i], mesh.rest[static_cast<std::size_t>(old - mesh.names.begin())]);
  }
  EXPECT_GT(stayed, 10);
}

/// The same mesh with its points and triangles in another order, and triangles that begin with another corner.
MeshNow shuffled(const MeshNow& mesh, std::mt19937& random, std::vector<int>& new_number) {
  new_number.resize(mesh.rest.size());
  std::iota(new_number.begin(), new_number.end(), 0);
  std::shuffle(new_number.begin(), new_number.end(), random);
  MeshNow result = mesh;
  for (std::size_t i = 0; i < mesh.rest.size(); ++i) {
    const auto place = static_cast<std::size_t>(new_number[i]);
    result.rest[place] = mesh.rest[i];
    result.names[place] = mesh.names[i];
  }
  for (auto& triangle : result.triangles) {
    for (int& point : triangle) point = new_number[static_cast<std::size_t>(point)];
    std::rotate(triangle.begin(), triangle.begin() + static_cast<int>(random() % 3), triangle.end());
  }
  std::shuffle(result.triangles.begin(), result.triangles.end(), random);
  return result;
}

TEST(Remesh, the_result_does_not_depend_on_the_numbering) {
  // A regular grid, whose edges have equal sizes by the dozen: ties must not be decided by numbers.
  const MeshNow mesh = named(rectangle_mesh({2, 1, 16, 8, CellPattern::alternating}));
  const auto bent = [](const MeshNow& now) {
    std::vector<Vector3d> x = now.rest;
    for (Vector3d& p : x) p[2] = 0.1 * std::sin(5 * p[0] + 2 * p[1]);
    return x;
  };
  const SizingOptions options{.size_min = 0.02, .size_max = 0.3, .refine_angle = 0.1};
  const MeshNow expected = remesh(mesh, sizing_field(mesh, bent(mesh), {}, options), {}).mesh;
  EXPECT_GT(expected.rest.size(), 2 * mesh.rest.size());
  std::mt19937 random(7);
  for (int i = 0; i < 5; ++i) {
    std::vector<int> numbers;
    const MeshNow other = shuffled(mesh, random, numbers);
    EXPECT_TRUE(remesh(other, sizing_field(other, bent(other), {}, options), {}).mesh == expected);
  }
}

TEST(Remesh, a_curved_rest_shape_keeps_its_area_and_its_points) {
  const MeshNow mesh = named(cylinder_mesh({1, 2, 0, 1.5, 6, 6}));
  const MeshNow fine = remesh(mesh, uniform(mesh, Matrix3d::Identity() / 0.01), {}).mesh;
  EXPECT_GT(fine.rest.size(), 4 * mesh.rest.size());
  EXPECT_NEAR(area(at_rest(fine)) / area(at_rest(mesh)), 1, 1e-12);
  const MeshNow coarse = remesh(fine, uniform(fine, Matrix3d::Identity() / 100), {}).mesh;
  EXPECT_LT(coarse.rest.size(), fine.rest.size() / 2);
  EXPECT_NEAR(area(at_rest(coarse)) / area(at_rest(mesh)), 1, 1e-12);
  // Facets are flat strips along the axis, bent against each other; so only rows along the axis thin out.
  const Vector3d corner = mesh.rest.back();
  EXPECT_TRUE(std::any_of(coarse.rest.begin(), coarse.rest.end(), [&](const Vector3d& x) { return x == corner; }));
}

TEST(Remesh, a_ring_keeps_all_corners_of_its_two_polygons) {
  const MeshNow ring = named(annulus_mesh({.inner = 6, .outer = 10, .n_turn = 40, .n_radius = 6, .slit = false}));
  const MeshNow coarse = remesh(ring, uniform(ring, lengths(100, 100)), {}).mesh;
  expect_same_plate(ring, coarse);
  EXPECT_EQ(boundary_corners(coarse).size(), 80u);
  EXPECT_LT(coarse.rest.size(), 160u);
}

/// A flat square u, b, y, d with a point v inside, nearer to u than to the others. From its sides hang two tetrahedra,
/// below (u, b, y) with the tip p and below (u, y, d) with the tip r, which meet in the edge u y. Pulled into u, v
/// would leave a second edge u y between flat and sound triangles: four would meet there.
MeshNow square_on_two_tetrahedra() {
  constexpr int u = 0, b = 1, y = 2, d = 3, p = 4, r = 5, v = 6;
  return named(
      {{{0.1, 0.1, 0}, {1, 0, 0}, {0.9, 0.9, 0}, {0, 1, 0}, {0.7, 0.3, -0.5}, {0.3, 0.7, -0.5}, {0.4, 0.4, 0}},
       {{v, u, b}, {v, b, y}, {v, y, d}, {v, d, u}, {b, u, p}, {y, b, p}, {u, y, p}, {d, y, r}, {u, d, r}, {y, u, r}}});
}

/// The half of it below (u, b, y), open along u y: v lies on the straight boundary from u to w.
MeshNow flap_on_a_tetrahedron() {
  constexpr int u = 0, b = 1, y = 2, w = 3, p = 4, v = 5;
  return named({{{0, 0, 0}, {0.6, -0.6, 0}, {1, 0.5, 0}, {0, 1, 0}, {0.5, 0, -0.5}, {0, 0.4, 0}},
                {{u, b, v}, {b, y, v}, {y, w, v}, {b, u, p}, {y, b, p}, {u, y, p}}});
}

TEST(Remesh, a_collapse_that_would_pinch_the_surface_is_not_made) {
  const MeshNow closed = square_on_two_tetrahedra(), open = flap_on_a_tetrahedron();
  ASSERT_EQ(euler_characteristic(at_rest(closed)), 2);
  ASSERT_EQ(euler_characteristic(at_rest(open)), 1);
  for (const MeshNow& mesh : {closed, open}) {
    const Remeshed coarse = remesh(mesh, uniform(mesh, 1e-4 * Matrix3d::Identity()), {});
    // The point goes all the same, into a neighbour where no edge is in the way.
    EXPECT_EQ(coarse.counts.collapses, 1);
    EXPECT_EQ(euler_characteristic(at_rest(coarse.mesh)), euler_characteristic(at_rest(mesh)));
    EXPECT_NEAR(area(at_rest(coarse.mesh)) / area(at_rest(mesh)), 1, 1e-12);
    EXPECT_NO_THROW(check(at_rest(coarse.mesh)));
  }
}

TEST(Remesh, what_is_no_surface_is_refused) {
  const MeshNow good = named(rectangle_mesh({1, 1, 2, 2}));
  const auto remeshed = [](const MeshNow& mesh) { return [&mesh] { remesh(mesh, uniform(mesh, lengths(1, 1)), {}); }; };
  MeshNow twice = good;
  twice.names[1] = 0;
  EXPECT_THAT(remeshed(twice), ThrowsMessage<UserError>(HasSubstr("two points of the mesh have the name 0")));
  MeshNow three = good;
  three.triangles.push_back(three.triangles[0]);
  three.thickness.push_back(1);
  EXPECT_THAT(remeshed(three), ThrowsMessage<UserError>(HasSubstr("triangles")));
  MeshNow lonely = good;
  lonely.rest.emplace_back(5, 5, 0);
  lonely.names.push_back(99);
  EXPECT_THAT(remeshed(lonely), ThrowsMessage<UserError>(HasSubstr("in no triangle")));
  const MeshNow bow_tie = named({{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {2, 1, 0}, {2, 2, 0}}, {{0, 1, 2}, {2, 3, 4}}});
  EXPECT_THAT(remeshed(bow_tie), ThrowsMessage<UserError>(HasSubstr("touch in point 2 alone")));
  EXPECT_THAT([&] { remesh(good, uniform(good, lengths(1, 1)), {}, {.aspect_min = 0}); },
              ThrowsMessage<UserError>(HasSubstr("aspect")));
}

}  // namespace
}  // namespace plumb
