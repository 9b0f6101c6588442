#include <plumb/model/elastic_rod/elastic_rod.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <plumb/dissipation/rod_damping.h>
#include <plumb/energy/load/gravity.h>
#include <plumb/energy/load/point_wrench.h>
#include <plumb/energy/rod/edge_stretch.h>
#include <plumb/energy/rod/rod_bend_twist.h>
#include <plumb/mechanics/size.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Holds both nodes and the angle of an edge at a pose of the loads.
class RodClamp final : public Constraint {
 public:
  RodClamp(int edge, double length, std::size_t clamp, std::shared_ptr<const RodFrames> frames)
      : edge_(edge), length_(length), clamp_(clamp), frames_(std::move(frames)) {}

  std::vector<int> fixed() const override {
    const auto [x0, angle, x1] = frames_->edge(edge_);
    return {x0, x0 + 1, x0 + 2, angle, x1, x1 + 1, x1 + 2};
  }

  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override {
    const Pose& pose = loads.clamps[clamp_];
    const auto [x0, turned, x1] = frames_->edge(edge_);
    step.segment<3>(x0) = pose.position - 0.5 * length_ * pose.tangent - state.q.segment<3>(x0);
    step.segment<3>(x1) = pose.position + 0.5 * length_ * pose.tangent - state.q.segment<3>(x1);
    // The angle from the reference director, carried to the new tangent, to the clamp's director; the nearest turn.
    const Vector3d carried =
        parallel_transport<double>(frames_->reference(state, edge_), frames_->tangent(state, edge_), pose.tangent);
    const double angle = signed_angle<double>(carried, pose.director, pose.tangent) - state.q[turned];
    constexpr double kTurn = 2 * std::numbers::pi;
    step[turned] = angle - kTurn * std::round(angle / kTurn);
  }

