#include <plumb/energy/shell/koiter_membrane.h>

#include <algorithm>

#include <plumb/energy/shell/koiter_membrane_kernel.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/mechanics/specimen.h>
#include <plumb/strain/tetrahedron.h>

namespace plumb {
namespace {

KoiterMembrane::Constants constants(MembraneLaw law, const MembraneTriangle& triangle) {
  const auto& [material, rest, weave] = triangle;
  ENSURE(!weave || law == MembraneLaw::st_venant_kirchhoff);
  const double det = rest.e11 * rest.e22 - rest.e12 * rest.e12, nu = material.poisson;
  ENSURE(det > 0);
  if (law == MembraneLaw::neo_hookean && !(nu >= 0 && nu < 0.5)) {
    throw UserError("a neo-Hookean membrane needs a Poisson ratio of at least 0 and below 1/2");
  }
  KoiterMembrane::Constants c;
  c.rest = rest;
  const double volume = area(rest) * material.thickness;
  const Eigen::Matrix3d k = stiffness_at_rest(triangle);
  c.stiffness = {k(0, 0), k(1, 0), k(1, 1), k(2, 0), k(2, 1), k(2, 2)};
  c.shear = volume * material.young / (4 * (1 + nu));
  c.ratio = nu / (1 - nu);
  c.inverse_rest_det = 1 / det;
  c.mu = volume * material.young / (2 * (1 + nu));
  c.lambda = volume * material.young * nu / (1 - nu * nu);
  return c;
}

/// The energy by the singular values of F = (F t1, F t2, n), with an orthonormal basis (t1, t2) of the rest shape whose
/// t1 is along the first side.
template <class S>
bool by_principal_stretches(const KoiterMembrane::Constants& c, const std::array<S, 9>& q, S& energy) {
  using std::sqrt;
  const Vector3<S> x0{q[0], q[1], q[2]}, x1{q[3], q[4], q[5]}, x2{q[6], q[7], q[8]};
  const Vector3<S> e1 = x1 - x0, e2 = x2 - x0, across = e1.cross(e2);
  const S square = across.dot(across);
  if (!(value_of(square) * c.inverse_rest_det > kThinnest)) return false;
  const double length = std::sqrt(c.rest.e11), height = 1 / std::sqrt(c.inverse_rest_det) / length;
  const S part(1 / length), per_height(1 / height), inverse_size = 1.0 / sqrt(square);
  const Vector3<S> f1 = e1 * part, f2 = (e2 - e1 * S(c.rest.e12 / c.rest.e11)) * per_height, f3 = across * inverse_size;
  const StretchInvariants<S> by({f1, f2, f3});
  const double area = value_of(by.product);
  const S sum = by.sum(1 + std::sqrt(value_of(by.squares) - 1 + 2 * area));
  energy = c.mu * (by.squares - 2.0 * sum + 3.0) + 0.5 * c.lambda * (sum - 3.0) * (sum - 3.0);
  return true;
}

}  // namespace

Eigen::Matrix3d stiffness_at_rest(const MembraneTriangle& triangle) {
  const auto& [material, rest, weave] = triangle;
  const Eigen::Matrix3d h = weave ? woven_stress(*weave, rest) : plane_stress(material, rest);
  return area(rest) * material.thickness / 4 * h;
}

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
  if (law_ == MembraneLaw::principal_stretch) return by_principal_stretches(c, q, energy);
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
  in.mu = constant([](const Constants& c) { return c.mu; });
  in.lambda = constant([](const Constants& c) { return c.lambda; });
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
  switch (law_) {
    case MembraneLaw::st_venant_kirchhoff:
      return evaluate_closed<MembraneLaw::st_venant_kirchhoff>(step, state, begin, end, want, out);
    case MembraneLaw::neo_hookean:
      return evaluate_closed<MembraneLaw::neo_hookean>(step, state, begin, end, want, out);
    case MembraneLaw::principal_stretch:
      break;
  }
  return evaluate_closed<MembraneLaw::principal_stretch>(step, state, begin, end, want, out);
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
  const auto add = [&](std::string name, MembraneLaw law, double second_poisson, bool woven) {
    Specimen s;
    s.name = std::move(name);
    s.rest.q.resize(12);
    s.rest.q << 0, 0, 0, 1, 0.2, 0.1, 0.3, 0.9, -0.1, 1.2, 1.1, 0.4;
    const auto x = [&](int node) -> Eigen::Vector3d { return s.rest.q.segment<3>(3 * node); };
    std::vector<MembraneTriangle> triangles{{{0.1, 10, 0.3}, first_form<double>(x(0), x(1), x(2))},
                                            {{0.2, 3, second_poisson}, first_form<double>(x(3), x(2), x(1))}};
    if (woven) {
      triangles[0].weave = {{10, 4, 0.5, 0.2}, 0.6, 0.8};
      triangles[1].weave = {{3, 7, 0.1, -0.1}, -0.28, 0.96};
    }
    s.set_energy(std::make_shared<KoiterMembrane>(
        law, std::vector<std::array<int, 9>>{{0, 1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11, 6, 7, 8, 3, 4, 5}},
        std::move(triangles)));
    s.layout = Layout::all_free(12, {points_block(0, 3, 4)});
    specimens.push_back(std::move(s));
  };
  add("membrane StVK", MembraneLaw::st_venant_kirchhoff, -0.2, false);
  add("membrane neo-Hookean", MembraneLaw::neo_hookean, 0.45, false);
  add("membrane of principal stretches", MembraneLaw::principal_stretch, -0.2, false);
  add("woven membrane", MembraneLaw::st_venant_kirchhoff, 0.3, true);
  return specimens;
}

}  // namespace plumb
