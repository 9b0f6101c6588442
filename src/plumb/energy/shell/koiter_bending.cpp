#include <plumb/energy/shell/koiter_bending.h>

#include <algorithm>

#include <plumb/energy/shell/koiter_bending_kernel.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

KoiterBending::Constants constants(const BendingTriangle& triangle) {
  const TriangleForm<double>& a = triangle.rest_first;
  const double t = triangle.material.thickness;
  ENSURE(a.e11 * a.e22 - a.e12 * a.e12 > 0);
  // From the bends of the edges to the form: strain/koiter_triangle.h.
  Eigen::Matrix3d to_form;
  to_form << 1, 1, 0, 1, 0, 0, 1, 0, 1;
  const Eigen::Matrix3d k =
      area(a) * t * t * t / 12 * (to_form.transpose() * plane_stress(triangle.material, a) * to_form);
  KoiterBending::Constants c;
  c.stiffness = {k(0, 0), k(1, 0), k(1, 1), k(2, 0), k(2, 1), k(2, 2)};
  c.rest = edge_bends(triangle.rest_second);
  c.director = triangle.director;
  for (std::size_t i = 0; i < 3; ++i) c.hinged[i] = triangle.hinged[i] ? 1 : 0;
  return c;
}

/// The bends of the edges of one triangle; false outside the domain.
template <class S>
bool edge_bends(EdgeBend kind, const std::array<Vector3<S>, 3>& x, const std::array<Vector3<S>, 3>& neighbour,
                const std::array<S, 3>& phi, const std::array<double, 3>& hinged, const std::array<double, 3>& director,
                std::array<S, 3>& bends) {
  for (std::size_t i = 0; i < 3; ++i) {
    const auto &c = x[i], &p = x[(i + 1) % 3], &q = x[(i + 2) % 3];
    S height, gamma = director[i] * phi[i];
    if (!height_over_edge(c, p, q, height)) return false;
    if (hinged[i] != 0) {
      S angle;
      if (!hinge_angle(c, p, q, neighbour[i], angle)) return false;
      gamma += 0.5 * angle;
    }
    if (!edge_bend(kind, height, gamma, bends[i])) return false;
  }
  return true;
}

}  // namespace

KoiterBending::KoiterBending(EdgeBend kind, std::vector<std::array<int, 21>> stencils,
                             const std::vector<BendingTriangle>& triangles)
    : ElementEnergy(std::move(stencils)), kind_(kind) {
  ENSURE(static_cast<int>(triangles.size()) == n_elements());
  for (const BendingTriangle& triangle : triangles) constants_.push_back(constants(triangle));
}

KoiterBending::~KoiterBending() = default;

TriangleForm<double> second_form(EdgeBend kind, const std::array<Eigen::Vector3d, 3>& corners,
                                 const std::array<Eigen::Vector3d, 3>& neighbours, const std::array<double, 3>& phi,
                                 const std::array<bool, 3>& hinged, const std::array<double, 3>& director) {
  std::array<double, 3> bends;
  const std::array<double, 3> weights{hinged[0] ? 1.0 : 0.0, hinged[1] ? 1.0 : 0.0, hinged[2] ? 1.0 : 0.0};
  if (!edge_bends<double>(kind, corners, neighbours, phi, weights, director, bends)) {
    throw UserError("a triangle of the rest shape has no area or is folded on its neighbour");
  }
  return second_form(bends);
}

template <class S>
bool KoiterBending::value(int triangle, const std::array<S, 21>& q, const State&, const Loads&, S& energy) const {
  const Constants& c = constants_[static_cast<std::size_t>(triangle)];
  std::array<Vector3<S>, 3> x, neighbour;
  for (std::size_t i = 0; i < 3; ++i) {
    x[i] = Vector3<S>(q[3 * i], q[3 * i + 1], q[3 * i + 2]);
    neighbour[i] = Vector3<S>(q[9 + 3 * i], q[10 + 3 * i], q[11 + 3 * i]);
  }
  std::array<S, 3> bends;
  if (!edge_bends<S>(kind_, x, neighbour, {q[18], q[19], q[20]}, c.hinged, c.director, bends)) return false;
  const auto& k = c.stiffness;
  const S b0 = bends[0] - c.rest[0], b1 = bends[1] - c.rest[1], b2 = bends[2] - c.rest[2];
  energy = 0.5 * (k[0] * b0 * b0 + k[2] * b1 * b1 + k[5] * b2 * b2) + k[1] * b0 * b1 + k[3] * b0 * b2 + k[4] * b1 * b2;
  return true;
}

// Callers that know the energy by its own type call these directly.
template bool KoiterBending::value(int, const std::array<double, 21>&, const State&, const Loads&, double&) const;
template bool KoiterBending::value(int, const std::array<Dual<21>, 21>&, const State&, const Loads&, Dual<21>&) const;
template bool KoiterBending::value(int, const std::array<Dual2<21>, 21>&, const State&, const Loads&, Dual2<21>&) const;
template bool KoiterBending::value(int, const std::array<Dual<21, Dual<1>>, 21>&, const State&, const Loads&,
                                   Dual<21, Dual<1>>&) const;

