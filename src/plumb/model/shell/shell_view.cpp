#include <plumb/model/shell/shell_view.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <plumb/mechanics/visit_elements.h>
#include <plumb/model/shell/supports.h>

namespace plumb {
namespace {

using Eigen::Vector3d;
using Corners = std::array<Vector3d, 3>;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// Returns the point that an entry of q is a coordinate of.
int point_of(int unknown) { return unknown / 3; }

/// Do three entries of a stencil make up a point? Directors, which stand behind the points, do not.
bool is_point(std::span<const int> stencil, std::size_t i) {
  return i + 2 < stencil.size() && stencil[i] % 3 == 0 && stencil[i + 1] == stencil[i] + 1 &&
         stencil[i + 2] == stencil[i] + 2;
}

/// Returns the largest stretch of a triangle, minus one, in either direction.
double strain_of(const Corners& rest, const Corners& now) {
  const auto edges = [](const Corners& x) {
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

bool holds(const std::vector<int>& ascending, int point) {
  return std::binary_search(ascending.begin(), ascending.end(), point);
}

/// Along which axes a support holds its points.
std::array<bool, 3> held_axes(const ShellSupport& support) {
  if (support.hold == Hold::clamped) return {true, true, true};
  if (support.hold == Hold::hinged) return support.axes;
  Eigen::Index normal = 0;
  support.pose.tangent.cwiseAbs().maxCoeff(&normal);
  return {normal == 0, normal == 1, normal == 2};
}

/// Returns the support whose mirror is at an edge between two of the three corners of an element; -1: none.
int mirror_of(const std::vector<ShellSupport>& supports, std::span<const int> stencil) {
  for (std::size_t k = 0; k < supports.size(); ++k) {
    int n = 0;
    for (const std::size_t i : {0u, 3u, 6u}) n += holds(supports[k].points, point_of(stencil[i])) ? 1 : 0;
    if (supports[k].hold != Hold::hinged && n == 2) return static_cast<int>(k);
  }
  return -1;
}

/// Each coordinate of a held point pulls at its support, the first that holds it.
void add_points(const std::vector<ShellSupport>& supports, const ShellView& view, const Loads& loads,
                const Eigen::VectorXd& gradient, std::vector<Wrench>& wrenches) {
  std::vector<bool> counted(index(static_cast<int>(gradient.size())), false);
  for (std::size_t k = 0; k < supports.size(); ++k) {
    const std::array<bool, 3> axes = held_axes(supports[k]);
    for (const int p : supports[k].points) {
      Vector3d force = Vector3d::Zero();
      for (int axis = 0; axis < 3; ++axis) {
        const int unknown = 3 * p + axis;
        if (!axes[index(axis)] || counted[index(unknown)]) continue;
        counted[index(unknown)] = true;
        force[axis] = gradient[unknown];
      }
      wrenches[k].force += force;
      wrenches[k].moment += (view.point(p) - loads.clamps[k].position).cross(force);
    }
  }
}

void add_mirrors(const std::vector<ShellSupport>& supports, const Energy& energy, const ShellView& view,
                 const State& state, std::vector<Wrench>& wrenches) {
  for_each_element(energy, state, {.gradient = true}, [&](int element, int slot, ElementBuffer& buffer) {
    const auto stencil = energy.stencil(element);
    const int k = mirror_of(supports, stencil);
    if (k < 0) return;
    // Directors are angles against the triangles: turning all of them leaves them alone.
    for (std::size_t i = 0; is_point(stencil, i); i += 3) {
      Vector3d force;
      for (int axis = 0; axis < 3; ++axis) force[axis] = buffer.gradient(slot, static_cast<int>(i) + axis);
      wrenches[index(k)].moment -= view.point(point_of(stencil[i])).cross(force);
    }
  });
}

}  // namespace

Vector3d ShellView::mean(std::span<const int> points) const {
  Vector3d sum = Vector3d::Zero();
  for (const int p : points) sum += point(p);
  return sum / static_cast<double>(points.size());
}

std::vector<Vector3d> ShellView::points() const {
  std::vector<Vector3d> all;
  for (int i = 0; i < static_cast<int>(spec_.rest.points.size()); ++i) all.push_back(point(i));
  return all;
}

std::vector<double> ShellView::triangle_strains() const {
  std::vector<double> all;
  for (const auto& t : spec_.rest.triangles) {
    const Corners rest{spec_.rest.points[index(t[0])], spec_.rest.points[index(t[1])], spec_.rest.points[index(t[2])]};
    all.push_back(strain_of(rest, {point(t[0]), point(t[1]), point(t[2])}));
  }
  return all;
}

std::vector<PointArray> ShellView::strains() const {
  PointArray largest{"strain", "", 1, std::vector<double>(spec_.rest.points.size(), 0.0)};
  const std::vector<double> of_triangles = triangle_strains();
  for (std::size_t k = 0; k < of_triangles.size(); ++k) {
    for (const int p : spec_.rest.triangles[k]) {
      largest.values[index(p)] = std::max(largest.values[index(p)], of_triangles[k]);
    }
  }
  return {largest};
}

std::vector<double> ShellView::energy_density(std::initializer_list<Role> roles) const {
  std::vector<double> areas(spec_.rest.points.size(), 0.0), density(areas);
  for (std::size_t k = 0; k < spec_.rest.triangles.size(); ++k) {
    const double third = area(spec_.rest, static_cast<int>(k)) / 3;
    for (const int p : spec_.rest.triangles[k]) areas[index(p)] += third;
  }
  for (const auto& energy : model_.energies) {
    if (std::find(roles.begin(), roles.end(), energy->role()) == roles.end()) continue;
    for_each_element(*energy, state_, {.value = true}, [&](int element, int slot, ElementBuffer& buffer) {
      const auto stencil = energy->stencil(element);
      for (const std::size_t i : {0u, 3u, 6u}) {
        const std::size_t p = index(point_of(stencil[i]));
        density[p] += buffer.value(slot) / 3 / areas[p];
      }
    });
  }
  return density;
}

std::vector<Wrench> ShellView::reactions(const Eigen::VectorXd& gradient) const {
  std::vector<ShellSupport> supports = supports_of(spec_);
  for (ShellSupport& support : supports) std::sort(support.points.begin(), support.points.end());
  std::vector<Wrench> wrenches(supports.size());
  add_points(supports, *this, state_.loads, gradient, wrenches);
  for (const auto& energy : model_.energies) {
    if (energy->role() == Role::mirror) add_mirrors(supports, *energy, *this, state_, wrenches);
  }
  return wrenches;
}

}  // namespace plumb
