// Scenes with a super-ribbon.

#include <memory>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/scene/simulation/simulation.h>
#include <plumb/scene/strip_for_test.h>

namespace plumb {
namespace {

using testing::HasSubstr;

const std::string kRibbon = changed(changed(kStrip, "discrete-elastic-rod", "super-ribbon"), "nu = 0.5", "nu = 0");

/// Runs a scene to its end.
std::unique_ptr<Simulation> run(const std::string& text) {
  auto simulation = std::make_unique<Simulation>(read_scene(text, "ribbon.toml"));
  for (int i = 0; i <= simulation->n_frames(); ++i) EXPECT_EQ(simulation->advance_to(i).status, Status::ok) << i;
  return simulation;
}

double tip_z(const std::string& text) {
  const Frame frame = run(text)->look();
  for (const Observable& seen : frame.observables) {
    if (seen.name == "tip z") return seen.value;
  }
  ADD_FAILURE() << "no tip";
  return 0;
}

TEST(RibbonScene, hangs_in_a_plane_as_a_rod_does) {
  EXPECT_NEAR(tip_z(kRibbon) / tip_z(changed(kRibbon, "super-ribbon", "super-clothoid")), 1, 1e-7);
}

TEST(RibbonScene, is_a_strip_of_a_sheet_and_stiffer_by_its_poisson_ratio) {
  // Poisson's ratio of 0.5 is as much as 4/3 times Young's modulus: a sheet that is rolled cannot narrow.
  const std::string stiff = changed(kRibbon, "1.08 MPa", "1.44 MPa");
  EXPECT_NEAR(tip_z(changed(kRibbon, "nu = 0", "nu = 0.5")) / tip_z(stiff), 1, 1e-7);
}

TEST(RibbonScene, flat_under_its_weight_is_doubtful) {
  const std::string upright = kRibbon + "position = [0, 0, 0]\ntangent = [1, 0, 0]\ndirector = [0, 0, 1]\n";
  const auto warnings = run(upright)->warnings();
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].kind, "flat");
  EXPECT_TRUE(run(kRibbon)->warnings().empty()) << "it hangs";
  const std::string light = changed(upright, R"([0, 0, "-9.81 m/s^2"])", "[0, 0, 0]");
  EXPECT_TRUE(run(light)->warnings().empty()) << "without loads flat is stable";
}

TEST(RibbonScene, mistakes_are_told) {
  EXPECT_EQ(sentence(kRibbon), "read");
  EXPECT_EQ(sentence(changed(kRibbon, R"("static")", "\"newmark\"\nduration = 1")),
            "strip.toml:8: rod.model: a super-ribbon has equilibria only, for the generators of a flat strip have no "
            "inertia; for a motion take a [plate], or solve.method = \"static\"");
  for (const char* key : {"natural", "initial"}) {
    EXPECT_THAT(sentence(changed(kRibbon, "n = 10", std::string("n = 10\n") + key + " = { curvature = 1 }")),
                HasSubstr("a super-ribbon is flat without loads, and starts so"));
  }
  EXPECT_THAT(sentence(changed(kRibbon, R"(shape = "rectangle", width = "1 cm", height = "1 mm")",
                               R"(shape = "circle", r = "1 mm")")),
              HasSubstr("its section is a rectangle"));
  const std::string stiffness = R"(stiffness = { EI = 1e-5, GJ = 1e-5, EA = 10, mass = 0.01 })";
  EXPECT_THAT(
      sentence(changed(changed(kRibbon, R"(material = { E = "1.08 MPa", nu = 0, rho = "1200 kg/m^3" })", stiffness),
                       R"(section = { shape = "rectangle", width = "1 cm", height = "1 mm" })", "")),
      HasSubstr("a super-ribbon is a strip of a sheet"));
  EXPECT_THAT(sentence(kRibbon + "[[rod.clamp]]\nat = \"end\"\n"), HasSubstr("is held at its start and nowhere else"));
}

}  // namespace
}  // namespace plumb
