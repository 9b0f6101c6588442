#include <plumb/geometry/mesh_generators.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <Eigen/LU>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_topology.h>

namespace plumb {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using std::numbers::pi;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::array kPatterns{CellPattern::one_diagonal, CellPattern::alternating, CellPattern::crossed,
                               CellPattern::equilateral};

std::size_t at(int i) { return static_cast<std::size_t>(i); }
int n_triangles(const TriangleMesh& mesh) { return static_cast<int>(mesh.triangles.size()); }

/// V - E + F: 1 for a disc, 0 for a ring, 2 for a sphere. Every edge has one or two triangles, and where it has two
/// they run along it in opposite ways, or this fails.
int euler_characteristic(const TriangleMesh& mesh) {
  std::set<std::pair<int, int>> directed, edges;
  for (const auto& [a, b, c] : mesh.triangles) {
    for (const auto& [p, q] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
      EXPECT_TRUE(directed.emplace(p, q).second) << "two triangles run from " << p << " to " << q;
      edges.emplace(std::min(p, q), std::max(p, q));
    }
  }
  EXPECT_NO_THROW(EXPECT_EQ(mesh_topology(mesh).edges.size(), edges.size()));
  return static_cast<int>(mesh.points.size()) - static_cast<int>(edges.size()) + n_triangles(mesh);
}

double length_of(const TriangleMesh& mesh, const std::vector<int>& loop) {
  double sum = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    sum += (mesh.points[at(loop[(i + 1) % loop.size()])] - mesh.points[at(loop[i])]).norm();
  }
  return sum;
}

std::vector<double> boundary_lengths(const TriangleMesh& mesh) {
  std::vector<double> lengths;
  for (const std::vector<int>& loop : boundary_loops(mesh_topology(mesh))) lengths.push_back(length_of(mesh, loop));
  std::sort(lengths.begin(), lengths.end());
  return lengths;
}

int bandwidth(const TriangleMesh& mesh) {
  int widest = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    widest = std::max(widest, std::max({a, b, c}) - std::min({a, b, c}));
  }
  return widest;
}

double smallest_z_area(const TriangleMesh& mesh) {
  double smallest = area_vector(mesh, 0).z();
  for (int t = 1; t < n_triangles(mesh); ++t) smallest = std::min(smallest, area_vector(mesh, t).z());
  return smallest;
}

/// The deepest a point is inside the circle of a triangle, in radii: circles by their centres, point by point.
double deepest_in_a_circle(const TriangleMesh& mesh) {
  double deepest = 0;
  for (const auto& [i, j, k] : mesh.triangles) {
    const Vector2d a = mesh.points[at(i)].head<2>(), b = mesh.points[at(j)].head<2>(), c = mesh.points[at(k)].head<2>();
    Eigen::Matrix2d rows;
    rows << (b - a).transpose(), (c - a).transpose();
    const Vector2d centre = a + rows.inverse() * (0.5 * Vector2d((b - a).squaredNorm(), (c - a).squaredNorm()));
    const double radius = (a - centre).norm();
    for (const Vector3d& x : mesh.points) deepest = std::max(deepest, 1 - (x.head<2>() - centre).norm() / radius);
  }
  return deepest;
}

std::vector<Vector2d> random_points(int n, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1, 1);
  std::vector<Vector2d> points;
  for (int i = 0; i < n; ++i) {
    const double x = number(random);
    points.emplace_back(x, number(random));
  }
  return points;
}

/// Area of the convex hull by gift wrapping.
double hull_area(const std::vector<Vector2d>& points) {
  const auto left_of = [](const Vector2d& a, const Vector2d& b, const Vector2d& c) {
    return (b - a)[0] * (c - a)[1] - (b - a)[1] * (c - a)[0];
  };
  const Vector2d start =
      *std::min_element(points.begin(), points.end(), [](const Vector2d& a, const Vector2d& b) { return a[0] < b[0]; });
  double twice = 0;
  Vector2d here = start;
  do {
    Vector2d next = points[0] == here ? points[1] : points[0];
    for (const Vector2d& x : points) {
      if (left_of(here, next, x) < 0) next = x;
    }
    twice += left_of(start, here, next);
    here = next;
  } while (here != start);
  return twice / 2;
}

