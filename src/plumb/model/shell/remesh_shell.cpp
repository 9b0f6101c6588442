#include <plumb/model/shell/remesh_shell.h>

#include <algorithm>
#include <unordered_set>

#include <plumb/core/status.h>
#include <plumb/geometry/remesh/live_mesh.h>
#include <plumb/geometry/remesh/transfer.h>
#include <plumb/model/shell/triangles.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::vector<Vector3d> as_points(const Eigen::VectorXd& q) {
  std::vector<Vector3d> points(static_cast<std::size_t>(q.size() / 3));
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = q.segment<3>(3 * static_cast<Eigen::Index>(i));
  return points;
}

Eigen::VectorXd as_unknowns(const std::vector<Vector3d>& points) {
  Eigen::VectorXd q(3 * static_cast<Eigen::Index>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) q.segment<3>(3 * static_cast<Eigen::Index>(i)) = points[i];
  return q;
}

std::vector<std::uint64_t> as_names(const std::vector<int>& points) { return {points.begin(), points.end()}; }

KeptParts kept_parts(const ShellSpec& spec, const MeshNow& mesh, const std::vector<std::uint64_t>& besides) {
  KeptParts kept;
  kept.points = meant_points(spec);
  kept.points.insert(kept.points.end(), besides.begin(), besides.end());
  const auto keep_edges = [&](const std::vector<int>& points) {
    const auto edges = edges_between(mesh, as_names(points));
    kept.edges.insert(kept.edges.end(), edges.begin(), edges.end());
  };
  keep_edges(spec.clamped);
  for (const ShellSupport& support : spec.supports) keep_edges(support.points);
  for (const ShellLoad& load : spec.loads) keep_edges(load.points);
  return kept;
}

/// For each point of the mesh: does a support hold it, along one axis at least?
std::vector<bool> held_points(const ShellSpec& spec, const MeshNow& mesh) {
  std::unordered_set<std::uint64_t> held(spec.clamped.begin(), spec.clamped.end());
  for (const ShellSupport& support : spec.supports) held.insert(support.points.begin(), support.points.end());
  std::vector<bool> flags;
  for (const std::uint64_t name : mesh.names) flags.push_back(held.contains(name));
  return flags;
}

std::vector<double> mass_per_area(const ShellSpec& spec, const MeshNow& mesh) {
  std::vector<double> masses;
  for (const double thickness : mesh.thickness) masses.push_back(spec.density * thickness);
  return masses;
}

}  // namespace

bool can_remesh(ShellBending bending) { return !has_directors(bending); }

void check_remeshing(const ShellSpec& spec) {
  const MeshNow mesh = mesh_of(spec);
  const LiveMesh live(mesh);
  on_mesh(spec, mesh);
}

std::optional<RemeshedShell> remeshed(const ShellSpec& spec, const State& state, const ShellRemeshing& remeshing) {
  ENSURE(can_remesh(spec.bending) && state.history.empty());
  const MeshNow before = state.mesh ? *state.mesh : mesh_of(spec);
  ENSURE(state.q.size() == 3 * static_cast<Eigen::Index>(before.rest.size()));
  const std::vector<Vector3d> positions = as_points(state.q), velocities = as_points(state.v);
  std::vector<Eigen::Matrix3d> further;
  if (remeshing.near) further = obstacle_demand(before, positions, remeshing.near(positions), remeshing.obstacles);
  const std::vector<Eigen::Matrix3d> sizing = sizing_field(before, positions, velocities, remeshing.sizing, further);
  Remeshed now = remesh(before, sizing, kept_parts(spec, before, remeshing.kept), remeshing.options);
  if (now.counts.splits + now.counts.flips + now.counts.collapses == 0) return {};
  const std::vector<double> masses = mass_per_area(spec, before);
  KeptMomentum motion =
      momentum_keeping_velocities(now.history, {before, velocities, masses, held_points(spec, before)});
  RemeshedShell result{state, now.counts, successors(now.history), std::move(motion.steps)};
  result.state.q = as_unknowns(transferred_to_points(now.history, positions));
  result.state.v = as_unknowns(motion.velocities);
  result.state.mesh = std::make_shared<const MeshNow>(std::move(now.mesh));
  return result;
}

}  // namespace plumb
