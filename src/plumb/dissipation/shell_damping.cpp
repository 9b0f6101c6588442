#include <plumb/dissipation/shell_damping.h>

#include <plumb/linalg/dual.h>
#include <plumb/linalg/packet.h>
#include <plumb/mechanics/four_elements.h>
#include <plumb/strain/koiter_triangle_derivatives.h>

namespace plumb {
namespace {

/// Viscosity on M strains of K unknowns, from the slopes of the strains: four elements at once.
template <int K, int M>
class RateKernel {
 public:
  using Slopes = std::array<std::array<Packet, K>, M>;
  using Viscosity = std::array<Packet, M*(M + 1) / 2>;  // packed lower

  RateKernel(const Slopes& slopes, const std::array<Packet, K>& v, const Viscosity& viscosity)
      : slopes_(slopes), viscosity_(viscosity) {
    for (std::size_t m = 0; m < M; ++m) {
      rates_[m] = Packet(0.0);
      for (std::size_t i = 0; i < K; ++i) rates_[m] += slopes_[m][i] * v[i];
    }
    for (std::size_t m = 0; m < M; ++m) stresses_[m] = resisted(m, [&](std::size_t l) { return rates_[l]; });
  }

  Packet energy() const {
    Packet sum(0.0);
    for (std::size_t m = 0; m < M; ++m) sum += rates_[m] * stresses_[m];
    return Packet(0.5) * sum;
  }
  void gradient(Packet* g) const {
    for (std::size_t i = 0; i < K; ++i) {
      g[i] = slopes_[0][i] * stresses_[0];
      for (std::size_t m = 1; m < M; ++m) g[i] += slopes_[m][i] * stresses_[m];
    }
  }
  /// Packed lower triangle, row by row.
  void hessian(Packet* h) const {
    for (std::size_t i = 0; i < K; ++i) {
      std::array<Packet, M> viscous;
      for (std::size_t m = 0; m < M; ++m) viscous[m] = resisted(m, [&](std::size_t l) { return slopes_[l][i]; });
      for (std::size_t j = 0; j <= i; ++j, ++h) {
        *h = viscous[0] * slopes_[0][j];
        for (std::size_t m = 1; m < M; ++m) *h += viscous[m] * slopes_[m][j];
      }
    }
  }

 private:
  /// Returns row m of the viscosity times a column.
  template <class Column>
  Packet resisted(std::size_t m, const Column& column) const {
    Packet sum(0.0);
    for (std::size_t l = 0; l < M; ++l) {
      const std::size_t row = std::max(l, m), col = std::min(l, m);
      sum += viscosity_[row * (row + 1) / 2 + col] * column(l);
    }
    return sum;
  }

  Slopes slopes_;
  Viscosity viscosity_;
  std::array<Packet, M> rates_, stresses_;
};

/// What is viscous in K / 3 points with strains of closed form. `Law` gives the slopes of an element's strains (false
/// outside its domain) and its viscosity, for four at once.
template <class Law, int K, int M>
class PointsDamping final : public Dissipation {
 public:
  PointsDamping(std::string_view name, Law law, std::vector<std::array<int, K>> stencils)
      : name_(name), law_(std::move(law)), stencils_(std::move(stencils)) {}

  std::string_view name() const override { return name_; }
  int n_elements() const override { return static_cast<int>(stencils_.size()); }
  int stencil_size() const override { return K; }
  std::span<const int> stencil(int element) const override { return stencils_[static_cast<std::size_t>(element)]; }

  Status evaluate(const State& state, const Loads&, int begin, int end, Want want, ElementBuffer& out) const override {
    for (const FourElements four : in_fours(begin, end, out)) {
      const auto unknown = [&](const Eigen::VectorXd& of, std::size_t i) {
        return four([&](int e) { return of[stencils_[static_cast<std::size_t>(e)][i]]; });
      };
      std::array<Vector3<Packet>, K / 3> x;
      std::array<Packet, K> v;
      for (std::size_t i = 0; i < K; ++i) {
        x[i / 3][static_cast<int>(i % 3)] = unknown(state.q, i);
        v[i] = unknown(state.v, i);
      }
      typename RateKernel<K, M>::Slopes slopes;
      if (!law_.slopes(x, slopes)) return Status::outside_domain;
      four.store(RateKernel<K, M>(slopes, v, law_.viscosity(four)), want);
    }
    return Status::ok;
  }

 private:
  std::string_view name_;
  Law law_;
  std::vector<std::array<int, K>> stencils_;
};

/// On the first form a11 = e1.e1, a12 = e1.e2, a22 = e2.e2 of a triangle.
struct FirstFormDamping {
  std::vector<std::array<double, 6>> viscosities;  ///< packed lower

