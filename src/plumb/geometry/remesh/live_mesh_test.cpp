#include <plumb/geometry/remesh/live_mesh.h>

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/geometry/delaunay.h>
#include <plumb/geometry/mesh_generators.h>
#include <plumb/geometry/remesh/remesh_for_test.h>
#include <plumb/geometry/remesh/remesh_rules.h>

namespace plumb {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector2d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

MeshNow now(const LiveMesh& live) {
  std::vector<int> points, triangles;
  MeshNow mesh = live.mesh(points, triangles);
  mesh.thickness.assign(mesh.triangles.size(), 1);
  return mesh;
}

/// Both sides of every edge know each other, and every corner is in the fan of its point.
void expect_consistent(const LiveMesh& live) {
  std::vector<int> n_corners(at(live.n_point_slots()), 0), fan;
  for (int corner = 0; corner < 3 * live.n_triangle_slots(); ++corner) {
    if (!live.has_triangle(corner / 3)) continue;
    ++n_corners[at(live.point(corner))];
    const int other = live.across(corner);
    EXPECT_TRUE(other >= 0 || live.is_crease(corner));
    if (other < 0) continue;
    EXPECT_EQ(live.across(other), corner);
    EXPECT_EQ(live.from(other), live.to(corner));
    EXPECT_EQ(live.to(other), live.from(corner));
    EXPECT_EQ(live.is_crease(other), live.is_crease(corner));
    EXPECT_EQ(live.stays_whole(other), live.stays_whole(corner));
  }
  for (int point = 0; point < live.n_point_slots(); ++point) {
    EXPECT_EQ(live.has_point(point), n_corners[at(point)] > 0);
    if (!live.has_point(point)) continue;
    live.fan(point, fan);
    EXPECT_EQ(static_cast<int>(fan.size()), n_corners[at(point)]);
    for (const int corner : fan) EXPECT_EQ(live.point(corner), point);
    for (std::size_t i = 0; i + 1 < fan.size(); ++i) EXPECT_EQ(live.to(fan[i]), live.from(fan[i + 1]));
  }
}

MeshNow random_plate(unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(0, 1);
  std::vector<Vector2d> points{{0, 0}, {2, 0}, {2, 1}, {0, 1}, {0.5, 0}, {1.5, 1}};
  for (int i = 0; i < 30; ++i) {
    const double x = 2 * number(random);
    points.emplace_back(x, number(random));
  }
  return named(delaunay_mesh(points));
}

/// A mesh under random operations that do no harm, whatever the sizes of edges.
class RandomOperations {
 public:
  explicit RandomOperations(unsigned seed) : start_(random_plate(seed)), live_(start_), random_(seed) {
    sizing_.assign(1000, 1e-6 * Matrix3d::Identity());
    kept_.assign(1000, false);
  }

  const MeshNow& start() const { return start_; }
  const LiveMesh& live() const { return live_; }

  bool operate() {
    const RemeshRules rules(live_, sizing_, kept_, {.aspect_min = 0.01});
    const int edge = static_cast<int>(random_() % (3 * at(live_.n_triangle_slots())));
    if (!live_.has_triangle(edge / 3)) return false;
    const int kind = static_cast<int>(random_() % 3);
    if (kind == 0 && live_.n_point_slots() < 1000) {
      live_.split(edge);
      return true;
    }
    if (kind == 1 && is_convex(edge)) {
      live_.flip(edge);
      return true;
    }
    std::vector<int> fan;
    live_.fan(live_.from(edge), fan);
    if (kind < 2 || !rules.may_collapse(live_.from(edge), live_.to(edge), fan)) return false;
    live_.collapse(live_.from(edge), live_.to(edge), fan);
    return true;
  }

 private:
  double twice_area(int a, int b, int c) const {
    return (live_.rest(b) - live_.rest(a)).cross(live_.rest(c) - live_.rest(a)).z();
  }
  bool is_convex(int edge) const {
    const int other = live_.across(edge);
    if (other < 0) return false;
    const int p = live_.point(edge), q = live_.point(other), a = live_.from(edge), b = live_.to(edge);
    return twice_area(p, a, q) > 1e-3 * twice_area(p, a, b) && twice_area(q, b, p) > 1e-3 * twice_area(q, b, a);
  }

  MeshNow start_;
  LiveMesh live_;
  std::mt19937 random_;
  std::vector<Matrix3d> sizing_;
  std::vector<bool> kept_;
};

TEST(LiveMesh, random_operations_leave_a_sound_mesh_of_the_same_plate) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    RandomOperations operations(seed);
    for (int i = 0; i < 600; ++i) {
      if (!operations.operate() || i % 20 != 0) continue;
      expect_consistent(operations.live());
      expect_same_plate(operations.start(), now(operations.live()));
      ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed << ", operation " << i;
    }
  }
}

TEST(LiveMesh, every_operation_covers_what_it_takes_away) {
  RandomOperations operations(5);
  for (int i = 0; i < 3000; ++i) operations.operate();
  const RemeshHistory& history = operations.live().history();
  std::array<int, 3> n{};
  for (const RemeshStep& step : history.steps) {
    ++n[static_cast<std::size_t>(step.kind)];
    for (const Patch& patch : history.patches_of(step)) {
      double before = 0, after = 0;
      for (const Facet& facet : history.before(patch)) before += facet.area;
      for (const Facet& facet : history.after(patch)) after += facet.area;
      EXPECT_NEAR(after / before, 1, 1e-11);
    }
  }
  EXPECT_THAT(n, testing::Each(testing::Gt(100)));
}

TEST(LiveMesh, a_split_of_an_inner_edge_makes_two_triangles_more_and_one_of_the_boundary_one) {
  LiveMesh live(named(rectangle_mesh({1, 1, 1, 1})));
  const int diagonal = live.across(0) >= 0 ? 0 : live.across(1) >= 0 ? 1 : 2;
  live.split(diagonal);
  EXPECT_EQ(live.n_triangle_slots(), 4);
  EXPECT_EQ(live.rest(4), Eigen::Vector3d(0.5, 0.5, 0));
  expect_consistent(live);
  int boundary = 0;
  while (live.across(boundary) >= 0) ++boundary;
  live.split(boundary);
  EXPECT_EQ(live.n_triangle_slots(), 5);
  expect_consistent(live);
}

TEST(LiveMesh, the_middle_of_the_same_two_points_always_has_the_same_name) {
  const auto name_of_middle = [](int a, int b) {
    LiveMesh live(named(rectangle_mesh({1, 1, 4, 4})));
    return live.name(live.split(live.find_edge(a, b)));
  };
  EXPECT_EQ(name_of_middle(0, 1), name_of_middle(1, 0));
  EXPECT_NE(name_of_middle(0, 1), name_of_middle(1, 2));
  EXPECT_NE(name_of_middle(0, 1), name_of_middle(0, 5));
}

TEST(LiveMesh, edges_at_which_the_rest_surface_is_bent_are_creases) {
  // Flat cells side by side along the axis: only diagonals and edges across the axis lie in flat parts.
  const MeshNow mesh = named(cylinder_mesh({1, 2, 0, 1.5, 4, 3}));
  const LiveMesh live(mesh);
  for (int edge = 0; edge < 3 * live.n_triangle_slots(); ++edge) {
    const Eigen::Vector3d u = live.rest(live.to(edge)) - live.rest(live.from(edge));
    const bool along_axis = u.tail<2>().norm() < 1e-12;
    EXPECT_EQ(static_cast<bool>(live.is_crease(edge)), along_axis || live.across(edge) < 0);
  }
}

}  // namespace
}  // namespace plumb
