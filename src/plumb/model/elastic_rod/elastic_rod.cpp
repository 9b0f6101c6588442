#include <plumb/model/elastic_rod/elastic_rod.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <plumb/dissipation/rod_damping.h>
#include <plumb/energy/edge_stretch.h>
#include <plumb/energy/gravity.h>
#include <plumb/energy/point_wrench.h>
#include <plumb/energy/rod_bend_twist.h>
#include <plumb/energy/size.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Holds both nodes and the angle of an edge at a pose of the loads.
class RodClamp final : public Constraint {
 public:
  RodClamp(int edge, double length, std::size_t index, std::shared_ptr<const RodFrames> frames)
      : edge_(edge), length_(length), index_(index), frames_(std::move(frames)) {}

  std::vector<int> fixed() const override {
    std::vector<int> all;
    for (int i = 0; i < 7; ++i) all.push_back(4 * edge_ + i);
    return all;
  }

  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override {
    const Pose& pose = loads.clamps[index_];
    const int x = 4 * edge_;
    step.segment<3>(x) = pose.position - 0.5 * length_ * pose.tangent - state.q.segment<3>(x);
    step.segment<3>(x + 4) = pose.position + 0.5 * length_ * pose.tangent - state.q.segment<3>(x + 4);
    // The angle from the reference director, carried to the new tangent, to the clamp's director; the nearest turn.
    const Vector3d reference = state.history[RodFrames::kDirectors].segment<3>(3 * edge_);
    const Vector3d carried = parallel_transport<double>(reference, frames_->tangent(state, edge_), pose.tangent);
    const double angle = signed_angle<double>(carried, pose.director, pose.tangent) - state.q[x + 3];
    constexpr double kTurn = 2 * std::numbers::pi;
    step[x + 3] = angle - kTurn * std::round(angle / kTurn);
  }

 private:
  int edge_;
  double length_;
  std::size_t index_;
  std::shared_ptr<const RodFrames> frames_;
};

double natural(const std::vector<double>& values, std::size_t vertex) {
  return values.empty() ? 0 : values.size() == 1 ? values[0] : values[vertex];
}

/// The natural shape: nodes and material directors, marching from the start. Each interior node bends and twists by
/// what its share of the rod asks for: half of the twist before the bend, half after.
struct NaturalShape {
  std::vector<Vector3d> nodes;
  std::vector<Vector3d> directors;
};

NaturalShape natural_shape(const RodSpec& spec, const std::vector<double>& lengths, const Pose& start) {
  NaturalShape shape;
  Vector3d tangent = start.tangent, director = start.director;
  shape.nodes.push_back(start.position - 0.5 * lengths[0] * tangent);
  for (std::size_t e = 0; e < lengths.size(); ++e) {
    if (e > 0) {
      const double share = 0.5 * (lengths[e - 1] + lengths[e]);
      const double half_twist = 0.5 * share * natural(spec.natural_twist, e - 1);
      director = rotate_perpendicular<double>(director, tangent, half_twist);
      const Vector3d turn = share * (natural(spec.natural_kappa_1, e - 1) * tangent.cross(director) -
                                     natural(spec.natural_kappa_2, e - 1) * director);
      if (const double angle = turn.norm(); angle > 0) {
        const Vector3d bent = rotate_perpendicular<double>(tangent, turn / angle, angle);
        director = parallel_transport<double>(director, tangent, bent);
        tangent = bent;
      }
      director = rotate_perpendicular<double>(director, tangent, half_twist);
    }
    shape.nodes.push_back(shape.nodes.back() + lengths[e] * tangent);
    shape.directors.push_back(director);
  }
  return shape;
}

