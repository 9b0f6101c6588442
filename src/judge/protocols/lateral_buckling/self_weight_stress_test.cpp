#include <judge/protocols/lateral_buckling/self_weight_stress.h>

#include <cmath>

#include <gtest/gtest.h>

namespace judge {
namespace {

constexpr int degree = 8, n_gauss = 12;

PlateGrid upper_half(double width) {
  return {gauss_grid({0, 0.05 * width, 0.3 * width, width, 0.5, 1 - width, 1}, n_gauss),
          gauss_grid({0, 0.3 * width, 0.45 * width, width / 2}, n_gauss)};
}

// Each section carries the weight beyond it: the force w (1-x) and the moment w (1-x)^2/2, with tension above.
TEST(SelfWeightStress, CarriesTheWeight) {
  const double width = 0.4;
  const PlateGrid grid = upper_half(width);
  const MembraneStress stress = self_weight_stress(grid, 0.35, degree);
  const Eigen::ArrayXd to_end = 1 - grid.x.at.array();
  const Eigen::ArrayXd shear = 2 * stress.xz * grid.z.weight;
  const Eigen::ArrayXd moment = 2 * stress.xx * grid.z.weight.cwiseProduct(grid.z.at);
  EXPECT_LT((shear + width * to_end).abs().maxCoeff(), 1e-10);
  EXPECT_LT((moment - width * to_end.square() / 2).abs().maxCoeff(), 1e-10);
}

// Away from both ends of a narrow plate stress and strain are polynomials: the beam's stress, and in N_xx what makes
// the strains compatible, 3 z/5 - 4 z^3/w^2, which has no moment.
TEST(SelfWeightStress, IsThatOfElasticityFarFromTheEnds) {
  const double width = 0.15;
  const PlateGrid grid = upper_half(width);
  for (double nu : {0.0, 0.35}) {
    const MembraneStress stress = self_weight_stress(grid, nu, degree);
    for (Eigen::Index i = 0; i < grid.x.at.size(); ++i) {
      const double to_end = 1 - grid.x.at[i];
      if (to_end < 3 * width || to_end > 1 - 3 * width) continue;
      for (Eigen::Index k = 0; k < grid.z.at.size(); ++k) {
        const double z = grid.z.at[k], r = z / width;
        EXPECT_NEAR(stress.xx(i, k), 6 * r * to_end * to_end / width + 0.6 * z - 4 * z * r * r, 1e-4);
        EXPECT_NEAR(stress.xz(i, k), -6 * to_end * (0.25 - r * r), 1e-4);
        EXPECT_NEAR(stress.zz(i, k), -z / 2 + 2 * z * r * r, 1e-4);
      }
    }
  }
}

// Along the clamp nothing is stretched: E h eps_zz = N_zz - nu N_xx = 0. The energy does not impose it; it follows.
TEST(SelfWeightStress, DoesNotStretchTheClamp) {
  const PlateGrid grid = upper_half(0.4);
  const double nu = 0.35;
  const MembraneStress stress = self_weight_stress(grid, nu, degree);
  for (Eigen::Index k = 0; k < n_gauss; ++k)  // the element next to the centre line; the corner is singular
    EXPECT_NEAR(stress.zz(0, k) - nu * stress.xx(0, k), 0, 0.01) << grid.z.at[k];
  EXPECT_GT(stress.xx(0, n_gauss - 1), 2);
}

}  // namespace
}  // namespace judge
