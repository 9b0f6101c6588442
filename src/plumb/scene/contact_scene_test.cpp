// Contact as a scene file asks for it.

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/scene/contact_for_test.h>
#include <plumb/scene/read_scene.h>
#include <plumb/scene/simulation/simulation.h>

namespace plumb {
namespace {

using testing::HasSubstr;

constexpr double kMu = 0.4, kGravity = 9.81;

Simulation simulation(const std::string& text) { return Simulation(read_scene(text, "contact.toml")); }

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

double way(const InclineScene& scene) {
  Simulation at_work = simulation(scene.text());
  advance(at_work, 0, 0);
  const double x = observed(at_work, "middle x"), z = observed(at_work, "middle z");
  advance(at_work, 1, scene.frames);
  return std::hypot(observed(at_work, "middle x") - x, observed(at_work, "middle z") - z);
}

TEST(ContactScene, a_block_slides_at_the_closed_acceleration_and_sticks_within_the_cone) {
  for (const double share : {1.5, 3.0}) {
    InclineScene steep{.slope = std::atan(share * kMu)};
    const double acceleration = kGravity * (std::sin(steep.slope) - kMu * std::cos(steep.slope));
    // Backward Euler goes a t (t + dt)/2.
    EXPECT_NEAR(way(steep), 0.5 * acceleration * 0.25 * (0.25 + 0.0078125), 1e-8) << share;
  }
  EXPECT_LT(way({.slope = std::atan(0.99 * kMu), .duration = 1}), 1e-11);
}

TEST(ContactScene, forces_are_told_by_contact_body_and_obstacle) {
  const double slope = std::atan(0.5 * kMu), weight = 0.1 * 0.1 * 5e-3 * 1000 * kGravity;
  Simulation block = simulation(InclineScene{.slope = slope}.text());
  advance(block, 0, 4);
  EXPECT_EQ(observed(block, "contacts"), 9);
  EXPECT_EQ(observed(block, "sticking contacts"), 9);
  EXPECT_LT(observed(block, "contact residual"), 1e-10);
  EXPECT_NEAR(observed(block, "slope normal force"), weight * std::cos(slope), 1e-7 * weight);
  EXPECT_NEAR(observed(block, "block contact force z"), weight, 1e-7 * weight);
  EXPECT_NEAR(observed(block, "slope contact force z"), -weight, 1e-7 * weight);
  const Frame frame = block.look();
  ASSERT_EQ(frame.solids.size(), 1u);
  ASSERT_TRUE(frame.contacts);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (const ContactMark& c : *frame.contacts) {
    sum += c.force;
    EXPECT_EQ(c.a, 0);
    EXPECT_EQ(c.b, 1);
    EXPECT_TRUE(c.sticks);
    EXPECT_LT(std::abs(c.gap), 1e-9);
  }
  EXPECT_NEAR(sum.z(), weight, 1e-7 * weight);
}

TEST(ContactScene, a_pair_has_its_own_friction) {
  const InclineScene slippery{.slope = std::atan(0.5 * kMu),
                              .contact =
                                  "friction = 0.4\n[[contact.pair]]\nbetween = [\"slope\", \"block\"]\n"
                                  "friction = 0"};
  EXPECT_NEAR(way(slippery), 0.5 * kGravity * std::sin(slippery.slope) * 0.25 * 0.2578125, 1e-8);
}

TEST(ContactScene, a_run_that_is_resumed_in_the_middle_of_contact_has_the_same_bits) {
  for (const double share : {0.99, 2.0}) {
    const std::string text = InclineScene{.slope = std::atan(share * kMu)}.text();
    Simulation whole = simulation(text), resumed = simulation(text);
    advance(whole, 0, 2);
    resumed.load(whole.save());
    EXPECT_EQ(resumed.save(), whole.save());
    advance(whole, 3, 4);
    advance(resumed, 3, 4);
    EXPECT_EQ(resumed.save(), whole.save()) << share;
  }
}

TEST(ContactScene, damaged_contacts_are_refused) {
  Simulation block = simulation(InclineScene{}.text());
  advance(block, 0, 1);
  const std::string bytes = block.save();
  for (std::size_t n = 1; n < 600; n += 7) {
    EXPECT_THROW(block.load(bytes.substr(0, bytes.size() - n)), UserError) << n;
  }
  EXPECT_EQ(block.save(), bytes) << "what is refused changes nothing";
}

TEST(ContactScene, a_body_that_is_far_from_all_has_the_bits_that_it_has_without) {
  const InclineScene far{.slope = 0.3, .lifted = 5},
      alone{.slope = 0.3, .contact = "", .lifted = 5, .with_plane = false};
  Simulation with = simulation(far.text()), without = simulation(alone.text());
  advance(with, 0, 4);
  advance(without, 0, 4);
  EXPECT_EQ(with.look().shape.points, without.look().shape.points);
}

TEST(ContactScene, a_body_that_is_left_out_falls_through) {
  const std::string text = InclineScene{.contact = "leave_out = [\"block\"]"}.text() + R"([[rod]]
name = "other"
model = "discrete-elastic-rod"
n = 4
length = 0.1
material = { E = 1e6, nu = 0.5, rho = 1000 }
section = { shape = "circle", r = 0.002 }
start = { position = [1, 0, 0.002] }
)";
  Simulation both = simulation(text);
  advance(both, 0, 4);
  EXPECT_LT(observed(both, "block highest z"), -0.2);
  EXPECT_NEAR(observed(both, "other tip z"), 0.002, 1e-9);
}

TEST(ContactScene, an_obstacle_that_moves_takes_a_body_along) {
  std::string text = InclineScene{.duration = 0.5}.text();
  text +=
      "[[obstacle]]\nname = \"pusher\"\nshape = \"box\"\nsize = [0.02, 0.2, 0.05]\nradius = 0.002\n"
      "position = [-0.025, 0.05, 0.027]\nmove = { by = [0.1, 0, 0] }\n";
  Simulation pushed = simulation(text);
  advance(pushed, 0, 4);
  // Its rounded face comes to -0.025 + 0.012 + 0.1, where the rim of the plate is, whose rounding is as thick.
  EXPECT_NEAR(observed(pushed, "middle x"), 0.05 + 0.087 + 0.0025, 1e-3);
  EXPECT_GT(observed(pushed, "pusher normal force"), 0);
}

TEST(ContactScene, rods_of_one_scene_do_not_pass_through_each_other) {
  const std::string text = R"([solve]
method = "backward-euler"
duration = 0.3
frames = 10
dt = 0.002
[contact]
friction = 0.2
[[rod]]
name = "beam"
model = "discrete-elastic-rod"
n = 10
length = 0.2
material = { E = 1e8, nu = 0.5, rho = 1000 }
section = { shape = "circle", r = 0.003 }
[[rod.clamp]]
at = "start"
[[rod.clamp]]
at = "end"
[[rod]]
name = "falls"
model = "discrete-elastic-rod"
n = 11
length = 0.1
material = { E = 1e8, nu = 0.5, rho = 1000 }
section = { shape = "circle", r = 0.003 }
start = { position = [0.103, -0.05, 0.02], tangent = [0, 1, 0], director = [1, 0, 0] }
damping = 0.001
)";
  Simulation both = simulation(text);
  advance(both, 0, 10);
  EXPECT_NEAR(observed(both, "falls middle z"), 0.006, 1e-3);
  for (const Warning& warning : both.warnings()) EXPECT_NE(warning.kind, "crossing");
}

