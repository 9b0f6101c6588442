#include <plumb/scene/bodies/plate/plate_doubts.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Beyond, laws that are linear in a measure of strain disagree by more than a tenth, according to the measure.
constexpr double kLargeStrain = 0.1;

/// The largest stretch of a triangle, minus one, in either direction.
double strain_of(const std::array<Vector3d, 3>& rest, const std::array<Vector3d, 3>& now) {
  const auto edges = [](const std::array<Vector3d, 3>& x) {
    Eigen::Matrix<double, 3, 2> e;
    e << x[1] - x[0], x[2] - x[0];
    return e;
  };
  const Eigen::Matrix<double, 3, 2> r = edges(rest), n = edges(now);
  // The eigenvalues of a^-1 b, of the first forms a at rest and b now, are the squares of the principal stretches.
  const Eigen::Matrix2d change = (r.transpose() * r).inverse() * (n.transpose() * n);
  const double half = 0.5 * change.trace(), root = std::sqrt(std::max(0.0, half * half - change.determinant()));
  return std::max(std::abs(std::sqrt(half + root) - 1), std::abs(std::sqrt(std::max(0.0, half - root)) - 1));
}

double strain_of(const ScenePlate& plate, const std::vector<Vector3d>& now) {
  double largest = 0;
  for (const auto& t : plate.rest.triangles) {
    const auto corners = [&](const std::vector<Vector3d>& x) {
      const auto at = [&](std::size_t i) { return x[static_cast<std::size_t>(t[i])]; };
      return std::array<Vector3d, 3>{at(0), at(1), at(2)};
    };
    largest = std::max(largest, strain_of(corners(plate.rest.points), corners(now)));
  }
  return largest;
}

/// docs/discrete-shell.md and docs/plates.md.
void add_bending_doubts(const ScenePlate& plate, std::vector<Warning>& out) {
  constexpr double kTwist = 4.0 / 3;  // of hinges on equilateral triangles, in units of D
  if (plate.bending == ShellBending::hinge) {
    out.push_back({"bending",
                   {},
                   {},
                   fmt::format("its bending is \"hinge\", which is a plate of a Poisson ratio near -1/3 that the mesh "
                               "sets, not of nu = {}: on equilateral triangles twist costs {:.2g} times what it should",
                               plate.material.poisson, kTwist / (1 - plate.material.poisson)),
                   "only a plate rolled into a cylinder is bent rightly; bending = \"tan\" is right on every mesh"});
  }
  if (plate.bending == ShellBending::average) {
    out.push_back(
        {"bending",
         {},
         {},
         "its bending is \"average\", which is right only on regular meshes: tens of percent were measured on "
         "others, however fine",
         "bending = \"tan\" is right on every mesh"});
  }
}

}  // namespace

std::vector<Warning> doubts_of(const ScenePlate& plate, const std::vector<Vector3d>& now, double time) {
  std::vector<Warning> doubts;
  add_bending_doubts(plate, doubts);
  if (plate.membrane != MembraneLaw::st_venant_kirchhoff) return doubts;
  const double strain = strain_of(plate, now);
  if (strain > kLargeStrain) {
    doubts.push_back(
        {"strain",
         {},
         time,
         fmt::format("it is strained by {:.0f} %, and \"stvk\" is a law of small strains: its stress is {:.0f} "
                     "% off the linear one there, and it gives way under strong pressure",
                     100 * strain, 150 * strain),
         "membrane = \"neo-hookean\" holds for rubber",
         strain});
  }
  return doubts;
}

}  // namespace plumb
