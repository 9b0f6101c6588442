#include <plumb/contact/detect/find_contacts.h>

#include <numbers>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <plumb/contact/detect/touching_bodies_for_test.h>
#include <plumb/geometry/mesh_generators.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Kind = ContactKey::Kind;
constexpr double kPi = std::numbers::pi;

Vector3d at(const BodyPoint& point, const TouchingBody& body) {
  Vector3d x = Vector3d::Zero();
  for (int i = 0; i < point.n; ++i) x += point.weights[i] * body.x[point.points[i]];
  return x;
}

/// A sheet in the x-y plane, `n` cells a side of length 1.
TouchingBody sheet(int n, double radius, double z = 0) {
  TouchingBody body = touching_plate(rectangle_mesh({.nx = n, .ny = n, .pattern = CellPattern::alternating}), radius);
  for (Vector3d& x : body.x) x.z() = z;
  return body;
}

TriangleMesh floor_mesh(int n) {
  TriangleMesh mesh = rectangle_mesh({.length = 2, .width = 2, .nx = n, .ny = n, .pattern = CellPattern::alternating});
  for (Vector3d& x : mesh.points) x -= Vector3d(1, 1, 0);
  return mesh;
}

// ---- analytic obstacles --------------------------------------------------------------------------------------------

TEST(FindContacts, every_point_near_a_plane_has_one) {
  const TouchingBody rod = straight_rod({0, 0, 0.02}, {1, 0, 0.02}, 10, 0.01);
  const Obstacle plane{PlaneShape{}, 0.005};
  const std::vector<SurfaceNow> bodies{rod.now()};
  const std::vector<ObstacleNow> obstacles{{&plane, Pose{}}};
  EXPECT_TRUE(find_contacts(bodies, obstacles, 0.0049).empty());
  const auto contacts = find_contacts(bodies, obstacles, 0.0051);
  ASSERT_EQ(contacts.size(), 11u);
  for (int i = 0; i < 11; ++i) {
    const Contact& c = contacts[i];
    EXPECT_EQ(c.key, (ContactKey{Kind::point_obstacle, 0, i, 0, 0, 1}));
    EXPECT_NEAR(c.gap, 0.005, 1e-15);
    EXPECT_EQ(c.normal, Vector3d::UnitZ());
    EXPECT_LT((c.place - Vector3d(0.1 * i, 0, 0.005)).norm(), 1e-15);
  }
}

// ---- rods ----------------------------------------------------------------------------------------------------------

TEST(FindContacts, crossed_rods_have_one_where_they_pass_each_other) {
  const TouchingBody a = straight_rod({-1, 0, 0.3}, {1, 0, 0.3}, 7, 0.1),
                     b = straight_rod({0.02, -1, 0}, {0.02, 1, 0}, 5, 0.1);
  const auto contacts = find_contacts(now({&a, &b}), {}, 0.2);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].key.kind, Kind::edge_edge);
  EXPECT_NEAR(contacts[0].gap, 0.1, 1e-15);
  EXPECT_LT((contacts[0].normal - Vector3d::UnitZ()).norm(), 1e-15);
  EXPECT_LT((at(contacts[0].a, a) - Vector3d(0.02, 0, 0.3)).norm(), 1e-15);
  EXPECT_LT((at(contacts[0].b, b) - Vector3d(0.02, 0, 0)).norm(), 1e-15);
  EXPECT_LT((contacts[0].place - Vector3d(0.02, 0, 0.1)).norm(), 1e-15);
}

TEST(FindContacts, rods_that_cross_at_their_points_have_one) {
  // Both have a point, thus two edges, at the crossing: four pairs of edges see it.
  const TouchingBody a = straight_rod({-1, 0, 0.3}, {1, 0, 0.3}, 4, 0.1),
                     b = straight_rod({0, -1, 0}, {0, 1, 0}, 4, 0.1);
  EXPECT_EQ(find_contacts(now({&a, &b}), {}, 0.2).size(), 1u);
  const TouchingBody bent = touching_rod({{-1, 0, 0.5}, {0, 0, 0.3}, {1, 0, 0.5}}, 0.1);
  EXPECT_EQ(find_contacts(now({&bent, &b}), {}, 0.2).size(), 1u);
  EXPECT_EQ(find_contacts(now({&b, &bent}), {}, 0.2).size(), 1u);
}

