#include <plumb/energy/shell/naghdi.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include <plumb/linalg/dual.h>
#include <plumb/mechanics/specimen.h>
#include <plumb/strain/stumpff.h>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr int kLanes = ElementBuffer::kLanes;
constexpr double kShearFactor = 5.0 / 6;

/// The longest distance between corners.
template <class Element>
double diameter(const std::array<Vector3d, Element::kPoints>& x) {
  double longest = 0;
  for (std::size_t a = 0; a < Element::kCorners; ++a) {
    for (std::size_t b = 0; b < a; ++b) longest = std::max(longest, (x[a] - x[b]).norm());
  }
  return longest;
}

/// Points of each element, then the turns of its directors.
template <class Element>
auto stencils_of(const DirectorMesh<Element>& mesh, const DirectorUnknowns& unknowns) {
  std::vector<std::array<int, NaghdiShell<Element>::kUnknowns>> stencils;
  for (const auto& nodes : mesh.elements) {
    auto& stencil = stencils.emplace_back();
    for (std::size_t i = 0; i < 3 * Element::kPoints; ++i) {
      stencil[i] = unknowns.points[static_cast<std::size_t>(nodes[i / 3])] + static_cast<int>(i % 3);
    }
    for (std::size_t i = 0; i < 2 * Element::kDirectors; ++i) {
      const int director = mesh.director[static_cast<std::size_t>(nodes[i / 2])];
      stencil[3 * Element::kPoints + i] = unknowns.turns[static_cast<std::size_t>(director)] + static_cast<int>(i % 2);
    }
  }
  return stencils;
}

/// Four elements from `first` on; the last group repeats its last one.
template <class OfElement>
Packet four(int first, int end, const OfElement& of_element) {
  return Packet(of_element(first), of_element(std::min(first + 1, end - 1)), of_element(std::min(first + 2, end - 1)),
                of_element(std::min(first + 3, end - 1)));
}

/// What the curvature of the last step added to the strains at a point, which are s(1) where s(0) + s'(0) was foreseen.
/// None where the step came from outside the domain. See Energy::evaluate_after.
template <class Point, class Kernel, class LastStep>
std::array<Packet, 8> excess(const Point& p, const Kernel& kernel, const LastStep& last) {
  std::array<Vector3<Packet>, std::tuple_size_v<decltype(last.d)>> d;
  for (std::size_t b = 0; b < d.size(); ++b) d[b] = kernel.triads[b].col(2);
  std::array<Packet, 8> strain, added;
  std::array<Dual<1, Packet>, 8> before;
  added.fill(Packet(0.0));
  if (!naghdi_strain(director_jet<Packet>(p, kernel.x, d), strain)) return added;
  if (!naghdi_strain(director_jet<Dual<1, Packet>>(p, last.x, last.d), before)) return added;
  for (std::size_t k = 0; k < 8; ++k) added[k] = strain[k] - before[k].value - before[k].gradient[0];
  return added;
}

/// set(number of one element, packet of four): for all numbers of a point.
template <class One, class Four, class Set>
void for_each_number(One& one, Four& four, const Set& set) {
  for (std::size_t a = 0; a < one.slope.size(); ++a) {
    for (std::size_t k = 0; k < 2; ++k) set(one.slope[a][k], four.slope[a][k]);
  }
  for (std::size_t b = 0; b < one.value.size(); ++b) {
    set(one.value[b], four.value[b]);
    for (std::size_t k = 0; k < 2; ++k) set(one.director_slope[b][k], four.director_slope[b][k]);
  }
  set(one.stretch, four.stretch);
  set(one.shear, four.shear);
  set(one.bend, four.bend);
  for (std::size_t k = 0; k < 8; ++k) set(one.rest[k], four.rest[k]);
}

}  // namespace

