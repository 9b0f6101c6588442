// Solids as scene files ask for them: closed forms, what is shown, warnings, and what is refused.

#include <cmath>
#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/geometry/tetrahedral_generators.h>
#include <plumb/scene/simulation/simulation.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;

/// A bar of 20 cm x 4 cm x 4 cm whose ends go as supports say; its sides are free.
std::string bar(const std::string& more, const std::string& solve = "duration = 1\nframes = 1",
                const std::string& n = "[5, 2, 2]") {
  return "[world]\ngravity = [0, 0, 0]\n[solve]\n" + solve +
         "\n[solid]\nname = \"bar\"\nmesh = { shape = \"box\", size = [0.2, 0.04, 0.04], n = " + n +
         " }\nmaterial = { E = 1e5, nu = 0.3, rho = 1000 }\n" + more;
}

std::string support(const std::string& where, const std::string& hold, const std::string& more = "") {
  return "[[solid.support]]\nwhere = " + where + "\nhold = " + hold + "\n" + more;
}

/// Holds a bar along x at its left end and keeps it from turning, so that it gets thinner freely.
const std::string kLeft = support(R"("left")", R"(["x"])") + support("{ near = [0, 0, 0] }", R"(["y", "z"])") +
                          support("{ near = [0, 0.04, 0] }", R"(["z"])");

using Ended = std::unique_ptr<Simulation>;

Ended at_end(const std::string& text) {
  auto simulation = std::make_unique<Simulation>(read_scene(text, "solid.toml"));
  for (int i = 0; i <= simulation->n_frames(); ++i) {
    EXPECT_EQ(simulation->advance_to(i).status, Status::ok) << "frame " << i;
  }
  return simulation;
}

double seen(const Ended& of, const std::string& name) {
  for (const Observable& o : of->look().observables) {
    if (o.name == name) return o.value;
  }
  ADD_FAILURE() << "no observable " << name;
  return 0;
}

std::vector<std::string> kinds(const Ended& of) {
  std::vector<std::string> all;
  for (const Warning& warning : of->warnings()) all.push_back(warning.kind);
  return all;
}

// The corotated law is Hooke's in the stretches: P = E (s - 1), whatever the size.
TEST(SolidScene, a_bar_is_pulled_as_the_closed_form_says) {
  const Ended pulled = at_end(
      bar("law = \"corotated\"\n" + kLeft + support("\"right\"", R"(["x"])", "move = { by = [0.016, 0, 0] }\n")));
  constexpr double kStrain = 0.08, kArea = 0.04 * 0.04, kThinner = 1 - 0.3 * kStrain;
  EXPECT_NEAR(seen(pulled, "support 4 force x"), 1e5 * kStrain * kArea, 1e-6);
  EXPECT_NEAR(seen(pulled, "support 1 force x"), -1e5 * kStrain * kArea, 1e-6);
  EXPECT_NEAR(seen(pulled, "elastic energy"), 0.5 * 1e5 * kStrain * kStrain * kArea * 0.2, 1e-9);
  EXPECT_NEAR(seen(pulled, "volume"), 0.2 * kArea * (1 + kStrain) * kThinner * kThinner, 1e-12);
  EXPECT_NEAR(seen(pulled, "least singular value"), kThinner, 1e-8);
  EXPECT_NEAR(seen(pulled, "largest von Mises stress"), 1e5 * kStrain / (kThinner * kThinner), 1e-3);
  EXPECT_TRUE(kinds(pulled).empty());
}

TEST(SolidScene, forces_are_spread_and_turned_away_by_supports) {
  const Ended pulled = at_end(
      bar("law = \"corotated\"\n" + kLeft + "[[solid.force]]\nwhere = \"right\"\nforce = [\"8 N\", 0, 0]\n", ""));
  constexpr double kStrain = 8 / (1e5 * 0.04 * 0.04);
  EXPECT_NEAR(seen(pulled, "force displacement x"), 0.2 * kStrain, 1e-9);
  EXPECT_NEAR(seen(pulled, "support 1 force x"), -8, 1e-7);
}

// Under pressure from all sides P = -p s^2, and the corotated law has P = (2 mu + 3 lambda)(s - 1).
TEST(SolidScene, pressure_makes_a_solid_smaller) {
  const Ended pressed = at_end(bar("law = \"corotated\"\npressure = { value = \"10 kPa\" }\n" + kLeft, ""));
  const double bulk = 1e5 / (1 - 2 * 0.3), p = 1e4;
  const double s = (-bulk + std::sqrt(bulk * bulk + 4 * p * bulk)) / (2 * p);
  EXPECT_NEAR(seen(pressed, "volume"), 0.2 * 0.04 * 0.04 * s * s * s, 1e-10);
}

