#pragma once

#include <string_view>

#include <Eigen/Core>

#include <plumb/mechanics/energy.h>

namespace plumb {

/// Isotropic laws of elastic solids, energy per volume by the singular values s of the deformation gradient (rotation
/// convention, linalg/svd3.h), with I = s0^2 + s1^2 + s2^2 and J = s0 s1 s2:
///   corotated           mu sum (s - 1)^2 + lambda/2 (sum (s - 1))^2
///   st_venant_kirchhoff mu sum e^2 + lambda/2 (sum e)^2, e = (s^2 - 1)/2
///   neo_hookean         mu/2 (I - 3) - mu log J + lambda/2 log^2 J; outside the domain where J <= 0
///   stable_neo_hookean  m/2 (I - 3) - m/2 log((I + 1)/4) + l/2 ((J - a)^2 - (1 - a)^2), m = 4/3 mu,
///                       l = lambda + 5/6 mu, a = 1 + 3/4 m/l (Smith, de Goes and Kim 2018)
/// At small strain all are Hooke's law with mu and lambda.
enum class SolidLaw { corotated, st_venant_kirchhoff, neo_hookean, stable_neo_hookean };

std::string_view name(SolidLaw law);

struct SolidMaterial {
  SolidLaw law = SolidLaw::stable_neo_hookean;
  double young = 1e6;    ///< E, Pa
  double poisson = 0.3;  ///< nu, above -1 and below 1/2

  double mu() const { return young / (2 * (1 + poisson)); }  ///< Pa
  double lambda() const { return young * poisson / ((1 + poisson) * (1 - 2 * poisson)); }
};

/// A law at three singular values. The Hessian by the deformation gradient has these modes (Smith, de Goes and Kim
/// 2019): three scalings with the matrix `second`, and in each plane of two singular values i and j a flip with the
/// stiffness (psi_i - psi_j)/(s_i - s_j) and a twist with (psi_i + psi_j)/(s_i + s_j). Both stay finite where s_i = s_j;
/// a twist where s_i + s_j = 0 does so too but for the corotated law, which has a kink there (kKink).
struct StretchResponse {
  double value = 0;             ///< J/m^3
  Eigen::Vector3d first;        ///< by s, Pa
  Eigen::Matrix3d second;       ///< by s, Pa
  Eigen::Vector3d flip, twist;  ///< Pa, in the plane of the two values other than this one
};

/// Where singular values cancel, s_i = -s_j, the rotation nearest to F is not unique, and the twist of the corotated
/// law has no stiffness: within this distance it has that of the distance.
inline constexpr double kKink = 1e-9;

/// Fills what is wanted; convex: without negative eigenvalues. False: outside the domain.
bool respond(const SolidMaterial& material, const Eigen::Vector3d& s, Want want, StretchResponse& out);

/// The singular value to which smaller ones are raised where elements are inverted (solve/shifted_statics.h). It is
/// above 1/sqrt(3) = 0.577, where StVK bends over: from there down it resists compression the less the further it goes.
/// The other laws would do with less, but then many a start ends in another minimum, wound up in itself
/// (docs/solids.md).
inline constexpr double kInversionThreshold = 0.6;

}  // namespace plumb
