#include <plumb/scene/bodies/rod/read_through.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <plumb/geometry/curve_through.h>
#include <plumb/scene/bodies/rod/read_clamps.h>
#include <plumb/scene/read/read_pose.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr std::size_t kMostPoints = 100000;
constexpr double kSameLength = 1e-6;  // of the rod: what the curve may be shorter
constexpr double kMostTurn = 1;       // rad, at a node
constexpr double kParallel = 1e-3;    // sine of the angle between director and curve

std::string shown(double length) { return format_quantity(length, dimension::length); }

std::vector<Vector3d> places(const Entry& entry, const Pose& start, double length) {
  const std::vector<Entry> list = entry.list("a list of points, as [[0, 0, 0], [\"10 cm\", 0, 0]]");
  if (list.size() < 2) entry.refuse(fmt::format("at least two points, got {}", list.size()));
  if (list.size() > kMostPoints) entry.refuse(fmt::format("at most {} points, got {}", kMostPoints, list.size()));
  std::vector<Vector3d> points;
  for (const Entry& one : list) {
    points.push_back(start.position + start.frame() * read_near(one, length_of_rod(length)));
    if (points.size() > 1 && points.back() == points[points.size() - 2]) one.refuse("the same as the point before");
  }
  return points;
}

double sharpest_turn(const std::vector<Vector3d>& nodes) {
  double sharpest = 0;
  for (std::size_t i = 1; i + 1 < nodes.size(); ++i) {
    const Vector3d before = nodes[i] - nodes[i - 1], after = nodes[i + 1] - nodes[i];
    sharpest = std::max(sharpest, std::atan2(before.cross(after).norm(), before.dot(after)));
  }
  return sharpest;
}

}  // namespace

std::optional<Entry> points_of(const Entry& shape) {
  const toml::node* through = shape.table("a table, as { curvature = \"5 1/m\" }").get("through");
  if (through == nullptr) return {};
  return Keys(shape, {"through"}).find("through");
}

void read_through(const Entry& entry, SceneRod& rod) {
  if (rod.kind != RodKind::discrete_elastic_rod) {
    entry.refuse(fmt::format("only a discrete-elastic-rod can start along points, not a {}", name(rod.kind)));
  }
  for (const SceneClamp& clamp : rod.clamps) {
    if (clamp.pose) entry.refuse("the points say already where the clamps are; leave their position out");
  }
  const CurveThrough curve(places(entry, rod.start, rod.length));
  if (const double length = curve.length(); length < rod.length * (1 - kSameLength)) {
    entry.refuse(fmt::format("the curve through the points is {} long, and the rod {}; the curve must be as long",
                             shown(length), shown(rod.length)));
  }
  const auto [edge, before] = rod.edges();
  const auto nodes = curve.walk(rod.n, edge, before * edge);
  const double turn = nodes ? sharpest_turn(*nodes) : kMostTurn;
  if (!(turn < kMostTurn)) {
    entry.refuse(
        fmt::format("the curve through the points turns by {:.3g} rad or more at a node of the rod, at most {} rad can "
                    "be resolved; raise n, or move the points",
                    turn, kMostTurn));
  }
  const Vector3d tangent = ((*nodes)[1] - (*nodes)[0]).normalized();
  if (rod.start.director.cross(tangent).norm() < kParallel) {
    entry.refuse("the curve begins along the first director; give rod.start.director across it");
  }
  rod.initial_nodes = *nodes;
}

}  // namespace plumb
