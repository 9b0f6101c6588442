// Cloth as a scene file asks for it: fabric, springs, and the velocity filter.

#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/scene/contact_for_test.h>
#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

namespace plumb {
namespace {

using testing::HasSubstr;

Simulation simulation(const std::string& text) { return Simulation(read_scene(text, "cloth.toml")); }

void advance(Simulation& of, int first, int last) {
  for (int frame = first; frame <= last; ++frame) ASSERT_EQ(of.advance_to(frame).status, Status::ok) << frame;
}

double observed(const Simulation& of, const std::string& name) {
  for (const Observable& one : of.look().observables) {
    if (one.name == name) return one.value;
  }
  ADD_FAILURE() << name;
  return 0;
}

std::string refusal(const std::string& text) {
  try {
    simulation(text);
  } catch (const UserError& error) {
    return error.what();
  }
  return "read";
}

/// A sheet of cloth that is let go above a ball.
std::string over_ball(const std::string& contact) {
  return fmt::format(R"([solve]
method = "linearly-implicit-euler"
duration = "0.1 s"
frames = 5
dt = "2 ms"
[contact]
{}
[obstacle]
shape = "sphere"
radius = 0.22
position = [0, 0, 0.4]
[plate]
mesh = {{ shape = "rectangle", length = 0.5, width = 0.5, nx = 6, ny = 6, pattern = "alternating" }}
place = {{ position = [-0.25, -0.25, 0.63] }}
thickness = "1 mm"
material = {{ E = "200 kPa", nu = 0.3, rho = "200 kg/m^3" }}
membrane = "principal-stretch"
bending = "quadratic"
)",
                     contact);
}

TEST(ClothScene, points_do_not_enter_a_sphere_that_the_velocity_filter_keeps_them_off) {
  Simulation cloth = simulation(over_ball("method = \"velocity-filter\"\nself = false"));
  advance(cloth, 0, 5);
  const Frame frame = cloth.look();
  double nearest = 1, lowest = 1;
  for (const auto& x : frame.shape.points) {
    nearest = std::min(nearest, (x - Eigen::Vector3d(0, 0, 0.4)).norm());
    lowest = std::min(lowest, x.z());
  }
  EXPECT_GT(nearest, 0.22 + 0.5e-3 - 1e-6);  // and half the thickness
  EXPECT_LT(lowest, 0.61);
  EXPECT_GT(observed(cloth, "contacts"), 0);
}

TEST(ClothScene, a_filtered_motion_that_is_saved_and_loaded_goes_on_with_the_same_bits) {
  const std::string text = over_ball("method = \"velocity-filter\"\nself = false");
  Simulation whole = simulation(text), first = simulation(text), second = simulation(text);
  advance(whole, 0, 4);
  advance(first, 0, 2);
  second.load(first.save());
  advance(second, 3, 4);
  EXPECT_EQ(whole.save(), second.save());
}

TEST(ClothScene, the_filter_is_for_motions_of_points_with_masses) {
  EXPECT_THAT(refusal(over_ball("method = \"velocity-filter\"\ntolerance = 1e-8")),
              HasSubstr("contact.method: a velocity filter has no residual that a tolerance could be for"));
  EXPECT_THAT(refusal(over_ball("method = \"filter\"")), HasSubstr("contact.method: unknown name 'filter'"));
  InclineScene still{.contact = "method = \"velocity-filter\"\nself = false", .solve = "method = \"static\""};
  EXPECT_THAT(refusal(still.text() + "[[plate.support]]\nwhere = \"left\"\nhold = \"clamped\"\n"),
              HasSubstr("contact.method: a velocity filter follows steps in time"));
  std::string rod = R"([solve]
method = "backward-euler"
duration = 1
dt = 0.01
[contact]
method = "velocity-filter"
[rod]
model = "super-helix"
length = 1
n = 4
section = { shape = "circle", r = "1 mm" }
material = { E = "1 MPa", nu = 0.5, rho = 1000 }
[[rod.clamp]]
at = "start"
)";
  EXPECT_THAT(refusal(rod), HasSubstr("contact.method: a velocity filter takes bodies whose points are unknowns"));
}

