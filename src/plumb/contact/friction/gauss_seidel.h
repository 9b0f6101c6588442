#pragma once

#include <vector>

#include <plumb/contact/friction/delassus_rows.h>
#include <plumb/contact/friction/one_contact.h>

namespace plumb {

/// Block Gauss-Seidel (Jourdan, Alart and Jean 1998; Daviet, Bertails-Descoubes and Boissieux 2011): one contact after
/// the other obeys the law, the others' forces being held. Contacts are taken in their order, so that the bits depend
/// on nothing else.
class GaussSeidel {
 public:
  /// The problem must outlive it.
  explicit GaussSeidel(const ContactProblem& problem);

  /// Sweeps once over all contacts; returns the largest change of a contact's force.
  double sweep(Eigen::VectorXd& r) const;
  /// Returns the residual of `problem.h`; u becomes W r + b.
  double residual(const Eigen::VectorXd& r, Eigen::VectorXd& u) const;

  const DelassusRows& rows() const { return rows_; }
  const OneContact& contact(int i) const { return contacts_[static_cast<std::size_t>(i)]; }
  const std::vector<double>& sizes() const { return sizes_; }

 private:
  const ContactProblem* problem_;
  DelassusRows rows_;
  std::vector<OneContact> contacts_;
  std::vector<double> sizes_;
};

}  // namespace plumb
