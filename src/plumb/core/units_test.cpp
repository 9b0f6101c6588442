#include <plumb/core/units.h>

#include <numbers>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

TEST(Units, AsPeopleWriteThem) {
  EXPECT_DOUBLE_EQ(parse_quantity("20cm", dimension::length, "length"), 0.2);
  EXPECT_DOUBLE_EQ(parse_quantity(" 2 mm ", dimension::length, "r"), 2e-3);
  EXPECT_DOUBLE_EQ(parse_quantity("260 um", dimension::length, "h"), 260e-6);
  EXPECT_DOUBLE_EQ(parse_quantity("260 µm", dimension::length, "h"), 260e-6);
  EXPECT_DOUBLE_EQ(parse_quantity("1.08 MPa", dimension::pressure, "E"), 1.08e6);
  EXPECT_DOUBLE_EQ(parse_quantity("4.19 GPa", dimension::pressure, "E"), 4.19e9);
  EXPECT_DOUBLE_EQ(parse_quantity("3 N/mm^2", dimension::pressure, "E"), 3e6);
  EXPECT_DOUBLE_EQ(parse_quantity("1.2 g/cm^3", dimension::density, "rho"), 1200);
  EXPECT_DOUBLE_EQ(parse_quantity("9.81 m/s^2", dimension::acceleration, "g"), 9.81);
  EXPECT_DOUBLE_EQ(parse_quantity("0.5 ms", dimension::time, "dt"), 5e-4);
  EXPECT_DOUBLE_EQ(parse_quantity("10 min", dimension::time, "time_limit"), 600);
  EXPECT_DOUBLE_EQ(parse_quantity("1.5 h", dimension::time, "time_limit"), 5400);
  EXPECT_DOUBLE_EQ(parse_quantity("90 deg", dimension::none, "angle"), std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(parse_quantity("3 turns", dimension::none, "angle"), 6 * std::numbers::pi);
  EXPECT_DOUBLE_EQ(parse_quantity("10 1/m", dimension::curvature, "kappa"), 10);
  EXPECT_DOUBLE_EQ(parse_quantity("2 rad/cm", dimension::curvature, "twist"), 200);
  EXPECT_DOUBLE_EQ(parse_quantity("5 1/ms", dimension::frequency, "rate"), 5000);
  EXPECT_DOUBLE_EQ(parse_quantity("50 Hz", dimension::frequency, "rate"), 50);
  EXPECT_DOUBLE_EQ(parse_quantity("3 mN", dimension::force, "force"), 3e-3);
  EXPECT_DOUBLE_EQ(parse_quantity("3 N*mm", dimension::moment, "moment"), 3e-3);
  EXPECT_DOUBLE_EQ(parse_quantity("3 N*mm^2", dimension::bending_stiffness, "EI"), 3e-6);
  EXPECT_DOUBLE_EQ(parse_quantity("7 g/m", dimension::mass_per_length, "mass"), 7e-3);
  EXPECT_DOUBLE_EQ(parse_quantity("7 g*mm", dimension::spin_inertia, "spin"), 7e-6);
  EXPECT_DOUBLE_EQ(parse_quantity("1e-3", dimension::length, "bare numbers are SI"), 1e-3);
}

TEST(Units, MistakesGetASentence) {
  const auto sentence = [](std::string_view text, Dimension d) -> std::string {
    try {
      parse_quantity(text, d, "length");
    } catch (const UserError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_THAT(sentence("20 furlong", dimension::length), testing::HasSubstr("unknown unit 'furlong'"));
  EXPECT_THAT(sentence("20 kg", dimension::length), testing::HasSubstr("expected a unit like m"));
  EXPECT_THAT(sentence("cm", dimension::length), testing::HasSubstr("expected a number with a unit, as 1.5 m"));
  EXPECT_THAT(sentence("", dimension::length), testing::HasSubstr("expected a number"));
  EXPECT_THAT(sentence("ten", dimension::none), testing::HasSubstr("expected a number, as 0.35"));
  EXPECT_THAT(sentence("nan m", dimension::length), testing::HasSubstr("expected a number"));
  EXPECT_THAT(sentence("1e999 m", dimension::length), testing::HasSubstr("expected a number"));
  EXPECT_THAT(sentence("1e308 km", dimension::length), testing::HasSubstr("too large"));
  EXPECT_THAT(sentence("0 Gm^9*Gm^9*Gm^9*Gm^9/m^9/m^9/m^9/m^8", dimension::length), testing::HasSubstr("too large"));
  EXPECT_THAT(sentence("10 1", dimension::none), testing::HasSubstr("unknown unit '1'"));
  EXPECT_THAT(sentence("3 m^x", dimension::length), testing::HasSubstr("whole number"));
  EXPECT_THAT(sentence("3 m/", dimension::length), testing::HasSubstr("unknown unit ''"));
  EXPECT_THAT(sentence("3 m", dimension::none), testing::HasSubstr("without a unit"));
}

TEST(Units, WrittenBack) {
  EXPECT_EQ(format_quantity(1.08e6, dimension::pressure), "1.08 MPa");
  EXPECT_EQ(format_quantity(2e-3, dimension::length), "2 mm");
  EXPECT_EQ(format_quantity(0.27, dimension::length), "270 mm");
  EXPECT_EQ(format_quantity(1287, dimension::density), "1287 kg/m^3");
  EXPECT_EQ(format_quantity(9.81, dimension::acceleration), "9.81 m/s^2");
  EXPECT_EQ(format_quantity(1.5e-5, {3, 1, -2}), "1.5e-05 N*m^2");
  EXPECT_EQ(format_quantity(12.5, dimension::curvature), "12.5 1/m");
  EXPECT_EQ(format_quantity(0.35, dimension::none), "0.35");
  EXPECT_EQ(format_quantity(0, dimension::length), "0 m");
}

}  // namespace
}  // namespace plumb