EdgeWrenches::Place loaded_place(const std::vector<double>& nodes, double at) {
  const auto beyond = std::lower_bound(nodes.begin() + 1, nodes.end() - 1, at);
  const auto edge = static_cast<int>(beyond - nodes.begin()) - 1;
  EdgeWrenches::Place place;
  for (int i = 0; i < 7; ++i) place.unknowns[static_cast<std::size_t>(i)] = 4 * edge + i;
  place.fraction = (at - *(beyond - 1)) / (*beyond - *(beyond - 1));
  return place;
}

void check(const RodSpec& spec) {
  check_size("a discrete elastic rod", static_cast<double>(spec.nodes.size()), entries_of_element(11));
  const auto n_vertices = spec.nodes.size() - 2;
  ENSURE(spec.nodes.size() >= 3);
  for (std::size_t i = 1; i < spec.nodes.size(); ++i) ENSURE(spec.nodes[i] > spec.nodes[i - 1]);
  for (const auto* values : {&spec.natural_kappa_1, &spec.natural_kappa_2, &spec.natural_twist}) {
    ENSURE(values->size() <= 1 || values->size() == n_vertices);
  }
  for (const int edge : spec.clamped_edges) ENSURE(edge >= 0 && edge + 1 < static_cast<int>(spec.nodes.size()));
}

}  // namespace