std::string mistake(const std::string& text) {
  try {
    read_scene(text, "contact.toml");
  } catch (const UserError& error) {
    return error.what();
  }
  return "none";
}

TEST(ContactScene, a_post_between_the_points_of_a_plate_is_told) {
  // The plate's points are 5 cm apart and fall past the post, which no point meets.
  const auto warnings = [](double along) {
    InclineScene scene{.duration = 0.06, .frames = 3, .with_plane = false};
    Simulation plate = simulation(
        scene.text() +
        fmt::format("[[obstacle]]\nname = \"post\"\nshape = \"box\"\nsize = [\"8 mm\", \"8 mm\", \"40 mm\"]\n"
                    "position = [{}, 0.02, -0.0201]\n",
                    along));
    advance(plate, 0, 3);
    return plate.warnings();
  };
  const std::vector<Warning> told = warnings(0.03);
  ASSERT_EQ(told.size(), 1);
  EXPECT_EQ(told[0].kind, "buried in post");
  EXPECT_EQ(told[0].body, "block");
  EXPECT_EQ(told[0].time, 0.02);
  EXPECT_THAT(told[0].advice, HasSubstr("mesh"));
  EXPECT_TRUE(warnings(0.2).empty());
}

TEST(ContactScene, mistakes_are_told_in_one_sentence) {
  const auto obstacle = [](const std::string& keys) {
    return InclineScene{.lifted = 1}.text() + "[[obstacle]]\nname = \"other\"\n" + keys + "\n";
  };
  const std::pair<std::string, std::string> mistakes[] = {
      {obstacle("shape = \"spere\""), "did you mean 'sphere'"},
      {obstacle("radius = 1"), "missing key shape"},
      {obstacle("shape = \"sphere\"\nraduis = 1"), "did you mean 'radius'"},
      {obstacle("shape = \"sphere\""), "obstacle.1.radius: missing; a sphere needs it"},
      {obstacle("shape = \"sphere\"\nradius = \"-1 cm\""), "must be positive"},
      {obstacle("shape = \"sphere\"\nradius = nan"), "not a finite number"},
      {obstacle("shape = \"sphere\"\nradius = \"1 nm\""), "times smaller than the size of the largest body"},
      {obstacle("shape = \"sphere\"\nradius = \"1e6 km\""), "times larger than the size of the largest body"},
      {obstacle("shape = \"sphere\"\nradius = \"3 kg\""), "expected a unit like m"},
      {obstacle("shape = \"box\"\nsize = [1, 0, 1]"), "all three sides must be positive"},
      {obstacle("shape = \"plane\"\nnormal = [0, 0, 0]"), "a direction must not be zero"},
      {obstacle("shape = \"mesh\"\nfile = \"hand.obj\""), "mesh files are not read here"},
      {obstacle("shape = \"sphere\"\nradius = 0.1\nname = \"slope\""), "contact.toml"},
      {obstacle("shape = \"sphere\"\nradius = 0.1\nposition = [0, 0, 1]"), "deep in the obstacle 'other' at ("},
      {InclineScene{.lifted = -1e-3}.text(), "'block' is 1 mm deep in the obstacle 'slope' at ("},
      {InclineScene{.contact = "frction = 1"}.text(), "did you mean 'friction'"},
      {InclineScene{.contact = "friction = -1"}.text(), "must not be negative"},
      {InclineScene{.contact = "tolerance = 1"}.text(), "contact.tolerance: between"},
      {InclineScene{.contact = "leave_out = [\"blok\"]"}.text(), "did you mean 'block'"},
      {InclineScene{.contact = "leave_out = [\"block\"]"}.text(), "no body is left"},
      {InclineScene{.contact = "[[contact.pair]]\nbetween = [\"slope\", \"slope\"]\nfriction = 1"}.text(),
       "obstacles do not touch each other"},
      {InclineScene{.contact = "[[contact.pair]]\nbetween = [\"slop\", \"block\"]\nfriction = 1"}.text(),
       "did you mean 'slope'"},
      {InclineScene{.solve = "method = \"newmark\"\ndt = 0.01"}.text(),
       "contact cannot complete the steps of newmark; with contact the method is \"backward-euler\", "
       "\"linearly-implicit-euler\""},
      {InclineScene{.solve = "method = \"static\""}.text(), "nothing keeps the plate from moving as a rigid body"},
      {InclineScene{.solve = "method = \"backward-euler\"\ntolerance = 1e-4"}.text(), "give dt instead"},
      {InclineScene{.solve = "method = \"backward-euler\""}.text(), "contact takes steps of a fixed length"},
  };
  for (const auto& [text, words] : mistakes) {
    const std::string sentence = mistake(text);
    EXPECT_THAT(sentence, HasSubstr(words)) << text;
    EXPECT_EQ(sentence.find('\n'), std::string::npos);
    EXPECT_EQ(sentence.rfind("contact.toml", 0), 0u) << sentence;
  }
}

