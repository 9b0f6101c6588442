#include <judge/plot/plot.h>

#include <cmath>
#include <regex>
#include <set>
#include <sstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/plot/ticks.h>

namespace judge {
namespace {

using testing::HasSubstr;
using testing::Not;

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> result;
  for (const Tick& tick : ticks(axis))
    if (!tick.label.empty()) result.push_back(tick.label + (tick.exponent.empty() ? "" : "^" + tick.exponent));
  return result;
}

Plot line_plot() {
  Plot plot;
  plot.box = {{"x", 1e-2, 1e2, true}, {"y", 0, 10}};
  plot.title = "A < B & C";
  plot.lines.push_back({{{1e-2, 0}, {1, 5}, {1e2, 10}}, LineStyle::master, "master"});
  plot.tolerance = 0.05;
  return plot;
}

/// Every tag that opens is closed, in the right order.
bool is_well_formed(const std::string& xml) {
  std::vector<std::string> open;
  const std::regex tag(R"(<(/?)([a-z]+)([^<>]*?)(/?)>)");
  for (auto m = std::sregex_iterator(xml.begin(), xml.end(), tag); m != std::sregex_iterator(); ++m) {
    const bool closes = (*m)[1].length() > 0, empty = (*m)[4].length() > 0;
    if (closes) {
      if (open.empty() || open.back() != (*m)[2]) return false;
      open.pop_back();
    } else if (!empty) {
      open.push_back((*m)[2]);
    }
  }
  return open.empty();
}

TEST(Ticks, OfALogarithmicAxisAreDecades) {
  EXPECT_THAT(labels({"", 1e-3, 1e4, true}),
              testing::ElementsAre("10^−3", "10^−2", "10^−1", "1", "10", "10^2", "10^3", "10^4"));
  EXPECT_EQ(ticks({"", 1e-3, 1e4, true}).size(), 7 * 9 + 1u);
}

TEST(Ticks, OfFewDecadesAreRoundNumbers) {
  EXPECT_THAT(labels({"", 0.3, 10, true}), testing::ElementsAre("0.5", "1", "2", "5", "10"));
  EXPECT_THAT(labels({"", 0.105, 0.95, true}), testing::ElementsAre("0.2", "0.3", "0.5", "0.7"));
}

TEST(Ticks, OfALinearAxisIncludeBothRoundEnds) {
  EXPECT_THAT(labels({"", 0, 40}), testing::ElementsAre("0", "10", "20", "30", "40"));
  EXPECT_THAT(labels({"", 0, 0.6}), testing::ElementsAre("0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6"));
  EXPECT_THAT(labels({"", -1, 1}), testing::ElementsAre("-1", "-0.5", "0", "0.5", "1"));
}

TEST(Ticks, LieWhereTheAxisSays) {
  const Axis axis{"", 1e-2, 1e2, true};
  for (const Tick& tick : ticks(axis)) {
    if (tick.label == "1") {
      EXPECT_NEAR(tick.position, 0.5, 1e-12);
    }
  }
}

TEST(Axis, ValueIsTheInverseOfPosition) {
  for (const Axis& axis : {Axis{"", 1e-3, 1e4, true}, Axis{"", -2, 3}})
    for (double p : {-0.2, 0.0, 0.3, 1.0, 1.5}) EXPECT_NEAR(axis.position(axis.value(p)), p, 1e-12);
  EXPECT_TRUE(std::isnan((Axis{"", 1, 10, true}.position(-1))));
}

TEST(Plot, IsWellFormedInBothKinds) {
  Plot plot = line_plot();
  plot.marks.push_back({{{1, 5}, {1, 500}}, -1, "<points>"});
  plot.regions.push_back({{{0.01, 0}, {1, 0}, {1, 10}}, 2, "2D"});
  plot.worst = CurvePoint{1, 5};
  plot.worst_label = "3 % & more";
  for (Svg kind : {Svg::inlined, Svg::standalone}) EXPECT_TRUE(is_well_formed(to_svg(plot, kind)));
  EXPECT_THAT(to_svg(plot), HasSubstr("<title>A &lt; B &amp; C</title>"));
  EXPECT_THAT(to_svg(plot), HasSubstr("3 % &amp; more"));
}

// A page holds many plots: nothing in one may refer to another, and the style is given once.
TEST(Plot, InlinedHasNoIdAndNoStyle) {
  EXPECT_THAT(to_svg(line_plot()), Not(HasSubstr("id=")));
  EXPECT_THAT(to_svg(line_plot()), Not(HasSubstr("<style")));
  EXPECT_THAT(to_svg(line_plot()), Not(HasSubstr("http")));
  EXPECT_THAT(to_svg(line_plot(), Svg::standalone), HasSubstr(plot_style()));
}

TEST(Plot, EveryClassHasAStyle) {
  Plot plot = line_plot();
  plot.lines.push_back({{{1e-2, 0}, {1, 5}}, LineStyle::asymptote, ""});
  plot.lines.push_back({{{1e-2, 0}, {1, 5}}, LineStyle::measured, ""});
  plot.marks.push_back({{{1, 5}, {1, 500}}, -1, "a"});
  plot.marks.push_back({{{1, 5}}, -1, "b", MarkStyle::cross});
  for (int colour = 0; colour < 8; ++colour) plot.regions.push_back({{{1, 1}, {2, 1}, {2, 2}}, colour, ""});
  plot.worst = CurvePoint{1, 5};
  const std::string svg = to_svg(plot);
  const std::regex attribute("class=\"([^\"]*)\"");
  std::set<std::string> classes;
  for (auto m = std::sregex_iterator(svg.begin(), svg.end(), attribute); m != std::sregex_iterator(); ++m) {
    std::istringstream words((*m)[1]);
    for (std::string word; words >> word;) classes.insert(word);
  }
  EXPECT_GT(classes.size(), 12u);
  for (const std::string& name : classes) EXPECT_THAT(plot_style(), HasSubstr("." + name)) << name;
}

// In the unit square, so that the band reaches as far along x as along y.
TEST(Plot, TheBandHasTheWidthOfTheTolerance) {
  EXPECT_THAT(to_svg(line_plot()),
              HasSubstr("stroke-width=\"0.1\" d=\"M0.00000 0.00000L0.50000 0.50000L1.00000 1.00000\""));
  Plot without = line_plot();
  without.tolerance = 0;
  EXPECT_THAT(to_svg(without), Not(HasSubstr("class=\"band\"")));
}

TEST(Plot, NeverWritesNan) {
  Plot plot = line_plot();
  plot.lines[0].points[1].y = std::nan("");
  plot.marks.push_back({{{-1, 5}, {1, std::nan("")}}, -1, "bad"});
  plot.worst = CurvePoint{-1, 1};
  EXPECT_THAT(to_svg(plot), Not(HasSubstr("nan")));
}

TEST(Plot, CrossesLieOnTopOfDiscsAndStandInTheKey) {
  Plot plot = line_plot();
  plot.marks.push_back({{{1, 5}}, 2, "3D"});
  plot.marks.push_back({{{1, 5}}, -1, "mislabelled", MarkStyle::cross});
  const std::string svg = to_svg(plot);
  const auto disc = svg.find("class=\"marks c2\""), cross = svg.find("class=\"wrong\"");
  ASSERT_NE(cross, std::string::npos);
  EXPECT_GT(disc, cross);
  EXPECT_THAT(svg, HasSubstr(">mislabelled<"));
}

TEST(Plot, APointOutsideTheBoxIsDrawnHollowOnTheBorder) {
  Plot plot = line_plot();
  plot.marks.push_back({{{1, 9}}, -1, ""});
  EXPECT_THAT(to_svg(plot), Not(HasSubstr("class=\"outside")));
  plot.marks[0].points[0].y = 1000;
  EXPECT_THAT(to_svg(plot), HasSubstr("class=\"outside"));
}

}  // namespace
}  // namespace judge
