#include <judge/protocols/lateral_buckling/self_weight_stress.h>

#include <plumb/core/status.h>

namespace judge {
namespace {

MembraneStress beam_stress(const PlateGrid& upper) {
  const double width = 2 * upper.z.breaks.back();
  const Eigen::ArrayXXd to_end = (1 - upper.x.at.array()).replicate(1, upper.z.at.size());
  const Eigen::ArrayXXd z = upper.z.at.transpose().array().replicate(upper.x.at.size(), 1);
  const Eigen::ArrayXXd relative = (z / width).square();
  return {6 * z * to_end.square() / (width * width), -6 * to_end * (0.25 - relative), z * (4 * relative - 1) / 2};
}

}  // namespace

MembraneStress self_weight_stress(const PlateGrid& upper, double nu, int degree) {
  const PlateBasis f{clamped_right(upper.x, degree), pinned_left(clamped_right(upper.z, degree), upper.z)};
  MembraneStress stress = beam_stress(upper);

  // The strains of the beam, integrated against the stresses of each function.
  const auto weighted = [&](const Eigen::MatrixXd& strain) -> Eigen::MatrixXd {
    return upper.x.weight.asDiagonal() * strain * upper.z.weight.asDiagonal();
  };
  const Eigen::MatrixXd misfit = f.x.value.transpose() * weighted(stress.xx - nu * stress.zz) * f.z.curvature +
                                 f.x.curvature.transpose() * weighted(stress.zz - nu * stress.xx) * f.z.value -
                                 2 * (1 + nu) * f.x.slope.transpose() * weighted(stress.xz) * f.z.slope;
  // Row by row, as the unknowns are numbered.
  const Eigen::VectorXd right_side = -misfit.transpose().reshaped();

  const Eigen::LLT<Eigen::MatrixXd> factor(plate_form(f, upper, -nu));
  ENSURE(factor.info() == Eigen::Success);
  const Eigen::MatrixXd amplitude = factor.solve(right_side).reshaped(f.z.size(), f.x.size()).transpose();

  stress.xx += f.x.value * amplitude * f.z.curvature.transpose();
  stress.xz -= f.x.slope * amplitude * f.z.slope.transpose();
  stress.zz += f.x.curvature * amplitude * f.z.value.transpose();
  return stress;
}

}  // namespace judge