Model elastic_rod(const RodSpec& spec, const Pose& start) {
  check(spec);
  const int n_edges = static_cast<int>(spec.nodes.size()) - 1;
  std::vector<double> lengths;
  for (std::size_t i = 1; i < spec.nodes.size(); ++i) lengths.push_back(spec.nodes[i] - spec.nodes[i - 1]);

  // Nodes and angles interleaved; frames carried along.
  std::vector<RodFrames::Edge> edges;
  std::vector<int> vertices, points;
  for (int e = 0; e < n_edges; ++e) edges.push_back({4 * e, 4 * e + 4});
  for (int v = 0; v + 1 < n_edges; ++v) vertices.push_back(v);
  for (int p = 0; p <= n_edges; ++p) points.push_back(4 * p);
  const auto frames = std::make_shared<RodFrames>(edges, vertices);

  Model model;
  const int n_q = 4 * n_edges + 3;
  model.layout = Layout::all_free(n_q, frames);
  model.layout.history = {"reference directors", "reference twists"};
  model.embedding = std::make_shared<NodalEmbedding>(points);
  const double total = spec.nodes.back() - spec.nodes.front();
  for (const int p : points) model.layout.scale.segment<3>(p).setConstant(total);

  const NaturalShape shape = natural_shape(spec, lengths, start);
  model.rest.q = Eigen::VectorXd::Zero(n_q);
  model.rest.v = Eigen::VectorXd::Zero(n_q);
  for (std::size_t i = 0; i < shape.nodes.size(); ++i) {
    model.rest.q.segment<3>(4 * static_cast<Eigen::Index>(i)) = shape.nodes[i];
  }
  frames->start(model.rest, shape.directors);

  // Stretch on edges.
  std::vector<std::array<int, 6>> edge_stencils;
  std::vector<EdgeLaw> edge_laws;
  for (int e = 0; e < n_edges; ++e) {
    edge_stencils.push_back({4 * e, 4 * e + 1, 4 * e + 2, 4 * e + 4, 4 * e + 5, 4 * e + 6});
    edge_laws.push_back({spec.stiffness.stretch, lengths[static_cast<std::size_t>(e)]});
  }
  model.energies.push_back(std::make_shared<EdgeStretch>(edge_stencils, edge_laws));

  // Bending and twisting at interior nodes; their rest strains are those of the natural shape.
  std::vector<std::array<int, 11>> vertex_stencils;
  std::vector<RodVertexLaw> vertex_laws;
  for (int v = 0; v + 1 < n_edges; ++v) {
    std::array<int, 11> dofs{};
    for (int i = 0; i < 11; ++i) dofs[static_cast<std::size_t>(i)] = 4 * v + i;
    vertex_stencils.push_back(dofs);
    const auto i = static_cast<std::size_t>(v);
    const double share = 0.5 * (lengths[i] + lengths[i + 1]);
    const RodReference<double> reference{frames->tangent(model.rest, v), frames->tangent(model.rest, v + 1),
                                         shape.directors[i], shape.directors[i + 1],
                                         model.rest.history[RodFrames::kTwists][v]};
    RodStrain<double> strain;
    const bool inside =
        rod_strain<double>(shape.nodes[i], 0.0, shape.nodes[i + 1], 0.0, shape.nodes[i + 2], reference, strain);
    ENSURE(inside);
    vertex_laws.push_back({spec.stiffness.bend_1 / share, spec.stiffness.bend_2 / share, spec.stiffness.twist / share,
                           strain.kappa_1, strain.kappa_2, strain.twist});
  }
  model.energies.push_back(std::make_shared<RodBendTwist>(vertex_stencils, vertices, vertex_laws));

  // Each node carries half of the mass of its edges; an edge's angle, what resists its spinning.
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(n_edges + 1), of_unknowns = Eigen::VectorXd::Zero(n_q);
  std::vector<LumpedInertia::SpinningEdge> spinning;
  for (int e = 0; e < n_edges; ++e) {
    const double length = lengths[static_cast<std::size_t>(e)];
    const double half = 0.5 * spec.stiffness.mass_per_length * length;
    masses[e] += half;
    masses[e + 1] += half;
    of_unknowns[4 * e + 3] = spec.stiffness.spin_inertia * length;
    spinning.push_back({4 * e, 4 * e + 3, 4 * e + 4});
  }
  for (int i = 0; i <= n_edges; ++i) of_unknowns.segment<3>(4 * i).setConstant(masses[i]);
  model.energies.push_back(std::make_shared<Gravity>(model.embedding, masses));
  model.inertia = std::make_shared<LumpedInertia>(of_unknowns, std::vector<LumpedInertia::Rotor>{}, spinning);

  if (spec.relaxation > 0) {
    model.dissipations = {edge_stretch_damping(edge_stencils, edge_laws, spec.relaxation),
                          rod_bend_twist_damping(vertex_stencils, vertices, vertex_laws, spec.relaxation)};
  }
  if (!spec.loaded.empty()) {
    std::vector<EdgeWrenches::Place> places;
    for (const double at : spec.loaded) places.push_back(loaded_place(spec.nodes, at));
    model.energies.push_back(std::make_shared<EdgeWrenches>(places));
    model.rest.loads.wrenches.resize(places.size());
  }

  for (const int edge : spec.clamped_edges) {
    const auto e = static_cast<std::size_t>(edge);
    auto clamp = std::make_shared<RodClamp>(edge, lengths[e], model.constraints.size(), frames);
    model.layout.fix(clamp->fixed());
    model.constraints.push_back(std::move(clamp));
    model.rest.loads.clamps.push_back(
        {0.5 * (shape.nodes[e] + shape.nodes[e + 1]), frames->tangent(model.rest, edge), shape.directors[e]});
  }
  return model;
}

std::vector<double> clamped_nodes(double length, int n, double grading) {
  ENSURE(n >= 2 && length > 0 && grading >= 1);
  // s ~ (i - 1/2)^g puts the first edge symmetrically around zero, whatever the grading.
  std::vector<double> nodes;
  const double first = 0.5;
  const double last = std::pow(n - first, grading);
  nodes.push_back(-length * std::pow(first, grading) / last);
  for (int i = 1; i <= n; ++i) nodes.push_back(length * std::pow(i - first, grading) / last);
  return nodes;
}

RodView::RodView(const Model& model, const State& state)
    : model_(model), state_(state), frames_(dynamic_cast<const RodFrames&>(*model.layout.retraction)) {}

double RodView::twist(int i) const { return angle(i + 1) - angle(i) + state_.history[RodFrames::kTwists][i]; }

}  // namespace plumb
