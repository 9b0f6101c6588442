#include <plumb/model/shell/shell.h>

#include <algorithm>
#include <numbers>

#include <plumb/core/status.h>
#include <plumb/energy/gravity.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Points that move with a pose of the loads as one rigid body, and directors that stay as they are.
class ShellClamp final : public Constraint {
 public:
  ShellClamp(std::vector<int> points, const Eigen::VectorXd& rest, const Pose& pose, std::vector<int> directors)
      : points_(std::move(points)), directors_(std::move(directors)) {
    const Eigen::Matrix3d back = pose.frame().transpose();
    for (const int p : points_) places_.push_back(back * (rest.segment<3>(3 * p) - pose.position));
  }

  std::vector<int> fixed() const override {
    std::vector<int> all = directors_;
    for (const int p : points_) all.insert(all.end(), {3 * p, 3 * p + 1, 3 * p + 2});
    return all;
  }

  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override {
    const Pose& pose = loads.clamps[0];
    const Eigen::Matrix3d frame = pose.frame();
    for (std::size_t i = 0; i < points_.size(); ++i) {
      step.segment<3>(3 * points_[i]) = pose.position + frame * places_[i] - state.q.segment<3>(3 * points_[i]);
    }
  }

 private:
  std::vector<int> points_, directors_;
  std::vector<Vector3d> places_;  ///< in the frame of the clamp
};

TriangleForm<double> first_form_of(const TriangleMesh& mesh, const std::array<int, 3>& t) {
  const auto at = [&](std::size_t i) { return mesh.points[static_cast<std::size_t>(t[i])]; };
  const Vector3d e1 = at(1) - at(0), e2 = at(2) - at(0);
  return {e1.dot(e1), e1.dot(e2), e2.dot(e2)};
}

bool has_directors(ShellBending bending) { return bending != ShellBending::average && bending != ShellBending::hinge; }

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

std::shared_ptr<const Energy> membrane(const ShellSpec& spec) {
  std::vector<std::array<int, 9>> stencils;
  std::vector<MembraneTriangle> triangles;
  for (const auto& t : spec.rest.triangles) {
    std::array<int, 9> unknowns{};
    for (std::size_t i = 0; i < 9; ++i) unknowns[i] = 3 * t[i / 3] + static_cast<int>(i % 3);
    stencils.push_back(unknowns);
    triangles.push_back({spec.material, first_form_of(spec.rest, t)});
  }
  return std::make_shared<KoiterMembrane>(spec.membrane, std::move(stencils), std::move(triangles));
}

