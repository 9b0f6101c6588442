#include <plumb/model/exact_beam/exact_beam.h>

#include <cmath>
#include <numeric>

#include <Eigen/Geometry>

#include <plumb/dissipation/rod_damping.h>
#include <plumb/energy/gravity.h>
#include <plumb/energy/point_wrench.h>
#include <plumb/energy/size.h>
#include <plumb/strain/curved_link.h>

namespace plumb {
namespace {

/// Holds position and rotation of a node at a pose of the loads.
class BeamClamp final : public Constraint {
 public:
  BeamClamp(int node, std::size_t index) : node_(node), index_(index) {}

  std::vector<int> fixed() const override {
    std::vector<int> all(6);
    std::iota(all.begin(), all.end(), 6 * node_);
    return all;
  }

  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override {
    const Pose& pose = loads.clamps[index_];
    step.segment<3>(6 * node_) = pose.position - state.q.segment<3>(6 * node_);
    const Eigen::AngleAxisd turn(pose.frame() * BeamFrames::frame(state, node_).transpose());
    step.segment<3>(6 * node_ + 3) = turn.angle() * turn.axis();
  }

 private:
  int node_;
  std::size_t index_;
};

BeamWrenches::Place loaded_place(const std::vector<double>& lengths, double at) {
  std::size_t e = 0;
  double start = 0;
  for (; e + 1 < lengths.size() && start + lengths[e] < at; ++e) start += lengths[e];
  BeamWrenches::Place place;
  std::iota(place.unknowns.begin(), place.unknowns.end(), 12 * static_cast<int>(e));
  place.xi = 2 * (at - start) / lengths[e] - 1;
  return place;
}

/// Nodes of the natural shape, a helix, into the state.
void place_nodes(const BeamSpec& spec, const Pose& start, State& state) {
  const Eigen::Vector3d omega(spec.natural_twist, -spec.natural_kappa_2, spec.natural_kappa_1);
  Eigen::Vector3d position = start.position;
  Eigen::Matrix3d frame = start.frame();
  const auto set = [&](int node) {
    state.q.segment<3>(6 * node) = position;
    BeamFrames::set_frame(state, node, frame);
  };
  set(0);
  for (std::size_t half = 0; half < 2 * spec.lengths.size(); ++half) {
    const CurvedLink<double> link = helix<double>(omega, 0.5 * spec.lengths[half / 2]);
    position += frame * link.chord;
    frame *= link.turn;
    set(static_cast<int>(half) + 1);
  }
}

/// Masses of the nodes, and the cross-sections that turn with them.
std::shared_ptr<const Inertia> beam_inertia(const BeamSpec& spec, const Eigen::VectorXd& masses) {
  Eigen::VectorXd of_unknowns = Eigen::VectorXd::Zero(6 * masses.size());
  std::vector<LumpedInertia::Rotor> rotors;
  for (Eigen::Index i = 0; i < masses.size(); ++i) {
    of_unknowns.segment<3>(6 * i).setConstant(masses[i]);
    const double spin = masses[i] * spec.spin_inertia / spec.mass_per_length;
    rotors.push_back({static_cast<int>(i), static_cast<int>(6 * i) + 3, {spin, 0.5 * spin, 0.5 * spin}});
  }
  return std::make_shared<LumpedInertia>(of_unknowns, rotors);
}

}  // namespace

Model exact_beam(const BeamSpec& spec, const Pose& start) {
  ENSURE(!spec.lengths.empty());
  check_size("a beam", static_cast<double>(spec.lengths.size()), entries_of_element(18));
  const int n_elements = static_cast<int>(spec.lengths.size()), n_nodes = 2 * n_elements + 1;
  Model model;
  model.layout = Layout::all_free(6 * n_nodes, std::make_shared<BeamFrames>(n_nodes));
  model.layout.history = {"rotations"};
  model.rest.q = Eigen::VectorXd::Zero(6 * n_nodes);
  model.rest.v = Eigen::VectorXd::Zero(6 * n_nodes);
  model.rest.history = {Eigen::VectorXd::Zero(9 * n_nodes)};
  place_nodes(spec, start, model.rest);

  std::vector<int> points;
  const double total = std::accumulate(spec.lengths.begin(), spec.lengths.end(), 0.0);
  for (int i = 0; i < n_nodes; ++i) {
    points.push_back(6 * i);
    model.layout.scale.segment<3>(6 * i).setConstant(total);
  }
  model.embedding = std::make_shared<NodalEmbedding>(points);

  std::vector<std::array<int, 18>> stencils;
  std::vector<BeamLaw> laws;
  Eigen::VectorXd masses = Eigen::VectorXd::Zero(n_nodes);
  for (int e = 0; e < n_elements; ++e) {
    std::array<int, 18> dofs;
    std::iota(dofs.begin(), dofs.end(), 12 * e);
    stencils.push_back(dofs);
    const double length = spec.lengths[static_cast<std::size_t>(e)];
    BeamLaw law{length, {spec.stretch, spec.shear, spec.shear}, {spec.twist, spec.bend_2, spec.bend_1}, {}};
    BeamElement<double> element;
    ENSURE(beam_element(model.rest, 2 * e, element));
    for (std::size_t p = 0; p < 2; ++p) law.rest[p] = beam_strain<double>(element, kBeamPoints[p], length);
    laws.push_back(law);
    // The shares of a constant load on parabolas.
    const double mass = spec.mass_per_length * length;
    masses[2 * e] += mass / 6;
    masses[2 * e + 1] += 4 * mass / 6;
    masses[2 * e + 2] += mass / 6;
  }
  model.energies = {std::make_shared<ExactBeam>(stencils, laws), std::make_shared<Gravity>(model.embedding, masses)};

  if (spec.relaxation > 0) model.dissipations = {exact_beam_damping(stencils, laws, spec.relaxation)};
  if (spec.spin_inertia > 0) model.inertia = beam_inertia(spec, masses);
  if (!spec.loaded.empty()) {
    std::vector<BeamWrenches::Place> places;
    for (const double at : spec.loaded) places.push_back(loaded_place(spec.lengths, at));
    model.energies.push_back(std::make_shared<BeamWrenches>(places));
    model.rest.loads.wrenches.resize(places.size());
  }
  for (const int node : spec.clamped_nodes) {
    auto clamp = std::make_shared<BeamClamp>(node, model.constraints.size());
    model.layout.fix(clamp->fixed());
    model.constraints.push_back(std::move(clamp));
    const Eigen::Matrix3d frame = BeamFrames::frame(model.rest, node);
    model.rest.loads.clamps.push_back({model.rest.q.segment<3>(6 * node), frame.col(0), frame.col(1)});
  }
  return model;
}

Eigen::Vector3d beam_tip(const State& state) { return state.q.segment<3>(state.q.size() - 6); }

double total_twist(const BeamSpec& spec, const State& state) {
  double total = 0;
  for (std::size_t e = 0; e < spec.lengths.size(); ++e) {
    BeamElement<double> element;
    if (!beam_element(state, 2 * static_cast<int>(e), element)) continue;
    for (const double xi : kBeamPoints) {
      const double twist = beam_strain<double>(element, xi, spec.lengths[e]).bend[0];
      total += 0.5 * spec.lengths[e] * std::abs(twist - spec.natural_twist);
    }
  }
  return total;
}

}  // namespace plumb
