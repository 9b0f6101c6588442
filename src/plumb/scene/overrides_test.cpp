// Keys set on the command line.
#include <plumb/scene/text/overrides.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/scene/bodies_for_test.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const std::string kPair = R"([solve]
method = "newmark"
duration = "1 s"
tolerance = 1e-6
[[rod]]
name = "left"
model = "discrete-elastic-rod"
n = 10
length = "20 cm"
stiffness = { EI = 1, GJ = 1, EA = 1, mass = 1 }
[[rod.clamp]]
at = "start"
[[rod.clamp]]
at = "15 cm"
[[rod]]
name = "right"
model = "discrete-elastic-rod"
n = 10
length = "20 cm"
stiffness = { EI = [1, 2], GJ = 1, EA = 1, mass = 1 }
)";

OpenScene read(const std::string& text, const std::vector<Override>& overrides) {
  return opened(read_scene(text, "strip.toml", overrides));
}

TEST(Overrides, replace_a_value) {
  EXPECT_EQ(read(kStrip, {{"rod.length", "12 cm"}}).rods[0].length, 0.12);
  EXPECT_EQ(read(kStrip, {{"rod.length", "\"12 cm\""}}).rods[0].length, 0.12);
  EXPECT_EQ(read(kStrip, {{"rod.length", "0.12"}}).rods[0].length, 0.12);
  EXPECT_EQ(read(kStrip, {{"rod.model", "super-helix"}}).rods[0].kind, RodKind::super_helix);
  EXPECT_EQ(read(kStrip, {{"rod.n", "20"}, {"rod.n", "30"}}).rods[0].n, 30) << "the last one counts";
  EXPECT_EQ(read(kStrip, {{"world.gravity", "[0, \"1 m/s^2\", 0]"}}).gravity, Eigen::Vector3d::UnitY());
  EXPECT_EQ(read(kStrip, {{"world.gravity.2", "-1.62 m/s^2"}}).gravity, Eigen::Vector3d(0, 0, -1.62));
  EXPECT_NE(read(kStrip, {{"rod.material.E", "2 MPa"}}).rods[0].stiffness.stretch,
            read(kStrip, {}).rods[0].stiffness.stretch);
}

TEST(Overrides, add_a_valid_key) {
  EXPECT_EQ(read(kStrip, {{"rod.damping", "10 ms"}}).rods[0].damping, 0.01);
  EXPECT_EQ(read(kStrip, {{"rod.natural.curvature", "3"}}).rods[0].natural.kappa_1, 3);
  EXPECT_EQ(read(kStrip, {{"rod.natural", "{ twist = 3 }"}}).rods[0].natural.twist, 3);
  EXPECT_EQ(read(changed(kStrip, "[solve]\nmethod = \"static\"\n", ""), {{"solve.duration", "3 s"}}).solve.duration, 3);
}

TEST(Overrides, reach_into_lists_by_name_number_or_nothing) {
  EXPECT_EQ(read(kStrip, {{"rod.clamp.at", "end"}}).rods[0].clamps[0].at, 0.2);
  EXPECT_EQ(read(kStrip, {{"rod.clamp.0.at", "end"}}).rods[0].clamps[0].at, 0.2);
  EXPECT_EQ(read(changed(kStrip, "n = 10", "n = 10\nname = \"strip\""), {{"rod.strip.n", "20"}}).rods[0].n, 20);
  EXPECT_EQ(read(kPair, {{"rod.right.length", "30 cm"}}).rods[1].length, 0.3);
  EXPECT_EQ(read(kPair, {{"rod.1.length", "30 cm"}}).rods[1].length, 0.3);
  EXPECT_EQ(read(kPair, {{"rod.right.stiffness.EI.0", "5"}}).rods[1].stiffness.bend_1, 5);
  EXPECT_EQ(read(kPair, {{"rod.left.clamp.1.at", "16 cm"}}).rods[0].clamps[1].at, 0.16);
}

