#include <plumb/scene/bodies/plate/mesh_sides.h>

#include <cmath>
#include <map>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/geometry/mesh_generators.h>

namespace plumb {
namespace {

constexpr CellPattern kPatterns[] = {CellPattern::one_diagonal, CellPattern::alternating, CellPattern::crossed,
                                     CellPattern::equilateral};

std::map<std::string, std::vector<int>> sides(const TriangleMesh& mesh, const std::vector<NamedSide>& named) {
  std::map<std::string, std::vector<int>> all;
  for (auto& [name, points] : named_points(mesh, mesh_topology(mesh), named)) all[name] = points;
  return all;
}

/// Are these exactly the points of the mesh of which something is true?
template <class Test>
void expect_those(const TriangleMesh& mesh, const std::vector<int>& points, const Test& test) {
  std::vector<int> wanted;
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    if (test(mesh.points[i])) wanted.push_back(static_cast<int>(i));
  }
  EXPECT_EQ(points, wanted);
}

TEST(MeshSides, of_a_rectangle_are_its_straight_sides_however_it_is_cut) {
  for (const CellPattern pattern : kPatterns) {
    for (const double jitter : {0.0, 0.3}) {
      const RectangleGrid grid{.length = 3, .width = 2, .nx = 6, .ny = 4, .pattern = pattern};
      const TriangleMesh mesh = jitter > 0 ? jittered_rectangle_mesh(grid, jitter, 5) : rectangle_mesh(grid);
      const auto found = sides(mesh, rectangle_sides());
      expect_those(mesh, found.at("left"), [](const auto& x) { return x[0] < 1e-9; });
      expect_those(mesh, found.at("right"), [](const auto& x) { return x[0] > 3 - 1e-9; });
      expect_those(mesh, found.at("bottom"), [](const auto& x) { return x[1] < 1e-9; });
      expect_those(mesh, found.at("top"), [](const auto& x) { return x[1] > 2 - 1e-9; });
      expect_those(mesh, found.at("boundary"),
                   [](const auto& x) { return x[0] < 1e-9 || x[0] > 3 - 1e-9 || x[1] < 1e-9 || x[1] > 2 - 1e-9; });
    }
  }
}

TEST(MeshSides, both_lips_of_a_slit_are_told_apart) {
  const TriangleMesh mesh = annulus_mesh({.inner = 1, .outer = 2, .n_turn = 12, .n_radius = 3});
  const auto found = sides(mesh, annulus_sides());
  EXPECT_THAT(found.at("start"), testing::ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(found.at("end"), testing::ElementsAre(48, 49, 50, 51));
  expect_those(mesh, found.at("inner"), [](const auto& x) { return x.norm() < 1 + 1e-9; });
  expect_those(mesh, found.at("outer"), [](const auto& x) { return x.norm() > 2 - 1e-9; });
}

TEST(MeshSides, a_closed_ring_has_no_lips) {
  const TriangleMesh mesh = annulus_mesh({.inner = 1, .outer = 2, .n_turn = 12, .n_radius = 3, .slit = false});
  const auto found = sides(mesh, annulus_sides());
  EXPECT_EQ(found.count("start"), 0u);
  EXPECT_EQ(found.at("boundary").size(), 24u);
}

TEST(MeshSides, of_shells_of_revolution_are_what_they_are_called) {
  for (const CellPattern pattern : kPatterns) {
    const TriangleMesh dome = hemisphere_mesh({.radius = 2, .n_turn = 6, .n_meridian = 6, .pattern = pattern});
    const auto of_dome = sides(dome, hemisphere_sides());
    expect_those(dome, of_dome.at("equator"), [](const auto& x) { return x[2] < 1e-9; });
    expect_those(dome, of_dome.at("start"), [](const auto& x) { return x[1] < 1e-9; });
    expect_those(dome, of_dome.at("end"), [](const auto& x) { return x[0] < 1e-9; });
    const double rim = 2 * std::cos(18 * std::numbers::pi / 180);
    expect_those(dome, of_dome.at("hole"), [&](const auto& x) { return x[2] > rim - 1e-9; });

    const TriangleMesh tube = cylinder_mesh({.radius = 2, .length = 3, .n_length = 4, .n_turn = 6, .pattern = pattern});
    const auto of_tube = sides(tube, cylinder_sides());
    expect_those(tube, of_tube.at("left"), [](const auto& x) { return x[0] < 1e-9; });
    expect_those(tube, of_tube.at("right"), [](const auto& x) { return x[0] > 3 - 1e-9; });
    expect_those(tube, of_tube.at("start"), [](const auto& x) { return x[1] < 1e-9; });
    expect_those(tube, of_tube.at("end"), [](const auto& x) { return x[2] < 1e-9; });
  }
}

}  // namespace
}  // namespace plumb
