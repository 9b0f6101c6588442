// Two cards that lean against each other: they stand or fall as friction says, and do not pass through anything.

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <plumb/contact/detect/exact_triangles_for_test.h>
#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

namespace plumb {
namespace {

constexpr double kLength = 0.088, kThickness = 4e-4;  // m

std::string card(const char* name, double foot, double along, double up) {
  return fmt::format(R"([[plate]]
name = "{}"
mesh = {{ shape = "rectangle", length = {}, width = 0.063, nx = 1, ny = 1, pattern = "crossed" }}
place = {{ position = [{}, 0, {}], tangent = [{}, 0, {}] }}
thickness = {}
material = {{ E = "3 GPa", nu = 0.3, rho = "800 kg/m^3" }}
)",
                     name, kLength, foot, 0.5 * kThickness, along, up, kThickness);
}

/// `lean`: the angle between a card and the vertical.
std::string tent(double lean, double friction) {
  const double s = std::sin(lean), c = std::cos(lean), foot = 0.5 * kThickness + kLength * s;
  return fmt::format(R"([world]
gravity_scale = [[0, 0], [0.1, 1]]
[solve]
method = "backward-euler"
duration = 0.6
frames = 60
dt = 0.005
[contact]
friction = {}
[[obstacle]]
name = "table"
shape = "plane"
)",
                     friction) +
         card("left", -foot, s, c) + card("right", foot, -s, c);
}

/// Lets the tent stand or fall. Returns the height of its ridge in the end, as a part of what it was.
double ridge_in_the_end(double lean, double friction) {
  Simulation cards(read_scene(tent(lean, friction), "tent.toml"));
  double first = 0, last = 0;
  for (int frame = 0; frame <= cards.n_frames(); ++frame) {
    EXPECT_EQ(cards.advance_to(frame).status, Status::ok) << frame;
    const Shape shape = cards.look().shape;
    last = 0;
    std::vector<std::array<int, 3>> triangles;
    for (const auto& surface : shape.surfaces) {
      for (auto triangle : surface.triangles) {
        for (int& corner : triangle) corner += surface.first;
        triangles.push_back(triangle);
      }
    }
    EXPECT_EQ(exact::count_crossings(shape.points, triangles), 0) << frame;
    for (const Eigen::Vector3d& x : shape.points) {
      EXPECT_GT(x.z(), 0.5 * kThickness - 1e-6 * kLength) << frame;
      last = std::max(last, x.z());
    }
    if (frame == 0) first = last;
  }
  return last / first;
}

// The tops push each other apart by H, horizontally for both are alike. About the foot of a card, H L cos(lean) =
// m g (L/2) sin(lean); the table bears N = m g and holds H by friction. So friction of at least tan(lean)/2 is needed.
TEST(CardTent, stands_if_friction_is_more_than_half_the_tangent_of_its_lean) {
  for (const double lean : {0.2, 0.35, 0.5}) {
    const double needed = 0.5 * std::tan(lean);
    EXPECT_GT(ridge_in_the_end(lean, 1.02 * needed), 0.999) << lean;
    EXPECT_LT(ridge_in_the_end(lean, 0.95 * needed), 0.95) << lean;
  }
}

}  // namespace
}  // namespace plumb