TEST(SolidScene, a_rest_shape_of_another_size_is_gone_to) {
  const Ended shrunk = at_end(bar("rest = { scale = 0.9 }\n" + kLeft, ""));
  EXPECT_NEAR(seen(shrunk, "volume"), 0.2 * 0.04 * 0.04 * 0.729, 1e-12);
  EXPECT_NEAR(seen(shrunk, "elastic energy"), 0, 1e-12);
}

TEST(SolidScene, a_thrown_body_flies_and_spins_as_a_rigid_one) {
  std::string text = bar("place = { position = [0, 0, 1] }\nvelocity = [\"1 m/s\", 0, 2]\nspin = [0, 0, \"3 1/s\"]\n",
                         "method = \"energy-keeping\"\nduration = \"0.1 s\"\nframes = 1\ndt = \"1 ms\"", "[4, 2, 2]");
  text = changed(text, "[0, 0, 0]", "[0, 0, -10]");
  const Ended thrown = at_end(changed(text, "1e5", "1e8"));
  EXPECT_NEAR(seen(thrown, "middle x"), 0.1 + 0.1, 1e-5);
  EXPECT_NEAR(seen(thrown, "middle z"), 1.02 + 0.2 - 0.05, 1e-5);
  constexpr double kMass = 1000 * 0.2 * 0.04 * 0.04;
  // Masses at the points resist turning more than what is spread between them.
  const double turning = 0.5 * kMass * 9 * (0.2 * 0.2 + 0.04 * 0.04) / 12;
  EXPECT_NEAR(seen(thrown, "kinetic energy"), 0.5 * kMass * (1 + 1) + 1.1 * turning, 0.1 * turning);
}

// Without a Poisson ratio the slowest wave along a bar that is kept from bending has a quarter of its length.
TEST(SolidScene, vibrations_of_a_bar_are_those_of_the_wave_equation) {
  const std::string held = support("\"left\"", R"(["x"])") + support("\"outside\"", R"(["y", "z"])");
  const Ended still = at_end(changed(bar(held, "", "[40, 1, 1]"), "nu = 0.3", "nu = 0"));
  const double exact = std::sqrt(1e5 / 1000) / (4 * 0.2);
  EXPECT_NEAR(still->vibrations(1)[0].frequencies[0], exact, 1e-3 * exact);
}

TEST(SolidScene, what_is_drawn_is_the_outside_with_its_arrays) {
  const Ended pulled =
      at_end(bar("law = \"corotated\"\n" + kLeft + support("\"right\"", R"(["x"])", "move = { by = [0.016, 0, 0] }\n"),
                 "duration = 1\nframes = 1", "[5, 3, 3]"));
  const Shape shape = pulled->look().shape;
  ASSERT_EQ(shape.surfaces.size(), 1u);
  const OuterSurface outside = outer_surface(box_mesh({{0.2, 0.04, 0.04}, {5, 3, 3}}));
  EXPECT_EQ(shape.surfaces[0].triangles, outside.mesh.triangles);
  ASSERT_EQ(shape.points.size(), outside.points.size());
  std::vector<std::string> names;
  for (const PointArray& array : shape.arrays) {
    names.push_back(array.name);
    ASSERT_EQ(array.values.size(), shape.points.size() * static_cast<std::size_t>(array.n_components));
    for (const double value : array.values) {
      if (array.name == "von Mises stress") {
        EXPECT_NEAR(value, 8000 / std::pow(1 - 0.024, 2), 1e-2);
      }
      if (array.name == "energy density") {
        EXPECT_NEAR(value, 320, 1e-4);
      }
    }
  }
  EXPECT_THAT(names,
              testing::ElementsAre("displacement", "von Mises stress", "energy density", "least singular value"));
}

TEST(SolidScene, a_saved_frame_goes_on_to_the_same_bits) {
  const std::string text = bar("damping = \"1 ms\"\n" + support("\"left\"", "\"clamped\""),
                               "method = \"tr-bdf2\"\nduration = \"0.125 s\"\nframes = 4\ndt = 0.00390625");
  const std::string heavy = changed(text, "[0, 0, 0]", "[0, 0, -9.81]");
  Simulation whole(read_scene(heavy, "solid.toml")), first(read_scene(heavy, "solid.toml"));
  Simulation second(read_scene(heavy, "solid.toml"));
  for (int i = 0; i <= 4; ++i) ASSERT_EQ(whole.advance_to(i).status, Status::ok);
  for (int i = 0; i <= 2; ++i) ASSERT_EQ(first.advance_to(i).status, Status::ok);
  second.load(first.save());
  for (int i = 3; i <= 4; ++i) ASSERT_EQ(second.advance_to(i).status, Status::ok);
  EXPECT_EQ(second.save(), whole.save());
}