template <class Element>
NaghdiShell<Element>::NaghdiShell(const DirectorMesh<Element>& mesh, const DirectorUnknowns& unknowns,
                                  std::shared_ptr<const Directors> triads, const SheetMaterial& material,
                                  NaghdiRule rule, const State& rest)
    : stencils_(stencils_of(mesh, unknowns)), poisson_(material.poisson), triads_(std::move(triads)) {
  n_points_ = rule(1).size();
  points_.resize((mesh.elements.size() + kLanes - 1) / kLanes * n_points_);
  for (const auto& nodes : mesh.elements) {
    auto& directors = directors_.emplace_back();
    for (std::size_t b = 0; b < directors.size(); ++b) directors[b] = mesh.director[static_cast<std::size_t>(nodes[b])];
  }
  const int n = static_cast<int>(mesh.elements.size());
  for (int e = 0; e < (n + kLanes - 1) / kLanes * kLanes; ++e) {
    const int real = std::min(e, n - 1);
    std::array<Vector3d, Element::kPoints> x;
    for (std::size_t a = 0; a < x.size(); ++a) {
      x[a] = mesh.points[static_cast<std::size_t>(mesh.elements[static_cast<std::size_t>(real)][a])];
    }
    const double thinness = material.thickness / diameter<Element>(x);
    const std::vector<NaghdiPoint> points = rule(std::min(1.0, thinness * thinness));
    for (std::size_t p = 0; p < n_points_; ++p) {
      set_point(e, p, points[p], x, material, directors_[static_cast<std::size_t>(real)], rest);
    }
  }
}

template <class Element>
void NaghdiShell<Element>::set_point(int element, std::size_t p, const NaghdiPoint& at,
                                     const std::array<Vector3d, Element::kPoints>& x, const SheetMaterial& material,
                                     const std::array<int, Element::kDirectors>& directors, const State& rest) {
  const TangentShape<Element> shape = tangent_shape<Element>(x, at.point.at);
  if (!(shape.area > 0)) throw UserError("an element of a Naghdi shell has no area");
  const double t = material.thickness, nu = material.poisson, area = at.point.weight * shape.area;
  const double stretch = material.young * t / (1 - nu * nu), shear = kShearFactor * material.young * t / (2 * (1 + nu));

  NaghdiKernelPoint<double, Element::kPoints, Element::kDirectors> one;
  for (std::size_t a = 0; a < one.slope.size(); ++a) {
    for (std::size_t k = 0; k < 2; ++k) one.slope[a][k] = shape.positions.slope[a][static_cast<int>(k)];
  }
  std::array<Vector3d, Element::kDirectors> d;
  for (std::size_t b = 0; b < d.size(); ++b) {
    one.value[b] = shape.directors.value[b];
    for (std::size_t k = 0; k < 2; ++k) one.director_slope[b][k] = shape.directors.slope[b][static_cast<int>(k)];
    d[b] = triads_->triad(rest, directors[b]).col(2);
  }
  one.stretch = stretch * at.stretch_and_shear * area;
  one.shear = shear * at.stretch_and_shear * area;
  one.bend = material.bending_stiffness() * at.bend * area;
  if (!naghdi_strain(director_jet<double>(one, x, d), one.rest)) {
    throw UserError("the directors of an element of a Naghdi shell point apart");
  }
  one.bends = at.bend != 0;
  Point& four = point(element, p);
  four.bends = one.bends;
  for_each_number(one, four, [lane = element % kLanes](double number, Packet& all) { all.set(lane, number); });
}

template <class Element>
Status NaghdiShell<Element>::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                                      ElementBuffer& out) const {
  return evaluate_closed(nullptr, state, begin, end, want, out);
}

template <class Element>
Status NaghdiShell<Element>::evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads&, int begin,
                                            int end, Want want, ElementBuffer& out) const {
  return evaluate_closed(&step, state, begin, end, want, out);
}

