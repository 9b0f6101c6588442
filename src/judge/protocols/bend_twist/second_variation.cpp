// The Kirchhoff rod near a planar shape. The frame [t|d1|d2], with d2 normal to the plane, is turned by the small
// rotation vector (psi, beta, 0): a twist psi about the tangent and a tilt beta of the tangent out of the plane (the
// third component stays in the plane and decouples). To second order, with k = theta',
//   twist       psi' - k beta,
//   curvatures  beta' + k psi  and  k - [k (psi^2 + beta^2) + psi beta' - beta psi'] / 2,
//   cosine of the tangent with the downward vertical  cos theta (1 - beta^2 / 2) - sin theta psi beta / 2.
// These go into  c twist^2 / 2 + [b curvature_1^2 + (curvature_2 - 1)^2] / 2 - w u cosine,  u = phi - s, where b and c
// are the stiffnesses of bending sideways and of twist over that of bending in the plane; b = 1 and c = 1/(1 + nu) for a
// circle. The terms with psi beta are integrated by parts; k' = w u sin theta and the ends (psi = beta = 0, k = 1) take
// them away. Twice the second variation is the integral of
//   c (psi' - k beta)^2 + b (beta' + k psi)^2 - 2 (k - 1) psi beta' - k (k - 1) psi^2 + [w u cos theta - k (k - 1)] beta^2
// over psi and beta that vanish at the clamp and are free at the free end.

#include <judge/protocols/bend_twist/second_variation.h>

#include <cmath>

namespace judge {
namespace {

/// Unknowns 2a and 2a + 1 are psi and beta at node a.
ChainElement<2> quadratic_form(const PlanarRod& rod, int e, const BendTwistRod& stiffness) {
  const double side = stiffness.side, c = stiffness.twist;
  const SpectralElement& basis = spectral_element();
  const std::array<double, spectral_nodes> curvature = rod.curvature(e);
  const double half = rod.element_length() / 2;
  ChainElement<2> element;
  for (std::size_t a = 0; a < spectral_nodes; ++a) {
    const double k = curvature[a];
    const double tension =
        rod.weight() * rod.from_free_end(e, int(a)) * std::cos(rod.theta()[std::size_t(e) * spectral_degree + a]);
    for (std::size_t b = 0; b < spectral_nodes; ++b) {
      element.matrix[2 * a][2 * b] = c * basis.stiffness[a][b] / half;
      element.matrix[2 * a + 1][2 * b + 1] = side * basis.stiffness[a][b] / half;
    }
    element.matrix[2 * a][2 * a] += half * basis.weight[a] * (side * k * k - k * (k - 1));
    element.matrix[2 * a + 1][2 * a + 1] += half * basis.weight[a] * (c * k * k + tension - k * (k - 1));
  }
  for (std::size_t a = 0; a < spectral_nodes; ++a)
    for (std::size_t b = 0; b < spectral_nodes; ++b) {
      // At node a, psi meets the slope of beta.
      const double bends = side * curvature[a] - (curvature[a] - 1);
      const double coupling = bends * basis.weight[a] * basis.derivative[a][b] -
                              c * basis.weight[b] * curvature[b] * basis.derivative[b][a];
      element.matrix[2 * a][2 * b + 1] = element.matrix[2 * b + 1][2 * a] = coupling;
    }
  return element;
}

}  // namespace

LateralStiffness lateral_stiffness(const PlanarRod& rod, const BendTwistRod& stiffness) {
  ChainElimination<2> chain;
  for (int e = 0; e < rod.n_elements(); ++e) {
    ChainElement<2> element = quadratic_form(rod, e, stiffness);
    chain.add(element);
  }
  const double mean = (chain.front(0, 0) + chain.front(1, 1)) / 2,
               half_gap = (chain.front(0, 0) - chain.front(1, 1)) / 2;
  return {chain.n_negative(), mean - std::hypot(half_gap, chain.front(0, 1))};
}

}  // namespace judge
