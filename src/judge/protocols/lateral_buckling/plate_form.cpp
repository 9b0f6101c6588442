#include <judge/protocols/lateral_buckling/plate_form.h>

namespace judge {
namespace {

Eigen::MatrixXd integrate(const Eigen::MatrixXd& f, const Eigen::MatrixXd& g, const GaussGrid& grid) {
  return f.transpose() * grid.weight.asDiagonal() * g;
}

/// sum += factor * (x kron z)
void add_product(Eigen::MatrixXd& sum, double factor, const Eigen::MatrixXd& x, const Eigen::MatrixXd& z) {
  for (Eigen::Index j = 0; j < x.cols(); ++j)
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      sum.block(i * z.rows(), j * z.cols(), z.rows(), z.cols()) += factor * x(i, j) * z;
}

}  // namespace

Eigen::MatrixXd plate_form(const PlateBasis& basis, const PlateGrid& grid, double nu) {
  const auto& [x, z] = basis;
  const Eigen::MatrixXd x20 = integrate(x.curvature, x.value, grid.x), z02 = integrate(z.value, z.curvature, grid.z);
  Eigen::MatrixXd form = Eigen::MatrixXd::Zero(basis.size(), basis.size());
  add_product(form, 1, integrate(x.curvature, x.curvature, grid.x), integrate(z.value, z.value, grid.z));
  add_product(form, 1, integrate(x.value, x.value, grid.x), integrate(z.curvature, z.curvature, grid.z));
  add_product(form, nu, x20, z02);
  add_product(form, nu, x20.transpose(), z02.transpose());
  add_product(form, 2 * (1 - nu), integrate(x.slope, x.slope, grid.x), integrate(z.slope, z.slope, grid.z));
  return form;
}

}  // namespace judge