std::shared_ptr<const Energy> koiter(const ShellSpec& spec, const MeshTopology& topology) {
  const EdgeBend kind = edge_bend(spec.bending);
  const int first_director = 3 * static_cast<int>(spec.rest.points.size());
  std::vector<std::array<int, 21>> stencils;
  std::vector<BendingTriangle> triangles;
  for (std::size_t k = 0; k < spec.rest.triangles.size(); ++k) {
    const auto& t = spec.rest.triangles[k];
    const int triangle = static_cast<int>(k);
    BendingTriangle bend{spec.material, first_form_of(spec.rest, t)};
    std::array<int, 6> points{t[0], t[1], t[2], t[0], t[1], t[2]};
    std::array<int, 21> unknowns{};
    for (int i = 0; i < 3; ++i) {
      const auto edge = static_cast<std::size_t>(i);
      const int side = topology.side(triangle, i);
      const MeshEdge& e = topology.edge(triangle, i);
      bend.hinged[edge] = !e.boundary();
      if (!e.boundary()) points[3 + edge] = e.opposite[static_cast<std::size_t>(1 - side)];
      // Without a director its place repeats an unknown; see KoiterBending.
      unknowns[18 + edge] = 3 * t[edge];
      if (!has_directors(spec.bending)) continue;
      bend.director[edge] = side == 0 ? 1 : -1;
      unknowns[18 + edge] = first_director + topology.triangle_edges[k][edge];
    }
    for (std::size_t i = 0; i < 18; ++i) unknowns[i] = 3 * points[i / 3] + static_cast<int>(i % 3);
    const auto at = [&](std::size_t i) { return spec.rest.points[static_cast<std::size_t>(points[i])]; };
    bend.rest_second =
        second_form(kind, {at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {0, 0, 0}, bend.hinged, bend.director);
    stencils.push_back(unknowns);
    triangles.push_back(bend);
  }
  return std::make_shared<KoiterBending>(kind, std::move(stencils), triangles);
}

std::shared_ptr<const Energy> hinges(const ShellSpec& spec, const MeshTopology& topology) {
  std::vector<std::array<int, 12>> stencils;
  std::vector<HingeLaw> laws;
  for (const MeshEdge& edge : topology.edges) {
    if (edge.boundary()) continue;
    const std::array<int, 4> points{edge.opposite[0], edge.points[0], edge.points[1], edge.opposite[1]};
    std::array<int, 12> unknowns{};
    for (std::size_t i = 0; i < 12; ++i) unknowns[i] = 3 * points[i / 3] + static_cast<int>(i % 3);
    const auto at = [&](std::size_t i) { return spec.rest.points[static_cast<std::size_t>(points[i])]; };
    stencils.push_back(unknowns);
    laws.push_back(hinge_law(spec.hinge_factor, spec.material.bending_stiffness(), at(0), at(1), at(2), at(3)));
  }
  return std::make_shared<HingeBending>(std::move(stencils), std::move(laws));
}

/// Each point carries a third of its triangles.
Eigen::VectorXd point_masses(const ShellSpec& spec) {
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(spec.rest.points.size()));
  for (std::size_t k = 0; k < spec.rest.triangles.size(); ++k) {
    const double third = spec.density * spec.material.thickness * area(spec.rest, static_cast<int>(k)) / 3;
    for (const int p : spec.rest.triangles[k]) masses[p] += third;
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

}  // namespace

Model shell(const ShellSpec& spec) {
  check(spec.rest);
  const MeshTopology topology = mesh_topology(spec.rest);
  const int n_points = static_cast<int>(spec.rest.points.size());
  const int n_directors = has_directors(spec.bending) ? static_cast<int>(topology.edges.size()) : 0;

  Model model;
  std::vector<int> points;
  for (int i = 0; i < n_points; ++i) points.push_back(3 * i);
  model.layout = Layout::all_free(3 * n_points + n_directors, std::make_shared<NodalRetraction>(points));
  model.layout.scale.head(3 * n_points).setConstant(extent(spec.rest));
  model.embedding = std::make_shared<NodalEmbedding>(points);
  model.rest.q = Eigen::VectorXd::Zero(model.layout.n_q);
  model.rest.v = Eigen::VectorXd::Zero(model.layout.n_q);
  for (int i = 0; i < n_points; ++i) model.rest.q.segment<3>(3 * i) = spec.rest.points[static_cast<std::size_t>(i)];

  model.energies = {membrane(spec),
                    spec.bending == ShellBending::hinge ? hinges(spec, topology) : koiter(spec, topology),
                    std::make_shared<Gravity>(model.embedding, point_masses(spec))};
  if (spec.clamped.empty()) return model;

  std::vector<bool> held(static_cast<std::size_t>(n_points), false);
  for (const int p : spec.clamped) held[static_cast<std::size_t>(p)] = true;
  std::vector<int> directors;
  for (int e = 0; e < n_directors; ++e) {
    const auto& ends = topology.edges[static_cast<std::size_t>(e)].points;
    if (held[static_cast<std::size_t>(ends[0])] && held[static_cast<std::size_t>(ends[1])]) {
      directors.push_back(3 * n_points + e);
    }
  }
  auto clamp = std::make_shared<ShellClamp>(spec.clamped, model.rest.q, spec.clamp, std::move(directors));
  model.layout.fix(clamp->fixed());
  model.constraints = {std::move(clamp)};
  model.rest.loads.clamps = {spec.clamp};
  return model;
}

}  // namespace plumb
