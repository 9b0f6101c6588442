// Supports of plates in scenes: mirrors against the whole, holds per axis against closed forms, and what is refused.

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/scene/plate_for_test.h>
#include <plumb/scene/simulation/simulation.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;
constexpr double kPi = std::numbers::pi;
constexpr const char* kBendings[] = {"tan", "sin", "theta", "average", "hinge"};

/// The last frame of a static scene.
Frame last_frame(const std::string& text) {
  Simulation simulation(read_scene(text, "plate.toml"));
  for (int i = 0; i <= simulation.n_frames(); ++i) {
    EXPECT_EQ(simulation.advance_to(i).status, Status::ok) << "frame " << i;
  }
  return simulation.look();
}

bool has(const Frame& frame, const std::string& name) {
  for (const Observable& o : frame.observables) {
    if (o.name == name) return true;
  }
  return false;
}

double seen(const Frame& frame, const std::string& name) {
  for (const Observable& o : frame.observables) {
    if (o.name == name) return o.value;
  }
  ADD_FAILURE() << "no observable " << name;
  return 0;
}

std::string hold(const std::string& where, const std::string& how) {
  return "[[plate.support]]\nwhere = " + where + "\nhold = " + how + "\n";
}

/// A thin plate or shell without weight, under loads that grow in two steps.
std::string shell_of(const std::string& mesh, const std::string& bending = "tan") {
  return "[world]\ngravity = [0, 0, 0]\n[solve]\nduration = 1\nframes = 2\n[plate]\nmesh = " + mesh +
         "\nthickness = 0.02\nmaterial = { E = 1e6, nu = 0.3, rho = 1000 }\nbending = \"" + bending + "\"\n";
}

std::string force(const std::string& near, const std::string& newtons) {
  return "[[plate.force]]\nwhere = { near = " + near + " }\nforce = " + newtons + "\nwhen = [[0, 0], [1, 1]]\n";
}

// A tube with free ends, pinched in its middle between two forces. Mirror images of an eighth are the very same mesh.
TEST(PlateSupport, an_eighth_of_a_pinched_cylinder_does_as_the_whole) {
  const std::string cylinder = R"({ shape = "cylinder", radius = 1, pattern = "crossed", )";
  for (const char* bending : kBendings) {
    const Frame whole =
        last_frame(shell_of(cylinder + "length = 2, n_length = 6, n_turn = 16, end = \"360 deg\" }", bending) +
                   hold("{ near = [1, 0, 1] }", R"(["x", "y"])") + hold("{ near = [1, 0, -1] }", R"(["x", "y"])") +
                   hold("{ near = [1, 1, 0] }", R"(["x", "z"])") + force("[1, 0, 1]", "[0, 0, -1.2]") +
                   force("[1, 0, -1]", "[0, 0, 1.2]"));
    const Frame eighth =
        last_frame(shell_of(cylinder + "length = 1, n_length = 3, n_turn = 4, end = \"90 deg\" }", bending) +
                   hold("\"right\"", "\"symmetric\"") + hold("\"start\"", "\"symmetric\"") +
                   hold("\"end\"", "\"symmetric\"") + force("[1, 0, 1]", "[0, 0, -0.3]"));
    EXPECT_LT(seen(eighth, "force displacement z"), -0.03) << bending;
    EXPECT_NEAR(2 * seen(eighth, "force displacement z") /
                    (seen(whole, "force 1 displacement z") - seen(whole, "force 2 displacement z")),
                1, 1e-6)
        << bending;
    for (const char* energy : {"membrane energy", "bending energy"}) {
      EXPECT_NEAR(8 * seen(eighth, energy) / seen(whole, energy), 1, 1e-5) << bending << ' ' << energy;
    }
  }
}

