#include <plumb/model/solid/solid.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/dissipation/solid_damping.h>
#include <plumb/energy/load/edge_moment.h>
#include <plumb/energy/load/gravity.h>
#include <plumb/energy/load/pressure.h>
#include <plumb/energy/solid/solid_stretch.h>
#include <plumb/mechanics/size.h>
#include <plumb/model/holds.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

void check_points(const SolidSpec& spec, const std::vector<int>& points, std::string_view what) {
  const int n = static_cast<int>(spec.rest.points.size());
  for (const int p : points) {
    if (p < 0 || p >= n) {
      throw UserError(fmt::format("{} point {}, but the mesh has the points 0 to {}", what, p, n - 1));
    }
  }
}

void check_spec(const SolidSpec& spec) {
  check_size("a solid", static_cast<double>(spec.rest.tetrahedra.size()), entries_of_element(12));
  check(spec.rest);
  const SolidMaterial& m = spec.material;
  if (!(m.young > 0) || !std::isfinite(m.young) || !(m.poisson > -1 && m.poisson < 0.5)) {
    throw UserError(
        fmt::format("a solid's Young's modulus is positive and its Poisson ratio between -1 and 1/2, not {} and {}",
                    m.young, m.poisson));
  }
  if (!(spec.density > 0) || !std::isfinite(spec.density)) {
    throw UserError(fmt::format("a solid's density is positive, not {}", spec.density));
  }
  if (!spec.start.empty() && spec.start.size() != spec.rest.points.size()) {
    throw UserError(fmt::format("a solid of {} points starts from as many, or from none, not from {}",
                                spec.rest.points.size(), spec.start.size()));
  }
  for (const Vector3d& x : spec.start) {
    if (!x.allFinite()) throw UserError("a point of a solid's start is no finite number");
  }
  for (const SolidSupport& support : spec.supports) check_points(spec, support.points, "a support holds");
  for (const SolidLoad& load : spec.loads) {
    if (load.points.empty()) throw UserError("a load of a solid acts on no points");
    check_points(spec, load.points, "a load acts on");
  }
  check_points(spec, spec.pressed, "the pressure acts on");
  if (!(spec.skin >= 0) || !std::isfinite(spec.skin)) {
    throw UserError(fmt::format("the skin of a solid is not negative, and not {}", spec.skin));
  }
}

double extent(const TetrahedralMesh& mesh) {
  Vector3d low = mesh.points.front(), high = low;
  for (const Vector3d& p : mesh.points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  return (high - low).maxCoeff();
}

void place(ModelBuilder& builder, const SolidSpec& spec, SolidParts& parts) {
  const auto& start = spec.start.empty() ? spec.rest.points : spec.start;
  const double size = extent(spec.rest);
  for (const Vector3d& x : start) {
    parts.points.push_back(builder.unknowns(3, size));
    builder.initial().q.segment<3>(parts.points.back()) = x;
  }
  builder.points(parts.points);
}

void add_material(ModelBuilder& builder, const SolidSpec& spec, const SolidParts& parts) {
  std::vector<std::array<int, 12>> stencils;
  std::vector<RestTetrahedron> tetrahedra;
  for (const auto& t : spec.rest.tetrahedra) {
    std::array<Vector3d, 4> corners;
    for (std::size_t i = 0; i < 4; ++i) corners[i] = spec.rest.points[at(t[i])];
    tetrahedra.push_back(rest_tetrahedron(corners));
    std::array<int, 12> unknowns{};
    for (std::size_t i = 0; i < 12; ++i) unknowns[i] = parts.points[at(t[i / 3])] + static_cast<int>(i % 3);
    stencils.push_back(unknowns);
  }
  if (spec.relaxation > 0) builder.add(solid_damping(spec.material, stencils, tetrahedra, spec.relaxation));
  builder.add(std::make_shared<SolidStretch>(spec.material, std::move(stencils), std::move(tetrahedra)));
}

/// Each point carries a quarter of its tetrahedra, m^3.
Eigen::VectorXd volumes_around(const TetrahedralMesh& mesh) {
  Eigen::VectorXd volumes = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(mesh.points.size()));
  for (std::size_t k = 0; k < mesh.tetrahedra.size(); ++k) {
    for (const int p : mesh.tetrahedra[k]) volumes[p] += volume(mesh, static_cast<int>(k)) / 4;
  }
  return volumes;
}

void add_masses(ModelBuilder& builder, const SolidSpec& spec, const SolidParts& parts, const Eigen::VectorXd& volumes) {
  const Eigen::VectorXd masses = spec.density * volumes;
  builder.add(std::make_shared<Gravity>(std::make_shared<NodalEmbedding>(parts.points), masses));
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    for (int k = 0; k < 3; ++k) builder.mass(parts.points[static_cast<std::size_t>(i)] + k, masses[i]);
  }
}

