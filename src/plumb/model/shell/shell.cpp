#include <plumb/model/shell/shell.h>

#include <cmath>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/energy/load/gravity.h>
#include <plumb/energy/load/pressure.h>
#include <plumb/mechanics/size.h>
#include <plumb/model/model_builder.h>
#include <plumb/model/shell/loads.h>
#include <plumb/model/shell/supports.h>
#include <plumb/model/shell/triangles.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void check_spec(const ShellSpec& spec) {
  check_size("a shell", static_cast<double>(spec.rest.triangles.size()),
             entries_of_element(has_directors(spec.bending) ? 21 : 12));
  check(spec.rest);
  const SheetMaterial& m = spec.material;
  if (!(m.young > 0) || !std::isfinite(m.young) || !(m.poisson > -1 && m.poisson < 1)) {
    throw UserError(
        fmt::format("a shell's Young's modulus is positive and its Poisson ratio between -1 and 1, not {} and {}",
                    m.young, m.poisson));
  }
  if (!(spec.density > 0) || !std::isfinite(spec.density)) {
    throw UserError(fmt::format("a shell's density is positive, not {}", spec.density));
  }
  if (!spec.thickness.empty() && spec.thickness.size() != spec.rest.triangles.size()) {
    throw UserError(fmt::format("a shell of {} triangles has as many thicknesses, or none, not {}",
                                spec.rest.triangles.size(), spec.thickness.size()));
  }
  for (std::size_t k = 0; k < spec.rest.triangles.size(); ++k) {
    const double t = thickness_of(spec, k);
    if (!(t > 0) || !std::isfinite(t)) throw UserError(fmt::format("a shell's thickness is positive, not {}", t));
  }
  if (!spec.start.empty() && spec.start.size() != spec.rest.points.size()) {
    throw UserError(fmt::format("a shell of {} points starts from as many, or from none, not from {}",
                                spec.rest.points.size(), spec.start.size()));
  }
  for (const Vector3d& x : spec.start) {
    if (!x.allFinite()) throw UserError("a point of a shell's start is no finite number");
  }
}

/// Each point carries a third of its triangles.
Eigen::VectorXd point_masses(const ShellSpec& spec) {
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(spec.rest.points.size()));
  for (std::size_t k = 0; k < spec.rest.triangles.size(); ++k) {
    const double third = spec.density * thickness_of(spec, k) * area(spec.rest, static_cast<int>(k)) / 3;
    for (const int p : spec.rest.triangles[k]) masses[p] += third;
  }
  return masses;
}

/// Of every unknown. A director has the rotatory inertia of the normals about its edge, density t^3/12 per area, of a
/// third of each triangle beside it. Only turning against the triangles counts: what the normals have of their
/// triangles' turning is t^2/12 to the square of a triangle's size of what the points have.
Eigen::VectorXd masses_of(const ShellSpec& spec, const MeshTopology& topology, const Eigen::VectorXd& points,
                          int n_unknowns) {
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(n_unknowns);
  for (Eigen::Index i = 0; i < 3 * points.size(); ++i) masses[i] = points[i / 3];
  if (n_unknowns == 3 * points.size()) return masses;
  for (std::size_t k = 0; k < spec.rest.triangles.size(); ++k) {
    const double t = thickness_of(spec, k);
    const double third = spec.density * t * t * t / 12 * area(spec.rest, static_cast<int>(k)) / 3;
    for (const int e : topology.triangle_edges[k]) masses[3 * points.size() + e] += third;
  }
  return masses;
}

double extent(const TriangleMesh& mesh) {
  Vector3d low = mesh.points.front(), high = low;
  for (const Vector3d& p : mesh.points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return (high - low).maxCoeff();
}

std::shared_ptr<const Energy> pressure_on(const TriangleMesh& mesh) {
  std::vector<std::array<int, 9>> stencils;
  for (const auto& t : mesh.triangles) {
    auto& unknowns = stencils.emplace_back();
    for (std::size_t i = 0; i < 9; ++i) unknowns[i] = 3 * t[i / 3] + static_cast<int>(i % 3);
  }
  return std::make_shared<Pressure>(std::move(stencils));
}

void hold(ModelBuilder& builder, const std::vector<ShellSupport>& supports, const HeldEdges& held, int first_director) {
  for (const ShellSupport& support : supports) builder.clamp(support.pose);
  for (auto& constraint : constraints_of(supports, builder.initial().q)) builder.add(std::move(constraint));
  if (first_director < 0) return;
  std::vector<int> directors;
  for (std::size_t e = 0; e < held.directors.size(); ++e) {
    if (held.directors[e]) directors.push_back(first_director + static_cast<int>(e));
  }
  builder.fix(directors);
}

}  // namespace

Model shell(const ShellSpec& spec) {
  check_spec(spec);
  const MeshTopology topology = mesh_topology(spec.rest);
  const std::vector<ShellSupport> supports = supports_of(spec);
  const HeldEdges held = held_edges(spec, supports, topology);
  const int n_points = static_cast<int>(spec.rest.points.size());
  const bool directors = has_directors(spec.bending);
  const int first_director = directors ? 3 * n_points : -1;

  ModelBuilder builder;
  builder.unknowns(3 * n_points, extent(spec.rest));
  if (directors) builder.unknowns(static_cast<int>(topology.edges.size()), 1);
  std::vector<int> points;
  for (int i = 0; i < n_points; ++i) points.push_back(3 * i);
  builder.points(points);
  const auto& start = spec.start.empty() ? spec.rest.points : spec.start;
  for (int i = 0; i < n_points; ++i) builder.initial().q.segment<3>(3 * i) = start[at(i)];

  ShellTerms terms;
  add_membrane(spec, terms);
  add_bending(spec, topology, held, terms);
  for (auto& energy : terms.energies) builder.add(std::move(energy));
  for (auto& dissipation : terms.dissipations) builder.add(std::move(dissipation));
  const Eigen::VectorXd masses = point_masses(spec);
  builder.add(std::make_shared<Gravity>(std::make_shared<NodalEmbedding>(points), masses));
  builder.add(pressure_on(spec.rest));
  for (std::size_t i = 0; i < spec.loads.size(); ++i) builder.wrench();
  for (auto& term : load_terms(spec, topology, first_director)) builder.add(std::move(term));
  const Eigen::VectorXd all = masses_of(spec, topology, masses, static_cast<int>(builder.initial().q.size()));
  for (int i = 0; i < all.size(); ++i) builder.mass(i, all[i]);
  hold(builder, supports, held, first_director);
  return builder.finish();
}

}  // namespace plumb