TEST(SolidScene, what_may_be_wrong_is_warned_of) {
  const auto stretched = [](const std::string& law, const std::string& by) {
    return kinds(at_end(bar("law = \"" + law + "\"\n" + kLeft +
                            support("\"right\"", R"(["x"])", "move = { by = [" + by + ", 0, 0] }\n"))));
  };
  for (const char* law : {"stvk", "corotated"}) {
    EXPECT_TRUE(stretched(law, "0.018").empty()) << law;
    EXPECT_THAT(stretched(law, "0.03"), testing::Contains("strain")) << law;
  }
  EXPECT_TRUE(stretched("stable-neo-hookean", "0.1").empty());
  // Bent, few tetrahedra across are wrong and say so.
  const auto bent = [](const std::string& n, const std::string& nu) {
    const std::string text = bar(
        support("\"left\"", "\"clamped\"") + "[[solid.force]]\nwhere = \"right\"\nforce = [0, 0, \"-5 mN\"]\n", "", n);
    return at_end(changed(text, "nu = 0.3", "nu = " + nu))->warnings();
  };
  const auto coarse = bent("[5, 1, 1]", "0.3"), locked = bent("[20, 4, 4]", "0.499");
  ASSERT_EQ(coarse.size(), 1u);
  EXPECT_THAT(text(coarse[0]), HasSubstr("its mesh is too coarse for its stress"));
  ASSERT_EQ(locked.size(), 1u);
  EXPECT_THAT(text(locked[0]), HasSubstr("linear tetrahedra lock near nu = 0.5, and it has 0.499"));
}

// From anywhere the search comes to the equilibrium that is found from the mesh.
TEST(SolidScene, an_equilibrium_is_found_from_any_start) {
  const std::string heavy = changed(bar(support("\"left\"", "\"clamped\"")), "[0, 0, 0]", "[0, 0, -1]");
  for (const char* law : {"stable-neo-hookean", "neo-hookean"}) {
    const std::string text = changed(changed(heavy, "duration = 1\nframes = 1", ""), "material",
                                     "law = \"" + std::string(law) + "\"\nmaterial");
    const Ended usual = at_end(text);
    for (const char* start : {"{ shape = \"random\", seed = 7 }", "{ shape = \"inverted\" }", "{ shape = \"flat\" }",
                              "{ shape = \"point\" }"}) {
      const Ended found = at_end(changed(text, "material", "start = " + std::string(start) + "\nmaterial"));
      for (const char* name : {"middle x", "middle z", "volume", "least singular value", "support force z"}) {
        EXPECT_NEAR(seen(found, name), seen(usual, name), 1e-7 * std::abs(seen(usual, name))) << law << start << name;
      }
      EXPECT_GT(seen(found, "least singular value"), 0.9);
    }
  }
}

TEST(SolidScene, contact_stands_on_the_skin) {
  const std::string text = changed(bar("place = { position = [0, 0, 0.011] }\ndamping = \"5 ms\"\nskin = \"1 mm\"\n",
                                       "method = \"backward-euler\"\nduration = 0.3\nframes = 3\ndt = 0.005"),
                                   "[solid]", "[obstacle]\nname = \"ground\"\nshape = \"plane\"\n[solid]");
  const Ended fallen = at_end(changed(text, "[0, 0, 0]", "[0, 0, -9.81]"));
  EXPECT_NEAR(seen(fallen, "lowest z"), 1e-3, 1e-9);
  EXPECT_NEAR(seen(fallen, "bar contact force z"), 9.81 * 0.32, 1e-2);
}

