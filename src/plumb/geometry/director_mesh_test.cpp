#include <plumb/geometry/director_mesh.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// Nodes of the reference shapes, as the headers tell them.
template <class Element>
std::vector<Vector2d> reference_nodes();
template <>
std::vector<Vector2d> reference_nodes<DirectorTriangle>() {
  return {{0, 0}, {1, 0}, {0, 1}, {0.5, 0}, {0.5, 0.5}, {0, 0.5}, {1.0 / 3, 1.0 / 3}};
}
template <>
std::vector<Vector2d> reference_nodes<DirectorQuadrilateral>() {
  return {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}, {0, -1}, {1, 0}, {0, 1}, {-1, 0}};
}

template <class Element>
class DirectorElements : public testing::Test {};
using BothElements = testing::Types<DirectorTriangle, DirectorQuadrilateral>;
TYPED_TEST_SUITE(DirectorElements, BothElements);

TYPED_TEST(DirectorElements, functions_are_one_at_their_own_node_and_zero_at_the_others) {
  const std::vector<Vector2d> nodes = reference_nodes<TypeParam>();
  ASSERT_EQ(nodes.size(), TypeParam::kPoints);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto positions = TypeParam::positions(nodes[i]);
    for (std::size_t a = 0; a < nodes.size(); ++a) EXPECT_NEAR(positions.value[a], a == i, 1e-14) << i << " " << a;
    if (i >= TypeParam::kDirectors) continue;
    const auto directors = TypeParam::directors(nodes[i]);
    for (std::size_t b = 0; b < TypeParam::kDirectors; ++b) EXPECT_NEAR(directors.value[b], b == i, 1e-14);
  }
}

TYPED_TEST(DirectorElements, slopes_are_those_of_the_values) {
  const Vector2d at(0.31, 0.23);
  constexpr double h = 1e-5;
  for (int k = 0; k < 2; ++k) {
    const auto before = TypeParam::positions(at - h * Vector2d::Unit(k));
    const auto after = TypeParam::positions(at + h * Vector2d::Unit(k));
    const auto here = TypeParam::positions(at);
    for (std::size_t a = 0; a < TypeParam::kPoints; ++a) {
      EXPECT_NEAR(here.slope[a][k], (after.value[a] - before.value[a]) / (2 * h), 1e-8) << a;
    }
    const auto back = TypeParam::directors(at - h * Vector2d::Unit(k));
    const auto on = TypeParam::directors(at + h * Vector2d::Unit(k));
    const auto now = TypeParam::directors(at);
    for (std::size_t b = 0; b < TypeParam::kDirectors; ++b) {
      EXPECT_NEAR(now.slope[b][k], (on.value[b] - back.value[b]) / (2 * h), 1e-8) << b;
    }
  }
}

/// int r^m s^n over the unit triangle is m! n! / (m + n + 2)!.
void expect_exact_on_triangle(const std::vector<ReferencePoint>& rule, int degree) {
  for (int m = 0; m <= degree; ++m) {
    for (int n = 0; m + n <= degree; ++n) {
      double sum = 0;
      for (const auto& p : rule) sum += p.weight * std::pow(p.at[0], m) * std::pow(p.at[1], n);
      EXPECT_NEAR(sum, std::tgamma(m + 1) * std::tgamma(n + 1) / std::tgamma(m + n + 3), 1e-15) << m << " " << n;
    }
  }
}

TEST(DirectorRules, are_exact_to_their_degrees) {
  expect_exact_on_triangle(triangle_rule_2(), 2);
  expect_exact_on_triangle(triangle_rule_4(), 4);
  for (const int n : {2, 3}) {
    for (int m = 0; m < 2 * n; m += 2) {
      double sum = 0;
      for (const auto& p : square_rule(n)) sum += p.weight * std::pow(p.at[0], m) * p.at[1] * p.at[1];
      EXPECT_NEAR(sum, 2.0 / (m + 1) * 2 / 3, 1e-14) << n << " " << m;
    }
  }
}