TEST(RectangleMesh, every_pattern_is_a_disc_of_the_right_area_and_perimeter) {
  for (const CellPattern pattern : kPatterns) {
    for (const auto& [nx, ny] : {std::pair(1, 1), std::pair(1, 4), std::pair(7, 1), std::pair(6, 5), std::pair(3, 8)}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(pattern) << ": " << nx << " by " << ny);
      const TriangleMesh mesh = rectangle_mesh({.length = 0.7, .width = 0.3, .nx = nx, .ny = ny, .pattern = pattern});
      EXPECT_EQ(euler_characteristic(mesh), 1);
      EXPECT_NEAR(area(mesh), 0.21, 1e-15);
      EXPECT_GT(smallest_z_area(mesh), 0);
      EXPECT_THAT(boundary_lengths(mesh), testing::ElementsAre(testing::DoubleNear(2, 1e-14)));
    }
  }
}

TEST(RectangleMesh, its_sides_are_met_exactly) {
  for (const CellPattern pattern : kPatterns) {
    const TriangleMesh mesh = rectangle_mesh({.length = 0.7, .width = 0.3, .nx = 49, .ny = 11, .pattern = pattern});
    std::map<std::string, int> on;
    for (const Vector3d& x : mesh.points) {
      EXPECT_TRUE(x[0] >= 0 && x[0] <= 0.7 && x[1] >= 0 && x[1] <= 0.3 && x[2] == 0);
      on["left"] += x[0] == 0;
      on["right"] += x[0] == 0.7;
      on["bottom"] += x[1] == 0;
      on["top"] += x[1] == 0.3;
    }
    EXPECT_EQ(on["left"], 12);
    EXPECT_EQ(on["right"], 12);
    EXPECT_EQ(on["bottom"], 50);
    EXPECT_EQ(on["top"], pattern == CellPattern::equilateral ? 51 : 50);
  }
}

TEST(RectangleMesh, matrices_of_a_strip_are_banded) {
  const auto of = [](CellPattern pattern) {
    return bandwidth(rectangle_mesh({.length = 10, .width = 1, .nx = 50, .ny = 6, .pattern = pattern}));
  };
  EXPECT_EQ(of(CellPattern::one_diagonal), 8);
  EXPECT_EQ(of(CellPattern::alternating), 8);
  EXPECT_EQ(of(CellPattern::crossed), 13);
  // The two columns at an end have 7 and 3 points, those inside 4 and 3.
  EXPECT_LE(of(CellPattern::equilateral), 10);
}

TEST(RectangleMesh, diagonals_alternate_along_both_directions) {
  const TriangleMesh mesh =
      rectangle_mesh({.length = 4, .width = 3, .nx = 4, .ny = 3, .pattern = CellPattern::alternating});
  // Between the cells, a point has four diagonals or none.
  std::vector<int> diagonals(mesh.points.size(), 0);
  for (const MeshEdge& edge : mesh_topology(mesh).edges) {
    const auto a = at(edge.points[0]), b = at(edge.points[1]);
    const Vector3d step = mesh.points[b] - mesh.points[a];
    if (step[0] == 0 || step[1] == 0) continue;
    ++diagonals[a];
    ++diagonals[b];
  }
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const Vector3d& x = mesh.points[i];
    const bool inside = x[0] > 0 && x[0] < 4 && x[1] > 0 && x[1] < 3;
    if (!inside) continue;
    EXPECT_EQ(diagonals[i], static_cast<int>(x[0] + x[1]) % 2 == 0 ? 4 : 0) << i;
  }
}

TEST(RectangleMesh, equilateral_triangles_have_equal_sides_but_at_the_ends) {
  const double height = std::sqrt(3.0) / 2;
  const TriangleMesh mesh =
      rectangle_mesh({.length = 5, .width = 4 * height, .nx = 5, .ny = 4, .pattern = CellPattern::equilateral});
  int whole = 0, half = 0;
  for (int t = 0; t < n_triangles(mesh); ++t) {
    const auto& [a, b, c] = mesh.triangles[at(t)];
    const Vector3d sides((mesh.points[at(a)] - mesh.points[at(b)]).norm(),
                         (mesh.points[at(b)] - mesh.points[at(c)]).norm(),
                         (mesh.points[at(c)] - mesh.points[at(a)]).norm());
    if ((sides - Vector3d::Ones()).norm() < 1e-14) {
      ++whole;
    } else {
      ++half;
      EXPECT_NEAR(area(mesh, t), height / 4, 1e-14);
    }
  }
  EXPECT_EQ(whole, 4 * 9);
  EXPECT_EQ(half, 4 * 2);
}