TEST(Overrides, win_over_what_they_contradict) {
  const SceneSolve fixed = read(kPair, {{"solve.dt", "1 ms"}}).solve;
  EXPECT_EQ(fixed.dt, 1e-3);
  EXPECT_EQ(fixed.tolerance, 0);
  const std::string with_dt = changed(kPair, "tolerance = 1e-6", "dt = \"1 ms\"");
  EXPECT_EQ(read(with_dt, {{"solve.tolerance", "1e-7"}}).solve.dt, 0);
  EXPECT_THAT(sentence(kPair, {{"solve.dt", "1 ms"}, {"solve.tolerance", "1e-7"}}), HasSubstr("give one of them"));
  const std::string held = changed(kPair, "name = \"right\"", "name = \"right\"\nclamp = [{ at = \"start\" }]");
  EXPECT_EQ(read(held, {{"solve.method", "static"}}).solve.tolerance, 0);
}

TEST(Overrides, mistakes_say_where_they_come_from) {
  const std::string given = "strip.toml, given on the command line: ";
  const auto told = [](const char* key, const char* value) { return sentence(kStrip, {{key, value}}); };
  EXPECT_EQ(told("rod.lenght", "12 cm"), given + "rod.lenght: unknown key; did you mean 'length'?");
  EXPECT_EQ(told("rood.length", "12 cm"), given + "rood: unknown key; did you mean 'rod'?");
  EXPECT_EQ(told("rod.length", "12 kg"), given + "rod.length = '12 kg': expected a unit like m");
  EXPECT_EQ(told("rod.length", "-1"), given + "rod.length: must be positive, got -1 m");
  EXPECT_EQ(told("rod.natural", "{ twits = 3 }"), given + "rod.natural.twits: unknown key; did you mean 'twist'?");
  EXPECT_EQ(told("world.gravity.2", "3 m"), given + "world.gravity.2 = '3 m': expected a unit like m/s^2");
  EXPECT_EQ(told("world.gravity.3", "3"),
            given + "world.gravity.3: no such entry; world.gravity has 3, counted from 0");
  EXPECT_EQ(told("world.gravity.z", "3"),
            given + "world.gravity.z: world.gravity has 3 entries; say which by its number from 0, as world.gravity.0");
  EXPECT_EQ(told("rod.natural.curvature.0", "3"),
            given +
                "rod.natural.curvature.0: the file has no list rod.natural.curvature; set rod.natural.curvature as "
                "a whole");
  EXPECT_EQ(told("rod.length.x", "3"), given + "rod.length.x: rod.length has no parts");
  EXPECT_EQ(told("rod..length", "3"), given + "rod..length: a key is words joined by dots, as rod.length");
  EXPECT_EQ(told("", "3"), given + ": a key is words joined by dots, as rod.length");
  EXPECT_EQ(told("a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a", "3"),
            given + "a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a.a: no key of a scene has so many parts");
  EXPECT_EQ(sentence(kPair, {{"rod.rihgt.length", "1"}}),
            given + "rod.rihgt.length: unknown name 'rihgt'; did you mean 'right'?");
  EXPECT_THAT(told("rod.n", "4\n[x]"), HasSubstr(given + "rod.n = '4 [x]': unknown unit")) << "text, not the number 4";
}

TEST(Overrides, do_not_hide_mistakes_of_the_file) {
  EXPECT_EQ(sentence(changed(kStrip, "20 cm", "20 kg"), {{"rod.n", "12"}}),
            "strip.toml:9: rod.length = '20 kg': expected a unit like m");
}

TEST(NumericKeys, are_what_overrides_take) {
  EXPECT_THAT(
      numeric_keys(changed(kStrip, "A strip", "3 strips"), "strip.toml"),
      ElementsAre("rod.length", "rod.material.E", "rod.material.nu", "rod.material.rho", "rod.n", "rod.section.height",
                  "rod.section.width", "world.gravity.0", "world.gravity.1", "world.gravity.2"));
  const std::vector<std::string> keys = numeric_keys(kPair, "strip.toml");
  EXPECT_THAT(keys, testing::IsSupersetOf({"rod.left.clamp.1.at", "rod.left.length", "rod.right.stiffness.EI.1",
                                           "solve.duration", "solve.tolerance"}));
  for (const std::string& key : keys) {
    EXPECT_THAT(sentence(kPair, {{key, "x"}}), HasSubstr("given on the command line: " + key));
  }
}

TEST(NumericKeys, of_a_wrong_scene_are_its_mistake) {
  EXPECT_THROW(numeric_keys(changed(kStrip, "20 cm", "20 kg"), "strip.toml"), UserError);
}

}  // namespace
}  // namespace plumb
