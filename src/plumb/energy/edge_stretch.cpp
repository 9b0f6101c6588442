#include <plumb/energy/edge_stretch.h>

#include <algorithm>

#include <plumb/energy/specimen.h>
#include <plumb/linalg/packet.h>
#include <plumb/strain/edge_stretch.h>

namespace plumb {
namespace {

constexpr int kLanes = ElementBuffer::kLanes;

struct FourEdges {
  Vector3<Packet> edge;
  Packet stiffness, rest_length;
  Packet excess;  ///< of length, by the curvature of the last step; see Energy::evaluate_after
};

/// With t the unit tangent: force EA eps t, stiffness EA (t t^T / rest + eps/|e| (I - t t^T)), signs by node.
Packet stretch_four(const FourEdges& in, Packet* gradient, Packet* hessian) {
  const Packet length = sqrt(in.edge.dot(in.edge));
  const Packet eps = length / in.rest_length - 1.0;
  const Packet tension = in.stiffness * eps;
  const Vector3<Packet> t = in.edge / length;
  if (gradient) {
    for (int i = 0; i < 3; ++i) {
      gradient[i] = -(tension * t[i]);
      gradient[3 + i] = tension * t[i];
    }
  }
  if (hessian) {
    const Packet across = (tension - in.stiffness * in.excess / in.rest_length) / length;
    const Packet along = in.stiffness / in.rest_length - across;
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
  return Packet(0.5) * tension * eps * in.rest_length;
}

}  // namespace

EdgeStretch::EdgeStretch(std::vector<std::array<int, 6>> stencils, std::vector<EdgeLaw> laws)
    : ElementEnergy(std::move(stencils)), laws_(std::move(laws)) {
  ENSURE(static_cast<int>(laws_.size()) == n_elements());
}

EdgeStretch::~EdgeStretch() = default;

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
  for (int group = 0; begin + group * kLanes < end; ++group) {
    // Four edges; the last group repeats its last one.
    const auto four = [first = begin + group * kLanes, end](auto of_edge) {
      return Packet(of_edge(first), of_edge(std::min(first + 1, end - 1)), of_edge(std::min(first + 2, end - 1)),
                    of_edge(std::min(first + 3, end - 1)));
    };
    const auto difference = [&](const Eigen::VectorXd& q) {
      const auto component = [&](std::size_t i) {
        return four([&](int edge) { return q[stencil(edge)[3 + i]] - q[stencil(edge)[i]]; });
      };
      return Vector3<Packet>(component(0), component(1), component(2));
    };
    FourEdges in{difference(state.q), four([&](int edge) { return laws_[static_cast<std::size_t>(edge)].stiffness; }),
                 four([&](int edge) { return laws_[static_cast<std::size_t>(edge)].rest_length; }), Packet(0.0)};
    if (step) {
      const Vector3<Packet> before = in.edge - difference(*step);
      if (all(before.dot(before) > Packet(0.0))) {
        in.excess = sqrt(in.edge.dot(in.edge)) - before.dot(in.edge) / sqrt(before.dot(before));
      }
    }
    if (!all(in.edge.dot(in.edge) > Packet(0.0))) return Status::outside_domain;
    const Packet energy =
        stretch_four(in, want.gradient ? reinterpret_cast<Packet*>(out.gradient_lanes(group, 0)) : nullptr,
                     want.hessian ? reinterpret_cast<Packet*>(out.hessian_lanes(group, 0)) : nullptr);
    for (int lane = 0; lane < kLanes; ++lane) out.value(group * kLanes + lane) = energy[lane];
  }
  return Status::ok;
}

std::vector<Specimen> edge_stretch_specimens() {
  // Three edges of a bent polyline, stiffnesses 1 to 1e7.
  const std::vector<int> points{0, 3, 6, 9};
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
  s.energy = std::make_shared<EdgeStretch>(stencils, laws);
  s.layout = Layout::all_free(12, std::make_shared<NodalRetraction>(points));
  return {s};
}

}  // namespace plumb
