#include <plumb/model/shell/supports.h>

#include <cmath>

#include <fmt/format.h>

#include <plumb/model/holds.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

/// Points that stay in a plane normal to an axis.
class PlaneHold final : public Constraint {
 public:
  PlaneHold(const ShellSupport& support, int axis, const ShellParts& parts, const Eigen::VectorXd& start) {
    for (const int p : support.points) {
      unknowns_.push_back(parts.point(p) + axis);
      places_.push_back(start[unknowns_.back()]);
    }
  }
  std::vector<int> fixed() const override { return unknowns_; }
  void step_to(const State& state, const Loads&, Eigen::VectorXd& step) const override {
    for (std::size_t i = 0; i < unknowns_.size(); ++i) step[unknowns_[i]] = places_[i] - state.q[unknowns_[i]];
  }

 private:
  std::vector<int> unknowns_;
  std::vector<double> places_;
};

/// The axis that a direction is along, or -1.
int axis_of(const Vector3d& direction) {
  for (int i = 0; i < 3; ++i) {
    if ((direction.cwiseAbs() - Vector3d::Unit(i)).norm() < 1e-12) return i;
  }
  return -1;
}

const Vector3d& start_of(const ShellSpec& spec, int point) {
  return spec.start.empty() ? spec.rest.points[at(point)] : spec.start[at(point)];
}

void check_support(const ShellSpec& spec, const ShellSupport& support) {
  const int n_points = static_cast<int>(spec.rest.points.size());
  for (const int p : support.points) {
    if (p < 0 || p >= n_points) {
      throw UserError(fmt::format("a support holds point {}, but the mesh has the points 0 to {}", p, n_points - 1));
    }
  }
  if (support.hold != Hold::symmetric) return;
  const int axis = axis_of(support.pose.tangent);
  if (axis < 0) {
    const Vector3d& t = support.pose.tangent;
    throw UserError(fmt::format("a plane of symmetry is normal to x, y or z, not to ({}, {}, {})", t[0], t[1], t[2]));
  }
  double size = 0;
  for (const Vector3d& p : spec.rest.points) size = std::max(size, p.cwiseAbs().maxCoeff());
  for (const int p : support.points) {
    const double off = start_of(spec, p)[axis] - support.pose.position[axis];
    if (!(std::abs(off) <= 1e-6 * size)) {
      throw UserError(fmt::format("point {} is {} m off its plane of symmetry", p, off));
    }
  }
}

std::vector<bool> marked(const std::vector<int>& points, std::size_t n) {
  std::vector<bool> all(n, false);
  for (const int p : points) all[at(p)] = true;
  return all;
}

/// The mirror of a support at a triangle's edge i, as the shell is at its start.
Mirror mirror_at(const ShellSpec& spec, const ShellSupport& support, int pose, int triangle, int i) {
  if (support.hold == Hold::symmetric) return {support.pose.tangent, -1};
  const auto& t = spec.rest.triangles[at(triangle)];
  const auto x = [&](int corner) { return start_of(spec, t[at(corner % 3)]); };
  const Vector3d edge = x(i + 2) - x(i + 1), normal = edge.cross(x(i) - x(i + 1));
  return {support.pose.frame().transpose() * edge.cross(normal).normalized(), pose};
}

}  // namespace

std::vector<ShellSupport> supports_of(const ShellSpec& spec) {
  std::vector<ShellSupport> all = spec.supports;
  if (!spec.clamped.empty()) all.insert(all.begin(), {Hold::clamped, spec.clamped, spec.clamp});
  for (const ShellSupport& support : all) check_support(spec, support);
  return all;
}

HeldEdges held_edges(const ShellSpec& spec, const std::vector<ShellSupport>& supports, const MeshTopology& topology,
                     const ShellParts& parts) {
  HeldEdges held;
  held.directors.assign(topology.edges.size(), false);
  held.mirrors.resize(spec.rest.triangles.size());
  for (std::size_t k = 0; k < supports.size(); ++k) {
    if (supports[k].hold == Hold::hinged) continue;
    const std::vector<bool> in = marked(supports[k].points, spec.rest.points.size());
    for (std::size_t e = 0; e < topology.edges.size(); ++e) {
      const MeshEdge& edge = topology.edges[e];
      if (!in[at(edge.points[0])] || !in[at(edge.points[1])]) continue;
      const auto behind = [&](std::size_t side) { return edge.triangles[side] >= 0 && in[at(edge.opposite[side])]; };
      const bool symmetric = supports[k].hold == Hold::symmetric;
      if (symmetric && !edge.boundary()) continue;
      held.directors[e] = true;
      if (behind(0) || behind(1)) continue;
      for (const int t : edge.triangles) {
        for (int i = 0; t >= 0 && i < 3; ++i) {
          if (topology.triangle_edges[at(t)][at(i)] != static_cast<int>(e)) continue;
          held.mirrors[at(t)][at(i)] = mirror_at(spec, supports[k], static_cast<int>(parts.clamps[k]), t, i);
        }
      }
    }
  }
  return held;
}

std::vector<std::shared_ptr<const Constraint>> constraints_of(const std::vector<ShellSupport>& supports,
                                                              const ShellParts& parts, const Eigen::VectorXd& start) {
  std::vector<std::shared_ptr<const Constraint>> all;
  for (std::size_t k = 0; k < supports.size(); ++k) {
    const ShellSupport& support = supports[k];
    if (support.hold == Hold::symmetric) {
      all.push_back(std::make_shared<PlaneHold>(support, axis_of(support.pose.tangent), parts, start));
    } else {
      std::vector<int> points;
      for (const int p : support.points) points.push_back(parts.point(p));
      const std::array<bool, 3> all_axes{true, true, true};
      all.push_back(std::make_shared<RigidHold>(parts.clamps[k], support.pose, std::move(points),
                                                support.hold == Hold::hinged ? support.axes : all_axes, start));
    }
  }
  return all;
}

}  // namespace plumb
