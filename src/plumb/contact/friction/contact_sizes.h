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

}  // namespace plumb
