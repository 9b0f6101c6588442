#include <plumb/energy/rod_bend_twist.h>

#include <algorithm>

#include <plumb/energy/rod_bend_twist_kernel.h>
#include <plumb/energy/rod_frames.h>
#include <plumb/energy/specimen.h>
#include <plumb/linalg/packet.h>

namespace plumb {
namespace {

constexpr int kLanes = ElementBuffer::kLanes;

}  // namespace

RodBendTwist::RodBendTwist(std::vector<std::array<int, 11>> stencils, std::vector<int> edges,
                           std::vector<RodVertexLaw> laws)
    : ElementEnergy(std::move(stencils)), edges_(std::move(edges)), laws_(std::move(laws)) {
  ENSURE(static_cast<int>(edges_.size()) == n_elements() && static_cast<int>(laws_.size()) == n_elements());
}

RodBendTwist::~RodBendTwist() = default;

RodReference<double> rod_reference(const State& state, std::span<const int> dofs, int edge, int vertex) {
  const auto& directors = state.history[RodFrames::kDirectors];
  const Eigen::Vector3d x0 = state.q.segment<3>(dofs[0]), x1 = state.q.segment<3>(dofs[4]),
                        x2 = state.q.segment<3>(dofs[8]);
  RodReference<double> r;
  r.tangent_e = (x1 - x0).normalized();
  r.tangent_f = (x2 - x1).normalized();
  r.director_e = directors.segment<3>(3 * edge);
  r.director_f = directors.segment<3>(3 * edge + 3);
  r.twist = state.history[RodFrames::kTwists][vertex];
  return r;
}

template <class S>
bool RodBendTwist::value(int vertex, const std::array<S, 11>& q, const State& state, const Loads&, S& energy) const {
  const RodVertexLaw& law = laws_[static_cast<std::size_t>(vertex)];
  const auto reference = rod_reference(state, stencil(vertex), edges_[static_cast<std::size_t>(vertex)], vertex);
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
  const auto& directors = state.history[RodFrames::kDirectors];
  const auto& twists = state.history[RodFrames::kTwists];
  for (int group = 0; begin + group * kLanes < end; ++group) {
    // Four vertices; the last group repeats its last one.
    const auto four = [first = begin + group * kLanes, end](auto of_vertex) {
      return Packet(of_vertex(first), of_vertex(std::min(first + 1, end - 1)), of_vertex(std::min(first + 2, end - 1)),
                    of_vertex(std::min(first + 3, end - 1)));
    };
    const auto unknown = [&](std::size_t i) { return four([&](int v) { return state.q[stencil(v)[i]]; }); };
    const auto director = [&](int i) {
      return four([&](int v) { return directors[3 * edges_[static_cast<std::size_t>(v)] + i]; });
    };
    const auto law = [&](double RodVertexLaw::*member) {
      return four([&](int v) { return laws_[static_cast<std::size_t>(v)].*member; });
    };
    const RodVertexInput<Packet> in{.q = {unknown(0), unknown(1), unknown(2), unknown(3), unknown(4), unknown(5),
                                          unknown(6), unknown(7), unknown(8), unknown(9), unknown(10)},
                                    .director_e = {director(0), director(1), director(2)},
                                    .director_f = {director(3), director(4), director(5)},
                                    .twist = four([&](int v) { return twists[v]; }),
                                    .bend_1 = law(&RodVertexLaw::bend_1),
                                    .bend_2 = law(&RodVertexLaw::bend_2),
                                    .stiffness_twist = law(&RodVertexLaw::twist),
                                    .rest_kappa_1 = law(&RodVertexLaw::rest_kappa_1),
                                    .rest_kappa_2 = law(&RodVertexLaw::rest_kappa_2),
                                    .rest_twist = law(&RodVertexLaw::rest_twist)};
    const RodVertexKernel<Packet> kernel(in);
    if (!kernel.inside_domain()) return Status::outside_domain;
    if (want.value) {
      const Packet energy = kernel.energy();
      for (int lane = 0; lane < kLanes; ++lane) out.value(group * kLanes + lane) = energy[lane];
    }
    if (want.gradient) kernel.gradient(reinterpret_cast<Packet*>(out.gradient_lanes(group, 0)));
    if (want.hessian) kernel.hessian(reinterpret_cast<Packet*>(out.hessian_lanes(group, 0)));
  }
  return Status::ok;
}

namespace {

/// Four nodes of a bent and twisted rod: nodes at 4 i, angles at 4 i + 3, as in model/elastic_rod.
Specimen rod_specimen(const std::string& name, const std::vector<RodVertexLaw>& laws) {
  std::vector<RodFrames::Edge> edges;
  for (int i = 0; i < 3; ++i) edges.push_back({4 * i, 4 * i + 4});
  const auto frames = std::make_shared<RodFrames>(edges, std::vector<int>{0, 1});
  Specimen s;
  s.name = name;
  s.rest.q = Eigen::VectorXd::Zero(15);
  for (int i = 0; i < 4; ++i) s.rest.q.segment<3>(4 * i) << 0.7 * i, 0.2 * i * i, 0.05 * i * i * i;
  std::vector<Eigen::Vector3d> directors;
  for (int i = 0; i < 3; ++i) directors.push_back(any_perpendicular(frames->tangent(s.rest, i)));
  frames->start(s.rest, directors);
  s.layout = Layout::all_free(15, frames);

  // The natural shape is this one: rest strains are its strains.
  std::vector<std::array<int, 11>> stencils;
  std::vector<RodVertexLaw> at_rest = laws;
  for (int v = 0; v < 2; ++v) {
    std::array<int, 11> dofs{};
    for (int i = 0; i < 11; ++i) dofs[static_cast<std::size_t>(i)] = 4 * v + i;
    stencils.push_back(dofs);
    const auto x = [&](int node) -> Eigen::Vector3d { return s.rest.q.segment<3>(4 * node); };
    const RodReference<double> reference{
        frames->tangent(s.rest, v), frames->tangent(s.rest, v + 1), directors[static_cast<std::size_t>(v)],
        directors[static_cast<std::size_t>(v + 1)], s.rest.history[RodFrames::kTwists][v]};
    RodStrain<double> strain;
    rod_strain<double>(x(v), 0.0, x(v + 1), 0.0, x(v + 2), reference, strain);
    at_rest[static_cast<std::size_t>(v)].rest_kappa_1 = strain.kappa_1;
    at_rest[static_cast<std::size_t>(v)].rest_kappa_2 = strain.kappa_2;
    at_rest[static_cast<std::size_t>(v)].rest_twist = strain.twist;
  }
  s.energy = std::make_shared<RodBendTwist>(stencils, std::vector<int>{0, 1}, at_rest);
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
