#include <plumb/contact/friction/gauss_seidel.h>
#include <plumb/core/budget.h>

namespace plumb {

ContactOutcome solve_contact(const ContactProblem& problem, const ContactOptions& options, Eigen::VectorXd& r) {
  ENSURE(problem.w && static_cast<int>(problem.cones.size()) == problem.w->n_contacts());
  ENSURE(r.size() == problem.b.size() && r.size() == 3 * problem.w->n_contacts());
  ContactOutcome outcome;
  GaussSeidel sweeps(problem);
  Eigen::VectorXd u(r.size()), now = r;
  outcome.residual = sweeps.residual(r, u);
  constexpr int kBetweenLooks = 5;
  while (!(outcome.residual <= options.tolerance) && outcome.sweeps < options.max_sweeps) {
    for (int k = 0; k < kBetweenLooks && outcome.sweeps < options.max_sweeps; ++k, ++outcome.sweeps) sweeps.sweep(now);
    const double error = sweeps.residual(now, u);
    if (error < outcome.residual) {
      outcome.residual = error;
      r = now;
    }
    if (budget_left() != Status::ok) break;
  }
  outcome.status = outcome.residual <= options.tolerance ? Status::ok : failed_with(Status::not_converged);
  return outcome;
}

}  // namespace plumb
