#include <plumb/energy/rod/edge_stretch.h>

#include <algorithm>

#include <plumb/linalg/packet.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/mechanics/specimen.h>
#include <plumb/strain/edge_stretch.h>

namespace plumb {
namespace {

struct FourEdges {
  Vector3<Packet> edge;
  Packet stiffness, rest_length;
  Packet excess;  ///< of length, by the curvature of the last step; see Energy::evaluate_after
};

/// Writes a force on the second node and the stiffness along t t^T + across I between both.
void spread(const Vector3<Packet>& force, Packet* gradient) {
  for (int i = 0; i < 3; ++i) {
    gradient[i] = -force[i];
    gradient[3 + i] = force[i];
  }
}
void spread(const Vector3<Packet>& t, const Packet& along, const Packet& across, Packet* hessian) {
  const auto at = [hessian](int row, int col) -> Packet& { return hessian[row * (row + 1) / 2 + col]; };
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Packet h = i == j ? along * t[i] * t[j] + across : along * t[i] * t[j];
      at(3 + i, j) = -h;
      if (j > i) continue;
      at(i, j) = h;
      at(3 + i, 3 + j) = h;
    }
  }
}

/// With t the unit tangent: force EA eps t, stiffness EA (t t^T / rest + eps/|e| (I - t t^T)), signs by node.
Packet stretch_four(const FourEdges& in, Packet* gradient, Packet* hessian) {
  const Packet length = sqrt(in.edge.dot(in.edge));
  const Packet eps = length / in.rest_length - 1.0;
  const Packet tension = in.stiffness * eps;
  const Vector3<Packet> t = in.edge / length;
  if (gradient) spread(t * tension, gradient);
  if (hessian) {
    const Packet across = (tension - in.stiffness * in.excess / in.rest_length) / length;
    spread(t, in.stiffness / in.rest_length - across, across, hessian);
  }
  return Packet(0.5) * tension * eps * in.rest_length;
}

}  // namespace

EdgeStretch::EdgeStretch(std::vector<std::array<int, 6>> stencils, std::vector<EdgeLaw> laws)
    : ElementEnergy(std::move(stencils)), laws_(std::move(laws)) {
  ENSURE(static_cast<int>(laws_.size()) == n_elements());
}

EdgeStretch::~EdgeStretch() = default;

namespace {

/// The vectors of four edges in `q`, which may be a step as well.
Vector3<Packet> edges(const EdgeStretch& of, const FourElements& four, const Eigen::VectorXd& q) {
  const auto component = [&](std::size_t i) {
    return four([&](int edge) { return q[of.stencil(edge)[3 + i]] - q[of.stencil(edge)[i]]; });
  };
  return Vector3<Packet>(component(0), component(1), component(2));
}

}  // namespace

template <class S>
bool EdgeStretch::value(int edge, const std::array<S, 6>& q, const State&, const Loads&, S& energy) const {
  const EdgeLaw& law = laws_[static_cast<std::size_t>(edge)];
  const Vector3<S> e(q[3] - q[0], q[4] - q[1], q[5] - q[2]);
  if (!(e.dot(e) > 0.0)) return false;
  const S eps = edge_stretch(e, law.rest_length);
  energy = 0.5 * law.stiffness * law.rest_length * eps * eps;
  return true;
}

Status EdgeStretch::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                             ElementBuffer& out) const {
  return evaluate_closed(nullptr, state, begin, end, want, out);
}

Status EdgeStretch::evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads&, int begin, int end,
                                   Want want, ElementBuffer& out) const {
  return evaluate_closed(&step, state, begin, end, want, out);
}

Status EdgeStretch::evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                                    ElementBuffer& out) const {
  for (const FourElements four : in_fours(begin, end, out)) {
    FourEdges in{edges(*this, four, state.q),
                 four([&](int edge) { return laws_[static_cast<std::size_t>(edge)].stiffness; }),
                 four([&](int edge) { return laws_[static_cast<std::size_t>(edge)].rest_length; }), Packet(0.0)};
    if (step) {
      const Vector3<Packet> before = in.edge - edges(*this, four, *step);
      if (all(before.dot(before) > Packet(0.0))) {
        in.excess = sqrt(in.edge.dot(in.edge)) - before.dot(in.edge) / sqrt(before.dot(before));
      }
    }
    if (!all(in.edge.dot(in.edge) > Packet(0.0))) return Status::outside_domain;
    const Packet energy =
        stretch_four(in, want.gradient ? four.gradient() : nullptr, want.hessian ? four.hessian() : nullptr);
    four.put_value(energy);
  }
  return Status::ok;
}

Status EdgeStretch::evaluate_along(const Way& way, const Loads&, int begin, int end, Want want,
                                   ElementBuffer& out) const {
  for (const FourElements four : in_fours(begin, end, out)) {
    const Vector3<Packet> e0 = edges(*this, four, way.start.q), e1 = edges(*this, four, way.end.q);
    if (!all(e0.dot(e0) > Packet(0.0)) || !all(e1.dot(e1) > Packet(0.0))) return Status::outside_domain;
    const Packet stiffness = four([&](int edge) { return laws_[static_cast<std::size_t>(edge)].stiffness; });
    const Packet rest = four([&](int edge) { return laws_[static_cast<std::size_t>(edge)].rest_length; });
    const Packet l1 = sqrt(e1.dot(e1)), both = sqrt(e0.dot(e0)) + l1;
    const Vector3<Packet> d = (e0 + e1) / both;
    const Packet tension = stiffness * (Packet(0.5) * both / rest - 1.0);
    if (want.gradient) spread(d * tension, four.gradient());
    if (!want.hessian) continue;
    // The tension as the last Newton step foresaw it, see evaluate_after. The derivative of the mean tension is taken
    // along d, too, where it is that along e1: symmetric, and with no compression that the turn only seems to make.
    Packet excess(0.0);
    if (way.taken) {
      const Vector3<Packet> before = e1 - edges(*this, four, *way.taken);
      if (all(before.dot(before) > Packet(0.0))) excess = l1 - before.dot(e1) / sqrt(before.dot(before));
    }
    const Packet across = (tension - Packet(0.5) * stiffness * excess / rest) / both;
    spread(d, Packet(0.5) * stiffness / rest - across, across, four.hessian());
  }
  return Status::ok;
}

std::vector<Specimen> edge_stretch_specimens() {
  // Three edges of a bent polyline, stiffnesses 1 to 1e7.
  Specimen s;
  s.name = "edge stretch";
  s.rest.q.resize(12);
  s.rest.q << 0, 0, 0, 1, 0, 0, 1.5, 0.8, 0, 1.5, 0.8, 2;
  std::vector<std::array<int, 6>> stencils;
  std::vector<EdgeLaw> laws;
  for (int i = 0; i < 3; ++i) {
    stencils.push_back({3 * i, 3 * i + 1, 3 * i + 2, 3 * i + 3, 3 * i + 4, 3 * i + 5});
    const double length = (s.rest.q.segment<3>(3 * i + 3) - s.rest.q.segment<3>(3 * i)).norm();
    laws.push_back({i == 1 ? 1e7 : 1.0 + i, length});
  }
  s.set_energy(std::make_shared<EdgeStretch>(stencils, laws));
  s.layout = Layout::all_free(12, {points_block(0, 3, 4)});
  return {s};
}

}  // namespace plumb
