#include <plumb/scene/read_scene.h>

#include <cmath>
#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/units.h>
#include <plumb/scene/bodies_for_test.h>
#include <plumb/scene/strip_for_test.h>
#include <plumb/strain/curved_link.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using std::numbers::pi;

OpenScene read(const std::string& text) { return opened(read_scene(text, "strip.toml")); }

TEST(Scene, reads_what_stands_there_and_knows_the_rest) {
  const OpenScene scene = read(kStrip);
  EXPECT_EQ(scene.title, "A strip");
  EXPECT_EQ(scene.gravity, Vector3d(0, 0, -9.81));
  EXPECT_EQ(scene.gravity_scale.at(0), 1);
  EXPECT_EQ(scene.solve.method, Method::static_);
  EXPECT_EQ(scene.solve.duration, 0);
  EXPECT_EQ(scene.solve.n_frames, 1);
  EXPECT_EQ(scene.solve.dt, 0);
  EXPECT_EQ(scene.solve.tolerance, 0);
  ASSERT_EQ(scene.rods.size(), 1u);
  const SceneRod& rod = scene.rods[0];
  EXPECT_EQ(rod.name, "rod");
  EXPECT_EQ(rod.kind, RodKind::discrete_elastic_rod);
  EXPECT_EQ(rod.n, 10);
  EXPECT_EQ(rod.length, 0.2);
  EXPECT_EQ(rod.damping, 0);
  EXPECT_EQ(rod.natural.kappa_1, 0);
  EXPECT_EQ(rod.initial.twist, 0);
  EXPECT_EQ(rod.start.position, Vector3d::Zero());
  EXPECT_EQ(rod.start.tangent, Vector3d::UnitX());
  EXPECT_EQ(rod.start.director, Vector3d::UnitY());
  ASSERT_EQ(rod.clamps.size(), 1u);
  EXPECT_EQ(rod.clamps[0].at, 0);
  EXPECT_FALSE(rod.clamps[0].pose);
  EXPECT_TRUE(rod.clamps[0].moving.keys.empty());
  EXPECT_TRUE(rod.forces.empty());
}

TEST(Scene, a_section_is_as_stiff_as_its_material) {
  const SceneRod rod = read(kStrip).rods[0];
  EXPECT_NEAR(rod.stiffness.stretch, 1.08e6 * 1e-5, 1e-12);
  EXPECT_NEAR(rod.stiffness.bend_1, 1.08e6 * 1e-3 * 1e-6 / 12, 1e-15) << "the width lies along the first director";
  EXPECT_NEAR(rod.stiffness.bend_2, 1.08e6 * 1e-2 * 1e-9 / 12, 1e-15);
  EXPECT_NEAR(rod.stiffness.mass_per_length, 0.012, 1e-15);
  EXPECT_NEAR(rod.shear, 5.0 / 6 * 0.36e6 * 1e-5, 1e-12);
  EXPECT_NEAR(rod.draw_radius * rod.draw_radius * pi, 1e-5, 1e-15);

  const std::string rectangle = R"(shape = "rectangle", width = "1 cm", height = "1 mm")";
  const SceneRod round = read(changed(kStrip, rectangle, R"(shape = "circle", r = "2 mm")")).rods[0];
  EXPECT_NEAR(round.stiffness.bend_1, 1.08e6 * pi * std::pow(2e-3, 4) / 4, 1e-15);
  EXPECT_NEAR(round.stiffness.twist, round.stiffness.bend_1 / 1.5, 1e-15) << "GJ = EI / (1 + nu) of a circle";
  EXPECT_NEAR(round.draw_radius, 2e-3, 1e-15);
  const SceneRod oval = read(changed(kStrip, rectangle, R"(shape = "ellipse", a = "2 mm", b = "1 mm")")).rods[0];
  EXPECT_NEAR(oval.stiffness.bend_1 / oval.stiffness.bend_2, 4, 1e-12);
}

std::string stiff(const std::string& stiffness) {
  const std::string without = changed(kStrip, "material", "#");
  const std::size_t at = without.find("section"), end = without.find('\n', at);
  return changed(without, without.substr(at, end - at), "stiffness = " + stiffness);
}

TEST(Scene, stiffness_may_be_given_directly) {
  const SceneRod rod = read(stiff(R"({ EI = "1 N*mm^2", GJ = 2e-6, EA = "4 N", mass = "10 g/m" })")).rods[0];
  EXPECT_DOUBLE_EQ(rod.stiffness.bend_1, 1e-6);
  EXPECT_DOUBLE_EQ(rod.stiffness.bend_2, 1e-6);
  EXPECT_DOUBLE_EQ(rod.stiffness.twist, 2e-6);
  EXPECT_DOUBLE_EQ(rod.stiffness.stretch, 4);
  EXPECT_DOUBLE_EQ(rod.stiffness.mass_per_length, 0.01);
  EXPECT_DOUBLE_EQ(rod.stiffness.spin_inertia, 0.01 * 2e-6 / 4);
  EXPECT_DOUBLE_EQ(rod.shear, 1.2);
  EXPECT_DOUBLE_EQ(rod.draw_radius, 1e-3);
  const SceneRod full = read(stiff("{ EI = [1, 2], GJ = 3, EA = 4, mass = 5, GA = 6, spin = 7 }")).rods[0];
  EXPECT_EQ(full.stiffness.bend_1, 1);
  EXPECT_EQ(full.stiffness.bend_2, 2);
  EXPECT_EQ(full.shear, 6);
  EXPECT_EQ(full.stiffness.spin_inertia, 7);
}

