#include <algorithm>
#include <cmath>

#include <plumb/contact/friction/cone.h>
#include <plumb/contact/friction/contact_sizes.h>

namespace plumb {

std::vector<double> contact_sizes(const Delassus& w) {
  std::vector<double> sizes;
  double largest = 0;
  for (int i = 0; i < w.n_contacts(); ++i) {
    sizes.push_back(w.block(i, i).norm());
    largest = std::max(largest, sizes.back());
  }
  for (double& size : sizes)
    if (!(size > 0)) size = largest > 0 ? largest : 1;
  return sizes;
}

double residual_at(const ContactProblem& problem, const std::vector<double>& sizes, const Eigen::VectorXd& r,
                   const Eigen::VectorXd& u) {
  double worst = 0, force = problem.force_scale;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(3 * k);
    const double error = natural_map(problem.cones[k], sizes[k], r.segment<3>(i), u.segment<3>(i)).norm();
    if (!std::isfinite(error)) return HUGE_VAL;
    worst = std::max(worst, error);
    force = std::max(force, r.segment<3>(i).norm());
  }
  return worst == 0 ? 0 : worst / force;
}

bool moves_as_it_should(const ContactProblem& problem, const std::vector<double>& sizes, const Eigen::VectorXd& r,
                        const Eigen::VectorXd& u) {
  constexpr double kAstray = 0.1, kRounding = 1e-15;
  double motion = 0, force = 0;
  for (Eigen::Index i = 0; i < r.size(); i += 3) {
    motion = std::max(motion, problem.b.segment<3>(i).norm());
    force = std::max(force, r.segment<3>(i).norm());
  }
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const auto i = static_cast<Eigen::Index>(3 * k);
    const double error = natural_map(problem.cones[k], sizes[k], r.segment<3>(i), u.segment<3>(i)).norm();
    if (!(sizes[k] * error <= std::max(kAstray * motion, kRounding * sizes[k] * force))) return false;
  }
  return true;
}

double residual(const ContactProblem& problem, const Eigen::VectorXd& r) {
  ENSURE(problem.w && static_cast<int>(problem.cones.size()) == problem.w->n_contacts());
  ENSURE(r.size() == problem.b.size() && r.size() == 3 * problem.w->n_contacts());
  Eigen::VectorXd u(r.size());
  problem.w->apply(r, u);
  u += problem.b;
  return residual_at(problem, contact_sizes(*problem.w), r, u);
}

}  // namespace plumb
