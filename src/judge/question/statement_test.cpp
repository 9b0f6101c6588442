// What an experimenter reads off the SI statement must be the dimensionless load again.

#include <judge/question/statement.h>

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <judge/question/record.h>

namespace judge {
namespace {

constexpr double kTight = 1e-14;

Scenario stated(const Question& question) {
  Scenario scenario{"p", "b", {}, {0.37, 2.3e9, 1287}, {}};
  scenario.ask(question);
  return scenario;
}

/// rho A g L^3 / (E I).
double gamma_of(const Quantities& si, double g, double inertia, double area) {
  return si.at("density") * area * g * std::pow(si.at("length"), 3) / (si.at("young") * inertia);
}

TEST(Statement, of_a_clamped_strip_has_the_gravity_of_each_section) {
  const Scenario scenario = stated(ClampedStrip{{0.1, 1e-3, 0}, 5e-4});
  const Quantities si = stated_in_si(scenario), load = stated_in_si(scenario, {{"gamma", 7.0}});
  const double w = si.at("width"), h = si.at("thickness"), r = si.at("radius");
  EXPECT_DOUBLE_EQ(w, 0.037);
  EXPECT_NEAR(gamma_of(si, load.at("g"), w * h * h * h / 12, w * h), 7, 7 * kTight);
  const double pi = std::numbers::pi;
  EXPECT_NEAR(gamma_of(si, load.at("g_round"), pi * r * r * r * r / 4, pi * r * r), 7, 7 * kTight);
}

TEST(Statement, of_a_load_with_a_modulus_of_its_own_has_the_same_gravity) {
  Scenario scenario = stated(ClampedStrip{{0.1, 2e-3, 0}});
  const auto g = [&](double gamma, double young) {
    return stated_in_si(scenario, {{"gamma", gamma}, {"young", young}}).at("g");
  };
  EXPECT_DOUBLE_EQ(g(3, 1e9), g(30, 1e8)) << "a tenth of E is ten times Gamma";
  EXPECT_FALSE(stated_in_si(scenario, {{"gamma", 1.0}}).contains("g_round")) << "no circular section is stated";
}

TEST(Statement, of_a_curl_has_its_curvature_with_its_sign) {
  const Scenario scenario = stated(HangingCurl{5e-4, 0.5, -3, 1e-3});
  const Quantities si = stated_in_si(scenario);
  EXPECT_DOUBLE_EQ(si.at("natural_curvature") * si.at("length"), -6 * std::numbers::pi);
  const double r = si.at("radius"), pi = std::numbers::pi;
  const double g = stated_in_si(scenario, {{"gamma", 40.0}, {"x", 0.2}}).at("g");
  EXPECT_NEAR(gamma_of(si, g, pi * r * r * r * r / 4, pi * r * r), 40, 40 * kTight);
}

TEST(Statement, of_a_plate_has_the_gravity_of_its_bending_stiffness) {
  const Question kinds[] = {BucklingPlate{{0.4, 1e-3, 0.35}, 0.2, 1e-4, 80}, TiltedPlate{{0.4, 1e-3, 0.35}}};
  for (const Question& question : kinds) {
    const Scenario scenario = stated(question);
    const Quantities si = stated_in_si(scenario);
    const double g = stated_in_si(scenario, {{"gamma_star", 22.0}}).at("g"), h = si.at("thickness");
    const double D = si.at("young") * h * h * h / (12 * (1 - si.at("nu") * si.at("nu")));
    EXPECT_NEAR(si.at("density") * g * h * std::pow(si.at("length"), 3) / D, 22, 22 * kTight) << name_of(question);
  }
}

TEST(Statement, of_a_push_is_in_metres_and_newtons) {
  const Scenario scenario = stated(PushedStrip{{0.1, 1e-3, 0}, 0.4, 1e-3});
  const Quantities si = stated_in_si(scenario);
  EXPECT_DOUBLE_EQ(stated_in_si(scenario, {{"eps_y", 0.1}}).at("push"), 0.037);
  EXPECT_EQ(si.at("mu"), 0.4);
  const double inertia = si.at("width") * std::pow(si.at("thickness"), 3) / 12;
  EXPECT_NEAR(force_unit(scenario) * si.at("length") * si.at("length") / (si.at("young") * inertia), 1, kTight);
}

TEST(Statement, of_a_motion_is_in_seconds) {
  const Sheet sheet{0.1, 1e-2, 0};
  const Load load{{"t", 3.0}};
  const auto slowness = [](const Quantities& si) {
    const double h = si.at("thickness");
    return std::pow(si.at("length"), 2) * std::sqrt(12 * si.at("density") / (si.at("young") * h * h));
  };
  const auto gamma = [](const Quantities& si) {
    const double h = si.at("thickness");
    return 12 * si.at("density") * si.at("g") * std::pow(si.at("length"), 3) / (si.at("young") * h * h);
  };
  const Scenario released = stated(ReleasedStrip{sheet, 0.01});
  Quantities si = stated_in_si(released);
  EXPECT_NEAR(gamma(si), 0.01, 0.01 * kTight);
  EXPECT_NEAR(stated_in_si(released, load).at("time") / slowness(si), 3, 3 * kTight);

  const Scenario hinged = stated(HingedStrip{sheet, 0.1, 2});
  si = stated_in_si(hinged);
  EXPECT_NEAR(gamma(si), 0.1, 0.1 * kTight);
  EXPECT_EQ(si.at("angle"), 2);
  EXPECT_NEAR(stated_in_si(hinged, load).at("time") / std::sqrt(si.at("length") / si.at("g")), 3, 3 * kTight);

  const Scenario thrown = stated(ThrownRod{0.01, 0.3, 0.5, 2, 0.6, 0.8});
  si = stated_in_si(thrown);
  const double L = si.at("length"), r = si.at("radius");
  const double unit = L * L * std::sqrt(4 * si.at("density") / (si.at("young") * r * r));
  EXPECT_NEAR(stated_in_si(thrown, load).at("time") / unit, 3, 3 * kTight);
  EXPECT_NEAR(si.at("g") * unit * unit / L, 0.3, 0.3 * kTight);
  EXPECT_NEAR(si.at("velocity_z") * unit / L, 2, 2 * kTight);
  EXPECT_NEAR(si.at("spin_y") * unit, 0.6, kTight);
  EXPECT_EQ(time_unit(stated(TiltedPlate{sheet})), 0) << "nothing moves";
}

TEST(Statement, without_a_question_is_empty) {
  EXPECT_TRUE(stated_in_si(Scenario()).empty());
  EXPECT_TRUE(stated_in_si(Scenario(), Load{{"x", 1.0}}).empty());
}

TEST(Statement, is_on_record) {
  const Scenario scenario = stated(TiltedPlate{{0.4, 1e-3, 0.35}});
  EXPECT_NE(header_line("rod", scenario).find(R"("si":{"density":1287.0,"length":0.37)"), std::string::npos);
  EXPECT_EQ(parse_header(header_line("rod", scenario)).scenario, scenario);
  const std::string line = header_line("rod", scenario);
  EXPECT_EQ(header_line("rod", parse_header(line).scenario), line) << "a record counts if it is what would be written";
  const Load load{{"gamma_star", 10.0}, {"tilt", 1e-6}};
  Record record;
  record.load = load.values;
  record.told = stated_in_si(scenario, load);
  EXPECT_EQ(parse_record(record_line(record)).told, stated_in_si(scenario, load));
}

}  // namespace
}  // namespace judge