// From the top to a side, from the top to the bottom, and from side to side: the mirrors are normal to y and z, to y,
// and to z.
TEST(PlateSupport, mirrors_of_a_cylinder_are_where_its_edges_face) {
  const std::string cylinder = R"({ shape = "cylinder", radius = 1, length = 1, n_length = 3, pattern = "crossed", )";
  const auto pinched = [&](const std::string& turn, const std::string& more) {
    return last_frame(shell_of(cylinder + turn + " }") + hold("\"right\"", "\"symmetric\"") +
                      hold("\"start\"", "\"symmetric\"") + hold("\"end\"", "\"symmetric\"") + more);
  };
  const double eighth =
      seen(pinched("n_turn = 4, end = \"90 deg\"", force("[1, 0, 1]", "[0, 0, -0.3]")), "force displacement z");
  const Frame half = pinched("n_turn = 8, end = \"180 deg\"", hold("{ near = [1, 1, 0] }", R"(["z"])") +
                                                                  force("[1, 0, 1]", "[0, 0, -0.3]") +
                                                                  force("[1, 0, -1]", "[0, 0, 0.3]"));
  const Frame upper = pinched("n_turn = 8, begin = \"-90 deg\", end = \"90 deg\"",
                              hold("{ near = [1, 0, 1] }", R"(["y"])") + force("[1, 0, 1]", "[0, 0, -0.6]"));
  EXPECT_LT(eighth, -0.05);
  EXPECT_NEAR(seen(half, "force 1 displacement z") / eighth, 1, 1e-6);
  EXPECT_NEAR(seen(upper, "force displacement z") / eighth, 1, 1e-6);
}

// A dome with a hole, squeezed along x and pulled along y at its rim, which four points keep at its height.
TEST(PlateSupport, a_quarter_of_a_dome_does_as_the_whole) {
  const std::string dome = R"({ shape = "hemisphere", radius = 1, n_meridian = 3, pattern = "crossed", )";
  for (const char* bending : kBendings) {
    const Frame whole = last_frame(
        shell_of(dome + "turn = \"360 deg\", n_turn = 16 }", bending) + hold("{ near = [1, 0, 0] }", R"(["y", "z"])") +
        hold("{ near = [-1, 0, 0] }", R"(["z"])") + hold("{ near = [0, 1, 0] }", R"(["x", "z"])") +
        hold("{ near = [0, -1, 0] }", R"(["x", "z"])") + force("[1, 0, 0]", "[-1, 0, 0]") +
        force("[-1, 0, 0]", "[1, 0, 0]") + force("[0, 1, 0]", "[0, 1, 0]") + force("[0, -1, 0]", "[0, -1, 0]"));
    const Frame quarter =
        last_frame(shell_of(dome + "turn = \"90 deg\", n_turn = 4 }", bending) + hold("\"start\"", "\"symmetric\"") +
                   hold("\"end\"", "\"symmetric\"") + hold("{ near = [1, 0, 0] }", R"(["z"])") +
                   hold("{ near = [0, 1, 0] }", R"(["z"])") + force("[1, 0, 0]", "[-0.5, 0, 0]") +
                   force("[0, 1, 0]", "[0, 0.5, 0]"));
    EXPECT_LT(seen(quarter, "force 1 displacement x"), -0.003) << bending;
    EXPECT_NEAR(seen(quarter, "force 1 displacement x") / seen(whole, "force 1 displacement x"), 1, 1e-6) << bending;
    EXPECT_NEAR(seen(quarter, "force 2 displacement y") / seen(whole, "force 3 displacement y"), 1, 1e-6) << bending;
  }
}

TEST(PlateSupport, a_quarter_of_a_flat_plate_does_as_the_whole) {
  const std::string pushed = "[plate.pressure]\nvalue = 50\nwhen = [[0, 0], [1, 1]]\n";
  for (const char* bending : kBendings) {
    const Frame whole = last_frame(
        shell_of(R"({ shape = "rectangle", length = 2, width = 2, nx = 4, ny = 4, pattern = "crossed" })", bending) +
        hold("\"boundary\"", "\"clamped\"") + pushed);
    const Frame quarter = last_frame(
        shell_of(R"({ shape = "rectangle", length = 1, width = 1, nx = 2, ny = 2, pattern = "crossed" })", bending) +
        hold("\"right\"", "\"clamped\"") + hold("\"top\"", "\"clamped\"") + hold("\"left\"", "\"symmetric\"") +
        hold("\"bottom\"", "\"symmetric\"") + pushed);
    EXPECT_GT(seen(whole, "highest z"), 0.02) << bending;
    EXPECT_NEAR(seen(quarter, "highest z") / seen(whole, "highest z"), 1, 1e-6) << bending;
  }
}

