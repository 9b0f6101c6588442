#include <plumb/dissipation/shell_damping.h>

#include <plumb/dissipation/strain_rate.h>

namespace plumb {
namespace {

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

struct MembraneStrains {
  std::vector<Eigen::Matrix3d> viscosities;

  bool strains(int, const std::array<Dual<9>, 9>& q, const Loads&, std::array<Dual<9>, 3>& out) const {
    using S = Dual<9>;
    const TriangleForm<S> a = first_form<S>({q[0], q[1], q[2]}, {q[3], q[4], q[5]}, {q[6], q[7], q[8]});
    out = {a.e11, a.e12, a.e22};
    return true;
  }
  static int pose(int, std::size_t) { return -1; }
  const Eigen::Matrix3d& viscosity(int e) const { return viscosities[static_cast<std::size_t>(e)]; }
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

struct HingeStrains {
  bool operator()(int, const std::array<Dual<12>, 12>& q, const State&, std::array<Dual<12>, 1>& strain) const {
    return hinge_angle<Dual<12>>({q[0], q[1], q[2]}, {q[3], q[4], q[5]}, {q[6], q[7], q[8]}, {q[9], q[10], q[11]},
                                 strain[0]);
  }
};

}  // namespace

std::shared_ptr<const Dissipation> membrane_damping(const std::vector<std::array<int, 9>>& stencils,
                                                    const std::vector<MembraneTriangle>& triangles, double relaxation) {
  MembraneStrains strains;
  for (const MembraneTriangle& triangle : triangles) {
    strains.viscosities.push_back(relaxation * stiffness_at_rest(triangle));
  }
  return std::make_shared<HeldStrainDamping<MembraneStrains, 9, 3, 3>>("membrane damping", std::move(strains),
                                                                       stencils);
}

std::shared_ptr<const Dissipation> koiter_bending_damping(EdgeBend kind, std::vector<std::array<int, 21>> stencils,
                                                          std::vector<MirroredTriangle> triangles, double relaxation) {
  return std::make_shared<HeldStrainDamping<BendingStrains, 21, 6, 3>>(
      "bending damping", BendingStrains{kind, std::move(triangles), relaxation}, std::move(stencils));
}

std::shared_ptr<const Dissipation> hinge_damping(const std::vector<std::array<int, 12>>& stencils,
                                                 const std::vector<HingeLaw>& laws, double relaxation) {
  using Damping = StrainRateDissipation<HingeStrains, 12, 1>;
  std::vector<Damping::Element> elements;
  for (std::size_t e = 0; e < stencils.size(); ++e) elements.push_back({stencils[e], {relaxation * laws[e].stiffness}});
  return std::make_shared<Damping>("hinge damping", HingeStrains{}, std::move(elements));
}

std::shared_ptr<const Dissipation> mirrored_hinge_damping(std::vector<std::array<int, 9>> stencils,
                                                          std::vector<HingeLaw> laws, std::vector<Mirror> mirrors,
                                                          double relaxation) {
  return std::make_shared<HeldStrainDamping<MirroredHingeStrains, 9, 3, 1>>(
      "mirrored hinge damping", MirroredHingeStrains{std::move(laws), std::move(mirrors), relaxation},
      std::move(stencils));
}

}  // namespace plumb
