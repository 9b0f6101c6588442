#include <plumb/model/shell/shell.h>

#include <cmath>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/energy/load/gravity.h>
#include <plumb/energy/load/point_spring.h>
#include <plumb/energy/load/pressure.h>
#include <plumb/mechanics/size.h>
#include <plumb/model/shell/loads.h>
#include <plumb/model/shell/supports.h>
#include <plumb/model/shell/triangles.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

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
  if (spec.weave) {
    if (spec.membrane != MembraneLaw::st_venant_kirchhoff) {
      throw UserError("only the membrane of StVenant and Kirchhoff can be woven");
    }
    const Weave& w = spec.weave->weave;
    if (!w.stable() || !std::isfinite(w.warp) || !std::isfinite(w.weft) || !std::isfinite(w.shear)) {
      throw UserError(
          fmt::format("a weave's moduli are positive, and the square of its Poisson ratio is below warp over weft, not "
                      "warp {}, weft {}, shear {}, Poisson ratio {}",
                      w.warp, w.weft, w.shear, w.poisson));
    }
    if (!(spec.weave->warp.norm() > 0) || !spec.weave->warp.allFinite()) {
      throw UserError("the direction of a weave's warp has a length");
    }
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

/// A director has the rotatory inertia of the normals about its edge, density t^3/12 per area, of a third of each
/// triangle beside it. Only turning against the triangles counts: what the normals have of their triangles' turning is
/// t^2/12 to the square of a triangle's size of what the points have.
void add_masses(ModelBuilder& builder, const ShellSpec& spec, const MeshTopology& topology, const ShellParts& parts) {
  const Eigen::VectorXd masses = point_masses(spec);
  builder.add(std::make_shared<Gravity>(std::make_shared<NodalEmbedding>(parts.points), masses));
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    for (int k = 0; k < 3; ++k) builder.mass(parts.point(static_cast<int>(i)) + k, masses[i]);
  }
  if (parts.first_director < 0) return;
  for (std::size_t k = 0; k < spec.rest.triangles.size(); ++k) {
    const double t = thickness_of(spec, k);
    const double third = spec.density * t * t * t / 12 * area(spec.rest, static_cast<int>(k)) / 3;
    for (const int e : topology.triangle_edges[k]) builder.mass(parts.first_director + e, third);
  }
}

double extent(const TriangleMesh& mesh) {
  Vector3d low = mesh.points.front(), high = low;
  for (const Vector3d& p : mesh.points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return (high - low).maxCoeff();
}

/// Unknowns of the points, where the shell starts, then of the directors.
void place(ModelBuilder& builder, const ShellSpec& spec, const MeshTopology& topology, const SharedPoints& shared,
           ShellParts& parts) {
  const auto& start = spec.start.empty() ? spec.rest.points : spec.start;
  const double size = extent(spec.rest);
  std::vector<int> own;
  for (std::size_t i = 0; i < start.size(); ++i) {
    const auto found = shared.find(static_cast<int>(i));
    if (found != shared.end()) {
      parts.points.push_back(found->second);
      ENSURE((builder.initial().q.segment<3>(found->second) - start[i]).norm() < 1e-9 * size);
      continue;
    }
    own.push_back(builder.unknowns(3, size));
    parts.points.push_back(own.back());
    builder.initial().q.segment<3>(own.back()) = start[i];
  }
  builder.points(own);
  if (has_directors(spec.bending)) parts.first_director = builder.unknowns(static_cast<int>(topology.edges.size()), 1);
}

void press(ModelBuilder& builder, const ShellSpec& spec, ShellParts& parts) {
  std::vector<std::array<int, 9>> stencils;
  for (const auto& t : spec.rest.triangles) stencils.push_back(parts.unknowns(t));
  parts.pressure = builder.pressure();
  builder.add(std::make_shared<Pressure>(std::move(stencils), parts.pressure));
}

void hold(ModelBuilder& builder, const std::vector<ShellSupport>& supports, const HeldEdges& held,
          const ShellParts& parts) {
  for (auto& constraint : constraints_of(supports, parts, builder.initial().q)) builder.add(std::move(constraint));
  if (parts.first_director < 0) return;
  std::vector<int> directors;
  for (std::size_t e = 0; e < held.directors.size(); ++e) {
    if (held.directors[e]) directors.push_back(parts.first_director + static_cast<int>(e));
  }
  builder.fix(directors);
}

void check_spring(const ShellSpec& spec, const ShellSpring& spring) {
  const int n_points = static_cast<int>(spec.rest.points.size());
  if (!(spring.stiffness > 0) || !std::isfinite(spring.stiffness) || !(spring.length >= 0) ||
      !std::isfinite(spring.length) || spring.points.empty()) {
    throw UserError("a spring has points, a positive stiffness, and a length that is not negative");
  }
  const auto is_point = [&](int p) { return p >= 0 && p < n_points; };
  for (const int p : spring.points) {
    if (!is_point(p) || p == spring.other || (spring.other >= 0 && !is_point(spring.other))) {
      throw UserError(fmt::format("a spring is between points {} and {}, but it needs two of the points 0 to {}", p,
                                  spring.other, n_points - 1));
    }
  }
}

void add_springs(ModelBuilder& builder, const ShellSpec& spec, ShellParts& parts) {
  std::vector<std::array<int, 6>> between;
  std::vector<SpringLaw> laws;
  std::vector<std::array<int, 3>> to_places;
  std::vector<PlaceSprings::Spring> springs;
  for (const ShellSpring& spring : spec.springs) {
    check_spring(spec, spring);
    const SpringLaw law{spring.stiffness / static_cast<double>(spring.points.size()), spring.length};
    const bool has_place = spring.other < 0;
    if (has_place) parts.spring_places.push_back(builder.clamp(spring.place));
    for (const int p : spring.points) {
      if (has_place) {
        to_places.push_back(parts.unknowns(std::array{p}));
        springs.push_back({law, parts.spring_places.back()});
      } else {
        between.push_back(parts.unknowns(std::array{p, spring.other}));
        laws.push_back(law);
      }
    }
  }
  if (!laws.empty()) builder.add(std::make_shared<PointSprings>(std::move(between), std::move(laws)));
  if (!springs.empty()) builder.add(std::make_shared<PlaceSprings>(std::move(to_places), std::move(springs)));
}

}  // namespace

ShellParts add_shell(ModelBuilder& builder, const ShellSpec& spec, const SharedPoints& shared) {
  check_spec(spec);
  const MeshTopology topology = mesh_topology(spec.rest);
  const std::vector<ShellSupport> supports = supports_of(spec);
  ShellParts parts;
  place(builder, spec, topology, shared, parts);
  add_triangles(builder.places(parts.points), spec.rest.triangles, 0.5 * spec.material.thickness, builder.surface());
  for (const ShellSupport& support : supports) parts.clamps.push_back(builder.clamp(support.pose));
  add_springs(builder, spec, parts);
  for (std::size_t i = 0; i < spec.loads.size(); ++i) parts.wrenches.push_back(builder.wrench());
  const HeldEdges held = held_edges(spec, supports, topology, parts);

  add_membrane(builder, spec, parts);
  add_bending(builder, spec, topology, held, parts);
  add_masses(builder, spec, topology, parts);
  press(builder, spec, parts);
  for (auto& term : load_terms(spec, topology, parts)) builder.add(std::move(term));
  hold(builder, supports, held, parts);
  return parts;
}

Model shell(const ShellSpec& spec) {
  ModelBuilder builder;
  add_shell(builder, spec);
  return builder.finish();
}

}  // namespace plumb
