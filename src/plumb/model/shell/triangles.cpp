#include <plumb/model/shell/triangles.h>

#include <fmt/format.h>

#include <plumb/core/status.h>
#include <plumb/dissipation/shell_damping.h>
#include <plumb/energy/shell/quadratic_bending.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

EdgeBend edge_bend(ShellBending bending) {
  switch (bending) {
    case ShellBending::tan:
      return EdgeBend::tan;
    case ShellBending::theta:
      return EdgeBend::angle;
    default:
      return EdgeBend::sin;
  }
}

SheetMaterial material_of(const ShellSpec& spec, std::size_t triangle) {
  SheetMaterial material = spec.material;
  material.thickness = thickness_of(spec, triangle);
  return material;
}

TriangleForm<double> rest_form(const TriangleMesh& mesh, const std::array<int, 3>& t) {
  return first_form<double>(mesh.points[at(t[0])], mesh.points[at(t[1])], mesh.points[at(t[2])]);
}

struct KoiterTriangle {
  std::array<int, 6> points{};  ///< corners, then the opposite points of the neighbours
  std::array<int, 21> stencil{};
  MirroredTriangle law;
  bool mirrored() const { return law.mirrors[0] || law.mirrors[1] || law.mirrors[2]; }
};

/// At rest directors are zero. A clamp holds the edge's normal as it is at rest, which is that of its triangle; a plane
/// of symmetry turns it into the plane.
void set_rest(const ShellSpec& spec, EdgeBend kind, KoiterTriangle& t) {
  std::array<double, 21> rest{};
  for (std::size_t i = 0; i < 18; ++i) rest[i] = spec.rest.points[at(t.points[i / 3])][static_cast<int>(i % 3)];
  MirroredTriangle still = t.law;
  for (auto& mirror : still.mirrors) {
    if (mirror && mirror->pose >= 0) mirror.reset();
  }
  std::array<double, 3> bends;
  if (!mirrored_edge_bends<double>(kind, still, rest, {}, bends)) {
    throw UserError("a triangle of the rest shape has no area or is folded on its neighbour");
  }
  t.law.triangle.rest_second = second_form(bends);
}

KoiterTriangle koiter_triangle(const ShellSpec& spec, const MeshTopology& topology, const HeldEdges& held,
                               const ShellParts& parts, std::size_t k) {
  const auto& corners = spec.rest.triangles[k];
  const int triangle = static_cast<int>(k);
  KoiterTriangle t;
  BendingTriangle& bend = t.law.triangle;
  bend.material = material_of(spec, k);
  bend.rest_first = rest_form(spec.rest, corners);
  t.law.mirrors = held.mirrors[k];
  t.points = {corners[0], corners[1], corners[2], corners[0], corners[1], corners[2]};
  for (int i = 0; i < 3; ++i) {
    const int side = topology.side(triangle, i);
    const MeshEdge& e = topology.edge(triangle, i);
    const bool mirrored = held.mirrors[k][at(i)].has_value();
    bend.hinged[at(i)] = !e.boundary() && !mirrored;
    if (bend.hinged[at(i)]) t.points[at(3 + i)] = e.opposite[at(1 - side)];
    bend.director[at(i)] = !has_directors(spec.bending) || mirrored ? 0 : side == 0 ? 1 : -1;
  }
  const auto of_points = parts.unknowns(t.points);
  std::copy(of_points.begin(), of_points.end(), t.stencil.begin());
  for (std::size_t i = 0; i < 3; ++i) {
    // Without a director its place repeats an unknown; see KoiterBending.
    const bool director = bend.director[i] != 0;
    t.stencil[18 + i] = director ? parts.first_director + topology.triangle_edges[k][i] : parts.point(corners[i]);
  }
  set_rest(spec, edge_bend(spec.bending), t);
  return t;
}

