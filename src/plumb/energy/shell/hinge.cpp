#include <plumb/energy/shell/hinge.h>

#include <algorithm>
#include <cmath>

#include <plumb/energy/shell/hinge_kernel.h>
#include <plumb/linalg/gauss_rule.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

constexpr double kFlat = 1e-12;  // rad

/// The sides of a hinge from p: e to q, a to c, b to d.
struct HingeSides {
  Eigen::Vector3d e, a, b;
  HingeSides(const Eigen::VectorXd& q, std::span<const int> at)
      : e(q.segment<3>(at[6]) - q.segment<3>(at[3])),
        a(q.segment<3>(at[0]) - q.segment<3>(at[3])),
        b(q.segment<3>(at[9]) - q.segment<3>(at[3])) {}
  HingeSides(const HingeSides& x, const HingeSides& y)
      : e(0.5 * (x.e + y.e)), a(0.5 * (x.a + y.a)), b(0.5 * (x.b + y.b)) {}
};

/// The products e.e, e.a, e.b, a.a, a.b, b.b.
using SideProducts = Eigen::Matrix<double, 6, 1>;
SideProducts products(const HingeSides& s) {
  return SideProducts(s.e.dot(s.e), s.e.dot(s.a), s.e.dot(s.b), s.a.dot(s.a), s.a.dot(s.b), s.b.dot(s.b));
}

/// The derivative of theta^2/2 by the products: with the normals n = e x a and m = b x e, cos theta = n.m/(|n| |m|),
/// and theta dtheta = -theta/sin(theta) d cos(theta). False where a triangle has no area or the hinge is folded.
bool half_square_by_products(const SideProducts& g, SideProducts& out) {
  const double ee = g[0], ea = g[1], eb = g[2], aa = g[3], ab = g[4], bb = g[5];
  const double nn = ee * aa - ea * ea, mm = ee * bb - eb * eb, nm = ea * eb - ee * ab;
  constexpr double kFolded = -0.999;
  if (!(nn > 0 && mm > 0)) return false;
  const double size = std::sqrt(nn * mm), cosine = nm / size;
  if (cosine < kFolded) return false;
  const double square = std::max(0.0, 1 - cosine * cosine), sine = std::sqrt(square);
  const double slope =
      cosine > 0 && square < 1e-6 ? 1 + square / 6 + 3 * square * square / 40 : std::atan2(sine, cosine) / sine;
  const double by_nm = -slope / size, by_nn = slope * cosine / (2 * nn), by_mm = slope * cosine / (2 * mm);
  out << -ab * by_nm + aa * by_nn + bb * by_mm, eb * by_nm - 2 * ea * by_nn, ea * by_nm - 2 * eb * by_mm, ee * by_nn,
      -ee * by_nm, ee * by_mm;
  return true;
}

}  // namespace

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

HingeBending::HingeBending(std::vector<std::array<int, 12>> stencils, std::vector<HingeLaw> laws, HingeMeasure measure)
    : ElementEnergy(std::move(stencils)), laws_(std::move(laws)), measure_(measure) {
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
  energy = hinge_energy(measure_, law.stiffness, S(angle - law.rest_angle));
  return true;
}

// Callers that know the energy by its own type call these directly.
template bool HingeBending::value(int, const std::array<double, 12>&, const State&, const Loads&, double&) const;
template bool HingeBending::value(int, const std::array<Dual<12>, 12>&, const State&, const Loads&, Dual<12>&) const;
template bool HingeBending::value(int, const std::array<Dual2<12>, 12>&, const State&, const Loads&, Dual2<12>&) const;
template bool HingeBending::value(int, const std::array<Dual<12, Dual<1>>, 12>&, const State&, const Loads&,
                                  Dual<12, Dual<1>>&) const;