template <class Element>
void NaghdiShell<Element>::load(const State& state, int first, int end, Kernel& kernel) const {
  const double* triads = state.history[triads_->slot()].data();
  for (std::size_t a = 0; a < kernel.x.size(); ++a) {
    for (int k = 0; k < 3; ++k) {
      kernel.x[a][k] = four(first, end, [&](int e) { return state.q[stencil(e)[3 * a] + k]; });
    }
  }
  for (std::size_t b = 0; b < kernel.triads.size(); ++b) {
    for (int k = 0; k < 9; ++k) {
      kernel.triads[b](k % 3, k / 3) =
          four(first, end, [&](int e) { return triads[9 * directors_[static_cast<std::size_t>(e)][b] + k]; });
    }
  }
}

/// A director goes on along its great circle, so that it came from cos|s| d - sin|s|/|s| w with w = s1 t1 + s2 t2 in
/// the triad as it is now, by cos|s| w + |s| sin|s| d.
template <class Element>
auto NaghdiShell<Element>::last_step(const Eigen::VectorXd& step, int first, int end, const Kernel& kernel) const
    -> LastStep {
  const auto change = [&](std::size_t unknown) {
    return four(first, end, [&](int e) { return step[stencil(e)[unknown]]; });
  };
  const auto dual = [](const Packet& value, const Packet& slope) {
    Dual<1, Packet> x(value);
    x.gradient[0] = slope;
    return x;
  };
  LastStep last;
  for (std::size_t a = 0; a < last.x.size(); ++a) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Packet shift = change(3 * a + k);
      last.x[a][static_cast<int>(k)] = dual(kernel.x[a][static_cast<int>(k)] - shift, shift);
    }
  }
  for (std::size_t b = 0; b < last.d.size(); ++b) {
    const Packet s1 = change(3 * Element::kPoints + 2 * b), s2 = change(3 * Element::kPoints + 2 * b + 1);
    const Packet squared = s1 * s1 + s2 * s2;
    const Packet cosine = for_each_lane(squared, [](double u) { return stumpff<1>(u)[0]; });
    const Packet sine = for_each_lane(squared, [](double u) { return stumpff<1>(u)[1]; });  // over |s|
    const Vector3<Packet> d = kernel.triads[b].col(2), w = kernel.triads[b].col(0) * s1 + kernel.triads[b].col(1) * s2;
    for (int k = 0; k < 3; ++k) {
      last.d[b][k] = dual(d[k] * cosine - w[k] * sine, w[k] * cosine + d[k] * (squared * sine));
    }
  }
  return last;
}

template <class Element>
Status NaghdiShell<Element>::evaluate_closed(const Eigen::VectorXd* step, const State& state, int begin, int end,
                                             Want want, ElementBuffer& out) const {
  Kernel kernel;
  for (int first = begin; first < end; first += kLanes) {
    load(state, first, end, kernel);
    const int n_here = std::min(kLanes, end - first);
    const bool foreseen = step && want.hessian;
    kernel.start(want.hessian && !foreseen);
    for (std::size_t p = 0; p < n_points_; ++p) {
      if (!kernel.add(point(first, p), poisson_)) return Status::outside_domain;
    }
    kernel.finish();
    for (int lane = 0; lane < n_here; ++lane) {
      const int slot = first - begin + lane;
      if (want.value) out.value(slot) = kernel.energy[lane];
      for (int i = 0; want.gradient && i < kUnknowns; ++i) {
        out.gradient(slot, i) = kernel.gradient[static_cast<std::size_t>(i)][lane];
      }
    }
    if (foreseen) {
      // Its stresses are those of strains without the excess.
      const LastStep last = last_step(*step, first, end, kernel);
      kernel.start(true);
      for (std::size_t p = 0; p < n_points_; ++p) {
        Point moved = point(first, p);
        const std::array<Packet, 8> added = excess(moved, kernel, last);
        for (std::size_t k = 0; k < 8; ++k) moved.rest[k] += added[k];
        if (!kernel.add(moved, poisson_)) return Status::outside_domain;
      }
      kernel.finish();
    }
    for (int lane = 0; want.hessian && lane < n_here; ++lane) {
      for (int k = 0; k < out.packed(); ++k) {
        out.hessian(first - begin + lane, k) = kernel.hessian[static_cast<std::size_t>(k)][lane];
      }
    }
  }
  return Status::ok;
}