// Mirrors of a cylinder under pressure: the radius grows by p R^2 (1 - nu^2) / (E t).
TEST(PlateSupport, mirrors_of_a_cylinder_let_it_breathe) {
  const Frame frame = last_frame(
      shell_of(R"({ shape = "cylinder", radius = 1, length = 3, n_length = 12, n_turn = 16, pattern = "crossed" })") +
      hold("\"left\"", "\"symmetric\"") + hold("\"right\"", "\"symmetric\"") + hold("\"start\"", "\"symmetric\"") +
      hold("\"end\"", "\"symmetric\"") + "[plate.pressure]\nvalue = 1\nwhen = [[0, 0], [1, 1]]\n");
  EXPECT_NEAR(seen(frame, "highest z") - 1, (1 - 0.3 * 0.3) / (1e6 * 0.02), 0.05 * 4.55e-5);
}

// Navier: a square on rollers under pressure gives way by 0.00406 q a^4 / D in its middle.
TEST(PlateSupport, a_plate_on_rollers_is_that_of_navier) {
  const Frame frame = last_frame(
      shell_of(R"({ shape = "rectangle", length = 0.5, width = 0.5, nx = 16, ny = 16, pattern = "alternating" })") +
      hold("\"right\"", R"(["z"])") + hold("\"top\"", R"(["z"])") + hold("\"left\"", "\"symmetric\"") +
      hold("\"bottom\"", "\"symmetric\"") + "[plate.pressure]\nvalue = 0.01\n");
  const double stiffness = 1e6 * 0.02 * 0.02 * 0.02 / (12 * (1 - 0.3 * 0.3));
  EXPECT_NEAR(seen(frame, "highest z") / (0.00406235 * 0.01 / stiffness), 1, 0.01);
  // Rollers push only upwards, and carry what lies on the quarter.
  EXPECT_NEAR(seen(frame, "support 1 force z") + seen(frame, "support 2 force z"), -0.01 / 4, 1e-6);
  EXPECT_FALSE(has(frame, "support 1 force x"));
  EXPECT_TRUE(has(frame, "support 1 moment x"));
  EXPECT_FALSE(has(frame, "support 1 moment z"));
}

// Pulled along x between rollers, a plate grows narrower by Poisson's ratio.
TEST(PlateSupport, rollers_follow_their_motion_along_the_held_axes_only) {
  const Frame frame =
      last_frame(shell_of(R"({ shape = "rectangle", length = 1, width = 0.5, nx = 4, ny = 2 })") +
                 hold("\"all\"", R"(["z"])") + hold("\"left\"", R"(["x"])") + hold("\"bottom\"", R"(["y"])") +
                 hold("\"right\"", R"(["x"])") + "move = { by = [1e-4, 0, 0] }\n");
  EXPECT_NEAR(seen(frame, "support 4 force x") / (1e6 * 0.02 * 0.5 * 1e-4), 1, 1e-3);
  EXPECT_NEAR(seen(frame, "support 2 force x") / (1e6 * 0.02 * 0.5 * 1e-4), -1, 1e-3);
  const Eigen::Vector3d corner = frame.shape.points.back() - Eigen::Vector3d(1, 0.5, 0);
  EXPECT_NEAR(corner.x(), 1e-4, 1e-12);
  EXPECT_NEAR(corner.y() / (-0.3 * 0.5 * 1e-4), 1, 1e-3);
}