TEST(ContactScene, a_mesh_that_changes_sticks_slides_and_is_resumed) {
  const std::string remesh = "bending = \"hinge\"\n[plate.remesh]\nsize_min = 0.01\nsize_max = 0.03\nevery = 4\n";
  for (const char* method : {"backward-euler", "linearly-implicit-euler"}) {
    for (const double share : {0.95, 2.0}) {
      const InclineScene scene{.slope = std::atan(share * kMu),
                               .solve = std::string("method = \"") + method + "\"\ndt = 0.0078125"};
      Simulation whole = simulation(scene.text() + remesh), resumed = simulation(scene.text() + remesh);
      advance(whole, 0, 0);
      const double x = observed(whole, "middle x"), z = observed(whole, "middle z");
      advance(whole, 1, 2);
      EXPECT_GT(observed(whole, "points"), 12) << "the mesh became finer";
      resumed.load(whole.save());
      advance(whole, 3, 4);
      advance(resumed, 3, 4);
      EXPECT_EQ(resumed.save(), whole.save()) << share;
      const double acceleration = std::max(0.0, kGravity * (std::sin(scene.slope) - kMu * std::cos(scene.slope)));
      const double way = std::hypot(observed(whole, "middle x") - x, observed(whole, "middle z") - z);
      EXPECT_NEAR(way, 0.5 * acceleration * 0.25 * (0.25 + 0.0078125), 1e-8) << method << share;
    }
  }
}