template <class Element>
Status NaghdiShell<Element>::evaluate_by_duals(const State& state, const Loads&, int begin, int end, Want,
                                               ElementBuffer& out) const {
  constexpr int kPoints = Element::kPoints, kDirectors = Element::kDirectors, kNodal = 3 * (kPoints + kDirectors);
  for (int e = begin; e < end; ++e) {
    const auto& dofs = stencils_[static_cast<std::size_t>(e)];
    const auto& directors = directors_[static_cast<std::size_t>(e)];
    // Points and directors as vectors, and what the unknowns do to them.
    Eigen::VectorXd nodal(kNodal);
    Eigen::MatrixXd by_unknowns = Eigen::MatrixXd::Zero(kNodal, kUnknowns);
    std::array<Vector3<Dual2<2>>, kDirectors> turned;
    for (int a = 0; a < kPoints; ++a) {
      nodal.segment<3>(3 * a) = state.q.segment<3>(dofs[static_cast<std::size_t>(3 * a)]);
      by_unknowns.block<3, 3>(3 * a, 3 * a).setIdentity();
    }
    for (int b = 0; b < kDirectors; ++b) {
      Vector3<Dual2<2>>& d = turned[static_cast<std::size_t>(b)];
      d = turned_director<Dual2<2>>(triads_->triad(state, directors[static_cast<std::size_t>(b)]),
                                    {Dual2<2>::variable(0, 0), Dual2<2>::variable(0, 1)});
      for (int i = 0; i < 3; ++i) {
        const int row = 3 * (kPoints + b) + i;
        nodal[row] = d[i].value;
        for (int k = 0; k < 2; ++k)
          by_unknowns(row, 3 * kPoints + 2 * b + k) = d[i].gradient[static_cast<std::size_t>(k)];
      }
    }
    double value = 0;
    Eigen::VectorXd by_nodal = Eigen::VectorXd::Zero(kNodal);
    Eigen::MatrixXd twice = Eigen::MatrixXd::Zero(kNodal, kNodal);
    for (std::size_t p = 0; p < n_points_; ++p) {
      Eigen::Matrix<double, 15, kNodal> basis;
      Dual2<15> energy;
      if (!point_energy(e, p, nodal, basis, energy)) return Status::outside_domain;
      Eigen::Matrix<double, 15, 1> g;
      Eigen::Matrix<double, 15, 15> h;
      for (int i = 0; i < 15; ++i) {
        g[i] = energy.gradient[static_cast<std::size_t>(i)];
        for (int k = 0; k < 15; ++k) h(i, k) = energy.second(i, k);
      }
      value += energy.value;
      by_nodal += basis.transpose() * g;
      twice += basis.transpose() * (h * basis);
    }
    const Eigen::VectorXd gradient = by_unknowns.transpose() * by_nodal;
    Eigen::MatrixXd hessian = by_unknowns.transpose() * twice * by_unknowns;
    for (int b = 0; b < kDirectors; ++b) {
      const int first = 3 * kPoints + 2 * b;
      for (int i = 0; i < 3; ++i) {
        for (int k = 0; k < 4; ++k) {
          hessian(first + k / 2, first + k % 2) +=
              by_nodal[3 * (kPoints + b) + i] * turned[static_cast<std::size_t>(b)][i].second(k / 2, k % 2);
        }
      }
    }
    const int slot = e - begin;
    out.value(slot) = value;
    for (int row = 0, k = 0; row < kUnknowns; ++row) {
      out.gradient(slot, row) = gradient[row];
      for (int col = 0; col <= row; ++col, ++k) out.hessian(slot, k) = hessian(row, col);
    }
  }
  return Status::ok;
}