// A tube twisted between two diaphragms shortens, since nothing holds it along its axis.
TEST(PlateSupport, a_diaphragm_turns_in_its_plane) {
  const std::string tube =
      shell_of(R"({ shape = "cylinder", radius = 1, length = 1, n_length = 4, n_turn = 12, end = "360 deg" })") +
      hold("\"left\"", "\"hinged\"") + hold("\"right\"", R"(["y", "z"])");
  const Frame frame = last_frame(tube + "turn = { axis = [1, 0, 0], angle = \"5 deg\" }\n");
  const Eigen::Vector3d there = frame.shape.points.back();
  EXPECT_NEAR(std::hypot(there.y(), there.z()), 1, 1e-9);
  EXPECT_LT(there.x(), 0.9995);
  EXPECT_FALSE(has(frame, "support 2 force x"));
  EXPECT_GT(seen(frame, "support 2 moment x"), 0);
  EXPECT_THAT(sentence(tube + "turn = { axis = [0, 1, 0], angle = \"10 deg\" }\n"),
              HasSubstr("plate.support.1.turn: turns points along x, along which they slide; turn about x, or hold "
                        "\"x\" too"));
  EXPECT_THAT(sentence(tube + "move = { by = [0.1, 0, 0] }\n"),
              HasSubstr("plate.support.1.move: moves points along x, along which they slide; hold \"x\" too"));
}

TEST(PlateSupport, supports_may_share_points_that_they_hold_along_different_axes) {
  const std::string moving = changed(kPlate, "method", "duration = 1\nmethod");
  const auto both = [&](const std::string& axes, const std::string& by) {
    return sentence(moving + hold("\"bottom\"", axes) + "move = { by = " + by + " }\n");
  };
  EXPECT_THAT(both(R"(["z"])", "[0, 0, 0.01]"), HasSubstr("moves otherwise"));
  EXPECT_EQ(sentence(changed(moving, "\"clamped\"", R"(["x", "y"])") + hold("\"right\"", R"(["z"])") +
                     hold("\"bottom\"", R"(["z"])")),
            "read");
  EXPECT_EQ(sentence(changed(moving, "\"clamped\"", R"(["x", "y"])") + hold("\"bottom\"", R"(["z"])") +
                     "move = { by = [0, 0, 0.01] }\n" + hold("{ near = [0.2, 0.1, 0] }", R"(["z"])")),
            "read");
}

struct Refused {
  const char *what, *mesh, *supports, *sentence;
};

constexpr char kSquare[] = R"({ shape = "rectangle", length = 1, width = 1, nx = 4, ny = 4 })";
constexpr char kSixth[] = R"({ shape = "cylinder", radius = 1, length = 1, n_length = 4, n_turn = 6, end = "60 deg" })";
constexpr char kDome[] = R"({ shape = "hemisphere", radius = 1, n_meridian = 6, n_turn = 8 })";

