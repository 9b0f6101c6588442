#include <judge/protocols/lateral_buckling/plate_buckling.h>

#include <algorithm>
#include <cmath>

#include <judge/protocols/lateral_buckling/plate_form.h>
#include <judge/protocols/lateral_buckling/self_weight_stress.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

using Eigen::MatrixXd;

/// From the clamp, each end of an element a fixed multiple of the one before.
std::vector<double> breaks_along(double width, const PlateResolution& resolution) {
  const double first = resolution.first_element * width;
  const int n = std::max(1, int(std::ceil(std::log(1 / first) / std::log(resolution.growth))));
  std::vector<double> breaks{0};
  for (int k = 0; k < n; ++k) breaks.push_back(std::pow(first, 1 - double(k) / n));
  breaks.push_back(1);
  return breaks;
}

/// From the centre line to the upper edge.
std::vector<double> breaks_across(double width, const PlateResolution& resolution) {
  std::vector<double> breaks;
  for (int k = 0; k < resolution.n_elements_z; ++k)
    breaks.push_back(width / 2 * (1 - std::pow(resolution.shrinkage, k)));
  breaks.push_back(width / 2);
  return breaks;
}

/// B: the work of the stress on products of the slopes of an even and an odd deflection. The sum over z comes first, at
/// each station along x.
MatrixXd coupling(const PlateBasis& even, const PlateBasis& odd, const PlateGrid& grid, const MembraneStress& stress) {
  const Basis& x = even.x;
  const Eigen::Index n_x = x.size(), n_z = even.z.size();
  MatrixXd result = MatrixXd::Zero(even.size(), odd.size());
  for (Eigen::Index station = 0; station < grid.x.at.size(); ++station) {
    const auto across = [&](const MatrixXd& f, const MatrixXd& force, const MatrixXd& g) -> MatrixXd {
      const Eigen::VectorXd weight = force.row(station).transpose().cwiseProduct(grid.z.weight);
      return grid.x.weight[station] * (f.transpose() * weight.asDiagonal() * g);
    };
    const MatrixXd xx = across(even.z.value, stress.xx, odd.z.value);
    const MatrixXd xz = across(even.z.value, stress.xz, odd.z.slope);
    const MatrixXd zx = across(even.z.slope, stress.xz, odd.z.value);
    const MatrixXd zz = across(even.z.slope, stress.zz, odd.z.slope);
    for (Eigen::Index j = 0; j < n_x; ++j) {
      const double v_j = x.value(station, j), s_j = x.slope(station, j);
      if (v_j == 0 && s_j == 0) continue;
      for (Eigen::Index i = 0; i < n_x; ++i) {
        const double v_i = x.value(station, i), s_i = x.slope(station, i);
        if (v_i == 0 && s_i == 0) continue;
        result.block(i * n_z, j * n_z, n_z, n_z) += s_i * s_j * xx + s_i * v_j * xz + v_i * s_j * zx + v_i * v_j * zz;
      }
    }
  }
  return result;
}

/// Returns the largest singular value of L_even^-1 B L_odd^-T, with the Cholesky factors of both forms: iteration of a
/// few vectors at once, so that a second value close to the first one would not delay it.
double largest_singular_value(const MatrixXd& form_even, const MatrixXd& b, const MatrixXd& form_odd) {
  const Eigen::LLT<MatrixXd> even(form_even), odd(form_odd);
  ENSURE(even.info() == Eigen::Success && odd.info() == Eigen::Success);
  const Eigen::Index n = b.cols(), n_vectors = 4;
  MatrixXd vectors = MatrixXd::NullaryExpr(
      n, n_vectors, [](Eigen::Index i, Eigen::Index j) { return std::cos(double((i + 1) * (j + 1))); });
  double largest = 0;
  for (int iteration = 0; iteration < 200; ++iteration) {
    const MatrixXd orthonormal = vectors.householderQr().householderQ() * MatrixXd::Identity(n, n_vectors);
    const MatrixXd image = even.matrixL().solve(b * odd.matrixU().solve(orthonormal));
    const double before = largest;
    largest = Eigen::JacobiSVD<MatrixXd>(image).singularValues()[0];
    if (std::abs(largest - before) <= 1e-13 * largest) return largest;
    vectors = odd.matrixL().solve(b.transpose() * even.matrixU().solve(image));
  }
  ENSURE(!"the largest singular value has converged");
  return 0;
}

/// The flat plate under a unit weight, split by the reflection.
struct SplitPlate {
  SplitPlate(double width, double nu, const PlateResolution& resolution) {
    // Exact for the products of a stress and two slopes.
    const int degree = resolution.degree, n_gauss = (3 * degree + 2) / 2;
    upper = {gauss_grid(breaks_along(width, resolution), n_gauss),
             gauss_grid(breaks_across(width, resolution), n_gauss)};
    const MembraneStress stress = self_weight_stress(upper, nu, degree);
    const Basis along = clamped_left(upper.x, degree), across = clamped_left(upper.z, degree);
    even = {along, with_constant(across)};
    const PlateBasis odd{along, with_distance(across, upper.z)};
    form_even = plate_form(even, upper, nu);
    form_odd = plate_form(odd, upper, nu);
    b = coupling(even, odd, upper, stress);
  }

  PlateGrid upper;
  PlateBasis even;
  MatrixXd form_even, form_odd, b;
};

}  // namespace

double plate_threshold(double width, double nu, const PlateResolution& resolution) {
  const SplitPlate plate(width, nu, resolution);
  return 1 / largest_singular_value(plate.form_even, plate.b, plate.form_odd);
}

double tilted_plate_tip(double width, double nu, double gamma_star, const PlateResolution& resolution) {
  const SplitPlate plate(width, nu, resolution);
  const GaussGrid &x = plate.upper.x, &z = plate.upper.z;
  const MatrixXd reduced =
      plate.form_even - gamma_star * gamma_star * plate.b * plate.form_odd.llt().solve(plate.b.transpose());
  const Eigen::LLT<MatrixXd> factor(reduced);
  if (factor.info() != Eigen::Success) throw plumb::UserError("a plate beyond its threshold is not stable when tilted");
  const Eigen::VectorXd load_x = plate.even.x.value.transpose() * x.weight;
  const Eigen::VectorXd load_z = plate.even.z.value.transpose() * z.weight;
  // phi(1) is the moment of phi'' about the free end; at z = 0 only the constant, the first function, is not zero.
  const Eigen::VectorXd at_end = plate.even.x.curvature.transpose() * (x.weight.array() * (1 - x.at.array())).matrix();
  const Eigen::Index n_z = load_z.size();
  Eigen::VectorXd load(load_x.size() * n_z);
  for (Eigen::Index i = 0; i < load_x.size(); ++i) load.segment(i * n_z, n_z) = gamma_star * load_x[i] * load_z;
  const Eigen::VectorXd p = factor.solve(load);
  double tip = 0;
  for (Eigen::Index i = 0; i < at_end.size(); ++i) tip += at_end[i] * p[i * n_z];
  return tip;
}

}  // namespace judge