TEST(Scene, stiffness_from_a_round_section_and_given_directly_agree) {
  const std::string rectangle = R"(shape = "rectangle", width = "1 cm", height = "1 mm")";
  const SceneRod a = read(changed(kStrip, rectangle, R"(shape = "circle", r = "2 mm")")).rods[0];
  const auto text = [](double x) { return format_quantity(x, dimension::none, 17); };
  const RodStiffness& s = a.stiffness;
  const SceneRod b = read(stiff("{ EI = " + text(s.bend_1) + ", GJ = " + text(s.twist) + ", EA = " + text(s.stretch) +
                                ", mass = " + text(s.mass_per_length) + " }"))
                         .rods[0];
  EXPECT_NEAR(b.stiffness.spin_inertia, s.spin_inertia, 1e-12 * s.spin_inertia);
  EXPECT_NEAR(b.shear, a.shear, 1e-12 * a.shear);
  EXPECT_NEAR(b.draw_radius, a.draw_radius, 1e-15);
}

TEST(Scene, a_helix_has_its_radius_pitch_and_hand) {
  const double radius = 0.01, pitch = 0.005;
  for (const bool left : {false, true}) {
    const std::string helix_text = "n = 100\nnatural = { helix = { radius = \"1 cm\", pitch = \"5 mm\"" +
                                   std::string(left ? ", hand = \"left\"" : "") + " } }";
    const SceneRod rod = read(changed(kStrip, "n = 10", helix_text)).rods[0];
    EXPECT_EQ(rod.initial.twist, rod.natural.twist) << "the initial shape is the natural one";
    const Vector3d omega(rod.natural.twist, -rod.natural.kappa_2, rod.natural.kappa_1);
    const double turn = 2 * pi / omega.norm();
    EXPECT_NEAR(turn, std::hypot(2 * pi * radius, pitch), 1e-12) << "arc length of a turn";
    const CurvedLink<double> whole = helix<double>(omega, turn), half = helix<double>(omega, turn / 2);
    EXPECT_NEAR(whole.chord.norm(), pitch, 1e-12);
    const Vector3d axis = whole.chord / pitch;
    const Vector3d across = half.chord - half.chord.dot(axis) * axis;
    EXPECT_NEAR(across.norm(), 2 * radius, 1e-12);
    // Seen along the axis, a right-handed helix turns clockwise as it goes away.
    const Vector3d centre = across / 2;
    EXPECT_EQ((-centre).cross(Vector3d::UnitX()).dot(axis) > 0, !left);
  }
}

TEST(Scene, curvatures_are_one_number_or_two) {
  const auto initial = [](const std::string& shape) {
    return read(changed(kStrip, "n = 10", "n = 10\nnatural = { twist = 3 }\ninitial = " + shape)).rods[0].initial;
  };
  EXPECT_EQ(initial("{ curvature = 5 }").kappa_1, 5);
  EXPECT_EQ(initial("{ curvature = 5 }").twist, 0) << "an initial shape has nothing of the natural one";
  EXPECT_EQ(initial(R"({ curvature = [5, "0.06 1/cm"], twist = "-1 rad/m" })").kappa_2, 6);
  EXPECT_EQ(initial(R"({ curvature = [5, "0.06 1/cm"], twist = "-1 rad/m" })").twist, -1);
}

TEST(Scene, directors_are_made_perpendicular) {
  const auto start = [](const std::string& pose) {
    return read(changed(kStrip, "n = 10", "n = 10\nstart = " + pose)).rods[0].start;
  };
  const Pose tilted = start("{ position = [1, 2, \"3 cm\"], tangent = [3, 0, 4], director = [0, 0, 1] }");
  EXPECT_LT((tilted.position - Vector3d(1, 2, 0.03)).norm(), 1e-15);
  EXPECT_LT((tilted.tangent - Vector3d(0.6, 0, 0.8)).norm(), 1e-15);
  EXPECT_LT((tilted.director - Vector3d(-0.8, 0, 0.6)).norm(), 1e-15);
  EXPECT_EQ(start("{ tangent = [0, 0, -2] }").director, Vector3d::UnitY());
  EXPECT_EQ(start("{ tangent = [0, 5, 0] }").director, Vector3d::UnitZ()) << "y would be parallel";
  EXPECT_LT((start("{ tangent = [1e99, 1e99, 0] }").tangent - Vector3d(1, 1, 0).normalized()).norm(), 1e-15);
}