  static bool slopes(const std::array<Vector3<Packet>, 3>& x, RateKernel<9, 3>::Slopes& out) {
    const Vector3<Packet> e1 = x[1] - x[0], e2 = x[2] - x[0];
    const Packet zero(0.0), two(2.0);
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      out[0][3 + k] = two * e1[i];
      out[0][6 + k] = zero;
      out[1][3 + k] = e2[i];
      out[1][6 + k] = e1[i];
      out[2][3 + k] = zero;
      out[2][6 + k] = two * e2[i];
      for (auto& slope : out) slope[k] = -(slope[3 + k] + slope[6 + k]);
    }
    return true;
  }
  std::array<Packet, 6> viscosity(const FourElements& four) const {
    std::array<Packet, 6> all;
    for (std::size_t k = 0; k < all.size(); ++k) {
      all[k] = four([&](int e) { return viscosities[static_cast<std::size_t>(e)][k]; });
    }
    return all;
  }
};

/// On the angle of a hinge.
struct AngleDamping {
  std::vector<double> viscosities;

  static bool slopes(const std::array<Vector3<Packet>, 4>& x, RateKernel<12, 1>::Slopes& out) {
    const HingeGeometry<Packet> at(x[0], x[1], x[2], x[3]);
    if (!at.thick() || !at.open(Packet(1.0))) return false;
    const HingeGradient<Packet> by(at, at.n * at.inverse_h, at.other_n * at.other_inverse_h);
    for (int i = 0; i < 3; ++i) {
      const auto k = static_cast<std::size_t>(i);
      out[0][k] = by.c[i];
      out[0][3 + k] = by.p[i];
      out[0][6 + k] = by.q[i];
      out[0][9 + k] = by.d[i];
    }
    return true;
  }
  std::array<Packet, 1> viscosity(const FourElements& four) const {
    return {four([&](int e) { return viscosities[static_cast<std::size_t>(e)]; })};
  }
};

/// Viscosity on M strains of K unknowns, of which the first 3 P are points, where strain m may also depend on a plane
/// that moves with a clamp. Turning with that clamp is no strain: the rate is the slope times the velocities as seen
/// from a frame with the clamp's spin.
template <class Strains, int K, int P, int M>
class HeldStrainDamping final : public Dissipation {
 public:
  HeldStrainDamping(std::string_view name, Strains strains, std::vector<std::array<int, K>> stencils)
      : name_(name), strains_(std::move(strains)), stencils_(std::move(stencils)) {}

  std::string_view name() const override { return name_; }
  int n_elements() const override { return static_cast<int>(stencils_.size()); }
  int stencil_size() const override { return K; }
  std::span<const int> stencil(int element) const override { return stencils_[static_cast<std::size_t>(element)]; }

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override {
    for (int e = begin; e < end; ++e) {
      const auto& unknowns = stencils_[static_cast<std::size_t>(e)];
      std::array<Dual<K>, K> q;
      for (int i = 0; i < K; ++i) {
        const auto k = static_cast<std::size_t>(i);
        q[k] = Dual<K>::variable(state.q[unknowns[k]], i);
      }
      std::array<Dual<K>, M> strains;
      if (!strains_.strains(e, q, loads, strains)) return Status::outside_domain;
      Eigen::Matrix<double, M, K> slopes;
      Eigen::Matrix<double, M, 1> rates;
      for (int m = 0; m < M; ++m) {
        const auto k = static_cast<std::size_t>(m);
        slopes.row(m) = Eigen::Map<const Eigen::Matrix<double, 1, K>>(strains[k].gradient.data());
        rates[m] = slopes.row(m).dot(seen_rates(state, unknowns, spin(loads, strains_.pose(e, k))));
      }
      const Eigen::Matrix<double, M, M> viscosity = strains_.viscosity(e);
      put(slopes, viscosity * slopes, rates, viscosity * rates, want, e - begin, out);
    }
    return Status::ok;
  }

 private:
  static Eigen::Vector3d spin(const Loads& loads, int pose) {
    const auto k = static_cast<std::size_t>(pose);
    return pose >= 0 && k < loads.clamp_rates.size() ? loads.clamp_rates[k].spin : Eigen::Vector3d(0, 0, 0);
  }

  static Eigen::Matrix<double, 1, K> seen_rates(const State& state, const std::array<int, K>& unknowns,
                                                const Eigen::Vector3d& spin) {
    Eigen::Matrix<double, 1, K> rates;
    for (int i = 0; i < K; ++i) rates[i] = state.v[unknowns[static_cast<std::size_t>(i)]];
    for (int p = 0; p < P; ++p) {
      const Eigen::Vector3d x = state.q.template segment<3>(unknowns[static_cast<std::size_t>(3 * p)]);
      rates.template segment<3>(3 * p) -= spin.cross(x).transpose();
    }
    return rates;
  }