void add_koiter(ModelBuilder& builder, const ShellSpec& spec, const MeshTopology& topology, const HeldEdges& held,
                const ShellParts& parts) {
  const EdgeBend kind = edge_bend(spec.bending);
  std::vector<std::array<int, 21>> stencils, mirrored_stencils, damped_stencils;
  std::vector<BendingTriangle> triangles;
  std::vector<MirroredTriangle> mirrored, damped;
  for (std::size_t k = 0; k < spec.rest.triangles.size(); ++k) {
    const KoiterTriangle t = koiter_triangle(spec, topology, held, parts, k);
    if (t.mirrored()) {
      mirrored_stencils.push_back(t.stencil);
      mirrored.push_back(t.law);
    } else {
      stencils.push_back(t.stencil);
      triangles.push_back(t.law.triangle);
    }
    damped_stencils.push_back(t.stencil);
    damped.push_back(t.law);
  }
  if (!triangles.empty()) builder.add(std::make_shared<KoiterBending>(kind, std::move(stencils), triangles));
  if (!mirrored.empty()) {
    builder.add(std::make_shared<MirroredBending>(kind, std::move(mirrored_stencils), std::move(mirrored)));
  }
  if (spec.relaxation > 0) {
    builder.add(koiter_bending_damping(kind, std::move(damped_stencils), std::move(damped), spec.relaxation));
  }
}

/// Hinges between two triangles, and half ones at mirrors.
struct Hinges {
  std::vector<std::array<int, 4>> points;
  std::vector<std::array<int, 12>> stencils;
  std::vector<HingeLaw> laws;
  std::vector<std::array<int, 9>> mirrored_stencils;
  std::vector<HingeLaw> mirrored_laws;
  std::vector<Mirror> mirrors;
};

void add_mirrored_hinge(const ShellSpec& spec, const ShellParts& parts, const Mirror& mirror,
                        const std::array<int, 3>& cpq, double stiffness, Hinges& hinges) {
  const auto x = [&](std::size_t i) -> const Vector3d& { return spec.rest.points[at(cpq[i])]; };
  // Under a clamp it is flat at rest.
  const Vector3d own = (x(2) - x(1)).cross(x(0) - x(1)), flat = (x(2) - x(1)).cross(own).normalized();
  const Vector3d across = mirrored<double>(x(0), x(1), mirror.pose < 0 ? mirror.normal : flat);
  hinges.mirrored_stencils.push_back(parts.unknowns(cpq));
  hinges.mirrored_laws.push_back(hinge_law(spec.hinge_factor, stiffness, x(0), x(1), x(2), across));
  hinges.mirrors.push_back(mirror);
}

Hinges hinges_of(const ShellSpec& spec, const MeshTopology& topology, const HeldEdges& held, const ShellParts& parts) {
  Hinges hinges;
  const auto stiffness = [&](int triangle) { return material_of(spec, at(triangle)).bending_stiffness(); };
  for (int t = 0; t < static_cast<int>(spec.rest.triangles.size()); ++t) {
    for (int i = 0; i < 3; ++i) {
      const MeshEdge& edge = topology.edge(t, i);
      const auto& corners = spec.rest.triangles[at(t)];
      const std::array<int, 3> cpq{corners[at(i)], corners[at((i + 1) % 3)], corners[at((i + 2) % 3)]};
      if (const auto& mirror = held.mirrors[at(t)][at(i)]) {
        add_mirrored_hinge(spec, parts, *mirror, cpq, stiffness(t), hinges);
      } else if (!edge.boundary() && topology.side(t, i) == 0) {
        const std::array<int, 4> points{edge.opposite[0], edge.points[0], edge.points[1], edge.opposite[1]};
        const auto x = [&](std::size_t k) -> const Vector3d& { return spec.rest.points[at(points[k])]; };
        const double mean = 0.5 * (stiffness(edge.triangles[0]) + stiffness(edge.triangles[1]));
        hinges.points.push_back(points);
        hinges.stencils.push_back(parts.unknowns(points));
        hinges.laws.push_back(hinge_law(spec.hinge_factor, mean, x(0), x(1), x(2), x(3)));
      }
    }
  }
  return hinges;
}

