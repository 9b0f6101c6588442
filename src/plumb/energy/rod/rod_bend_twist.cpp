#include <plumb/energy/rod/rod_bend_twist.h>

#include <algorithm>

#include <plumb/energy/rod/rod_bend_twist_kernel.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

std::vector<std::array<int, 11>> stencils_of(const RodVertices& vertices) {
  std::vector<std::array<int, 11>> stencils;
  for (int i = 0; i < vertices.size(); ++i) stencils.push_back(vertices.stencil(i));
  return stencils;
}

}  // namespace

RodBendTwist::RodBendTwist(std::shared_ptr<const RodVertices> vertices, std::vector<RodVertexLaw> laws)
    : ElementEnergy(stencils_of(*vertices)), vertices_(std::move(vertices)), laws_(std::move(laws)) {
  ENSURE(static_cast<int>(laws_.size()) == n_elements());
}

RodBendTwist::~RodBendTwist() = default;

template <class S>
bool RodBendTwist::value(int vertex, const std::array<S, 11>& q, const State& state, const Loads&, S& energy) const {
  const RodVertexLaw& law = laws_[static_cast<std::size_t>(vertex)];
  const auto reference = vertices_->reference(state, vertex);
  RodStrain<S> strain;
  if (!rod_strain<S>({q[0], q[1], q[2]}, q[3], {q[4], q[5], q[6]}, q[7], {q[8], q[9], q[10]}, reference, strain)) {
    return false;
  }
  const S k1 = strain.kappa_1 - law.rest_kappa_1;
  const S k2 = strain.kappa_2 - law.rest_kappa_2;
  const S m = strain.twist - law.rest_twist;
  energy = 0.5 * (law.bend_1 * k1 * k1 + law.bend_2 * k2 * k2 + law.twist * m * m);
  return true;
}

Status RodBendTwist::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                              ElementBuffer& out) const {
  const Eigen::VectorXd& before = state.history[vertices_->before().slot()];
  const Eigen::VectorXd& after = state.history[vertices_->after().slot()];
  const Eigen::VectorXd& twists = state.history[vertices_->slot()];
  for (const FourElements four : in_fours(begin, end, out)) {
    const auto unknown = [&](std::size_t i) { return four([&](int v) { return state.q[stencil(v)[i]]; }); };
    const auto director_e = [&](int i) {
      return four([&](int v) { return before[3 * vertices_->vertex(v).before + i]; });
    };
    const auto director_f = [&](int i) {
      return four([&](int v) { return after[3 * vertices_->vertex(v).after + i]; });
    };
    const auto law = [&](double RodVertexLaw::*member) {
      return four([&](int v) { return laws_[static_cast<std::size_t>(v)].*member; });
    };
    const RodVertexInput<Packet> in{.q = {unknown(0), unknown(1), unknown(2), unknown(3), unknown(4), unknown(5),
                                          unknown(6), unknown(7), unknown(8), unknown(9), unknown(10)},
                                    .director_e = {director_e(0), director_e(1), director_e(2)},
                                    .director_f = {director_f(0), director_f(1), director_f(2)},
                                    .twist = four([&](int v) { return twists[v]; }),
                                    .bend_1 = law(&RodVertexLaw::bend_1),
                                    .bend_2 = law(&RodVertexLaw::bend_2),
                                    .stiffness_twist = law(&RodVertexLaw::twist),
                                    .rest_kappa_1 = law(&RodVertexLaw::rest_kappa_1),
                                    .rest_kappa_2 = law(&RodVertexLaw::rest_kappa_2),
                                    .rest_twist = law(&RodVertexLaw::rest_twist)};
    const RodVertexKernel<Packet> kernel(in);
    if (!kernel.inside_domain()) return Status::outside_domain;
    four.store(kernel, want);
  }
  return Status::ok;
}

namespace {

/// Four nodes of a bent and twisted rod: nodes at 4 i, angles at 4 i + 3, as in model/elastic_rod.
Specimen rod_specimen(const std::string& name, const std::vector<RodVertexLaw>& laws) {
  std::vector<RodEdge> edges;
  for (int i = 0; i < 3; ++i) edges.push_back({4 * i, 4 * i + 3, 4 * i + 4});
  const auto frames = std::make_shared<RodFrames>(edges, 0);
  const auto vertices =
      std::make_shared<RodVertices>(frames, frames, std::vector<RodVertices::Vertex>{{0, 1}, {1, 2}}, 1);
  Specimen s;
  s.name = name;
  s.rest.q = Eigen::VectorXd::Zero(15);
  for (int i = 0; i < 4; ++i) s.rest.q.segment<3>(4 * i) << 0.7 * i, 0.2 * i * i, 0.05 * i * i * i;
  std::vector<Eigen::Vector3d> directors;
  for (int i = 0; i < 3; ++i) directors.push_back(any_perpendicular(frames->tangent(s.rest, i)));
  s.rest.history.resize(2);
  frames->start(s.rest, directors);
  vertices->start(s.rest);
  s.layout = Layout::all_free(15, {points_block(0, 4, 4)});
  s.layout.history = {{"reference directors", true}, {"reference twists"}};
  s.layout.carried = {frames, vertices};

  // The natural shape is this one: rest strains are its strains.
  std::vector<RodVertexLaw> at_rest = laws;
  for (int v = 0; v < 2; ++v) {
    RodStrain<double> strain;
    ENSURE(vertices->strain(s.rest, v, strain));
    at_rest[static_cast<std::size_t>(v)].rest_kappa_1 = strain.kappa_1;
    at_rest[static_cast<std::size_t>(v)].rest_kappa_2 = strain.kappa_2;
    at_rest[static_cast<std::size_t>(v)].rest_twist = strain.twist;
  }
  s.set_energy(std::make_shared<RodBendTwist>(vertices, at_rest));
  return s;
}

}  // namespace

std::vector<Specimen> rod_bend_twist_specimens() {
  return {rod_specimen("rod bend and twist",
                       {{.bend_1 = 1, .bend_2 = 3, .twist = 0.7}, {.bend_1 = 2, .bend_2 = 1, .twist = 5}}),
          rod_specimen("rod twist alone", {{.twist = 1}, {.twist = 2}}),
          rod_specimen("rod bend alone", {{.bend_1 = 1}, {.bend_2 = 2}})};
}

}  // namespace plumb
