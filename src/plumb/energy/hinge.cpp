#include <plumb/energy/hinge.h>

#include <algorithm>

#include <plumb/energy/hinge_kernel.h>
#include <plumb/energy/specimen.h>
#include <plumb/linalg/packet.h>

namespace plumb {

HingeLaw hinge_law(double factor, double bending_stiffness, const Eigen::Vector3d& c, const Eigen::Vector3d& p,
                   const Eigen::Vector3d& q, const Eigen::Vector3d& d) {
  HingeLaw law;
  if (!hinge_angle<double>(c, p, q, d, law.rest_angle)) {
    throw UserError("two triangles of the rest shape have no area or are folded on each other");
  }
  const double areas = 0.5 * ((q - p).cross(c - p).norm() + (q - p).cross(d - p).norm());
  law.stiffness = factor * bending_stiffness * (q - p).squaredNorm() / areas;
  return law;
}

HingeBending::HingeBending(std::vector<std::array<int, 12>> stencils, std::vector<HingeLaw> laws)
    : ElementEnergy(std::move(stencils)), laws_(std::move(laws)) {
  ENSURE(static_cast<int>(laws_.size()) == n_elements());
}

HingeBending::~HingeBending() = default;

template <class S>
bool HingeBending::value(int hinge, const std::array<S, 12>& q, const State&, const Loads&, S& energy) const {
  const HingeLaw& law = laws_[static_cast<std::size_t>(hinge)];
  S angle;
  if (!hinge_angle<S>({q[0], q[1], q[2]}, {q[3], q[4], q[5]}, {q[6], q[7], q[8]}, {q[9], q[10], q[11]}, angle)) {
    return false;
  }
  const S off = angle - law.rest_angle;
  energy = 0.5 * law.stiffness * off * off;
  return true;
}

// For whoever knows the energy by its own type, where the compiler calls these without a detour.
template bool HingeBending::value(int, const std::array<double, 12>&, const State&, const Loads&, double&) const;
template bool HingeBending::value(int, const std::array<Dual<12>, 12>&, const State&, const Loads&, Dual<12>&) const;
template bool HingeBending::value(int, const std::array<Dual2<12>, 12>&, const State&, const Loads&, Dual2<12>&) const;
template bool HingeBending::value(int, const std::array<Dual<12, Dual<1>>, 12>&, const State&, const Loads&,
                                  Dual<12, Dual<1>>&) const;

Status HingeBending::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                              ElementBuffer& out) const {
  constexpr int kLanes = ElementBuffer::kLanes;
  for (int group = 0; begin + group * kLanes < end; ++group) {
    // Four hinges; the last group repeats its last one.
    const auto four = [first = begin + group * kLanes, end](auto of_hinge) {
      return Packet(of_hinge(first), of_hinge(std::min(first + 1, end - 1)), of_hinge(std::min(first + 2, end - 1)),
                    of_hinge(std::min(first + 3, end - 1)));
    };
    const auto unknown = [&](std::size_t i) { return four([&](int e) { return state.q[stencil(e)[i]]; }); };
    std::array<Vector3<Packet>, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = {unknown(3 * i), unknown(3 * i + 1), unknown(3 * i + 2)};
    const HingeKernel<Packet> kernel(x, four([&](int e) { return laws_[static_cast<std::size_t>(e)].stiffness; }),
                                     four([&](int e) { return laws_[static_cast<std::size_t>(e)].rest_angle; }));
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

Status HingeBending::hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                                   ElementBuffer& out) const {
  return Energy::hessian_times(state, loads, v, begin, end, out);
}

std::vector<Specimen> hinge_specimens() {
  // Two hinges of three triangles, one bent at rest.
  Specimen s;
  s.name = "hinge bending";
  s.rest.q.resize(15);
  s.rest.q << 0, 0, 0, 1, 0.1, 0, 0.3, 0.9, 0, 1.3, 1.1, 0.4, 0.5, 2, 0.9;
  const auto x = [&](int node) -> Eigen::Vector3d { return s.rest.q.segment<3>(3 * node); };
  s.energy =
      std::make_shared<HingeBending>(std::vector<std::array<int, 12>>{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                                                      {3, 4, 5, 9, 10, 11, 6, 7, 8, 12, 13, 14}},
                                     std::vector<HingeLaw>{hinge_law(kStripHinge, 1, x(0), x(1), x(2), x(3)),
                                                           hinge_law(kDiscreteShellHinge, 2, x(1), x(3), x(2), x(4))});
  s.layout = Layout::all_free(15, std::make_shared<NodalRetraction>(std::vector<int>{0, 3, 6, 9, 12}));
  return {s};
}

}  // namespace plumb