TEST(FindContacts, the_end_of_a_rod_touches_a_rod_once) {
  const TouchingBody a = straight_rod({0, 0, 0.3}, {0, 0, 2}, 5, 0.1), b = straight_rod({-1, 0, 0}, {1, 0, 0}, 4, 0.1);
  const auto contacts = find_contacts(now({&a, &b}), {}, 0.2);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_NEAR(contacts[0].gap, 0.1, 1e-15);
  const TouchingBody behind = straight_rod({0, 0, -1}, {0, 0, 0}, 3, 0.1);
  EXPECT_EQ(find_contacts(now({&a, &behind}), {}, 0.2).size(), 1u);
}

TEST(FindContacts, parallel_rods_have_one_for_each_pair_of_edges_side_by_side) {
  const TouchingBody a = straight_rod({0, 0, 0.3}, {1, 0, 0.3}, 10, 0.1);
  for (const double shift : {0.0, 0.03}) {
    const TouchingBody b = straight_rod({shift, 0, 0}, {1 + shift, 0, 0}, 10, 0.1);
    const auto contacts = find_contacts(now({&a, &b}), {}, 0.11);
    EXPECT_GE(contacts.size(), 10u);
    EXPECT_LE(contacts.size(), 19u);
    std::vector<double> places;
    for (const Contact& c : contacts) {
      EXPECT_NEAR(c.gap, 0.1, 1e-14);
      places.push_back(c.place.x());
    }
    std::sort(places.begin(), places.end());
    for (std::size_t i = 1; i < places.size(); ++i) EXPECT_LT(places[i] - places[i - 1], 0.11);
    if (shift != 0) continue;
    EXPECT_EQ(contacts.size(), 10u);
  }
}

TEST(FindContacts, a_thick_rod_of_short_edges_does_not_touch_itself) {
  // Straight, and bent almost as tightly as a tube can be, with torsion.
  TouchingBody straight = straight_rod({0, 0, 0}, {1, 0, 0}, 100, 0.05);
  straight.touches_itself = true;
  EXPECT_TRUE(find_contacts(now({&straight}), {}, 0.05).empty());
  std::vector<Vector3d> helix;
  for (int i = 0; i <= 200; ++i) helix.push_back({0.06 * std::cos(0.1 * i), 0.06 * std::sin(0.1 * i), 0.025 * 0.1 * i});
  TouchingBody coil = touching_rod(helix, 0.05);
  coil.touches_itself = true;
  // The pitch of 0.157 leaves 0.057 between the turns.
  EXPECT_TRUE(find_contacts(now({&coil}), {}, 0.03).empty());
  EXPECT_FALSE(find_contacts(now({&coil}), {}, 0.06).empty());
}

TEST(FindContacts, rod_edges_touch_if_they_are_further_along_the_rod_than_half_a_turn_of_the_tube) {
  // A hairpin: two legs at a distance of 2 r that are joined by a straight piece. Along the rod, the m-th edges of the
  // legs are 2 r + 2 (m - 1) h apart: the rule asks for pi r.
  constexpr double kRadius = 0.1, kEdge = 0.02;
  std::vector<Vector3d> x;
  for (int i = 20; i >= 0; --i) x.push_back({kEdge * i, 0, 0});
  for (int i = 0; i <= 20; ++i) x.push_back({kEdge * i, 2 * kRadius, 0});
  TouchingBody pin = touching_rod(x, kRadius);
  pin.touches_itself = true;
  const auto contacts = find_contacts(now({&pin}), {}, 1e-3);
  double first = 1;
  for (const Contact& c : contacts) {
    EXPECT_NEAR(c.gap, 0, 1e-14);
    first = std::min(first, c.place.x());
  }
  const double m = 1 + std::ceil((kPi * kRadius - 2 * kRadius) / (2 * kEdge));
  EXPECT_NEAR(first, kEdge * (m - 0.5), 1e-12);
  EXPECT_EQ(contacts.size(), 20 - m + 1);
}

// ---- plates --------------------------------------------------------------------------------------------------------

TEST(FindContacts, a_thick_plate_of_short_edges_does_not_touch_itself) {
  for (const double curvature : {0.0, 1.0, 4.0}) {
    TouchingBody plate = sheet(12, 0.1);
    plate.touches_itself = true;
    for (Vector3d& x : plate.x) {
      if (curvature > 0)
        x = {std::sin(curvature * x.x()) / curvature, x.y(), (1 - std::cos(curvature * x.x())) / curvature};
    }
    EXPECT_TRUE(find_contacts(now({&plate}), {}, 0.05).empty()) << curvature;
  }
}

