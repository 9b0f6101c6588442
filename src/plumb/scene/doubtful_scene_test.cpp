// Scenes that end well and are doubtful, and others like them that are not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/scene/arch_for_test.h>
#include <plumb/scene/simulation/simulation.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// All warnings of a run to the last frame, saved and loaded in its middle.
std::vector<Warning> warnings_of(const std::string& text) {
  const Scene scene = read_scene(text, "doubtful.toml");
  auto simulation = std::make_unique<Simulation>(scene);
  for (int i = 0; i <= simulation->n_frames() && !(i > 0 && simulation->finished()); ++i) {
    const FrameOutcome outcome = simulation->advance_to(i);
    EXPECT_EQ(outcome.status, Status::ok) << "frame " << i;
    EXPECT_EQ(outcome.warnings, simulation->warnings());
    const std::string bytes = simulation->save();
    simulation = std::make_unique<Simulation>(scene);
    simulation->load(bytes);
  }
  return simulation->warnings();
}

/// Statics with this many frames.
std::string pushed_arch(int frames, double force) {
  return arch({.solve = "frames = " + std::to_string(frames), .force = force});
}

TEST(DoubtfulScene, a_snap_between_frames_is_told_with_its_load) {
  std::vector<double> times;
  for (const int frames : {3, 8}) {
    const auto warnings = warnings_of(pushed_arch(frames, 750));
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_EQ(warnings[0].kind, "snap");
    EXPECT_THAT(text(warnings[0]), HasSubstr("plate, first at 0."));
    times.push_back(*warnings[0].time);
  }
  EXPECT_NEAR(times[0], times[1], 1e-3) << "of the branch, not of the frames";
  EXPECT_THAT(warnings_of(pushed_arch(3, 0.98 * 750 * times[0])), IsEmpty()) << "before its limit it does not snap";
}

// Its unknowns are curvatures: no entry of its state is a place.
TEST(DoubtfulScene, a_rod_of_curvatures_may_snap) {
  const std::string soft_curl = R"([world]
gravity_scale = [[0, 0], [1, 1]]
[solve]
duration = 1
frames = 3
[rod]
model = "super-helix"
n = 8
length = 0.2
material = { E = 1000, nu = 0.4, rho = 1300 }
section = { shape = "circle", r = 4e-5 }
natural = { helix = { radius = 0.01, pitch = 0.02, hand = "right" } }
start = { tangent = [0, 6.2832, -2], director = [1, 0, 0] }
[[rod.clamp]]
at = "start"
)";
  for (const Warning& warning : warnings_of(soft_curl)) EXPECT_EQ(warning.kind, "snap");
}

TEST(DoubtfulScene, a_path_by_arc_length_does_not_snap) {
  const std::string path =
      changed(pushed_arch(200, 750), "duration", "method = \"arc-length\"\nlongest_step = 0.02\nduration");
  EXPECT_THAT(warnings_of(path), IsEmpty());
}

/// A strip clamped at both ends without weight.
const std::string kBetweenClamps = R"([world]
gravity = [0, 0, 0]
[solve]
duration = 1
frames = 6
[rod]
model = "discrete-elastic-rod"
n = 30
length = 0.3
material = { E = 1e7, nu = 0.4, rho = 1000 }
section = { shape = "rectangle", width = 0.01, height = 0.001 }
[[rod.clamp]]
at = "start"
[[rod.clamp]]
at = "end"
)";

TEST(DoubtfulScene, a_column_that_buckles_does_not_snap) {
  EXPECT_THAT(warnings_of(kBetweenClamps + "move = { by = [-0.1, 0, 0] }\n"), IsEmpty());
}

TEST(DoubtfulScene, a_rod_is_stretched_too_far) {
  EXPECT_THAT(warnings_of(kBetweenClamps + "move = { by = [0.02, 0, 0] }\n"), IsEmpty());
  const auto warnings = warnings_of(kBetweenClamps + "move = { by = [0.06, 0, 0] }\n");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(text(warnings[0]), HasSubstr("rod, first at 0.5 s: it is stretched by 21 %"));
}