std::vector<QuadraticHinge> quadratic_laws(const ShellSpec& spec, const Hinges& hinges) {
  std::vector<QuadraticHinge> laws;
  for (std::size_t k = 0; k < hinges.laws.size(); ++k) {
    const auto x = [&](std::size_t i) -> const Vector3d& { return spec.rest.points[at(hinges.points[k][i])]; };
    laws.push_back(quadratic_hinge(hinges.laws[k], x(0), x(1), x(2), x(3)));
  }
  return laws;
}

void add_hinges(ModelBuilder& builder, const ShellSpec& spec, const MeshTopology& topology, const HeldEdges& held,
                const ShellParts& parts) {
  Hinges hinges = hinges_of(spec, topology, held, parts);
  if (spec.relaxation > 0 && !hinges.laws.empty()) {
    builder.add(hinge_damping(hinges.stencils, hinges.laws, spec.relaxation));
  }
  if (!hinges.laws.empty() && spec.bending == ShellBending::quadratic) {
    builder.add(std::make_shared<QuadraticBending>(std::move(hinges.stencils), quadratic_laws(spec, hinges)));
  } else if (!hinges.laws.empty()) {
    builder.add(std::make_shared<HingeBending>(std::move(hinges.stencils), std::move(hinges.laws), spec.hinge_measure));
  }
  if (spec.relaxation > 0 && !hinges.mirrors.empty()) {
    builder.add(
        mirrored_hinge_damping(hinges.mirrored_stencils, hinges.mirrored_laws, hinges.mirrors, spec.relaxation));
  }
  if (!hinges.mirrors.empty()) {
    builder.add(std::make_shared<MirroredHinges>(std::move(hinges.mirrored_stencils), std::move(hinges.mirrored_laws),
                                                 std::move(hinges.mirrors), spec.hinge_measure));
  }
}

/// Returns where the warp runs on a triangle of the rest shape.
WeaveOnTriangle weave_on(const ShellSpec& spec, std::size_t triangle) {
  constexpr double kLeast = 0.1;  // of the direction must be in the triangle, or it would be chance
  const auto& corners = spec.rest.triangles[triangle];
  const auto x = [&](std::size_t i) -> const Vector3d& { return spec.rest.points[at(corners[i])]; };
  const Vector3d along = (x(1) - x(0)).normalized(), normal = along.cross(x(2) - x(0)).normalized();
  const Vector3d warp = spec.weave->warp.normalized();
  const Eigen::Vector2d inside(warp.dot(along), warp.dot(normal.cross(along)));
  if (!(inside.norm() > kLeast)) {
    throw UserError(fmt::format("the warp is perpendicular to triangle {} of the rest shape, or nearly so", triangle));
  }
  return {spec.weave->weave, inside[0] / inside.norm(), inside[1] / inside.norm()};
}

}  // namespace

bool has_directors(ShellBending bending) { return bending != ShellBending::average && !has_hinges(bending); }

bool has_hinges(ShellBending bending) { return bending == ShellBending::hinge || bending == ShellBending::quadratic; }

double thickness_of(const ShellSpec& spec, std::size_t triangle) {
  return spec.thickness.empty() ? spec.material.thickness : spec.thickness[triangle];
}

void add_membrane(ModelBuilder& builder, const ShellSpec& spec, const ShellParts& parts) {
  std::vector<std::array<int, 9>> stencils;
  std::vector<MembraneTriangle> triangles;
  for (std::size_t k = 0; k < spec.rest.triangles.size(); ++k) {
    stencils.push_back(parts.unknowns(spec.rest.triangles[k]));
    triangles.push_back({material_of(spec, k), rest_form(spec.rest, spec.rest.triangles[k])});
    if (spec.weave) triangles.back().weave = weave_on(spec, k);
  }
  if (spec.relaxation > 0) builder.add(membrane_damping(stencils, triangles, spec.relaxation));
  builder.add(std::make_shared<KoiterMembrane>(spec.membrane, std::move(stencils), std::move(triangles)));
}

void add_bending(ModelBuilder& builder, const ShellSpec& spec, const MeshTopology& topology, const HeldEdges& held,
                 const ShellParts& parts) {
  has_hinges(spec.bending) ? add_hinges(builder, spec, topology, held, parts)
                           : add_koiter(builder, spec, topology, held, parts);
}

}  // namespace plumb
