#include <plumb/energy/shell/koiter_membrane.h>

#include <algorithm>

#include <plumb/energy/shell/koiter_membrane_kernel.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

KoiterMembrane::Constants constants(MembraneLaw law, const MembraneTriangle& triangle) {
  const auto& [material, rest] = triangle;
  const double det = rest.e11 * rest.e22 - rest.e12 * rest.e12, nu = material.poisson;
  ENSURE(det > 0);
  if (law == MembraneLaw::neo_hookean && !(nu >= 0 && nu < 0.5)) {
    throw UserError("a neo-Hookean membrane needs a Poisson ratio of at least 0 and below 1/2");
  }
  KoiterMembrane::Constants c;
  c.rest = rest;
  const double volume = area(rest) * material.thickness;
  const Eigen::Matrix3d k = volume / 4 * plane_stress(material, rest);
  c.stiffness = {k(0, 0), k(1, 0), k(1, 1), k(2, 0), k(2, 1), k(2, 2)};
  c.shear = volume * material.young / (4 * (1 + nu));
  c.ratio = nu / (1 - nu);
  c.inverse_rest_det = 1 / det;
  return c;
}

}  // namespace

KoiterMembrane::KoiterMembrane(MembraneLaw law, std::vector<std::array<int, 9>> stencils,
                               std::vector<MembraneTriangle> triangles)
    : ElementEnergy(std::move(stencils)), law_(law) {
  ENSURE(static_cast<int>(triangles.size()) == n_elements());
  for (const MembraneTriangle& triangle : triangles) constants_.push_back(constants(law, triangle));
}

KoiterMembrane::~KoiterMembrane() = default;

template <class S>
bool KoiterMembrane::value(int triangle, const std::array<S, 9>& q, const State&, const Loads&, S& energy) const {
  const Constants& c = constants_[static_cast<std::size_t>(triangle)];
  const TriangleForm<S> a = first_form<S>({q[0], q[1], q[2]}, {q[3], q[4], q[5]}, {q[6], q[7], q[8]});
  const S m0 = a.e11 - c.rest.e11, m1 = a.e12 - c.rest.e12, m2 = a.e22 - c.rest.e22;
  if (law_ == MembraneLaw::st_venant_kirchhoff) {
    const auto& k = c.stiffness;
    energy =
        0.5 * (k[0] * m0 * m0 + k[2] * m1 * m1 + k[5] * m2 * m2) + k[1] * m0 * m1 + k[3] * m0 * m2 + k[4] * m1 * m2;
    return true;
  }
  // j = det(1 + M) = 1 + tr M + det M.
  const double d = c.inverse_rest_det;
  const S stretch = (c.rest.e22 * d) * m0 - (2 * c.rest.e12 * d) * m1 + (c.rest.e11 * d) * m2;
  const S growth = stretch + d * (m0 * m2 - m1 * m1), j = 1.0 + growth;
  if (!(j > kThinnest)) return false;
  energy = c.shear * (stretch + log_1p(S((c.ratio - 1) * growth / j)) / (1 - c.ratio));
  return true;
}

// Callers that know the energy by its own type call these directly.
template bool KoiterMembrane::value(int, const std::array<double, 9>&, const State&, const Loads&, double&) const;
template bool KoiterMembrane::value(int, const std::array<Dual<9>, 9>&, const State&, const Loads&, Dual<9>&) const;
template bool KoiterMembrane::value(int, const std::array<Dual2<9>, 9>&, const State&, const Loads&, Dual2<9>&) const;
template bool KoiterMembrane::value(int, const std::array<Dual<9, Dual<1>>, 9>&, const State&, const Loads&,
                                    Dual<9, Dual<1>>&) const;

/// All that does not depend on the state; no excess.
MembraneInput<Packet> KoiterMembrane::input(const FourElements& four) const {
  const auto constant = [&](auto of_constants) {
    return four([&](int e) { return of_constants(constants_[static_cast<std::size_t>(e)]); });
  };
  MembraneInput<Packet> in;
  in.excess = {Packet(0.0), Packet(0.0), Packet(0.0)};
  in.rest = {constant([](const Constants& c) { return c.rest.e11; }),
             constant([](const Constants& c) { return c.rest.e12; }),
             constant([](const Constants& c) { return c.rest.e22; })};
  in.metric = in.rest;
  for (std::size_t k = 0; k < 6; ++k) in.stiffness[k] = constant([k](const Constants& c) { return c.stiffness[k]; });
  in.shear = constant([](const Constants& c) { return c.shear; });
  in.ratio = constant([](const Constants& c) { return c.ratio; });
  in.inverse_rest_det = constant([](const Constants& c) { return c.inverse_rest_det; });
  return in;
}