TEST(DoubtfulScene, a_rod_is_bent_too_sharply) {
  const auto bent = [](const std::string& curvature) {
    return R"([world]
gravity = [0, 0, 0]
[rod]
model = "discrete-elastic-rod"
n = 10
length = 0.08
material = { E = 1e7, nu = 0.4, rho = 1000 }
section = { shape = "rectangle", width = 0.01, height = 0.02 }
natural = { curvature = [0, )" +
           curvature + "] }\n[[rod.clamp]]\nat = \"start\"\n";
  };
  EXPECT_THAT(warnings_of(bent("45")), IsEmpty());
  const auto warnings = warnings_of(bent("60"));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(text(warnings[0]), HasSubstr("it is bent to a radius of 0.8"));
}

/// Two rods that cross at right angles, one above the other; the upper one is lowered by this much.
std::string lowered(double by) {
  const auto rod = [](const std::string& name, const std::string& start) {
    return "[[rod]]\nname = \"" + name + R"("
model = "discrete-elastic-rod"
n = 12
length = 1
material = { E = 1e9, nu = 0.4, rho = 1000 }
section = { shape = "circle", r = 0.01 }
start = )" +
           start + "\n[[rod.clamp]]\nat = \"start\"\n[[rod.clamp]]\nat = \"end\"\n";
  };
  const std::string down = "move = { by = [0, 0, " + std::to_string(-by) + "] }\n";
  const std::string upper = changed(rod("upper", "{ position = [0, -0.5, 0.1], tangent = [0, 1, 0] }"),
                                    "at = \"start\"\n", "at = \"start\"\n" + down);
  return "[world]\ngravity = [0, 0, 0]\n[solve]\nduration = 1\nframes = 4\n" +
         rod("lower", "{ position = [-0.45, 0, 0] }") + upper + down;
}

TEST(DoubtfulScene, rods_that_pass_through_each_other_are_told_with_the_time) {
  EXPECT_THAT(warnings_of(lowered(0.09)), IsEmpty());
  const auto warnings = warnings_of(lowered(0.4));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].kind, "crossing with upper");
  EXPECT_NEAR(*warnings[0].time, 0.25, 1e-6);
  EXPECT_THAT(text(warnings[0]),
              HasSubstr("lower, first at 0.25 s: its centreline, 46 % along it, passes through that of upper at"));
}

TEST(DoubtfulScene, a_rod_that_pierces_a_plate_is_told) {
  const std::string plate = R"([plate]
mesh = { shape = "rectangle", length = 1, width = 1, nx = 4, ny = 4 }
place = { position = [-0.5, 0.1, -0.4], tangent = [1, 0, 0], director = [0, 0, 1] }
thickness = 0.001
material = { E = 1e9, nu = 0.3, rho = 1000 }
[[plate.support]]
where = "boundary"
hold = "clamped"
)";
  const auto warnings =
      warnings_of(changed(lowered(0.09), "position = [-0.45, 0, 0]", "position = [-0.45, 0, -0.5]") + plate);
  ASSERT_FALSE(warnings.empty());
  EXPECT_THAT(text(warnings[0]), HasSubstr("upper, first at 0 s: its centreline, 62 % along it, pierces plate"));
}

// Three quarters of a circle in a plane, whose end is drawn through its beginning.
TEST(DoubtfulScene, a_rod_pulled_through_itself_is_told) {
  const std::string loop =
      changed(changed(kBetweenClamps, "length = 0.3\n", "length = 0.3\ninitial = { curvature = \"2.5 turns/m\" }\n"),
              "width = 0.01, height = 0.001", "width = 0.001, height = 0.02");
  EXPECT_THAT(warnings_of(loop + "move = { by = [0.01, 0, 0] }\n"), IsEmpty());
  const auto warnings = warnings_of(loop + "move = { by = [0.1, -0.1, 0] }\n");
  ASSERT_FALSE(warnings.empty());
  EXPECT_THAT(text(warnings[0]), HasSubstr("passes through itself at"));
}

TEST(DoubtfulScene, a_plate_is_strained_beyond_its_law) {
  const std::string pulled = R"([world]
gravity = [0, 0, 0]
[solve]
duration = 1
frames = 4
[plate]
mesh = { shape = "rectangle", length = 1, width = 0.5, nx = 4, ny = 2 }
thickness = 0.01
material = { E = 1e6, nu = 0.3, rho = 1000 }
[[plate.support]]
where = "left"
hold = "clamped"
[[plate.support]]
where = "right"
hold = "clamped"
)";
  EXPECT_THAT(warnings_of(pulled + "move = { by = [0.05, 0, 0] }\n"), IsEmpty());
  const auto warnings = warnings_of(pulled + "move = { by = [0.3, 0, 0] }\n");
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].kind, "strain");
  EXPECT_GT(warnings[0].severity, 0.29) << "the worst of all frames";
  EXPECT_EQ(warnings[0].time, 0.5) << "the first of them";
  const std::string rubber = changed(pulled, "thickness", "membrane = \"neo-hookean\"\nthickness");
  EXPECT_THAT(warnings_of(rubber + "move = { by = [0.3, 0, 0] }\n"), IsEmpty());
  EXPECT_EQ(warnings_of(changed(pulled, "thickness", "bending = \"average\"\nthickness")).size(), 1u);
}

}  // namespace
}  // namespace plumb
