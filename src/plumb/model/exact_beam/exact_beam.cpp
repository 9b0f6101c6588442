#include <plumb/model/exact_beam/exact_beam.h>

#include <cmath>
#include <numeric>

#include <Eigen/Geometry>

#include <plumb/dissipation/rod_damping.h>
#include <plumb/energy/load/gravity.h>
#include <plumb/energy/load/point_wrench.h>
#include <plumb/mechanics/size.h>
#include <plumb/model/holds.h>
#include <plumb/strain/curved_link.h>

namespace plumb {
namespace {

BeamWrenches::Place loaded_place(const BeamParts& beam, const std::vector<double>& lengths, double at,
                                 std::size_t wrench) {
  std::size_t e = 0;
  double start = 0;
  for (; e + 1 < lengths.size() && start + lengths[e] < at; ++e) start += lengths[e];
  return {beam.nodes.stencil(beam.elements[e]), 2 * (at - start) / lengths[e] - 1, wrench};
}

/// The natural shape, a helix: a pose for each node.
struct NodePose {
  Eigen::Vector3d position;
  Eigen::Matrix3d frame;
};

std::vector<NodePose> natural_shape(const BeamSpec& spec, const Pose& start) {
  const Eigen::Vector3d omega(spec.natural_twist, -spec.natural_kappa_2, spec.natural_kappa_1);
  std::vector<NodePose> nodes{{start.position, start.frame()}};
  for (std::size_t half = 0; half < 2 * spec.lengths.size(); ++half) {
    const CurvedLink<double> link = helix<double>(omega, 0.5 * spec.lengths[half / 2]);
    const NodePose& last = nodes.back();
    nodes.push_back({last.position + last.frame * link.chord, last.frame * link.turn});
  }
  return nodes;
}

/// Unknowns of the nodes, in their natural places.
BeamNodes place_nodes(ModelBuilder& builder, const std::vector<NodePose>& shape, double total,
                      const SharedBeamNodes& shared) {
  BeamNodes nodes;
  std::vector<int> turns, own;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const auto found = shared.find(static_cast<int>(i));
    const bool known = found != shared.end();
    const int x = known ? found->second.x : builder.unknowns(3, total);
    if (known) {
      ENSURE((builder.initial().q.segment<3>(x) - shape[i].position).norm() < 1e-9 * total);
    } else {
      own.push_back(x);
      builder.initial().q.segment<3>(x) = shape[i].position;
    }
    nodes.x.push_back(x);
    turns.push_back(known && found->second.turn >= 0 ? found->second.turn : builder.unknowns(3, 1));
  }
  builder.points(own);
  const auto n_nodes = static_cast<Eigen::Index>(shape.size());
  nodes.rotations =
      std::make_shared<Rotations>(turns, builder.history({"rotations", true}, Eigen::VectorXd::Zero(9 * n_nodes)));
  for (std::size_t i = 0; i < shape.size(); ++i) {
    nodes.rotations->set(builder.initial(), static_cast<int>(i), shape[i].frame);
  }
  return nodes;
}

/// Masses of the nodes, and the cross-sections that turn with them.
void add_inertia(ModelBuilder& builder, const BeamSpec& spec, const BeamNodes& nodes, const Eigen::VectorXd& masses) {
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    const int node = static_cast<int>(i);
    for (int k = 0; k < 3; ++k) builder.mass(nodes.x[static_cast<std::size_t>(i)] + k, masses[i]);
    const double spin = masses[i] * spec.spin_inertia / spec.mass_per_length;
    builder.add(LumpedInertia::Rotor{nodes.rotations, node, {spin, 0.5 * spin, 0.5 * spin}});
  }
}

}  // namespace