TEST(RectangleMesh, a_grading_moves_the_columns_only) {
  for (const CellPattern pattern : kPatterns) {
    const TriangleMesh mesh =
        rectangle_mesh({.length = 2, .width = 1, .nx = 4, .ny = 2, .pattern = pattern, .grading = power_grading(2)});
    EXPECT_EQ(euler_characteristic(mesh), 1);
    EXPECT_NEAR(area(mesh), 2, 1e-14);
    EXPECT_GT(smallest_z_area(mesh), 0);
    std::set<double> bottom;
    for (const Vector3d& x : mesh.points) {
      if (x[1] == 0) bottom.insert(x[0]);
    }
    EXPECT_EQ(bottom, (std::set<double>{0, 0.125, 0.5, 1.125, 2}));
  }
}

TEST(RectangleMesh, a_grading_that_falls_or_leaves_the_rectangle_is_refused) {
  const auto with = [](Grading grading) { return [grading] { rectangle_mesh({.nx = 4, .grading = grading}); }; };
  EXPECT_THAT(with([](double s) { return 1 - s; }), ThrowsMessage<UserError>(HasSubstr("grading")));
  EXPECT_THAT(with([](double s) { return 2 * s; }), ThrowsMessage<UserError>(HasSubstr("grading")));
  EXPECT_THAT(with([](double) { return std::nan(""); }), ThrowsMessage<UserError>(HasSubstr("it gives nan at 0.25")));
  EXPECT_THROW(power_grading(0), UserError);
}

TEST(RectangleMesh, what_is_no_rectangle_is_refused) {
  EXPECT_THAT([] { rectangle_mesh({.length = -1}); }, ThrowsMessage<UserError>(HasSubstr("length")));
  EXPECT_THAT([] { rectangle_mesh({.width = std::nan("")}); }, ThrowsMessage<UserError>(HasSubstr("width")));
  EXPECT_THAT([] { rectangle_mesh({.nx = 0}); }, ThrowsMessage<UserError>(HasSubstr("0 by 1")));
  EXPECT_THAT([] { rectangle_mesh({.nx = 1 << 30, .ny = 1 << 30}); }, ThrowsMessage<UserError>(HasSubstr("too large")));
  EXPECT_THAT([] { rectangle_mesh({.length = 1e12, .width = 1e-12}); }, ThrowsMessage<UserError>(HasSubstr("flat")));
}

TEST(JitteredRectangle, no_triangle_turns_over_whatever_the_seed) {
  for (const CellPattern pattern : kPatterns) {
    RectangleGrid grid{.length = 3, .width = 1, .nx = 9, .ny = 4, .pattern = pattern};
    if (pattern == CellPattern::alternating) grid.grading = power_grading(2.5);
    const TriangleMesh plain = rectangle_mesh(grid);
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const TriangleMesh mesh = jittered_rectangle_mesh(grid, seed % 2 == 0 ? 0.2 : 0.5, seed);
      ASSERT_EQ(mesh.triangles, plain.triangles);
      ASSERT_NEAR(area(mesh), 3, 1e-14);
      for (int t = 0; t < n_triangles(mesh); ++t) {
        ASSERT_GE(area_vector(mesh, t).z(), 0.0999 * area(plain, t)) << "seed " << seed << ", triangle " << t;
      }
    }
  }
}

TEST(JitteredRectangle, points_move_by_the_fraction_and_stay_on_the_boundary) {
  const RectangleGrid grid{.length = 8, .width = 6, .nx = 8, .ny = 6};
  const TriangleMesh plain = rectangle_mesh(grid);
  Vector3d farthest = Vector3d::Zero();
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const TriangleMesh mesh = jittered_rectangle_mesh(grid, 0.2, seed);
    for (std::size_t i = 0; i < mesh.points.size(); ++i) {
      const Vector3d move = mesh.points[i] - plain.points[i];
      const bool end = plain.points[i][0] == 0 || plain.points[i][0] == 8;
      const bool side = plain.points[i][1] == 0 || plain.points[i][1] == 6;
      EXPECT_EQ(move[0] == 0, end);
      EXPECT_EQ(move[1] == 0, side);
      farthest = farthest.cwiseMax(move.cwiseAbs());
    }
  }
  EXPECT_LE(farthest.maxCoeff(), 0.2 + 1e-14);
  EXPECT_GT(farthest.head<2>().minCoeff(), 0.199);
}