const Refused kRefused[] = {
    {"a plane that is slanted", kSixth, "where = \"end\"\nhold = \"symmetric\"\n",
     "plate.support.0: is no mirror: its edge faces (0, 0.57, -0.82), so that the plate and its image in the plane "
     "normal to z would have a crease of 70 deg at rest, where its triangles turn by at most 10 deg"},
    {"the rim of a hole", kDome, "where = \"hole\"\nhold = \"symmetric\"\n",
     "plate.support.0: is no mirror: its points 62 and 6 are"},
    {"two edges", kSquare, "where = \"boundary\"\nhold = \"symmetric\"\n", "plate.support.0: is no mirror: its points"},
    {"a point", kSquare, "where = { near = [0, 0, 0] }\nhold = \"symmetric\"\n",
     "plate.support.0: is no mirror: between its points there is no edge of the boundary"},
    {"a normal across the edge", kSquare, "where = \"left\"\nhold = \"symmetric\"\nnormal = [0, 1, 0]\n",
     "plate.support.0: is no mirror: its points"},
    {"a normal across the plate", kSquare, "where = \"left\"\nhold = \"symmetric\"\nnormal = [0, 0, 1]\n",
     "plate.support.0: is no mirror: its edge faces x, so that the plate and its image in the plane normal to z would "
     "have a crease of 180 deg at rest"},
    {"a slanted normal", kSquare, "where = \"left\"\nhold = \"symmetric\"\nnormal = [1, 1, 0]\n",
     "plate.support.0.normal: a plane of symmetry is normal to x, y or z; turn the plate with place"},
    {"a normal of a clamp", kSquare, "where = \"left\"\nhold = \"clamped\"\nnormal = [1, 0, 0]\n",
     "plate.support.0.normal: only of hold = \"symmetric\"; leave it out"},
    {"no axis", kSquare, "where = \"left\"\nhold = []\n",
     "plate.support.0.hold: holds nothing; name the axes along which it holds, as [\"z\"]"},
    {"an axis twice", kSquare, "where = \"left\"\nhold = [\"z\", \"z\"]\n", "plate.support.0.hold.1: named twice"},
    {"no axis of that name", kSquare, "where = \"left\"\nhold = [\"w\"]\n", "plate.support.0.hold.0: unknown name 'w'"},
    {"a mirror alone", kSquare, "where = \"left\"\nhold = \"symmetric\"\n",
     "plate.support: nothing keeps the plate from moving along y, so it has no equilibrium"},
    {"a row of points", kSquare, "where = \"left\"\nhold = \"hinged\"\n",
     "plate.support: nothing keeps the plate from turning about a line along y, so it has no equilibrium"},
    {"three rollers", kSquare, "where = \"boundary\"\nhold = [\"z\"]\n",
     "plate.support: nothing keeps the plate from moving along x, so it has no equilibrium"},
    {"a rim that the surface meets aslant", kDome, "where = \"hole\"\nhold = \"symmetric\"\nnormal = [0, 0, 1]\n",
     "plate.support.0: is no mirror: its edge faces"},
    {"a pin", kSquare,
     "where = { near = [0, 0, 0] }\nhold = [\"x\", \"y\"]\n[[plate.support]]\nwhere = \"boundary\"\nhold = [\"z\"]\n",
     "plate.support: nothing keeps the plate from turning about a line along z, so it has no equilibrium"},
};

TEST(PlateSupport, what_is_no_support_is_refused) {
  for (const Refused& r : kRefused) {
    EXPECT_THAT(sentence(shell_of(r.mesh) + "[[plate.support]]\n" + r.supports), HasSubstr(r.sentence)) << r.what;
  }
}

TEST(PlateSupport, every_part_of_a_mesh_is_held) {
  const TriangleMesh parts{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}}, {{0, 1, 2}, {3, 4, 5}}};
  const std::string text = shell_of(R"({ file = "parts.obj" })") +
                           hold("{ min = [0, 0, 0], max = [1, 0, 0] }", "\"clamped\"") +
                           hold("{ min = [5, 0, 0], max = [6, 0, 0] }", "\"hinged\"");
  try {
    read_scene(text, "parts.toml", {}, {[&](const std::string&) { return parts; }});
    ADD_FAILURE() << "the second part is loose";
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), HasSubstr("nothing keeps the part of the plate with point 3 from turning about a line "
                                        "along x, so it has no equilibrium"));
  }
}

TEST(PlateSupport, a_mirror_is_one_of_the_rest_shape) {
  const std::string flat = shell_of(kSquare) + hold("\"left\"", "\"clamped\"") + hold("\"right\"", "\"symmetric\"");
  EXPECT_EQ(sentence(flat), "read");
  EXPECT_EQ(sentence(flat + "normal = [-2, 0, 0]\n"), "read");
  // Rolled up, its far edge faces elsewhere; the near one still faces x.
  const std::string rolled = changed(flat, "thickness", "rest = { curvature = 0.5 }\nthickness");
  EXPECT_THAT(sentence(rolled), HasSubstr("is no mirror: its edge faces (0.91, 0, 0.42)"));
  EXPECT_EQ(sentence(changed(changed(changed(rolled, "left", "LEFT"), "right", "left"), "LEFT", "right")), "read");
}

}  // namespace
}  // namespace plumb