BeamParts add_exact_beam(ModelBuilder& builder, const BeamSpec& spec, const Pose& start,
                         const SharedBeamNodes& shared) {
  ENSURE(!spec.lengths.empty());
  check_size("a beam", static_cast<double>(spec.lengths.size()), entries_of_element(18));
  const int n_elements = static_cast<int>(spec.lengths.size()), n_nodes = 2 * n_elements + 1;
  BeamParts beam;
  const double total = std::accumulate(spec.lengths.begin(), spec.lengths.end(), 0.0);
  beam.nodes = place_nodes(builder, natural_shape(spec, start), total, shared);
  builder.add(beam.nodes.rotations);
  add_curve(builder.places(beam.nodes.x), spec.contact_radius, false, builder.surface());

  std::vector<BeamLaw> laws;
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(n_nodes);
  for (int e = 0; e < n_elements; ++e) {
    beam.elements.push_back({2 * e, 2 * e + 1, 2 * e + 2});
    const double length = spec.lengths[static_cast<std::size_t>(e)];
    BeamLaw law{length, {spec.stretch, spec.shear, spec.shear}, {spec.twist, spec.bend_2, spec.bend_1}, {}};
    BeamElement<double> element;
    ENSURE(beam_element(beam.nodes, beam.elements.back(), builder.initial(), element));
    for (std::size_t p = 0; p < 2; ++p) law.rest[p] = beam_strain<double>(element, kBeamPoints[p], length);
    laws.push_back(law);
    // The shares of a constant load on parabolas.
    const double mass = spec.mass_per_length * length;
    masses[2 * e] += mass / 6;
    masses[2 * e + 1] += 4 * mass / 6;
    masses[2 * e + 2] += mass / 6;
  }
  builder.add(std::make_shared<ExactBeam>(beam.nodes, beam.elements, laws));
  builder.add(std::make_shared<Gravity>(std::make_shared<NodalEmbedding>(beam.nodes.x), masses));
  if (spec.relaxation > 0) builder.add(exact_beam_damping(beam.nodes, beam.elements, laws, spec.relaxation));
  if (spec.spin_inertia > 0) add_inertia(builder, spec, beam.nodes, masses);
  if (!spec.loaded.empty()) {
    std::vector<BeamWrenches::Place> places;
    for (const double at : spec.loaded) {
      beam.wrenches.push_back(builder.wrench());
      places.push_back(loaded_place(beam, spec.lengths, at, beam.wrenches.back()));
    }
    builder.add(std::make_shared<BeamWrenches>(places));
  }
  for (const int node : spec.clamped_nodes) {
    const Eigen::Matrix3d frame = beam.nodes.rotations->of(builder.initial(), node);
    beam.clamps.push_back(
        builder.clamp({builder.initial().q.segment<3>(beam.node(node).x), frame.col(0), frame.col(1)}));
    builder.add(std::make_shared<SectionHold>(beam.node(node).x, beam.nodes.rotations, node, beam.clamps.back()));
  }
  return beam;
}

Model exact_beam(const BeamSpec& spec, const Pose& start) {
  ModelBuilder builder;
  add_exact_beam(builder, spec, start);
  return builder.finish();
}

BeamParts parts_of_one_beam(const BeamSpec& spec) {
  BeamParts beam;
  const int n_elements = static_cast<int>(spec.lengths.size());
  beam.nodes = BeamNodes::in_a_row(2 * n_elements + 1, 0, 0);
  for (int e = 0; e < n_elements; ++e) beam.elements.push_back({2 * e, 2 * e + 1, 2 * e + 2});
  return beam;
}

double total_twist(const BeamSpec& spec, const State& state) {
  double total = 0;
  const BeamParts beam = parts_of_one_beam(spec);
  for (std::size_t e = 0; e < spec.lengths.size(); ++e) {
    BeamElement<double> element;
    if (!beam_element(beam.nodes, beam.elements[e], state, element)) continue;
    for (const double xi : kBeamPoints) {
      const double twist = beam_strain<double>(element, xi, spec.lengths[e]).bend[0];
      total += 0.5 * spec.lengths[e] * std::abs(twist - spec.natural_twist);
    }
  }
  return total;
}

}  // namespace plumb