TEST(FindContacts, a_plate_with_a_right_angle_does_not_touch_itself) {
  for (const double angle : {60, 90, 120}) {
    TouchingBody plate = sheet(16, 0.05);
    plate.touches_itself = true;
    for (Vector3d& x : plate.x) {
      if (x.x() > 0.5) {
        const double s = x.x() - 0.5, turn = kPi - angle * kPi / 180;
        x = {0.5 + s * std::cos(turn), x.y(), s * std::sin(turn)};
      }
    }
    EXPECT_TRUE(find_contacts(now({&plate}), {}, 0).empty()) << angle;
  }
}

TEST(FindContacts, a_folded_plate_touches_itself_everywhere_on_the_fold) {
  constexpr int kN = 20;
  constexpr double kRadius = 0.01, kGap = 0.005;
  TouchingBody plate = sheet(kN, kRadius);
  plate.touches_itself = true;
  // A half circle of radius R joins two flat halves.
  const double r = kRadius + 0.5 * kGap;
  for (Vector3d& x : plate.x) {
    const double s = x.x() - 0.5, bend = 0.5 * kPi * r;
    const double angle = std::clamp(s / r, -0.5 * kPi, 0.5 * kPi);
    const double beyond = std::max(0.0, std::abs(s) - bend);
    x = {r * std::cos(angle) - beyond, x.y(), r * std::sin(angle)};
  }
  const auto contacts = find_contacts(now({&plate}), {}, 0.01);
  std::vector<bool> touched(plate.x.size(), false);
  for (const Contact& c : contacts) {
    EXPECT_GT(c.gap, -1e-12);
    for (int i = 0; i < c.a.n; ++i) touched[c.a.points[i]] = true;
    for (int i = 0; i < c.b.n; ++i) touched[c.b.points[i]] = true;
  }
  for (std::size_t i = 0; i < plate.x.size(); ++i) {
    if (plate.x[i].x() >= -0.05) continue;
    EXPECT_TRUE(touched[i]) << plate.x[i].transpose();
  }
}

TEST(FindContacts, stacked_plates_are_held_at_all_their_points_and_crossings) {
  const TouchingBody low = sheet(5, 0.01);
  TouchingBody high = sheet(4, 0.01, 0.03);
  for (Vector3d& x : high.x) x += Vector3d(0.013, 0.017, 0);
  const auto contacts = find_contacts(now({&low, &high}), {}, 0.02);
  int n_points = 0;
  for (const Contact& c : contacts) {
    EXPECT_NEAR(c.gap, 0.01, 1e-14);
    EXPECT_GT(std::abs(c.normal.z()), 1 - 1e-14);
    n_points += c.key.kind == Kind::point_triangle ? 1 : 0;
  }
  // 16 points of the upper one are above the lower one, 25 of the lower one below the upper one.
  EXPECT_EQ(n_points, 16 + 25);
  // Stacked exactly, corners on corners: one contact each, and where diagonals cross.
  const TouchingBody same = sheet(5, 0.01, 0.03);
  int n_corners = 0;
  for (const Contact& c : find_contacts(now({&low, &same}), {}, 0.02)) n_corners += c.key.kind == Kind::point_triangle;
  EXPECT_EQ(n_corners, 36);
}

