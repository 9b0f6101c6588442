#include <plumb/geometry/director_element.h>

#include <cmath>

#include <plumb/core/status.h>

namespace plumb {

using Eigen::Vector2d;

ShapeFunctions<6> DirectorTriangle::directors(const Vector2d& at) {
  const std::array<double, 3> l{1 - at[0] - at[1], at[0], at[1]};
  const std::array<Vector2d, 3> dl{Vector2d(-1, -1), Vector2d(1, 0), Vector2d(0, 1)};
  ShapeFunctions<6> f;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    f.value[i] = l[i] * (2 * l[i] - 1);
    f.slope[i] = (4 * l[i] - 1) * dl[i];
    f.value[3 + i] = 4 * l[i] * l[j];
    f.slope[3 + i] = 4 * (l[i] * dl[j] + l[j] * dl[i]);
  }
  return f;
}

ShapeFunctions<7> DirectorTriangle::positions(const Vector2d& at) {
  // The bubble is 1 at the centroid; the parabolas lose what they are there, so that its node is a point.
  const double r = at[0], s = at[1], t = 1 - r - s, bubble = 27 * r * s * t;
  const Vector2d slope(27 * s * (t - r), 27 * r * (t - s));
  const ShapeFunctions<6> parabolas = directors(at);
  ShapeFunctions<7> f;
  for (std::size_t i = 0; i < 6; ++i) {
    const double at_centroid = i < 3 ? -1.0 / 9 : 4.0 / 9;
    f.value[i] = parabolas.value[i] - at_centroid * bubble;
    f.slope[i] = parabolas.slope[i] - at_centroid * slope;
  }
  f.value[6] = bubble;
  f.slope[6] = slope;
  return f;
}

ShapeFunctions<8> DirectorQuadrilateral::positions(const Vector2d& at) {
  constexpr std::array<double, 4> x{-1, 1, 1, -1}, y{-1, -1, 1, 1};
  const double r = at[0], s = at[1];
  ShapeFunctions<8> f;
  for (std::size_t i = 0; i < 4; ++i) {
    const double u = r * x[i], v = s * y[i];
    f.value[i] = 0.25 * (1 + u) * (1 + v) * (u + v - 1);
    f.slope[i] = 0.25 * Vector2d(x[i] * (1 + v) * (2 * u + v), y[i] * (1 + u) * (u + 2 * v));
  }
  for (std::size_t i = 0; i < 4; ++i) {
    const std::size_t j = (i + 1) % 4;
    const double mx = 0.5 * (x[i] + x[j]), my = 0.5 * (y[i] + y[j]);
    if (mx == 0) {
      f.value[4 + i] = 0.5 * (1 - r * r) * (1 + s * my);
      f.slope[4 + i] = Vector2d(-r * (1 + s * my), 0.5 * (1 - r * r) * my);
    } else {
      f.value[4 + i] = 0.5 * (1 + r * mx) * (1 - s * s);
      f.slope[4 + i] = Vector2d(0.5 * mx * (1 - s * s), -s * (1 + r * mx));
    }
  }
  return f;
}

namespace {

/// The three points (a, a), (1 - 2a, a), (a, 1 - 2a), each with this share of the area.
void add_orbit(double a, double share, std::vector<ReferencePoint>& rule) {
  const double b = 1 - 2 * a;
  for (const Vector2d& at : {Vector2d(a, a), Vector2d(b, a), Vector2d(a, b)}) rule.push_back({at, 0.5 * share});
}

}  // namespace

std::vector<ReferencePoint> triangle_rule_2() {
  std::vector<ReferencePoint> rule;
  add_orbit(1.0 / 6, 1.0 / 3, rule);
  return rule;
}

std::vector<ReferencePoint> triangle_rule_4() {
  // Strang and Fix 1973; the numbers solve the conditions of degree 4 in closed form (Dunavant 1985, 6 points).
  const double root = std::sqrt(10.0), inner = std::sqrt(38 - 44 * std::sqrt(0.4));
  const double weight = std::sqrt(213125 - 53320 * root);
  std::vector<ReferencePoint> rule;
  add_orbit((8 - root + inner) / 18, (620 + weight) / 3720, rule);
  add_orbit((8 - root - inner) / 18, (620 - weight) / 3720, rule);
  return rule;
}

std::vector<ReferencePoint> square_rule(int n) {
  ENSURE(n == 2 || n == 3);
  const std::vector<double> at = n == 2 ? std::vector<double>{-std::sqrt(1.0 / 3), std::sqrt(1.0 / 3)}
                                        : std::vector<double>{-std::sqrt(0.6), 0, std::sqrt(0.6)};
  const std::vector<double> weight =
      n == 2 ? std::vector<double>{1, 1} : std::vector<double>{5.0 / 9, 8.0 / 9, 5.0 / 9};
  std::vector<ReferencePoint> rule;
  for (std::size_t i = 0; i < at.size(); ++i) {
    for (std::size_t j = 0; j < at.size(); ++j) rule.push_back({{at[i], at[j]}, weight[i] * weight[j]});
  }
  return rule;
}

}  // namespace plumb
