#include <plumb/contact/friction/gauss_seidel.h>

#include <algorithm>

#include <plumb/contact/friction/contact_sizes.h>

namespace plumb {

GaussSeidel::GaussSeidel(const ContactProblem& problem)
    : problem_(&problem), rows_(*problem.w), sizes_(contact_sizes(*problem.w)) {
  for (int i = 0; i < rows_.n_contacts(); ++i)
    contacts_.emplace_back(problem.w->block(i, i), problem.cones[static_cast<std::size_t>(i)]);
}

double GaussSeidel::sweep(Eigen::VectorXd& r) const {
  double change = 0;
  for (int i = 0; i < rows_.n_contacts(); ++i) {
    const OneContact& one = contact(i);
    const Eigen::Vector3d last = r.segment<3>(3 * i);
    const Eigen::Vector3d b = problem_->b.segment<3>(3 * i) + rows_.times(i, r) - one.w() * last;
    const Eigen::Vector3d next = one.solve(b, last);
    r.segment<3>(3 * i) = next;
    change = std::max(change, (next - last).norm());
  }
  return change;
}

double GaussSeidel::residual(const Eigen::VectorXd& r, Eigen::VectorXd& u) const {
  rows_.apply(r, u);
  u += problem_->b;
  return residual_at(*problem_, sizes_, r, u);
}

}  // namespace plumb