TEST(Scene, a_clamp_at_the_start_places_the_rod) {
  const SceneRod rod = read(kStrip + "position = [0, 0, 1]\ntangent = [0, 0, -1]\ndirector = [1, 0, 0]\n").rods[0];
  ASSERT_TRUE(rod.clamps[0].pose);
  EXPECT_EQ(rod.clamps[0].pose->tangent, -Vector3d::UnitZ());
  EXPECT_EQ(rod.start.position, Vector3d::UnitZ());
  EXPECT_EQ(rod.start.tangent, -Vector3d::UnitZ());
  EXPECT_EQ(rod.start.director, Vector3d::UnitX());
}

TEST(Scene, motions_take_the_duration_unless_they_have_times) {
  const std::string moving = changed(kStrip, "[rod]", "duration = \"2 s\"\n[rod]") + R"([[rod.clamp]]
at = "end"
move = { by = [0, 0, "5 cm"] }
turn = { axis = [0, 0, 2], angle = "3 turns", when = [["1 s", 0], ["1.5 s", 1]] }
[[rod.force]]
at = "12 cm"
force = ["1 N", 0, 0]
moment = [0, "0.1 N*m", 0]
when = [["0 s", 1], ["1 s", 0.5]]
)";
  const OpenScene scene = read(moving);
  EXPECT_EQ(scene.solve.n_frames, 50);
  const SceneClamp& end = scene.rods[0].clamps[1];
  EXPECT_EQ(end.at, 0.2);
  EXPECT_EQ(end.move, Vector3d(0, 0, 0.05));
  EXPECT_EQ(end.moving.at(0), 0);
  EXPECT_EQ(end.moving.at(1), 0.5);
  EXPECT_EQ(end.moving.at(2), 1);
  EXPECT_EQ(end.turn_axis, Vector3d::UnitZ());
  EXPECT_DOUBLE_EQ(end.turn, 6 * pi);
  EXPECT_EQ(end.turning.at(0.9), 0);
  EXPECT_EQ(end.turning.at(1.25), 0.5);
  const SceneForce& force = scene.rods[0].forces[0];
  EXPECT_EQ(force.at, 0.12);
  EXPECT_EQ(force.force, Vector3d(1, 0, 0));
  EXPECT_EQ(force.moment, Vector3d(0, 0.1, 0));
  EXPECT_EQ(force.scale.at(0.5), 0.75);
}

TEST(Scene, a_motion_has_a_fixed_step_or_a_tolerance) {
  const auto solve = [](const std::string& keys) {
    return read(changed(kStrip, "\"static\"", "\"bdf2\"\nduration = \"1 s\"\n" + keys)).solve;
  };
  EXPECT_EQ(solve("").method, Method::bdf2);
  EXPECT_EQ(solve("").tolerance, 1e-5);
  EXPECT_EQ(solve("").dt, 0);
  EXPECT_EQ(solve("").n_frames, 50);
  EXPECT_EQ(solve("tolerance = 1e-8").tolerance, 1e-8);
  EXPECT_EQ(solve("dt = \"1 ms\"").dt, 1e-3);
  EXPECT_EQ(solve("dt = \"1 ms\"").tolerance, 0);
  EXPECT_EQ(solve("frames = 7").n_frames, 7);
}

TEST(Scene, every_name_is_read) {
  for (const Method method : all_methods()) {
    const std::string word = "\"" + std::string(name(method)) + "\"\nduration = 1";
    EXPECT_EQ(read(changed(kStrip, "\"static\"", word)).solve.method, method);
  }
  for (const RodKind kind :
       {RodKind::discrete_elastic_rod, RodKind::super_helix, RodKind::super_clothoid, RodKind::timoshenko_beam}) {
    EXPECT_EQ(read(changed(kStrip, "discrete-elastic-rod", std::string(name(kind)))).rods[0].kind, kind);
  }
}

TEST(Scene, marks_of_other_systems_do_not_matter) {
  EXPECT_EQ(read("\xEF\xBB\xBF" + kStrip).title, "A strip");
  std::string carriage_returns;
  for (const char c : kStrip) carriage_returns += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_EQ(read(carriage_returns).rods[0].length, 0.2);
}

TEST(Ramp, is_linear_between_keys_and_constant_outside) {
  const Ramp ramp{{{1, 10}, {2, 20}, {4, 0}}};
  EXPECT_EQ(ramp.at(-1), 10);
  EXPECT_EQ(ramp.at(1), 10);
  EXPECT_EQ(ramp.at(1.5), 15);
  EXPECT_EQ(ramp.at(2), 20);
  EXPECT_EQ(ramp.at(3), 10);
  EXPECT_EQ(ramp.at(4), 0);
  EXPECT_EQ(ramp.at(100), 0);
  EXPECT_EQ(Ramp{}.at(3), 1);
  EXPECT_EQ((Ramp{{{2, 7}}}.at(0)), 7);
}

}  // namespace
}  // namespace plumb