 private:
  int edge_;
  double length_;
  std::size_t clamp_;
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

EdgeWrenches::Place loaded_place(const RodFrames& frames, const std::vector<double>& nodes, double at,
                                 std::size_t wrench) {
  const auto beyond = std::lower_bound(nodes.begin() + 1, nodes.end() - 1, at);
  const auto [x0, angle, x1] = frames.edge(static_cast<int>(beyond - nodes.begin()) - 1);
  const double fraction = (at - *(beyond - 1)) / (*beyond - *(beyond - 1));
  return {{x0, x0 + 1, x0 + 2, angle, x1, x1 + 1, x1 + 2}, fraction, wrench};
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

namespace {

/// Nodes and angles interleaved, so that the Hessian is a narrow band; the nodes in their natural places.
std::vector<RodEdge> place_edges(ModelBuilder& builder, const std::vector<Vector3d>& nodes, double total,
                                 const SharedNodes& shared, bool closed) {
  std::vector<RodEdge> edges;
  std::vector<int> own;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto found = shared.find(static_cast<int>(i));
    const bool closes = closed && i + 1 == nodes.size(), known = closes || found != shared.end();
    const int x = closes ? edges.front().x0 : known ? found->second : builder.unknowns(3, total);
    if (known) {
      ENSURE((builder.initial().q.segment<3>(x) - nodes[i]).norm() < 1e-9 * total);
    } else {
      own.push_back(x);
      builder.initial().q.segment<3>(x) = nodes[i];
    }
    if (i > 0) edges.back().x1 = x;
    if (i + 1 < nodes.size()) edges.push_back({x, builder.unknowns(1, 1), -1});
  }
  builder.points(own);
  return edges;
}

void add_stretch(ModelBuilder& builder, const RodSpec& spec, const RodParts& rod) {
  std::vector<std::array<int, 6>> stencils;
  std::vector<EdgeLaw> laws;
  for (int e = 0; e < rod.n_edges(); ++e) {
    const auto [x0, angle, x1] = rod.frames->edge(e);
    stencils.push_back({x0, x0 + 1, x0 + 2, x1, x1 + 1, x1 + 2});
    laws.push_back({spec.stiffness.stretch, rod.lengths[static_cast<std::size_t>(e)]});
  }
  builder.add(std::make_shared<EdgeStretch>(stencils, laws));
  if (spec.relaxation > 0) builder.add(edge_stretch_damping(stencils, laws, spec.relaxation));
}

/// Bending and twisting at interior nodes; the rest strains are those of the natural shape.
void add_bend_twist(ModelBuilder& builder, const RodSpec& spec, const RodParts& rod) {
  std::vector<RodVertexLaw> laws;
  for (int v = 0; v < rod.vertices->size(); ++v) {
    const auto [before, after] = rod.vertices->vertex(v);
    const double share =
        0.5 * (rod.lengths[static_cast<std::size_t>(before)] + rod.lengths[static_cast<std::size_t>(after)]);
    laws.push_back(vertex_law(*rod.vertices, v, builder.initial(), spec.stiffness, share));
  }
  builder.add(std::make_shared<RodBendTwist>(rod.vertices, laws));
  if (spec.relaxation > 0) builder.add(rod_bend_twist_damping(rod.vertices, laws, spec.relaxation));
}

/// Each node carries half of the mass of its edges; an edge's angle, what resists its spinning.
void add_mass(ModelBuilder& builder, const RodSpec& spec, const RodParts& rod) {
  std::vector<int> points;
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(rod.n_edges() + 1);
  for (int e = 0; e < rod.n_edges(); ++e) {
    const double length = rod.lengths[static_cast<std::size_t>(e)];
    const double half = 0.5 * spec.stiffness.mass_per_length * length;
    masses[e] += half;
    masses[e + 1] += half;
    builder.mass(rod.frames->edge(e).angle, spec.stiffness.spin_inertia * length);
    builder.spins(rod.frames->edge(e));
  }
  for (int i = 0; i <= rod.n_edges(); ++i) {
    points.push_back(rod.node(i));
    for (int k = 0; k < 3; ++k) builder.mass(rod.node(i) + k, masses[i]);
  }
  builder.add(std::make_shared<Gravity>(std::make_shared<NodalEmbedding>(points), masses));
}

}  // namespace

RodVertexLaw vertex_law(const RodVertices& vertices, int vertex, const State& rest, const RodStiffness& stiffness,
                        double share) {
  RodStrain<double> strain;
  const bool inside = vertices.strain(rest, vertex, strain);
  ENSURE(inside);
  return {stiffness.bend_1 / share, stiffness.bend_2 / share, stiffness.twist / share,
          strain.kappa_1,           strain.kappa_2,           strain.twist};
}

RodParts add_elastic_rod(ModelBuilder& builder, const RodSpec& spec, const Pose& start, const SharedNodes& shared) {
  check(spec);
  RodParts rod;
  rod.stiffness = spec.stiffness;
  for (std::size_t i = 1; i < spec.nodes.size(); ++i) rod.lengths.push_back(spec.nodes[i] - spec.nodes[i - 1]);
  const NaturalShape shape = natural_shape(spec, rod.lengths, start);
  State& initial = builder.initial();

  const double total = spec.nodes.back() - spec.nodes.front();
  rod.frames = std::make_shared<RodFrames>(place_edges(builder, shape.nodes, total, shared, spec.closed),
                                           builder.history({"reference directors", true}));
  rod.frames->start(initial, shape.directors);
  std::vector<RodVertices::Vertex> interior;
  for (int v = 0; v + 1 < rod.n_edges(); ++v) interior.push_back({v, v + 1});
  if (spec.closed) interior.push_back({rod.n_edges() - 1, 0});
  rod.vertices = std::make_shared<RodVertices>(rod.frames, rod.frames, interior, builder.history({"reference twists"}));
  rod.vertices->start(initial);
  builder.add(rod.frames);
  builder.add(rod.vertices);

  add_stretch(builder, spec, rod);
  add_bend_twist(builder, spec, rod);
  add_mass(builder, spec, rod);
  std::vector<int> nodes;
  for (int i = 0; i < rod.n_edges() + (spec.closed ? 0 : 1); ++i) nodes.push_back(rod.node(i));
  add_curve(builder.places(nodes), spec.contact_radius, spec.closed, builder.surface());
  if (!spec.loaded.empty()) {
    std::vector<EdgeWrenches::Place> places;
    for (const double at : spec.loaded) {
      rod.wrenches.push_back(builder.wrench());
      places.push_back(loaded_place(*rod.frames, spec.nodes, at, rod.wrenches.back()));
    }
    builder.add(std::make_shared<EdgeWrenches>(places));
  }
  for (const int edge : spec.clamped_edges) {
    const auto e = static_cast<std::size_t>(edge);
    rod.clamps.push_back(builder.clamp(
        {0.5 * (shape.nodes[e] + shape.nodes[e + 1]), rod.frames->tangent(initial, edge), shape.directors[e]}));
    builder.add(std::make_shared<RodClamp>(edge, rod.lengths[e], rod.clamps.back(), rod.frames));
  }
  return rod;
}

Model elastic_rod(const RodSpec& spec, const Pose& start) {
  ModelBuilder builder;
  add_elastic_rod(builder, spec, start);
  return builder.finish();
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

}  // namespace plumb
