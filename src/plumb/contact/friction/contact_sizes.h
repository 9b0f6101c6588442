#pragma once

#include <vector>

#include <plumb/contact/friction/problem.h>

namespace plumb {

/// Returns |W_ii| of every contact, the Frobenius norm. Where a block is zero, no force moves the contact: it takes the
/// largest of the others, so that its motion still counts; 1 if all are zero.
std::vector<double> contact_sizes(const Delassus& w);

/// The residual of `problem.h` at (r, u), for those who have u already.
double residual_at(const ContactProblem& problem, const std::vector<double>& sizes, const Eigen::VectorXd& r,
                   const Eigen::VectorXd& u);

/// Returns false if some contact breaks the law by more than a tenth of the largest motion in b. The residual alone does
/// not tell: it is relative to the largest force, and where no forces solve the problem, growing ones make it vanish.
bool moves_as_it_should(const ContactProblem& problem, const std::vector<double>& sizes, const Eigen::VectorXd& r,
                        const Eigen::VectorXd& u);

}  // namespace plumb