/// The corners in `q`, which may be a step as well.
std::array<Vector3<Packet>, 3> KoiterMembrane::corners(const FourElements& four, const Eigen::VectorXd& q) const {
  std::array<Vector3<Packet>, 3> x;
  for (std::size_t i = 0; i < 9; ++i) {
    x[i / 3][static_cast<int>(i % 3)] = four([&](int e) { return q[stencil(e)[i]]; });
  }
  return x;
}

/// The first form is quadratic: what a step adds beyond its linear part is the first form of the step. See
/// Energy::evaluate_after.
std::array<Packet, 3> KoiterMembrane::excess(const FourElements& four, const Eigen::VectorXd& step,
                                             Packet share) const {
  const auto d = corners(four, step);
  const TriangleForm<Packet> form = first_form<Packet>(d[0], d[1], d[2]);
  return {form.e11 * share, form.e12 * share, form.e22 * share};
}

template <MembraneLaw law>
Status KoiterMembrane::evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                                       ElementBuffer& out) const {
  for (const FourElements four : in_fours(begin, end, out)) {
    MembraneInput<Packet> in = input(four);
    in.x = corners(four, state.q);
    if (step) in.excess = excess(four, *step, Packet(1.0));

    const MembraneKernel<law, Packet> kernel(in);
    if (!kernel.inside_domain()) return Status::outside_domain;
    four.store(kernel, want);
  }
  return Status::ok;
}

Status KoiterMembrane::evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end, Want want,
                                       ElementBuffer& out) const {
  return law_ == MembraneLaw::st_venant_kirchhoff
             ? evaluate_closed<MembraneLaw::st_venant_kirchhoff>(step, state, begin, end, want, out)
             : evaluate_closed<MembraneLaw::neo_hookean>(step, state, begin, end, want, out);
}

Status KoiterMembrane::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                                ElementBuffer& out) const {
  return evaluate_closed(nullptr, state, begin, end, want, out);
}

Status KoiterMembrane::evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads&, int begin, int end,
                                      Want want, ElementBuffer& out) const {
  return evaluate_closed(&step, state, begin, end, want, out);
}

Status KoiterMembrane::evaluate_along(const Way& way, const Loads& loads, int begin, int end, Want want,
                                      ElementBuffer& out) const {
  if (law_ != MembraneLaw::st_venant_kirchhoff) return Energy::evaluate_along(way, loads, begin, end, want, out);
  for (const FourElements four : in_fours(begin, end, out)) {
    MembraneInput<Packet> in = input(four);
    const auto now = corners(four, way.end.q), step = corners(four, way.step);
    for (std::size_t i = 0; i < 3; ++i) in.x[i] = now[i] - step[i] * Packet(0.5);
    // The mean of both ends' forms is that of the middle and a quarter of that of the step.
    const TriangleForm<Packet> form = first_form<Packet>(step[0], step[1], step[2]);
    in.rest = {in.rest.e11 - form.e11 * Packet(0.25), in.rest.e12 - form.e12 * Packet(0.25),
               in.rest.e22 - form.e22 * Packet(0.25)};
    if (way.taken) in.excess = excess(four, *way.taken, Packet(0.5));
    const MembraneKernel<MembraneLaw::st_venant_kirchhoff, Packet> kernel(in);
    four.store(kernel, {.gradient = want.gradient, .hessian = want.hessian, .convex = want.convex});
    if (!want.hessian) continue;
    Packet* const hessian = four.hessian();
    for (int k = 0; k < out.packed(); ++k) hessian[k] = hessian[k] * Packet(0.5);
  }
  return Status::ok;
}

Status KoiterMembrane::hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin,
                                     int end, ElementBuffer& out) const {
  return Energy::hessian_times(state, loads, v, begin, end, out);
}

std::vector<Specimen> koiter_membrane_specimens() {
  // Two triangles on four nodes, of different materials.
  std::vector<Specimen> specimens;
  for (const MembraneLaw law : {MembraneLaw::st_venant_kirchhoff, MembraneLaw::neo_hookean}) {
    Specimen s;
    s.name = law == MembraneLaw::neo_hookean ? "membrane neo-Hookean" : "membrane StVK";
    s.rest.q.resize(12);
    s.rest.q << 0, 0, 0, 1, 0.2, 0.1, 0.3, 0.9, -0.1, 1.2, 1.1, 0.4;
    const auto x = [&](int node) -> Eigen::Vector3d { return s.rest.q.segment<3>(3 * node); };
    s.set_energy(std::make_shared<KoiterMembrane>(
        law, std::vector<std::array<int, 9>>{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11, 6, 7, 8, 3, 4, 5}},
        std::vector<MembraneTriangle>{
            {{0.1, 10, 0.3}, first_form<double>(x(0), x(1), x(2))},
            {{0.2, 3, law == MembraneLaw::neo_hookean ? 0.45 : -0.2}, first_form<double>(x(3), x(2), x(1))}}));
    s.layout = Layout::all_free(12, {points_block(0, 3, 4)});
    specimens.push_back(s);
  }
  return specimens;
}

}  // namespace plumb