/// A unit cube, its centre at the origin.
TouchingBody cube(double radius) {
  TriangleMesh mesh;
  for (int i = 0; i < 8; ++i) mesh.points.push_back({(i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2 & 1) - 0.5});
  const std::array<std::array<int, 4>, 6> faces{
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
  for (const auto& f : faces) {
    mesh.triangles.push_back({f[0], f[1], f[2]});
    mesh.triangles.push_back({f[0], f[2], f[3]});
  }
  return touching_plate(mesh, radius);
}

TouchingBody moved(TouchingBody body, const Eigen::Matrix3d& turn, const Vector3d& shift) {
  for (Vector3d& x : body.x) x = turn * x + shift;
  return body;
}

Eigen::Matrix3d turn(double angle, const Vector3d& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

TEST(FindContacts, convex_corners_touch_exactly_once) {
  const TouchingBody a = cube(0);
  const Eigen::Matrix3d on_corner = turn(std::acos(1 / std::sqrt(3.0)), Vector3d(1, -1, 0));
  const double up = 0.5 * std::sqrt(3.0);
  const double kGap = 0.01;
  // A corner on a face, on an edge, on a corner; crossed edges. Always the nearest pair alone.
  struct Case {
    const char* name;
    TouchingBody other;
  };
  const TouchingBody b = cube(0);
  const Eigen::Matrix3d on_edge = turn(kPi / 4, Vector3d::UnitX());
  std::vector<Case> cases;
  cases.push_back({"corner on face", moved(b, on_corner, Vector3d(0.1, 0.2, 0.5 + up + kGap))});
  cases.push_back({"corner on diagonal", moved(b, on_corner, Vector3d(0.1, 0.1, 0.5 + up + kGap))});
  cases.push_back({"corner beside an edge", moved(b, on_corner, Vector3d(0.1, 0.5, 0.5 + up + kGap))});
  cases.push_back({"corner on corner", moved(b, on_corner, Vector3d(0.5, 0.5, 0.5 + up + kGap))});
  for (const Case& c : cases) {
    for (const bool swapped : {false, true}) {
      const auto contacts =
          swapped ? find_contacts(now({&c.other, &a}), {}, 0.02) : find_contacts(now({&a, &c.other}), {}, 0.02);
      ASSERT_EQ(contacts.size(), 1u) << c.name;
      EXPECT_NEAR(contacts[0].gap, kGap, 1e-14) << c.name;
      EXPECT_GT(std::abs(contacts[0].normal.z()), 1 - 1e-12) << c.name;
    }
  }
  const TouchingBody below = moved(b, on_edge, Vector3d(0, 0, -0.5 * std::sqrt(2.0)));
  const TouchingBody across =
      moved(below, turn(kPi / 2, Vector3d::UnitZ()) * turn(kPi, Vector3d::UnitX()), Vector3d(0.03, 0.04, kGap));
  const auto contacts = find_contacts(now({&below, &across}), {}, 0.02);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].key.kind, Kind::edge_edge);
  EXPECT_NEAR(contacts[0].gap, kGap, 1e-14);
}

TEST(FindContacts, a_corner_in_a_concave_corner_touches_every_wall) {
  // Three walls of the cube from inside, touched by the corner of a smaller one.
  const TouchingBody room = cube(0);
  TouchingBody box = cube(0);
  for (Vector3d& x : box.x) x = 0.5 * x + Vector3d(0.24, 0.23, 0.22);
  std::array<bool, 3> held{};
  for (const Contact& c : find_contacts(now({&box, &room}), {}, 0.035)) {
    int axis = 0;
    c.normal.cwiseAbs().maxCoeff(&axis);
    EXPECT_GT(std::abs(c.normal[axis]), 1 - 1e-12);
    held[axis] = true;
  }
  EXPECT_TRUE(held[0] && held[1] && held[2]);
}

// ---- the mesh of an obstacle ---------------------------------------------------------------------------------------

TEST(FindContacts, a_point_that_slides_over_a_flat_mesh_feels_no_edges) {
  const Obstacle floor{MeshShape{std::make_shared<TriangleMesh>(floor_mesh(8))}, 0.02};
  const std::vector<ObstacleNow> obstacles{{&floor, Pose{}}};
  for (const double y : {0.0, 0.125, 0.1, 0.25, 0.3333}) {
    for (int i = 0; i <= 64; ++i) {
      const double x = -0.5 + i / 64.0;
      const TouchingBody rod = straight_rod({x, y, 0.1}, {x + 0.1, y, 3}, 1, 0.05);
      for (const Pose& pose : {Pose{}, Pose{{0.01, 0.02, 0}, Vector3d(3, 4, 0) / 5, Vector3d(-4, 3, 0) / 5}}) {
        const std::vector<ObstacleNow> turned{{&floor, pose}};
        const auto contacts = find_contacts(now({&rod}), turned, 0.1);
        ASSERT_EQ(contacts.size(), 1u) << x << " " << y;
        EXPECT_NEAR(contacts[0].gap, 0.03, 1e-14);
        EXPECT_GT(contacts[0].normal.z(), 1 - 1e-14);
        EXPECT_LT((contacts[0].place - Vector3d(x, y, 0.02)).norm(), 1e-14);
      }
    }
  }
}

TEST(FindContacts, a_plate_on_the_spike_of_a_mesh_is_held_by_its_tip) {
  TriangleMesh spike = floor_mesh(2);
  for (Vector3d& x : spike.points) x.z() = x.head<2>().norm() < 1e-9 ? 0 : -1;
  const Obstacle obstacle{MeshShape{std::make_shared<TriangleMesh>(spike)}, 0};
  for (const Vector3d& shift : {Vector3d(-0.4, -0.45, 0.01), Vector3d(-0.5, -0.45, 0.01), Vector3d(-0.5, -0.5, 0.01)}) {
    const TouchingBody plate = moved(sheet(4, 0), Eigen::Matrix3d::Identity(), shift);
    const std::vector<ObstacleNow> obstacles{{&obstacle, Pose{}}};
    const auto contacts = find_contacts(now({&plate}), obstacles, 0.02);
    ASSERT_EQ(contacts.size(), 1u);
    EXPECT_NEAR(contacts[0].gap, 0.01, 1e-15);
    EXPECT_GT(contacts[0].normal.z(), 1 - 1e-14);
  }
  // A rod, between its points.
  const TouchingBody rod = straight_rod({-1, 0.001, 0.01}, {1, 0, 0.01}, 3, 0);
  EXPECT_EQ(find_contacts(now({&rod}), std::vector<ObstacleNow>{{&obstacle, Pose{}}}, 0.02).size(), 1u);
}

