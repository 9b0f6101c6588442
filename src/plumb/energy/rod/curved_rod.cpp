#include <plumb/energy/rod/curved_rod.h>

#include <numeric>
#include <string>

#include <plumb/mechanics/element_energy.h>
#include <plumb/mechanics/specimen.h>

namespace plumb {
namespace {

template <int K>
class CurvedElasticity final : public ElementEnergy<CurvedElasticity<K>, K> {
 public:
  CurvedElasticity(std::vector<std::array<int, K>> stencils, CurvedRod rod)
      : ElementEnergy<CurvedElasticity<K>, K>(std::move(stencils)), rod_(std::move(rod)) {}
  std::string_view name() const override { return K == 3 ? "helix elasticity" : "clothoid elasticity"; }

  template <class S>
  bool value(int e, const std::array<S, K>& q, const State&, const Loads&, S& energy) const {
    const double stiffness[3] = {rod_.bend_1, rod_.bend_2, rod_.twist};
    const double length = rod_.lengths[static_cast<std::size_t>(e)];
    energy = S(0.0);
    for (unsigned i = 0; i < 3; ++i) {
      const auto first = static_cast<std::size_t>(3 * e) + i;
      const S a = q[i] - rod_.natural[first];
      if constexpr (K == 3) {
        energy += a * a * (0.5 * stiffness[i] * length);
      } else {
        // int_0^1 (a (1 - x) + b x)^2 dx = (a^2 + a b + b^2) / 3.
        const S b = q[i + 3] - rod_.natural[first + 3];
        energy += (a * a + a * b + b * b) * (stiffness[i] * length / 6);
      }
    }
    return true;
  }

 private:
  CurvedRod rod_;
};

template <int K>
std::shared_ptr<const Energy> elasticity(const CurvedRod& rod, CurvedPlace place) {
  std::vector<std::array<int, K>> stencils;
  for (int e = 0; e < rod.n_elements(); ++e) {
    std::array<int, K> dofs;
    std::iota(dofs.begin(), dofs.end(), place.first + 3 * e);
    stencils.push_back(dofs);
  }
  return std::make_shared<CurvedElasticity<K>>(stencils, rod);
}

CurvedRod sample_rod(CurvatureShape shape) {
  CurvedRod rod;
  rod.shape = shape;
  rod.lengths = {0.3, 0.5, 0.2, 0.4};
  rod.bend_1 = 2;
  rod.bend_2 = 3;
  rod.twist = 1.5;
  rod.natural.assign(static_cast<std::size_t>(rod.n_unknowns()), 0);
  for (std::size_t i = 0; i < rod.natural.size(); ++i) rod.natural[i] = 0.4 * static_cast<double>(i % 5) - 0.7;
  return rod;
}

}  // namespace

bool is_flat(const CurvedRod& rod) {
  for (std::size_t i = 0; i < rod.natural.size(); i += 3) {
    if (rod.natural[i + 1] != 0 || rod.natural[i + 2] != 0) return false;
  }
  return true;
}

std::shared_ptr<const Energy> curved_rod_elasticity(const CurvedRod& rod, CurvedPlace place) {
  ENSURE(rod.shape != CurvatureShape::ribbon);
  return rod.shape == CurvatureShape::constant ? elasticity<3>(rod, place) : elasticity<6>(rod, place);
}

std::vector<Specimen> curved_rod_specimens() {
  std::vector<Specimen> all;
  for (const auto shape : {CurvatureShape::constant, CurvatureShape::linear}) {
    const CurvedRod rod = sample_rod(shape);
    const CurvedPlace place{2, 0};  // behind two unknowns of others
    Specimen s;
    s.name = shape == CurvatureShape::constant ? "helix_elasticity" : "clothoid_elasticity";
    s.energy = curved_rod_elasticity(rod, place);
    s.layout = Layout::all_free(place.first + rod.n_unknowns());
    s.rest.q = Eigen::VectorXd::Ones(place.first + rod.n_unknowns());
    s.rest.q.tail(rod.n_unknowns()) = Eigen::Map<const Eigen::VectorXd>(rod.natural.data(), rod.n_unknowns());
    s.shake = 1;
    s.objective = false;
    all.push_back(s);
  }
  return all;
}

}  // namespace plumb
