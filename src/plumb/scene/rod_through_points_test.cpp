// A rod that starts along a curve through points.

#include <cmath>
#include <numbers>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>
#include <plumb/model/view.h>
#include <plumb/scene/read_scene.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using testing::HasSubstr;

struct ThroughScene {
  std::string points = "[[0, 0, 0], [0.05, 0, 0.01], [0.1, 0, 0]]";
  std::string model = "discrete-elastic-rod", more = {};
  double length = 0.1;
  int n = 20;

  std::string text() const {
    return fmt::format(R"([solve]
method = "backward-euler"
duration = 0.1
dt = 0.01
[rod]
model = "{}"
n = {}
length = {}
material = {{ E = 1e6, nu = 0.5, rho = 1000 }}
section = {{ shape = "rectangle", width = 0.004, height = 0.002 }}
initial = {{ through = {} }}
{})",
                       model, n, length, points, more);
  }
};

std::string circle(double radius, int n) {
  std::string points = "[";
  for (int i = 0; i <= n; ++i) {
    const double angle = 1.5 * std::numbers::pi * i / n;
    points += fmt::format("{}[{}, {}, 0]", i > 0 ? ", " : "", radius * std::sin(angle), radius * (1 - std::cos(angle)));
  }
  return points + "]";
}

TEST(RodThroughPoints, starts_on_the_curve_without_stretch_and_bends_back) {
  constexpr double kRadius = 0.05;
  const ThroughScene round{.points = circle(kRadius, 60), .length = 0.2, .n = 40};
  const Scene scene = read_scene(round.text(), "through.toml");
  const Body& rod = *scene.bodies[0];
  const Model& model = rod.model();
  const std::vector<Vector3d> nodes = model.embedding->points_at(model.initial.q, model.initial.loads.clamps);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    EXPECT_NEAR((nodes[i] - Vector3d(0, kRadius, 0)).norm(), kRadius, 2e-5);
    if (i > 0) {
      EXPECT_NEAR((nodes[i] - nodes[i - 1]).norm(), 0.2 / 40, 1e-14);
    }
  }
  // It is straight without loads: bent to a circle its energy is EI L/(2 R^2), about the director that the width is
  // along; the first and the last half edge are straight.
  const double bend = 1e6 * 0.002 * std::pow(0.004, 3) / 12;
  EXPECT_NEAR(energies_by_role(model, model.initial).stored() / (0.5 * bend * 0.195 / (kRadius * kRadius)), 1, 0.01);
}

TEST(RodThroughPoints, a_clamp_stands_where_the_curve_has_it) {
  const ThroughScene held{.more =
                              "start = { position = [1, 2, 3], tangent = [0, 0, 1], director = [0, 1, 0] }\n"
                              "[[rod.clamp]]\nat = \"start\"\n[[rod.clamp]]\nat = \"end\"\n"};
  const Scene scene = read_scene(held.text(), "through.toml");
  const Loads& loads = scene.bodies[0]->model().initial.loads;
  ASSERT_EQ(loads.clamps.size(), 2u);
  // The x axis of the points lies along z. Half an edge sticks out straight, so its middle is the first point.
  EXPECT_LT((loads.clamps[0].position - Vector3d(1, 2, 3)).norm(), 1e-3);
  EXPECT_NEAR(loads.clamps[0].tangent.dot(Vector3d(-0.25, 0, 1).normalized()), 1, 0.02);
  EXPECT_LT((loads.clamps[1].position - Vector3d(1, 2, 3.1)).norm(), 4e-3);
  EXPECT_GT(loads.clamps[1].tangent.x(), 0.2);
}

TEST(RodThroughPoints, mistakes_are_told_in_one_sentence) {
  const std::pair<ThroughScene, std::string> mistakes[] = {
      {{.length = 0.2}, "long, and the rod 200 mm; the curve must be as long"},
      {{.points = "[[0, 0, 0]]"}, "at least two points, got 1"},
      {{.points = "[[0, 0, 0], [0, 0]]"}, "initial.through.1"},
      {{.points = "[[0, 0, 0], [0, 0, 0], [1, 0, 0]]"}, "the same as the point before"},
      {{.points = "[[0, 0, 0], [1e7, 0, 0]]"}, "its shape would be lost in rounding"},
      {{.points = "[[0, 0, 0], [0, 1, 0]]"}, "the curve begins along the first director"},
      {{.points = circle(0.05, 60), .length = 0.2, .n = 3}, "raise n, or move the points"},
      {{.model = "timoshenko-beam"}, "only a discrete-elastic-rod can start along points"},
      {{.more = "[[rod.clamp]]\nat = \"start\"\nposition = [0, 0, 0]\ntangent = [1, 0, 0]\ndirector = [0, 1, 0]\n"},
       "leave their position out"},
  };
  for (const auto& [scene, words] : mistakes) {
    std::string sentence = "none";
    try {
      read_scene(scene.text(), "through.toml");
    } catch (const UserError& error) {
      sentence = error.what();
    }
    EXPECT_THAT(sentence, HasSubstr(words));
    EXPECT_EQ(sentence.rfind("through.toml", 0), 0u) << sentence;
  }
}

}  // namespace
}  // namespace plumb
