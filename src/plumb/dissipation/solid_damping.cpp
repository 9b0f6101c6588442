#include <plumb/dissipation/solid_damping.h>

#include <utility>

#include <plumb/dissipation/strain_rate.h>

namespace plumb {
namespace {

/// Green's strain: its diagonal, what is beside it, its trace.
class GreenStrain {
 public:
  explicit GreenStrain(std::vector<RestTetrahedron> tetrahedra) : tetrahedra_(std::move(tetrahedra)) {}

  bool operator()(int element, const std::array<Dual<12>, 12>& q, const State&,
                  std::array<Dual<12>, 7>& strains) const {
    const auto f = deformation_gradient(q, tetrahedra_[static_cast<std::size_t>(element)]);
    for (std::size_t i = 0; i < 3; ++i) {
      strains[i] = 0.5 * (f[i].dot(f[i]) - 1.0);
      strains[3 + i] = 0.5 * f[i].dot(f[(i + 1) % 3]);
    }
    strains[6] = strains[0] + strains[1] + strains[2];
    return true;
  }

 private:
  std::vector<RestTetrahedron> tetrahedra_;
};

}  // namespace

std::shared_ptr<const Dissipation> solid_damping(const SolidMaterial& material,
                                                 const std::vector<std::array<int, 12>>& stencils,
                                                 std::vector<RestTetrahedron> tetrahedra, double relaxation) {
  using Damping = StrainRateDissipation<GreenStrain, 12, 7>;
  std::vector<Damping::Element> elements;
  for (std::size_t e = 0; e < stencils.size(); ++e) {
    const double factor = relaxation * tetrahedra[e].volume;
    const double mu = 2 * factor * material.mu(), lambda = factor * material.lambda();
    // The strains beside the diagonal stand for two each.
    elements.push_back({stencils[e], {mu, mu, mu, 2 * mu, 2 * mu, 2 * mu, lambda}});
  }
  return std::make_shared<Damping>("solid damping", GreenStrain(std::move(tetrahedra)), std::move(elements));
}

}  // namespace plumb