std::vector<bool> marked(const std::vector<int>& points, std::size_t n) {
  std::vector<bool> all(n, false);
  for (const int p : points) all[at(p)] = true;
  return all;
}

bool all_marked(const std::array<int, 3>& triangle, const std::vector<bool>& marks) {
  return std::all_of(triangle.begin(), triangle.end(), [&](int p) { return marks[at(p)]; });
}

/// The part of a load's force that each point takes.
Eigen::VectorXd shares(const SolidSpec& spec, const SolidLoad& load, const std::vector<std::array<int, 3>>& outside,
                       const Eigen::VectorXd& volumes) {
  Eigen::VectorXd share = Eigen::VectorXd::Zero(volumes.size());
  const std::vector<bool> loaded = marked(load.points, spec.rest.points.size());
  const TriangleMesh mesh{spec.rest.points, outside};
  for (std::size_t k = 0; k < outside.size(); ++k) {
    if (!all_marked(outside[k], loaded)) continue;
    for (const int p : outside[k]) share[p] += area(mesh, static_cast<int>(k)) / 3;
  }
  if (share.isZero(0)) {
    for (const int p : load.points) share[p] = volumes[p];
  }
  return share / share.sum();
}

void add_forces(ModelBuilder& builder, const SolidSpec& spec, const std::vector<std::array<int, 3>>& outside,
                const Eigen::VectorXd& volumes, SolidParts& parts) {
  std::vector<PointForces::Place> places;
  for (const SolidLoad& load : spec.loads) {
    parts.wrenches.push_back(builder.wrench());
    const Eigen::VectorXd share = shares(spec, load, outside, volumes);
    for (Eigen::Index p = 0; p < share.size(); ++p) {
      const int x = parts.points[static_cast<std::size_t>(p)];
      if (share[p] > 0) places.push_back({{x, x + 1, x + 2}, static_cast<int>(parts.wrenches.back()), share[p]});
    }
  }
  if (!places.empty()) builder.add(std::make_shared<PointForces>(std::move(places)));
}

/// Pressure acts along normals: onto a solid along those to its inside.
void press(ModelBuilder& builder, const SolidSpec& spec, const std::vector<std::array<int, 3>>& outside,
           SolidParts& parts) {
  const std::vector<bool> pressed = marked(spec.pressed, spec.rest.points.size());
  std::vector<std::array<int, 9>> stencils;
  for (const auto& [a, b, c] : outside) {
    if (!spec.pressed.empty() && !all_marked({a, b, c}, pressed)) continue;
    std::array<int, 9> unknowns{};
    const std::array<int, 3> corners{a, c, b};
    for (std::size_t i = 0; i < 9; ++i) unknowns[i] = parts.points[at(corners[i / 3])] + static_cast<int>(i % 3);
    stencils.push_back(unknowns);
  }
  parts.pressure = builder.pressure();
  builder.add(std::make_shared<Pressure>(std::move(stencils), parts.pressure));
}

void hold(ModelBuilder& builder, const SolidSpec& spec, SolidParts& parts) {
  for (const SolidSupport& support : spec.supports) {
    parts.clamps.push_back(builder.clamp(support.pose));
    std::vector<int> points;
    for (const int p : support.points) points.push_back(parts.points[at(p)]);
    builder.add(std::make_shared<RigidHold>(parts.clamps.back(), support.pose, std::move(points), support.axes,
                                            builder.initial().q));
  }
}

/// Points inside touch nothing.
void add_surface(ModelBuilder& builder, const SolidSpec& spec, const SolidParts& parts) {
  const OuterSurface outside = outer_surface(spec.rest);
  std::vector<int> unknowns;
  for (const int p : outside.points) unknowns.push_back(parts.points[at(p)]);
  add_triangles(builder.places(unknowns), outside.mesh.triangles, spec.skin, builder.surface());
}

}  // namespace

SolidParts add_solid(ModelBuilder& builder, const SolidSpec& spec) {
  check_spec(spec);
  const std::vector<std::array<int, 3>> outside = outer_triangles(spec.rest);
  const Eigen::VectorXd volumes = volumes_around(spec.rest);
  SolidParts parts;
  place(builder, spec, parts);
  add_material(builder, spec, parts);
  add_masses(builder, spec, parts, volumes);
  add_forces(builder, spec, outside, volumes, parts);
  press(builder, spec, outside, parts);
  hold(builder, spec, parts);
  add_surface(builder, spec, parts);
  return parts;
}

Model solid(const SolidSpec& spec) {
  ModelBuilder builder;
  add_solid(builder, spec);
  return builder.finish();
}

}  // namespace plumb