TYPED_TEST(DirectorElements, a_rectangle_is_covered_once_and_its_nodes_are_where_they_belong) {
  const std::vector<double> along{0, 0.2, 0.5, 1}, across{-0.3, 0, 0.1, 0.3, 0.4};
  const auto mesh = rectangle<TypeParam>(along, across);
  const std::vector<Vector2d> nodes = reference_nodes<TypeParam>();
  for (const auto& element : mesh.elements) {
    std::array<Vector3d, TypeParam::kPoints> x;
    for (std::size_t a = 0; a < x.size(); ++a) x[a] = mesh.points[static_cast<std::size_t>(element[a])];
    // The corners alone place the other nodes: sides are straight, and the map from the reference shape keeps order.
    for (std::size_t a = 0; a < x.size(); ++a) {
      const double r = nodes[a][0], s = nodes[a][1];
      const Vector3d there = TypeParam::kCorners == 3
                                 ? Vector3d((1 - r - s) * x[0] + r * x[1] + s * x[2])
                                 : Vector3d(0.25 * ((1 - r) * (1 - s) * x[0] + (1 + r) * (1 - s) * x[1] +
                                                    (1 + r) * (1 + s) * x[2] + (1 - r) * (1 + s) * x[3]));
      EXPECT_LT((x[a] - there).norm(), 1e-15) << a;
      const int director = mesh.director[static_cast<std::size_t>(element[a])];
      EXPECT_EQ(director >= 0, a < TypeParam::kDirectors);
    }
    EXPECT_GT((x[1] - x[0]).cross(x[2] - x[0]).z(), 0);
  }
  const std::vector<double> areas = point_areas(mesh);
  EXPECT_NEAR(std::accumulate(areas.begin(), areas.end(), 0.0), 0.7, 1e-14);
  // Each point's share of a load that grows linearly pulls at the right place.
  Vector3d first_moment = Vector3d::Zero();
  for (std::size_t i = 0; i < areas.size(); ++i) first_moment += areas[i] * mesh.points[i];
  EXPECT_LT((first_moment - 0.7 * Vector3d(0.5, 0.05, 0)).norm(), 1e-14);
}

TYPED_TEST(DirectorElements, nodes_are_numbered_along_the_rectangle) {
  const auto mesh = rectangle<TypeParam>({0, 0.2, 0.5, 1}, {-0.2, 0, 0.2});
  for (std::size_t i = 1; i < mesh.points.size(); ++i) EXPECT_LE(mesh.points[i - 1].x(), mesh.points[i].x() + 1e-15);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(mesh.points[i].x(), 0);
  EXPECT_GT(mesh.points[5].x(), 0);
  int next = 0;
  for (const int d : mesh.director) {
    if (d < 0) continue;
    EXPECT_EQ(d, next++);
  }
  EXPECT_EQ(next, mesh.n_directors);
  for (const int n_across : {1, 2, 3}) {
    std::vector<double> across;
    for (int j = 0; j <= n_across; ++j) across.push_back(0.1 * (2.0 * j / n_across - 1));
    const auto strip = rectangle<TypeParam>({0, 1, 2}, across);
    const int tip = middle_of_last_edge(strip, n_across);
    EXPECT_LT((strip.points[static_cast<std::size_t>(tip)] - Vector3d(2, 0, 0)).norm(), 1e-15) << n_across;
  }
}

TEST(DirectorMesh, corners_of_serendipity_elements_carry_less_than_nothing) {
  const auto mesh = rectangle<DirectorQuadrilateral>({0, 2}, {0, 3});
  const std::vector<double> areas = point_areas(mesh);
  EXPECT_NEAR(areas[0], -0.5, 1e-14);
  EXPECT_NEAR(areas[1], 2, 1e-14);
}

}  // namespace
}  // namespace plumb