TEST(JitteredRectangle, the_seed_makes_the_mesh) {
  const RectangleGrid grid{.nx = 5, .ny = 5};
  EXPECT_EQ(jittered_rectangle_mesh(grid, 0.2, 7).points, jittered_rectangle_mesh(grid, 0.2, 7).points);
  EXPECT_NE(jittered_rectangle_mesh(grid, 0.2, 7).points, jittered_rectangle_mesh(grid, 0.2, 8).points);
  EXPECT_EQ(jittered_rectangle_mesh(grid, 0, 7).points, rectangle_mesh(grid).points);
  EXPECT_THROW(jittered_rectangle_mesh(grid, 0.6, 7), UserError);
  EXPECT_THROW(jittered_rectangle_mesh(grid, std::nan(""), 7), UserError);
}

TEST(DelaunayMesh, circles_of_random_points_are_empty) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    const std::vector<Vector2d> points = random_points(seed == 0 ? 400 : 3 + static_cast<int>(seed), seed);
    const TriangleMesh mesh = delaunay_mesh(points);
    EXPECT_EQ(euler_characteristic(mesh), 1) << seed;
    EXPECT_NEAR(area(mesh), hull_area(points), 1e-12) << seed;
    EXPECT_GT(smallest_z_area(mesh), 0);
    // Circles along the hull are huge, and so is the rounding of their centres.
    EXPECT_LT(deepest_in_a_circle(mesh), 1e-8) << seed;
  }
}

TEST(DelaunayMesh, points_on_a_grid_or_a_circle_are_no_trouble) {
  std::vector<Vector2d> grid, circle;
  for (int i = 0; i < 12; ++i) {
    for (int j = 0; j < 9; ++j) grid.emplace_back(0.1 * i, 0.1 * j);
  }
  for (int i = 0; i < 60; ++i) circle.emplace_back(std::cos(2 * pi * i / 60), std::sin(2 * pi * i / 60));
  const TriangleMesh on_grid = delaunay_mesh(grid), on_circle = delaunay_mesh(circle);
  EXPECT_EQ(n_triangles(on_grid), 2 * 11 * 8);
  EXPECT_EQ(euler_characteristic(on_grid), 1);
  EXPECT_LT(deepest_in_a_circle(on_grid), 1e-12);
  EXPECT_EQ(n_triangles(on_circle), 58);
  EXPECT_EQ(euler_characteristic(on_circle), 1);
  EXPECT_NEAR(area(on_circle), 30 * std::sin(2 * pi / 60), 1e-13);
}

TEST(DelaunayMesh, straight_sides_that_are_rounded_get_no_flat_triangles) {
  for (int degrees = 0; degrees < 180; degrees += 7) {
    const Eigen::Rotation2Dd turn(degrees * pi / 180);
    std::vector<Vector2d> points;
    for (int i = 0; i <= 10; ++i) {
      for (int j = 0; j <= 6; ++j) points.push_back(Vector2d(100, -30) + turn * Vector2d(0.1 * i, 0.1 * j));
    }
    const TriangleMesh mesh = delaunay_mesh(points);
    EXPECT_EQ(n_triangles(mesh), 2 * 10 * 6) << degrees;
    EXPECT_EQ(euler_characteristic(mesh), 1) << degrees;
    EXPECT_NEAR(area(mesh), 0.6, 1e-12) << degrees;
  }
}

TEST(DelaunayMesh, does_not_depend_on_the_size_of_the_plane) {
  const std::vector<Vector2d> points = random_points(80, 5);
  const TriangleMesh mesh = delaunay_mesh(points);
  for (const double size : {0x1p-400, 0x1p400}) {
    std::vector<Vector2d> scaled = points;
    for (Vector2d& x : scaled) x *= size;
    EXPECT_EQ(delaunay_mesh(scaled).triangles, mesh.triangles);
  }
}