  static void put(const Eigen::Matrix<double, M, K>& slopes, const Eigen::Matrix<double, M, K>& viscous_slopes,
                  const Eigen::Matrix<double, M, 1>& rates, const Eigen::Matrix<double, M, 1>& stresses, Want want,
                  int slot, ElementBuffer& out) {
    if (want.value) out.value(slot) = 0.5 * rates.dot(stresses);
    for (int i = 0; i < K; ++i) {
      if (want.gradient) out.gradient(slot, i) = slopes.col(i).dot(stresses);
      for (int j = 0; want.hessian && j <= i; ++j) {
        out.hessian(slot, ElementBuffer::packed_index(i, j)) = slopes.col(i).dot(viscous_slopes.col(j));
      }
    }
  }

  std::string_view name_;
  Strains strains_;
  std::vector<std::array<int, K>> stencils_;
};

struct BendingStrains {
  EdgeBend kind;
  std::vector<MirroredTriangle> triangles;
  double relaxation;

  bool strains(int e, const std::array<Dual<21>, 21>& q, const Loads& loads, std::array<Dual<21>, 3>& out) const {
    return mirrored_edge_bends<Dual<21>>(kind, triangles[static_cast<std::size_t>(e)], q, loads, out);
  }
  int pose(int e, std::size_t i) const {
    const auto& mirror = triangles[static_cast<std::size_t>(e)].mirrors[i];
    return mirror ? mirror->pose : -1;
  }
  Eigen::Matrix3d viscosity(int e) const {
    return relaxation * bend_stiffness(triangles[static_cast<std::size_t>(e)].triangle);
  }
};

struct MirroredHingeStrains {
  std::vector<HingeLaw> laws;
  std::vector<Mirror> mirrors;
  double relaxation;

  bool strains(int e, const std::array<Dual<9>, 9>& q, const Loads& loads, std::array<Dual<9>, 1>& out) const {
    using S = Dual<9>;
    const Vector3<S> c(q[0], q[1], q[2]), a(q[3], q[4], q[5]), b(q[6], q[7], q[8]);
    const Eigen::Vector3d normal = mirrors[static_cast<std::size_t>(e)].normal_in_space(loads);
    return hinge_angle<S>(c, a, b, mirrored<S>(c, a, normal), out[0]);
  }
  int pose(int e, std::size_t) const { return mirrors[static_cast<std::size_t>(e)].pose; }
  Eigen::Matrix<double, 1, 1> viscosity(int e) const {
    return Eigen::Matrix<double, 1, 1>(0.5 * relaxation * laws[static_cast<std::size_t>(e)].stiffness);
  }
};

}  // namespace

std::shared_ptr<const Dissipation> membrane_damping(const std::vector<std::array<int, 9>>& stencils,
                                                    const std::vector<MembraneTriangle>& triangles, double relaxation) {
  FirstFormDamping law;
  for (const MembraneTriangle& triangle : triangles) {
    const Eigen::Matrix3d k = relaxation * stiffness_at_rest(triangle);
    law.viscosities.push_back({k(0, 0), k(1, 0), k(1, 1), k(2, 0), k(2, 1), k(2, 2)});
  }
  return std::make_shared<PointsDamping<FirstFormDamping, 9, 3>>("membrane damping", std::move(law), stencils);
}

std::shared_ptr<const Dissipation> koiter_bending_damping(EdgeBend kind, std::vector<std::array<int, 21>> stencils,
                                                          std::vector<MirroredTriangle> triangles, double relaxation) {
  return std::make_shared<HeldStrainDamping<BendingStrains, 21, 6, 3>>(
      "bending damping", BendingStrains{kind, std::move(triangles), relaxation}, std::move(stencils));
}

std::shared_ptr<const Dissipation> hinge_damping(const std::vector<std::array<int, 12>>& stencils,
                                                 const std::vector<HingeLaw>& laws, double relaxation) {
  AngleDamping law;
  for (const HingeLaw& hinge : laws) law.viscosities.push_back(relaxation * hinge.stiffness);
  return std::make_shared<PointsDamping<AngleDamping, 12, 1>>("hinge damping", std::move(law), stencils);
}

std::shared_ptr<const Dissipation> mirrored_hinge_damping(std::vector<std::array<int, 9>> stencils,
                                                          std::vector<HingeLaw> laws, std::vector<Mirror> mirrors,
                                                          double relaxation) {
  return std::make_shared<HeldStrainDamping<MirroredHingeStrains, 9, 3, 1>>(
      "mirrored hinge damping", MirroredHingeStrains{std::move(laws), std::move(mirrors), relaxation},
      std::move(stencils));
}

}  // namespace plumb
