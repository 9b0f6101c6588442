#include <plumb/geometry/mesh_generators.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/geometry/mesh_measures_for_test.h>
#include <plumb/geometry/mesh_topology.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::array kPatterns{CellPattern::one_diagonal, CellPattern::alternating, CellPattern::crossed,
                               CellPattern::equilateral};

std::size_t at(int i) { return static_cast<std::size_t>(i); }

int bandwidth(const TriangleMesh& mesh) {
  int widest = 0;
  for (const auto& [a, b, c] : mesh.triangles) {
    widest = std::max(widest, std::max({a, b, c}) - std::min({a, b, c}));
  }
  return widest;
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