TEST(DelaunayMesh, points_without_a_plane_are_refused) {
  const auto of = [](std::vector<Vector2d> points) { return [points] { delaunay_mesh(points); }; };
  EXPECT_THAT(of({{0, 0}, {1, 0}, {0, 1}, {1, 0}}), ThrowsMessage<UserError>(HasSubstr("points 1 and 3 ")));
  EXPECT_THAT(of({{0, 0}, {1, 1}, {3, 3}}), ThrowsMessage<UserError>(HasSubstr("one line")));
  EXPECT_THAT(of({{0, 0}, {0.1, 0.1 + 1e-17}, {0.3, 0.3 + 1e-16}}), ThrowsMessage<UserError>(HasSubstr("one line")));
  EXPECT_THROW(of({})(), UserError);
  EXPECT_THROW(of({{0, 0}, {1, 0}})(), UserError);
  EXPECT_THAT(of({{0, 0}, {1, 0}, {0, std::nan("")}}), ThrowsMessage<UserError>(HasSubstr("finite")));
}

TEST(FlippedToDelaunay, a_jittered_strip_keeps_its_boundary_and_has_empty_circles) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const RectangleGrid grid{.length = 4, .width = 1, .nx = 16, .ny = 4};
    const TriangleMesh jittered = jittered_rectangle_mesh(grid, 0.45, seed);
    const TriangleMesh mesh = flipped_to_delaunay(jittered);
    EXPECT_EQ(mesh.points, jittered.points);
    EXPECT_NE(mesh.triangles, jittered.triangles);
    EXPECT_EQ(euler_characteristic(mesh), 1);
    EXPECT_NEAR(area(mesh), 4, 1e-14);
    EXPECT_NEAR(boundary_lengths(mesh).at(0), 10, 1e-13);
    EXPECT_GT(deepest_in_a_circle(jittered), 0.01);
    EXPECT_LT(deepest_in_a_circle(mesh), 1e-12);
    EXPECT_EQ(n_triangles(delaunay_mesh([&] {
                std::vector<Vector2d> points;
                for (const Vector3d& x : mesh.points) points.emplace_back(x[0], x[1]);
                return points;
              }())),
              n_triangles(mesh));
  }
}

TEST(FlippedToDelaunay, a_square_on_a_circle_is_left_as_it_is) {
  const TriangleMesh mesh = rectangle_mesh({.nx = 3, .ny = 3, .pattern = CellPattern::alternating});
  EXPECT_EQ(flipped_to_delaunay(mesh).triangles, mesh.triangles);
}

TEST(FlippedToDelaunay, a_triangle_seen_from_behind_is_refused) {
  TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 2, 1}}};
  EXPECT_THAT([&] { flipped_to_delaunay(mesh); }, ThrowsMessage<UserError>(HasSubstr("triangle 0 ")));
}

TEST(AnnulusMesh, the_slit_plate_of_the_benchmark_is_a_disc) {
  for (const CellPattern pattern : kPatterns) {
    const TriangleMesh mesh = annulus_mesh({.inner = 6, .outer = 10, .n_turn = 30, .n_radius = 6, .pattern = pattern});
    EXPECT_EQ(euler_characteristic(mesh), 1);
    EXPECT_GT(smallest_z_area(mesh), 0);
    // Both lips of the slit are on the x axis, with points of their own.
    std::map<double, int> on_slit;
    for (const Vector3d& x : mesh.points) {
      if (x[0] > 0 && x[1] == 0) ++on_slit[x[0]];
    }
    EXPECT_EQ(on_slit.size(), 7u);
    for (const auto& [radius, count] : on_slit) EXPECT_EQ(count, 2) << radius;
  }
}

TEST(AnnulusMesh, its_area_is_that_of_the_polygons) {
  for (const bool slit : {true, false}) {
    const TriangleMesh mesh = annulus_mesh({.inner = 6, .outer = 10, .n_turn = 30, .n_radius = 6, .slit = slit});
    EXPECT_NEAR(area(mesh), 15 * std::sin(2 * pi / 30) * (100 - 36), 1e-11);
  }
}

TEST(AnnulusMesh, a_closed_ring_has_two_boundaries) {
  for (const CellPattern pattern : kPatterns) {
    const TriangleMesh mesh =
        annulus_mesh({.inner = 1, .outer = 2, .n_turn = 12, .n_radius = 3, .slit = false, .pattern = pattern});
    EXPECT_EQ(euler_characteristic(mesh), 0);
    EXPECT_GT(smallest_z_area(mesh), 0);
    EXPECT_EQ(boundary_loops(mesh_topology(mesh)).size(), 2u);
  }
  EXPECT_THROW(annulus_mesh({.turn = 1, .slit = false}), UserError);
  EXPECT_THROW(annulus_mesh({.n_turn = 2, .slit = false}), UserError);
  EXPECT_THROW(annulus_mesh({.inner = 10, .outer = 6}), UserError);
  EXPECT_THROW(annulus_mesh({.turn = 7}), UserError);
}