// ---- the same pair at other positions ------------------------------------------------------------------------------

TEST(UpdateContact, gives_what_is_found_there) {
  const Obstacle floor{MeshShape{std::make_shared<TriangleMesh>(floor_mesh(3))}, 0.01};
  TouchingBody a = moved(sheet(4, 0.01), turn(0.02, Vector3d(1, 2, 0)), Vector3d(-0.3, -0.4, 0.05));
  TouchingBody b = moved(sheet(3, 0.01), turn(0.03, Vector3d(2, -1, 0)), Vector3d(-0.35, -0.3, 0.1));
  const TouchingBody c = straight_rod({-0.9, 0, 0.15}, {0.9, 0.1, 0.15}, 4, 0.01);
  const auto contacts = find_contacts(now({&a, &b, &c}), std::vector<ObstacleNow>{{&floor, Pose{}}}, 0.1);
  EXPECT_GT(contacts.size(), 60u);
  for (Vector3d& x : a.x) x += Vector3d(1e-4, 2e-4, 1e-4);
  const auto bodies = now({&a, &b, &c});
  const std::vector<ObstacleNow> obstacles{{&floor, Pose{{1e-4, 0, 0}}}};
  std::vector<Contact> again = find_contacts(bodies, obstacles, 0.11);
  int n_same = 0;
  for (Contact contact : contacts) {
    update(contact, bodies, obstacles);
    for (const Contact& other : again) {
      if (other.key != contact.key) continue;
      ++n_same;
      EXPECT_EQ(contact.gap, other.gap);
      EXPECT_EQ(contact.normal, other.normal);
      EXPECT_EQ(contact.place, other.place);
      EXPECT_EQ(contact.a.weights, other.a.weights);
      EXPECT_EQ(contact.b.weights, other.b.weights);
    }
  }
  EXPECT_GT(n_same, static_cast<int>(0.9 * static_cast<double>(contacts.size())));
}

TEST(UpdateContact, keeps_the_side_when_things_pass_through_each_other) {
  const auto check = [](const TouchingBody& a, const TouchingBody& b, const Vector3d& shift, double radii) {
    auto contacts = find_contacts(now({&a, &b}), {}, 0.2);
    ASSERT_EQ(contacts.size(), 1u);
    const double before = contacts[0].gap;
    const TouchingBody through = moved(a, Eigen::Matrix3d::Identity(), shift);
    std::vector<KeptSide> kept{{contacts[0].key, contacts[0].normal}};
    update(contacts[0], now({&through, &b}), {});
    EXPECT_NEAR(contacts[0].gap, before - shift.norm(), 1e-14);
    EXPECT_LT(contacts[0].gap, -radii);
    // The same when found anew with the side in mind, and the other side without.
    const auto anew = find_contacts(now({&through, &b}), {}, 0.2, kept);
    const auto of_key = [&](const std::vector<Contact>& all) {
      const auto found = std::find_if(all.begin(), all.end(), [&](const Contact& c) { return c.key == kept[0].key; });
      return found == all.end() ? HUGE_VAL : found->gap;
    };
    EXPECT_EQ(of_key(anew), contacts[0].gap);
    EXPECT_NEAR(of_key(find_contacts(now({&through, &b}), {}, 0.2)), -2 * radii - contacts[0].gap, 1e-14);
  };
  const TouchingBody rod = straight_rod({-1, 0, 0.1}, {1, 0, 0.1}, 3, 0.01),
                     other = straight_rod({0.02, -1, 0}, {0.02, 1, 0}, 3, 0.01);
  check(rod, other, {0, 0, -0.13}, 0.02);
  const TouchingBody stick = straight_rod({0.52, 0.53, 0.1}, {0.52, 0.53, 2}, 1, 0.01), plate = sheet(1, 0.01);
  check(stick, plate, {0, 0, -0.13}, 0.02);
}

}  // namespace
}  // namespace plumb