/// The energy at a point by its jet (x1, x2, d, d1, d2), and the jet by the vectors at the nodes.
template <class Element>
template <class Nodal, class Basis, class S>
bool NaghdiShell<Element>::point_energy(int element, std::size_t p, const Nodal& nodal, Basis& basis, S& energy) const {
  NaghdiKernelPoint<double, Element::kPoints, Element::kDirectors> at;
  for_each_number(at, point(element, p),
                  [lane = element % kLanes](double& number, const Packet& all) { number = all[lane]; });
  basis.setZero();
  for (int i = 0; i < 3; ++i) {
    for (std::size_t a = 0; a < Element::kPoints; ++a) {
      for (int k = 0; k < 2; ++k)
        basis(3 * k + i, 3 * static_cast<int>(a) + i) = at.slope[a][static_cast<std::size_t>(k)];
    }
    for (std::size_t b = 0; b < Element::kDirectors; ++b) {
      const int col = 3 * static_cast<int>(Element::kPoints + b) + i;
      basis(6 + i, col) = at.value[b];
      for (int k = 0; k < 2; ++k) basis(9 + 3 * k + i, col) = at.director_slope[b][static_cast<std::size_t>(k)];
    }
  }
  const Eigen::VectorXd x = basis * nodal;
  DirectorJet<S> jet;
  const std::array<Vector3<S>*, 5> parts{&jet.x1, &jet.x2, &jet.d, &jet.d1, &jet.d2};
  for (int i = 0; i < 15; ++i) (*parts[static_cast<std::size_t>(i / 3)])[i % 3] = S::variable(x[i], i);
  std::array<S, 8> strain;
  if (!naghdi_strain(jet, strain)) return false;
  for (std::size_t k = 0; k < 8; ++k) strain[k] -= at.rest[k];
  const std::array<S, 8> stress = naghdi_stress(at, poisson_, strain);
  energy = S(0.0);
  for (std::size_t k = 0; k < 8; ++k) energy += stress[k] * strain[k] * 0.5;
  return true;
}

template class NaghdiShell<DirectorTriangle>;
template class NaghdiShell<DirectorQuadrilateral>;

namespace {

/// Two cells by one, curved both ways at rest, with directors that are not normal to it.
template <class Element>
Specimen curved_piece(const std::string& name, NaghdiRule rule) {
  DirectorMesh<Element> mesh = rectangle<Element>({0, 0.6, 1.1}, {-0.4, 0.5});
  for (Vector3d& p : mesh.points)
    p = Vector3d(std::sin(p.x()), p.y() + 0.3 * p.x(), 0.2 * p.y() * p.y() - std::cos(p.x()));
  const DirectorUnknowns unknowns = unknowns_in_a_row(mesh);
  const auto n = static_cast<int>(3 * unknowns.points.size() + 2 * unknowns.turns.size());
  Specimen s;
  s.name = name;
  const auto directors = std::make_shared<Directors>(unknowns.turns, 0);
  s.layout = Layout::all_free(n, points_blocks(unknowns.points));
  s.layout.history = {{"director triads", true}};
  s.layout.carried = {directors};
  s.rest.q = Eigen::VectorXd::Zero(n);
  s.rest.history = {Eigen::VectorXd::Zero(9 * mesh.n_directors)};
  for (std::size_t i = 0; i < mesh.points.size(); ++i) {
    const Vector3d& p = mesh.points[i];
    s.rest.q.segment<3>(unknowns.points[i]) = p;
    if (mesh.director[i] < 0) continue;
    Eigen::Matrix3d triad;
    triad.col(2) = Vector3d(-p.x(), 0.1, 1).normalized();
    triad.col(0) = any_perpendicular(triad.col(2));
    triad.col(1) = triad.col(2).cross(triad.col(0));
    directors->set_triad(s.rest, mesh.director[i], triad);
  }
  s.set_energy(
      std::make_shared<NaghdiShell<Element>>(mesh, unknowns, directors, SheetMaterial{0.2, 100, 0.3}, rule, s.rest));
  s.shake = 0.05;
  return s;
}

}  // namespace

std::vector<Specimen> naghdi_specimens() {
  return {curved_piece<DirectorTriangle>("Naghdi triangles", partly_reduced_triangle),
          curved_piece<DirectorQuadrilateral>("Naghdi quadrilaterals", reduced_quadrilateral)};
}

}  // namespace plumb