// A cube of 10 cm is pressed onto rough ground by what holds its top, and dragged along.
TEST(SolidScene, an_equilibrium_in_contact_is_certified) {
  const std::string text = R"([world]
gravity = [0, 0, 0]
[solve]
duration = 1
frames = 4
[contact]
friction = 5
self = false
[obstacle]
name = "ground"
shape = "plane"
[solid]
mesh = { shape = "box", size = [0.1, 0.1, 0.1], n = [2, 2, 2] }
place = { position = [0, 0, 2e-3] }
material = { E = 1e5, nu = 0.3, rho = 1000 }
[[solid.support]]
where = "top"
hold = "clamped"
move = { by = [0.002, 0, -0.01] }
)";
  const Ended pressed = at_end(text);
  EXPECT_EQ(seen(pressed, "negative modes"), 0);
  EXPECT_EQ(seen(pressed, "contacts"), 9);
  EXPECT_EQ(seen(pressed, "sticking contacts"), 9);
  const double normal = seen(pressed, "solid contact force z");
  EXPECT_GT(normal, 0.1 * 0.1 * 1e5 * 0.08);
  EXPECT_NEAR(normal, -seen(pressed, "support force z"), 1e-3 * normal);
}

TEST(SolidScene, nothing_may_be_inside_a_solid) {
  const auto with = [](const std::string& more) {
    return sentence(changed(bar("", "method = \"backward-euler\"\nduration = 1\nframes = 1\ndt = 0.01"), "[solid]",
                            more + "[solid]"));
  };
  EXPECT_THAT(
      with("[obstacle]\nname = \"marble\"\nshape = \"sphere\"\nradius = 0.001\nposition = [0.11, 0.02, 0.021]\n"),
      HasSubstr("'marble' is inside 'bar' at (0.11, 0.02, 0.021) m at time zero"));
  EXPECT_THAT(with("[contact]\n[rod]\nmodel = \"discrete-elastic-rod\"\nn = 2\nlength = 0.01\n"
                   "material = { E = 1e6, nu = 0.3, rho = 1000 }\nsection = { shape = \"circle\", r = 0.001 }\n"
                   "start = { position = [0.11, 0.02, 0.021] }\n"),
              HasSubstr("'rod' is inside 'bar'"));
}

TEST(SolidScene, mistakes_are_told_with_their_place) {
  const std::string good = bar(support("\"left\"", "\"clamped\""), "");
  EXPECT_EQ(sentence(good), "read");
  const auto answer = [&](const std::string& from, const std::string& to) { return sentence(changed(good, from, to)); };
  EXPECT_THAT(answer("material", "low = 1\nmaterial"), HasSubstr("solid.low: unknown key; did you mean 'law'?"));
  EXPECT_THAT(answer("material", "law = \"neohookean\"\nmaterial"), HasSubstr("did you mean 'neo-hookean'?"));
  EXPECT_THAT(answer("nu = 0.3", "nu = 0.5"), HasSubstr("nu must be below 0.5"));
  EXPECT_THAT(answer("n = [5, 2, 2]", "n = [5, 2]"), HasSubstr("expected three whole numbers, got 2"));
  EXPECT_THAT(answer("n = [5, 2, 2]", "n = [1000, 1000, 2]"), HasSubstr("has 1.2e+07 tetrahedra, at most 1000000"));
  EXPECT_THAT(answer("size = [0.2,", "size = [-0.2,"), HasSubstr("all three sides must be positive"));
  EXPECT_THAT(answer("\"box\"", "\"cone\""), HasSubstr("solid.mesh.shape"));
  EXPECT_THAT(answer("where = \"left\"", "where = \"lift\""), HasSubstr("did you mean 'left'?"));
  EXPECT_THAT(answer("hold = \"clamped\"", "hold = [\"x\"]"), HasSubstr("nothing keeps the solid from moving along y"));
  EXPECT_THAT(answer("where = \"left\"", "where = \"outside\""), HasSubstr("read"));
  EXPECT_THAT(answer("where = \"left\"", "where = \"all\""), HasSubstr("all points are held"));
  EXPECT_THAT(answer("material", "skin = 1\nmaterial"), HasSubstr("between a millionth and a tenth of the size"));
  EXPECT_THAT(answer("material", "velocity = [1, 0, 0]\nmaterial"), HasSubstr("a static scene takes no time"));
  EXPECT_THAT(answer("material", "start = { shape = \"flat\", seed = 1 }\nmaterial"), HasSubstr("only of shape"));
  EXPECT_THAT(answer("material", "pressure = { value = 1, where = { near = [0, 0, 0] } }\nmaterial"),
              HasSubstr("there is none between these points"));
  EXPECT_THAT(sentence(good + "[[solid.force]]\nwhere = \"right\"\nmoment = [1, 0, 0]\n"),
              HasSubstr("how a moment is spread"));
  EXPECT_THAT(answer("{ shape = \"box\", size = [0.2, 0.04, 0.04], n = [5, 2, 2] }", "{ file = \"bar.msh\" }"),
              HasSubstr("mesh files are not read here"));
}

}  // namespace
}  // namespace plumb
