#include <plumb/energy/rod/exact_beam.h>

#include <algorithm>
#include <numeric>

#include <plumb/energy/rod/exact_beam_kernel.h>
#include <plumb/linalg/dual.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {

namespace {

std::vector<std::array<int, 18>> stencils_of(const BeamNodes& nodes, const std::vector<std::array<int, 3>>& elements) {
  std::vector<std::array<int, 18>> stencils;
  for (const auto& element : elements) stencils.push_back(nodes.stencil(element));
  return stencils;
}

}  // namespace

BeamNodes BeamNodes::in_a_row(int n_nodes, int first, std::size_t slot) {
  BeamNodes nodes;
  std::vector<int> turns;
  for (int i = 0; i < n_nodes; ++i) {
    nodes.x.push_back(first + 6 * i);
    turns.push_back(first + 6 * i + 3);
  }
  nodes.rotations = std::make_shared<Rotations>(turns, slot);
  return nodes;
}

std::array<int, 18> BeamNodes::stencil(const std::array<int, 3>& nodes) const {
  std::array<int, 18> unknowns{};
  for (std::size_t i = 0; i < 3; ++i) {
    std::iota(&unknowns[6 * i], &unknowns[6 * i] + 3, x[static_cast<std::size_t>(nodes[i])]);
    std::iota(&unknowns[6 * i + 3], &unknowns[6 * i + 3] + 3, rotations->turn(nodes[i]));
  }
  return unknowns;
}

ExactBeam::ExactBeam(BeamNodes nodes, std::vector<std::array<int, 3>> elements, std::vector<BeamLaw> laws)
    : ElementEnergy(stencils_of(nodes, elements)),
      nodes_(std::move(nodes)),
      elements_(std::move(elements)),
      laws_(std::move(laws)) {
  ENSURE(static_cast<int>(laws_.size()) == n_elements());
}

ExactBeam::~ExactBeam() = default;

template <class S>
bool ExactBeam::value(int element, const std::array<S, 18>& q, const State& state, const Loads&, S& energy) const {
  const BeamLaw& law = laws_[static_cast<std::size_t>(element)];
  BeamElement<S> shape;
  if (!beam_element<S>(nodes_, elements_[static_cast<std::size_t>(element)], state, q, shape)) return false;
  energy = S(0.0);
  for (std::size_t p = 0; p < 2; ++p) {
    const BeamStrain<S> strain = beam_strain<S>(shape, kBeamPoints[p], law.length);
    for (int k = 0; k < 3; ++k) {
      const S stretch = strain.stretch[k] - law.rest[p].stretch[k], bend = strain.bend[k] - law.rest[p].bend[k];
      energy +=
          stretch * stretch * (0.25 * law.length * law.stretch[k]) + bend * bend * (0.25 * law.length * law.bend[k]);
    }
  }
  return true;
}

/// What the curvature of the last step added to the strains at the points: they are s(1) where s(0) + s'(0) was
/// foreseen. None where the step came from outside the domain. See Energy::evaluate_after.
std::array<BeamStrain<double>, 2> ExactBeam::excess(const Eigen::VectorXd& step, const State& state,
                                                    int element) const {
  using D = Dual<1>;
  const D along = D::variable(0.0, 0);
  std::array<Vector3<D>, 3> x;
  std::array<Matrix3<D>, 3> r;
  const auto& nodes = elements_[static_cast<std::size_t>(element)];
  for (std::size_t i = 0; i < 3; ++i) {
    const int at = stencil(element)[6 * i];
    const Eigen::Vector3d shift = step.segment<3>(at), turn = step.segment<3>(stencil(element)[6 * i + 3]);
    const Eigen::Vector3d from = state.q.segment<3>(at) - shift;
    const Eigen::Matrix3d frame = rotation<double>(-turn) * nodes_.rotations->of(state, nodes[i]);
    x[i] = from.cast<D>() + shift.cast<D>() * along;
    r[i] = rotation<D>(turn.cast<D>() * along) * frame.cast<D>();
  }
  std::array<BeamStrain<double>, 2> found{};
  BeamElement<D> before;
  BeamElement<double> now;
  const bool known = beam_element<D>(x, r, before) && beam_element(nodes_, nodes, state, now);
  const double length = laws_[static_cast<std::size_t>(element)].length;
  for (std::size_t p = 0; p < 2; ++p) {
    found[p].stretch.setZero();
    found[p].bend.setZero();
    if (!known) continue;
    const BeamStrain<D> foreseen = beam_strain<D>(before, kBeamPoints[p], length);
    const BeamStrain<double> strain = beam_strain<double>(now, kBeamPoints[p], length);
    for (int k = 0; k < 3; ++k) {
      found[p].stretch[k] = strain.stretch[k] - foreseen.stretch[k].value - foreseen.stretch[k].gradient[0];
      found[p].bend[k] = strain.bend[k] - foreseen.bend[k].value - foreseen.bend[k].gradient[0];
    }
  }
  return found;
}

Status ExactBeam::evaluate(const State& state, const Loads&, int begin, int end, Want want, ElementBuffer& out) const {
  return evaluate_closed(nullptr, state, begin, end, want, out);
}

Status ExactBeam::evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads&, int begin, int end,
                                 Want want, ElementBuffer& out) const {
  return evaluate_closed(&step, state, begin, end, want, out);
}

