#pragma once

#include <cmath>

#include <plumb/geometry/mesh_generators.h>
#include <plumb/model/shell/pick_points.h>
#include <plumb/model/shell/projective_shell.h>

namespace plumb {

/// A strip along x from the plane of its clamp, of length 1 and stiffness D = 1, in the terms of Projective Dynamics.
struct ProjectiveStrip {
  double width = 0.25, thickness = 0.1;
  int n = 12;  ///< cells along the length, and half a one behind the clamp
  double alpha = kRollingAlpha;

  double cell() const { return 1 / (n + 0.5); }

  ShellSpec spec() const {
    ShellSpec s;
    const int across = std::max(2, static_cast<int>(std::lround(width / cell())));
    s.rest = rectangle_mesh({1 + cell() / 2, width, n + 1, across, CellPattern::alternating});
    for (Eigen::Vector3d& p : s.rest.points) p -= Eigen::Vector3d(cell() / 2, width / 2, 0);
    s.clamped = pick_points(s.rest, [&](const Eigen::Vector3d& p) { return p.x() < 0.6 * cell(); });
    s.clamp = {Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY()};
    s.material = {thickness, 12 / std::pow(thickness, 3), 0};
    s.density = 1 / thickness;
    return s;
  }
  Model model() const { return projective_shell(spec(), projective_weights(spec().material, alpha)); }
  /// Returns gravity = Gamma, downwards.
  static Loads weight(const Model& model, double gamma) {
    Loads loads = model.initial.loads;
    loads.gravity = {0, 0, -gamma};
    return loads;
  }
};

}  // namespace plumb