template <EdgeBend kind>
Status KoiterBending::evaluate_closed(const State& state, int begin, int end, Want want, ElementBuffer& out) const {
  for (const FourElements four : in_fours(begin, end, out)) {
    const auto unknown = [&](std::size_t i) { return four([&](int e) { return state.q[stencil(e)[i]]; }); };
    const auto constant = [&](auto of_constants) {
      return four([&](int e) { return of_constants(constants_[static_cast<std::size_t>(e)]); });
    };
    BendingInput<Packet> in;
    for (std::size_t i = 0; i < 3; ++i) {
      in.x[i] = {unknown(3 * i), unknown(3 * i + 1), unknown(3 * i + 2)};
      in.neighbour[i] = {unknown(9 + 3 * i), unknown(10 + 3 * i), unknown(11 + 3 * i)};
      in.phi[i] = unknown(18 + i);
      in.rest[i] = constant([i](const Constants& c) { return c.rest[i]; });
      in.hinged[i] = constant([i](const Constants& c) { return c.hinged[i]; });
      in.director[i] = constant([i](const Constants& c) { return c.director[i]; });
    }
    for (std::size_t k = 0; k < 6; ++k) in.stiffness[k] = constant([k](const Constants& c) { return c.stiffness[k]; });

    const BendingKernel<kind, Packet> kernel(in);
    if (!kernel.inside_domain()) return Status::outside_domain;
    four.store(kernel, want);
  }
  return Status::ok;
}

Status KoiterBending::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                               ElementBuffer& out) const {
  switch (kind_) {
    case EdgeBend::sin:
      return evaluate_closed<EdgeBend::sin>(state, begin, end, want, out);
    case EdgeBend::tan:
      return evaluate_closed<EdgeBend::tan>(state, begin, end, want, out);
    case EdgeBend::angle:
      break;
  }
  return evaluate_closed<EdgeBend::angle>(state, begin, end, want, out);
}

Status KoiterBending::hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin,
                                    int end, ElementBuffer& out) const {
  return Energy::hessian_times(state, loads, v, begin, end, out);
}

namespace {

/// Three triangles, one amid two neighbours, curved at rest: points 0..4 and, behind them, directors of the seven
/// edges. Without directors their unknowns are not there.
Specimen bending_specimen(const std::string& name, EdgeBend kind, bool directors) {
  Specimen s;
  s.name = name;
  s.rest.q = Eigen::VectorXd::Zero(directors ? 22 : 15);
  s.rest.q.head<15>() << 0, 0, 0, 1, 0.1, 0.2, 0.3, 0.9, -0.1, 1.3, 1.1, 0.4, -0.7, 0.8, -0.5;
  if (directors) s.rest.q.tail<7>() << 0.1, -0.2, 0.15, 0, 0.1, -0.1, 0.2;
  struct Corners {
    std::array<int, 3> x, neighbour, edge;  // neighbour -1: none
    std::array<double, 3> sign;
  };
  const std::vector<Corners> mesh{{{0, 1, 2}, {3, 4, -1}, {0, 1, 2}, {1, 1, 1}},
                                  {{3, 2, 1}, {0, -1, -1}, {0, 3, 4}, {-1, 1, 1}},
                                  {{0, 2, 4}, {-1, -1, 1}, {5, 6, 1}, {1, 1, -1}}};
  std::vector<std::array<int, 21>> stencils;
  std::vector<BendingTriangle> triangles;
  for (const Corners& t : mesh) {
    BendingTriangle triangle{{0.1, 1e3 * (1 + static_cast<double>(triangles.size())), 0.3}, {}, {}, {}, {}};
    auto& dofs = stencils.emplace_back();
    std::array<Eigen::Vector3d, 3> x, neighbour;
    std::array<double, 3> phi{};
    for (std::size_t i = 0; i < 3; ++i) {
      triangle.hinged[i] = t.neighbour[i] >= 0;
      triangle.director[i] = directors ? t.sign[i] : 0;
      const int far = triangle.hinged[i] ? t.neighbour[i] : t.x[i];
      for (int a = 0; a < 3; ++a) {
        dofs[3 * i + static_cast<unsigned>(a)] = 3 * t.x[i] + a;
        dofs[9 + 3 * i + static_cast<unsigned>(a)] = 3 * far + a;
      }
      dofs[18 + i] = directors ? 15 + t.edge[i] : 3 * t.x[i];
      x[i] = s.rest.q.segment<3>(3 * t.x[i]);
      neighbour[i] = s.rest.q.segment<3>(3 * far);
      phi[i] = s.rest.q[dofs[18 + i]];
    }
    triangle.rest_first = first_form<double>(x[0], x[1], x[2]);
    triangle.rest_second = second_form(kind, x, neighbour, phi, triangle.hinged, triangle.director);
    triangles.push_back(triangle);
  }
  s.set_energy(std::make_shared<KoiterBending>(kind, stencils, triangles));
  s.layout = Layout::all_free(static_cast<int>(s.rest.q.size()), {points_block(0, 3, 5)});
  return s;
}

}  // namespace

std::vector<Specimen> koiter_bending_specimens() {
  return {bending_specimen("Koiter bending sin", EdgeBend::sin, true),
          bending_specimen("Koiter bending tan", EdgeBend::tan, true),
          bending_specimen("Koiter bending angle", EdgeBend::angle, true),
          bending_specimen("Koiter bending average", EdgeBend::sin, false)};
}

}  // namespace plumb