Status ExactBeam::evaluate_by_duals(const State& state, const Loads& loads, int begin, int end, Want want,
                                    ElementBuffer& out) const {
  return ElementEnergy::evaluate_by_duals(state, loads, begin, end, want, out);
}

Status ExactBeam::evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                                  ElementBuffer& out) const {
  constexpr int kLanes = ElementBuffer::kLanes;
  const auto& rotations = state.history[nodes_.rotations->slot()];
  for (const FourElements four : in_fours(begin, end, out)) {
    const auto law = [&](auto of_law) {
      return four([&](int e) { return of_law(laws_[static_cast<std::size_t>(e)]); });
    };
    BeamElementInput<Packet> in;
    in.length = law([](const BeamLaw& l) { return l.length; });
    for (int k = 0; k < 3; ++k) {
      in.stretch[k] = law([k](const BeamLaw& l) { return l.stretch[k]; });
      in.bend[k] = law([k](const BeamLaw& l) { return l.bend[k]; });
      for (std::size_t p = 0; p < 2; ++p) {
        in.rest[p].stretch[k] = law([k, p](const BeamLaw& l) { return l.rest[p].stretch[k]; });
        in.rest[p].bend[k] = law([k, p](const BeamLaw& l) { return l.rest[p].bend[k]; });
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) in.x[i][k] = four([&](int e) { return state.q[stencil(e)[6 * i] + k]; });
      for (int k = 0; k < 9; ++k) {
        in.r[i](k % 3, k / 3) =
            four([&](int e) { return rotations[9 * elements_[static_cast<std::size_t>(e)][i] + k]; });
      }
    }
    BeamElement<Packet> element;
    if (!beam_element<Packet>(in.x, in.r, element)) return Status::outside_domain;
    const BeamElementKernel<Packet> kernel(in, element.turn);
    if (want.value) four.put_value(kernel.energy());
    if (want.gradient) kernel.gradient(four.gradient());
    if (!want.hessian) continue;
    Packet* const hessian = four.hessian();
    if (!step) {
      kernel.hessian(hessian);
      continue;
    }
    // Foreseen stresses are those of strains without the excess.
    std::array<std::array<BeamStrain<double>, 2>, kLanes> added;
    for (int lane = 0; lane < kLanes; ++lane) {
      added[static_cast<std::size_t>(lane)] = excess(*step, state, four.element(lane));
    }
    for (std::size_t p = 0; p < 2; ++p) {
      for (int k = 0; k < 3; ++k) {
        in.rest[p].stretch[k] +=
            Packet(added[0][p].stretch[k], added[1][p].stretch[k], added[2][p].stretch[k], added[3][p].stretch[k]);
        in.rest[p].bend[k] +=
            Packet(added[0][p].bend[k], added[1][p].bend[k], added[2][p].bend[k], added[3][p].bend[k]);
      }
    }
    BeamElementKernel<Packet>(in, element.turn).hessian(hessian);
  }
  return Status::ok;
}

bool beam_element(const BeamNodes& nodes, const std::array<int, 3>& of, const State& state,
                  BeamElement<double>& element) {
  std::array<Eigen::Vector3d, 3> x;
  std::array<Eigen::Matrix3d, 3> r;
  for (std::size_t i = 0; i < 3; ++i) {
    x[i] = state.q.segment<3>(nodes.x[static_cast<std::size_t>(of[i])]);
    r[i] = nodes.rotations->of(state, of[i]);
  }
  return beam_element<double>(x, r, element);
}

std::vector<Specimen> exact_beam_specimens() {
  // Two elements, bent and twisted at rest.
  constexpr int n_nodes = 5;
  Specimen s;
  s.name = "exact beam";
  s.layout = Layout::all_free(6 * n_nodes, {points_block(0, 6, n_nodes)});
  s.layout.history = {{"rotations", true}};
  const BeamNodes nodes = BeamNodes::in_a_row(n_nodes, 0, 0);
  s.layout.carried = {nodes.rotations};
  s.rest.q = Eigen::VectorXd::Zero(6 * n_nodes);
  s.rest.history = {Eigen::VectorXd::Zero(9 * n_nodes)};
  for (int i = 0; i < n_nodes; ++i) {
    const double t = 0.3 * i;
    s.rest.q.segment<3>(6 * i) = Eigen::Vector3d(std::sin(t), 1 - std::cos(t), 0.1 * t * t);
    nodes.rotations->set(s.rest, i, rotation<double>(Eigen::Vector3d(0.2 * t, 0.1, t)));
  }
  const std::vector<std::array<int, 3>> elements{{0, 1, 2}, {2, 3, 4}};
  std::vector<BeamLaw> laws;
  for (const auto& of : elements) {
    BeamElement<double> element;
    ENSURE(beam_element(nodes, of, s.rest, element));
    BeamLaw law{0.6, {50, 20, 20}, {1, 2, 3}, {}};
    for (std::size_t p = 0; p < 2; ++p) law.rest[p] = beam_strain<double>(element, kBeamPoints[p], law.length);
    laws.push_back(law);
  }
  s.set_energy(std::make_shared<ExactBeam>(nodes, elements, laws));
  return {s};
}

}  // namespace plumb