Status HingeBending::evaluate(const State& state, const Loads&, int begin, int end, Want want,
                              ElementBuffer& out) const {
  for (const FourElements four : in_fours(begin, end, out)) {
    const auto unknown = [&](std::size_t i) { return four([&](int e) { return state.q[stencil(e)[i]]; }); };
    std::array<Vector3<Packet>, 4> x;
    for (std::size_t i = 0; i < 4; ++i) x[i] = {unknown(3 * i), unknown(3 * i + 1), unknown(3 * i + 2)};
    const HingeKernel<Packet> kernel(x, four([&](int e) { return laws_[static_cast<std::size_t>(e)].stiffness; }),
                                     four([&](int e) { return laws_[static_cast<std::size_t>(e)].rest_angle; }),
                                     measure_);
    if (!kernel.inside_domain()) return Status::outside_domain;
    four.store(kernel, want);
  }
  return Status::ok;
}

Status HingeBending::evaluate_along(const Way& way, const Loads& loads, int begin, int end, Want want,
                                    ElementBuffer& out) const {
  if (const Status s = Energy::evaluate_along(way, loads, begin, end, want, out); s != Status::ok) return s;
  if (!want.gradient || measure_ != HingeMeasure::angle) return Status::ok;
  for (int hinge = begin; hinge < end; ++hinge) {
    const HingeLaw& law = laws_[static_cast<std::size_t>(hinge)];
    if (std::abs(law.rest_angle) > kFlat) continue;
    const HingeSides first(way.start.q, stencil(hinge)), last(way.end.q, stencil(hinge)), mean(first, last);
    const SideProducts from = products(first), to = products(last);
    SideProducts at, s = SideProducts::Zero();
    for (std::size_t p = 0; p < GaussRule::at.size(); ++p) {
      if (!half_square_by_products(from + GaussRule::at[p] * (to - from), at)) return Status::outside_domain;
      s += law.stiffness * GaussRule::weights[p] * at;
    }
    const Eigen::Vector3d by_e = 2 * s[0] * mean.e + s[1] * mean.a + s[2] * mean.b;
    const Eigen::Vector3d by_a = s[1] * mean.e + 2 * s[3] * mean.a + s[4] * mean.b;
    const Eigen::Vector3d by_b = s[2] * mean.e + s[4] * mean.a + 2 * s[5] * mean.b;
    for (int i = 0; i < 3; ++i) {
      out.gradient(hinge - begin, i) = by_a[i];
      out.gradient(hinge - begin, 3 + i) = -(by_e[i] + by_a[i] + by_b[i]);
      out.gradient(hinge - begin, 6 + i) = by_e[i];
      out.gradient(hinge - begin, 9 + i) = by_b[i];
    }
  }
  return Status::ok;
}

Status HingeBending::hessian_times(const State& state, const Loads& loads, const Eigen::VectorXd& v, int begin, int end,
                                   ElementBuffer& out) const {
  return Energy::hessian_times(state, loads, v, begin, end, out);
}

std::vector<Specimen> hinge_specimens() {
  std::vector<Specimen> specimens;
  for (const HingeMeasure measure : {HingeMeasure::angle, HingeMeasure::half_sine}) {
    // Two hinges of three triangles, one bent at rest.
    Specimen s;
    s.name = measure == HingeMeasure::angle ? "hinge bending" : "hinge bending by half sines";
    s.rest.q.resize(15);
    s.rest.q << 0, 0, 0, 1, 0.1, 0, 0.3, 0.9, 0, 1.3, 1.1, 0.4, 0.5, 2, 0.9;
    const auto x = [&](int node) -> Eigen::Vector3d { return s.rest.q.segment<3>(3 * node); };
    s.set_energy(
        std::make_shared<HingeBending>(std::vector<std::array<int, 12>>{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                                                        {3, 4, 5, 9, 10, 11, 6, 7, 8, 12, 13, 14}},
                                       std::vector<HingeLaw>{hinge_law(kStripHinge, 1, x(0), x(1), x(2), x(3)),
                                                             hinge_law(kDiscreteShellHinge, 2, x(1), x(3), x(2), x(4))},
                                       measure));
    s.layout = Layout::all_free(15, {points_block(0, 3, 5)});
    specimens.push_back(s);
  }
  return specimens;
}

}  // namespace plumb
