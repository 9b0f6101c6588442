#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <plumb/model/elastic_rod/section.h>
#include <plumb/scene/bodies/handling.h>

namespace plumb {

enum class RodKind { discrete_elastic_rod, super_helix, super_clothoid, super_ribbon, timoshenko_beam };

/// "discrete-elastic-rod", "super-helix", "super-clothoid", "super-ribbon", "timoshenko-beam".
std::string_view name(RodKind kind);

/// Holds a cross-section of a rod.
struct SceneClamp : SceneMotion {
  double at = 0;             ///< arc length, m
  std::optional<Pose> pose;  ///< at time zero; none: where the initial shape has it
};

struct SceneForce : ScenePull {
  double at = 0;  ///< arc length, m
};

/// Uniform curvatures and twist, 1/m.
struct Strains {
  double kappa_1 = 0, kappa_2 = 0, twist = 0;
  bool operator==(const Strains&) const = default;
};

/// How the edges of a discrete rod lie. A clamp holds an edge, so a clamped end is the middle of the last edge, which
/// sticks out by half of it.
struct RodEdges {
  double length = 0;  ///< of each edge, m
  double before = 0;  ///< edges that stick out beyond the start: 0 or a half
};

/// A rod as a scene file says it, in SI units.
struct SceneRod {
  std::string name;
  RodKind kind = RodKind::discrete_elastic_rod;
  int n = 0;          ///< elements
  double length = 0;  ///< m
  RodStiffness stiffness;
  double shear = 0;           ///< kGA, N: of beams
  double width = 0;           ///< m: of ribbons
  double sheet_bend = 0;      ///< D w = E h^3 w / (12 (1 - nu^2)), N m^2: of ribbons
  double draw_radius = 0;     ///< m
  double contact_radius = 0;  ///< m: half of the thinner side of the section
  Strains natural;            ///< without loads
  Strains initial;            ///< where the search, or the motion, starts; clamps without a pose are there
  std::vector<Eigen::Vector3d> initial_nodes;  ///< m, where the nodes of a discrete rod start; empty: as `initial` says
  Pose start;                                  ///< of the initial shape
  double damping = 0;                          ///< relaxation time of every strain, s: viscosity over stiffness
  std::vector<SceneClamp> clamps;
  std::vector<SceneForce> forces;

  RodEdges edges() const;
};

}  // namespace plumb