TEST(HemisphereMesh, the_quarter_of_the_benchmark_ends_in_planes_of_symmetry) {
  for (const CellPattern pattern : kPatterns) {
    const TriangleMesh mesh = hemisphere_mesh({.pattern = pattern});
    EXPECT_EQ(euler_characteristic(mesh), 1);
    int in_xz = 0, in_yz = 0, on_equator = 0;
    double highest = 0;
    for (const Vector3d& x : mesh.points) {
      EXPECT_NEAR(x.norm(), 10, 1e-14);
      in_xz += x[1] == 0;
      in_yz += x[0] == 0;
      on_equator += x[2] == 0;
      highest = std::max(highest, x[2]);
    }
    EXPECT_EQ(in_xz, 17);
    EXPECT_EQ(in_yz, 17);
    EXPECT_EQ(on_equator, 17);
    EXPECT_NEAR(highest, 10 * std::cos(18 * pi / 180), 1e-14);
  }
}

TEST(HemisphereMesh, normals_point_outwards_and_the_area_converges_at_second_order) {
  const double exact = 0.5 * pi * 100 * std::cos(18 * pi / 180);
  std::vector<double> errors;
  for (const int n : {8, 16, 32}) {
    const TriangleMesh mesh = hemisphere_mesh({.n_turn = n, .n_meridian = n});
    for (int t = 0; t < n_triangles(mesh); ++t) {
      EXPECT_GT(area_vector(mesh, t).dot(mesh.points[at(mesh.triangles[at(t)][0])]), 0);
    }
    errors.push_back(exact - area(mesh));
  }
  EXPECT_NEAR(errors[0] / errors[1], 4, 0.1);
  EXPECT_NEAR(errors[1] / errors[2], 4, 0.03);
}

TEST(HemisphereMesh, a_full_turn_is_closed) {
  for (const CellPattern pattern : kPatterns) {
    const TriangleMesh mesh = hemisphere_mesh({.turn = 2 * pi, .n_turn = 12, .n_meridian = 4, .pattern = pattern});
    EXPECT_EQ(euler_characteristic(mesh), 0);
    EXPECT_EQ(boundary_loops(mesh_topology(mesh)).size(), 2u);
  }
  EXPECT_THROW(hemisphere_mesh({.hole = 0}), UserError);
  EXPECT_THROW(hemisphere_mesh({.hole = 2}), UserError);
}

TEST(CylinderMesh, its_area_is_that_of_the_chords_and_normals_point_outwards) {
  const TriangleMesh mesh =
      cylinder_mesh({.radius = 2, .length = 5, .begin = -0.3, .end = 0.5, .n_length = 6, .n_turn = 4});
  EXPECT_EQ(euler_characteristic(mesh), 1);
  EXPECT_NEAR(area(mesh), 5 * 4 * 2 * 2 * std::sin(0.1), 1e-13);
  for (int t = 0; t < n_triangles(mesh); ++t) {
    const Vector3d& x = mesh.points[at(mesh.triangles[at(t)][0])];
    EXPECT_NEAR(std::hypot(x[1], x[2]), 2, 1e-15);
    EXPECT_GT(area_vector(mesh, t).dot(Vector3d(0, x[1], x[2])), 0);
  }
  EXPECT_EQ(bandwidth(mesh), 6);
}

TEST(CylinderMesh, a_full_turn_is_a_tube) {
  for (const CellPattern pattern : kPatterns) {
    const TriangleMesh mesh = cylinder_mesh({.end = 2 * pi, .n_length = 5, .n_turn = 8, .pattern = pattern});
    EXPECT_EQ(euler_characteristic(mesh), 0);
    const double around = 16 * std::sin(pi / 8);
    EXPECT_THAT(boundary_lengths(mesh),
                testing::ElementsAre(testing::DoubleNear(around, 1e-13), testing::DoubleNear(around, 1e-13)));
  }
  EXPECT_THROW(cylinder_mesh({.end = 2 * pi, .n_turn = 7, .pattern = CellPattern::equilateral}), UserError);
  EXPECT_THROW(cylinder_mesh({.end = 2 * pi, .n_turn = 2}), UserError);
  EXPECT_THROW(cylinder_mesh({.begin = 1, .end = 1}), UserError);
}

}  // namespace
}  // namespace plumb
