#include <plumb/contact/friction/gmres.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace plumb {

GmresOutcome gmres(const LinearMap& a, const LinearMap& preconditioner, const Eigen::VectorXd& b, double reduction,
                   int max_iterations, Eigen::VectorXd& x) {
  constexpr int kRestart = 50;
  const Eigen::Index n = b.size();
  GmresOutcome outcome;
  x = Eigen::VectorXd::Zero(n);
  const double size = b.norm();
  if (!(size > 0)) return {0, 0};
  Eigen::VectorXd rest = b, preconditioned, product;
  Eigen::MatrixXd basis(n, kRestart + 1), h(kRestart + 1, kRestart);
  Eigen::VectorXd cos(kRestart), sin(kRestart), g(kRestart + 1);
  while (outcome.iterations < max_iterations && outcome.reduction > reduction) {
    g.setZero();
    g(0) = rest.norm();
    if (!(g(0) > 0)) break;
    basis.col(0) = rest / g(0);
    int k = 0;
    for (; k < kRestart && outcome.iterations < max_iterations; ++outcome.iterations) {
      preconditioner(basis.col(k), preconditioned);
      a(preconditioned, product);
      // Gram-Schmidt, twice: as good as it gets in floating point, and two passes of products.
      h.col(k).setZero();
      for (int pass = 0; pass < 2; ++pass) {
        const Eigen::VectorXd along = basis.leftCols(k + 1).transpose() * product;
        product.noalias() -= basis.leftCols(k + 1) * along;
        h.col(k).head(k + 1) += along;
      }
      h(k + 1, k) = product.norm();
      for (int i = 0; i < k; ++i) {
        const double upper = cos(i) * h(i, k) + sin(i) * h(i + 1, k);
        h(i + 1, k) = cos(i) * h(i + 1, k) - sin(i) * h(i, k);
        h(i, k) = upper;
      }
      const double below = h(k + 1, k), length = std::hypot(h(k, k), below);
      if (!(length > 0)) break;
      cos(k) = h(k, k) / length;
      sin(k) = below / length;
      h(k, k) = length;
      g(k + 1) = -sin(k) * g(k);
      g(k) *= cos(k);
      if (below > 0) basis.col(k + 1) = product / below;
      ++k;
      outcome.reduction = std::abs(g(k)) / size;
      if (outcome.reduction <= reduction || !(below > 1e-300)) {
        ++outcome.iterations;
        break;
      }
    }
    if (k == 0) break;
    const Eigen::VectorXd y = h.topLeftCorner(k, k).triangularView<Eigen::Upper>().solve(g.head(k));
    preconditioner(basis.leftCols(k) * y, preconditioned);
    x += preconditioned;
    a(x, product);
    rest = b - product;
    const double before = outcome.reduction;
    outcome.reduction = rest.norm() / size;
    if (!(outcome.reduction < 2 * before + 0.999)) break;
  }
  return outcome;
}

}  // namespace plumb
