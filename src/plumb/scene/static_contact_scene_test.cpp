// Equilibria with contact as a scene file asks for them.

#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

namespace plumb {
namespace {

using testing::HasSubstr;

constexpr double kLength = 0.1, kWidth = 1e-2, kRadius = 1e-3, kYoung = 1e7;  // the radius is half the thickness

double bending() { return kYoung * kWidth * std::pow(2 * kRadius, 3) / 12; }

/// A weightless flat rod that is clamped at its start and bends about y.
struct RodScene {
  std::string contact = "friction = 0.5";
  std::string obstacle;
  std::string position = "[0, 0, 0]", tangent = "[1, 0, 0]", director = "[0, 0, 1]";
  std::string clamp;
  std::string more;
  std::string model = "discrete-elastic-rod";
  int frames = 4;

  std::string text() const {
    return fmt::format(R"([world]
gravity = [0, 0, 0]
[solve]
method = "static"
duration = 1
frames = {}
[contact]
self = false
{}
[[obstacle]]
name = "thing"
{}
[rod]
model = "{}"
n = 40
length = {}
material = {{ E = {}, nu = 0.3, rho = 1000 }}
section = {{ shape = "rectangle", width = {}, height = {} }}
start = {{ position = {}, tangent = {}, director = {} }}
{}
[[rod.clamp]]
at = "start"
{}
)",
                       frames, contact, obstacle, model, kLength, kYoung, 2 * kRadius, kWidth, position, tangent,
                       director, more, clamp);
  }
};

/// A ball below the end of a rod that lies along x, and rises by `way`.
RodScene lifted(double way, double friction) {
  RodScene scene;
  scene.contact = fmt::format("friction = {}", friction);
  scene.obstacle =
      fmt::format("shape = \"sphere\"\nradius = 5e-3\nposition = [{}, 0, {}]\nmove = {{ by = [0, 0, {}] }}", kLength,
                  -5e-3 - kRadius, way);
  return scene;
}

/// A rod that comes down onto the ground, at an angle with the vertical, and is pushed on by `way`.
RodScene bristle(double angle, double way, double friction) {
  RodScene scene;
  const double s = std::sin(angle), c = std::cos(angle);
  scene.contact = fmt::format("friction = {}", friction);
  scene.obstacle = "shape = \"plane\"";
  scene.position = fmt::format("[0, 0, {}]", kLength * c + kRadius + 1e-3);
  scene.tangent = fmt::format("[{}, 0, {}]", s, -c);
  scene.director = fmt::format("[{}, 0, {}]", c, s);
  scene.clamp = fmt::format("move = {{ by = [0, 0, {}] }}", -way - 1e-3);
  return scene;
}

Simulation simulation(const RodScene& scene) { return Simulation(read_scene(scene.text(), "contact.toml")); }

FrameOutcome advance(Simulation& of, int first, int last) {
  FrameOutcome outcome;
  for (int frame = first; frame <= last && outcome.status == Status::ok; ++frame) outcome = of.advance_to(frame);
  return outcome;
}

double observed(const Simulation& of, const std::string& name) {
  for (const Observable& one : of.look().observables) {
    if (one.name == name) return one.value;
  }
  ADD_FAILURE() << name;
  return 0;
}

// Friction cannot hold the end: a rod that is bent is shorter, and nearly nothing stretches it.
TEST(StaticContactScene, an_end_that_is_lifted_bears_as_a_cantilever_does) {
  const double way = 1e-3;
  for (const std::string model : {"discrete-elastic-rod", "super-helix"}) {
    for (const double friction : {0.0, 0.5}) {
      RodScene scene = lifted(way, friction);
      scene.model = model;
      Simulation rod = simulation(scene);
      const FrameOutcome outcome = advance(rod, 0, 4);
      ASSERT_EQ(outcome.status, Status::ok) << model << friction;
      EXPECT_EQ(outcome.warnings.empty(), friction == 0);
      EXPECT_EQ(observed(rod, "contacts"), 1);
      EXPECT_EQ(observed(rod, "negative modes"), friction == 0 ? 0 : -1);
      EXPECT_LT(observed(rod, "contact residual"), 1e-9);
      EXPECT_NEAR(observed(rod, "thing normal force") / (3 * bending() * way / std::pow(kLength, 3)), 1, 0.01)
          << model << friction;
    }
  }
}

TEST(StaticContactScene, a_bristle_sticks_within_the_cone_and_slides_on_its_rim) {
  Simulation sticks = simulation(bristle(0.3, 5e-3, 0.8));
  ASSERT_EQ(advance(sticks, 0, 4).status, Status::ok);
  EXPECT_EQ(observed(sticks, "sticking contacts"), 1);
  EXPECT_EQ(observed(sticks, "negative modes"), 0);
  EXPECT_LT(observed(sticks, "thing friction force"), 0.8 * observed(sticks, "thing normal force"));
  EXPECT_TRUE(sticks.warnings().empty());

  Simulation slides = simulation(bristle(0.6, 5e-3, 0.1));
  ASSERT_EQ(advance(slides, 0, 4).status, Status::ok);
  EXPECT_EQ(observed(slides, "sticking contacts"), 0);
  EXPECT_EQ(observed(slides, "negative modes"), -1);
  EXPECT_NEAR(observed(slides, "thing friction force") / observed(slides, "thing normal force"), 0.1, 1e-9);
  ASSERT_EQ(slides.warnings().size(), 1u);
  EXPECT_EQ(slides.warnings()[0].kind, "sliding");
}

// The strip of Stick-Slip, a little bent at rest: the elastica slips at eps_y = 0.1549 for mu = 0.2.
TEST(StaticContactScene, where_friction_ceases_to_hold_the_run_ends_with_the_load) {
  RodScene scene = bristle(0, 0.25 * kLength, 0.2);
  scene.more = "natural = { curvature = 0.01 }";
  scene.frames = 40;
  Simulation strip = simulation(scene);
  const FrameOutcome outcome = advance(strip, 0, 40);
  EXPECT_EQ(outcome.status, Status::snaps);
  const double pushed = outcome.time * (0.25 * kLength + 1e-3) - 1e-3;
  EXPECT_NEAR(pushed / kLength, 0.1549, 0.002);
  EXPECT_EQ(outcome.body, "rod");
}

TEST(StaticContactScene, a_run_that_is_resumed_has_the_same_bits) {
  for (const RodScene& scene : {bristle(0.3, 5e-3, 0.8), bristle(0.6, 5e-3, 0.1), lifted(1e-3, 0.5)}) {
    Simulation straight = simulation(scene), first = simulation(scene), second = simulation(scene);
    ASSERT_EQ(advance(straight, 0, 4).status, Status::ok);
    ASSERT_EQ(advance(first, 0, 2).status, Status::ok);
    second.load(first.save());
    ASSERT_EQ(advance(second, 3, 4).status, Status::ok);
    EXPECT_EQ(second.save(), straight.save());
  }
}

std::string mistake(const std::string& text) {
  try {
    read_scene(text, "contact.toml");
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

TEST(StaticContactScene, what_it_cannot_do_is_refused_in_one_sentence) {
  const RodScene good = lifted(1e-3, 0.5);
  EXPECT_EQ(mistake(good.text()), "");
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = good.text();
    text.replace(text.find(from), from.size(), to);
    return text;
  };
  const std::pair<std::string, std::string> mistakes[] = {
      {changed("self = false", ""), "give contact.self = false"},
      {changed("friction", "tolerance = 1e-9\nfriction"), "leave it out"},
      {changed("\"static\"", "\"arc-length\""), "arc-length knows no contact"},
      {changed("duration = 1\nframes = 4", ""), "the obstacle 'thing' moves, so say how long"},
      {good.text() + "[[rod.force]]\nat = \"end\"\nmoment = [0, 0, 1e-3]\n", "no moments"},
  };
  for (const auto& [text, words] : mistakes) EXPECT_THAT(mistake(text), HasSubstr(words)) << text;
}

TEST(StaticContactScene, has_no_vibrations) {
  Simulation rod = simulation(lifted(1e-3, 0.5));
  EXPECT_THROW(rod.vibrations(1), UserError);
}

}  // namespace
}  // namespace plumb