TEST(ContactScene, a_mesh_is_fine_where_an_obstacle_is_near) {
  // The ball is 2 mm below the middle of the plate, which is flat: only what it comes near to can ask for points.
  const auto points = [](const std::string& near, double below) {
    InclineScene scene{.duration = 0.016, .frames = 1, .with_plane = false};
    const std::string remesh = "bending = \"hinge\"\n[plate.remesh]\nsize_min = 0.004\nsize_max = 0.06\n" + near;
    Simulation plate = simulation(
        scene.text() + remesh +
        fmt::format("[[obstacle]]\nname = \"ball\"\nshape = \"sphere\"\nradius = 0.03\nposition = [0.05, 0.05, {}]\n",
                    -0.03 - below));
    advance(plate, 0, 1);
    return observed(plate, "points");
  };
  const double before = points("", 2e-3);
  EXPECT_GT(points("refine_near = \"4 cm\"\n", 2e-3), 2 * before);
  EXPECT_EQ(points("refine_near = \"4 cm\"\n", 0.2), before);
}

TEST(ContactScene, nothing_passes_through_a_mesh_file) {
  const MeshReader square{[](const std::string&) {
    return TriangleMesh{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  }};
  const std::string text = InclineScene{.contact = "friction = 0.4", .lifted = 0.02, .with_plane = false}.text() +
                           "[obstacle]\nname = \"table\"\nshape = \"mesh\"\nfile = \"table.obj\"\nradius = \"1 mm\"\n";
  Simulation block{read_scene(text, "contact.toml", {}, square)};
  advance(block, 0, 4);
  EXPECT_NEAR(observed(block, "middle z"), 0.0035, 1e-6);
}

}  // namespace
}  // namespace plumb