/// A stiff square with one edge held along x and y, pulled along z by a spring.
std::string on_a_spring(const std::string& spring) {
  return fmt::format(R"([solve]
method = "static"
duration = 1
frames = 2
[plate]
mesh = {{ shape = "rectangle", length = 0.1, width = 0.1, nx = 2, ny = 2 }}
thickness = "1 mm"
material = {{ E = "1 GPa", nu = 0, rho = 1 }}
[world]
gravity = [0, 0, 0]
[[plate.support]]
where = "left"
hold = "clamped"
[[plate.spring]]
{}
)",
                     spring);
}

TEST(ClothScene, a_spring_pulls_at_its_points_towards_a_place_that_moves) {
  // It comes to rest where its force on the clamp is stiffness times what its length is too long by.
  Simulation sheet = simulation(on_a_spring(
      "where = \"right\"\nto = [0.15, 0.05, 0]\nlength = 0.05\nstiffness = 30\nmove = { by = [0.02, 0, 0] }"));
  advance(sheet, 0, 2);
  double force = 0;
  const Frame frame = sheet.look();
  for (const auto& x : frame.shape.points) {
    if (x.x() < 0.09) continue;
    const Eigen::Vector3d towards = Eigen::Vector3d(0.17, 0.05, 0) - x;
    force += 10 * (towards.norm() - 0.05) * towards.x() / towards.norm();
  }
  EXPECT_GT(force, 0.5);
  EXPECT_NEAR(observed(sheet, "support force x"), -force, 1e-8);
}

TEST(ClothScene, a_spring_between_two_points_of_a_plate_pulls_at_nothing_else) {
  Simulation sheet =
      simulation(on_a_spring("where = { near = [0.1, 0, 0] }\nother = { near = [0.1, 0.1, 0] }\nstiffness = 1e4"));
  advance(sheet, 0, 0);
  EXPECT_NEAR(observed(sheet, "support force y"), 0, 1e-7);
  const Frame frame = sheet.look();
  double low = 1, high = 0;
  for (const auto& x : frame.shape.points) {
    if (x.x() < 0.09) continue;
    low = std::min(low, x.y());
    high = std::max(high, x.y());
  }
  EXPECT_LT(high - low, 0.1 - 1e-6);
}

TEST(ClothScene, a_fabric_turns_with_its_place) {
  // Pulled along the warp, wherever that points to.
  const auto pulled = [](const std::string& place, const std::string& direction) {
    Simulation sheet = simulation(fmt::format(R"([solve]
method = "static"
[world]
gravity = [0, 0, 0]
[plate]
mesh = {{ shape = "rectangle", length = 0.1, width = 0.1, nx = 3, ny = 3 }}
place = {{ {} }}
thickness = "1 mm"
material = {{ E = "1 MPa", nu = 0.3, rho = 1 }}
weave = {{ warp = "10 MPa", weft = "1 MPa", shear = "0.1 MPa", direction = {} }}
[[plate.support]]
where = "left"
hold = "clamped"
[[plate.force]]
where = "right"
force = {}
)",
                                              place, direction, place.empty() ? "[1, 0, 0]" : "[0, 1, 0]"));
    advance(sheet, 0, 0);
    return observed(sheet, "membrane energy");
  };
  const double along = pulled("", "[1, 0, 0]"),
               turned = pulled("tangent = [0, 1, 0], director = [-1, 0, 0]", "[1, 0, 0]");
  EXPECT_NEAR(turned, along, 1e-9 * along);
  EXPECT_GT(pulled("", "[0, 1, 0]"), 3 * along);
}

}  // namespace
}  // namespace plumb
