#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include <plumb/contact/friction/problem.h>
#include <plumb/step/linearised_step.h>
#include <plumb/world/active_contacts.h>
#include <plumb/world/contact_rows.h>

namespace plumb {

/// Bodies that contacts connect, with these contacts: one linear problem u = W r + b, which knows nothing of other islands.
class ContactIsland {
 public:
  std::vector<int> bodies;               ///< ascending
  std::vector<ActiveContact*> contacts;  ///< ascending by key
  bool accelerated = false;              ///< did its bodies go another way than by `steps`?

  /// What an island asks of its step.
  struct Look {
    std::span<const BodyNow> bodies;                            ///< of the whole world, like the steps
    std::span<LinearisedStep* const> steps;                     ///< linearised and factored
    std::function<double(const ContactKey&)> friction;          ///< mu
    std::function<Eigen::Vector3d(const ActiveContact&)> slid;  ///< m, along the contact, over the step so far
    double usual_way = 0;                                       ///< m, that a weight falls in a step
  };
  /// Finds the forces of the contacts. not_converged: the residual tells how far they are off.
  ContactOutcome solve(const Look& look, const ContactOptions& options);

  /// Returns the step of the free unknowns of each of its bodies, with the forces of the contacts.
  std::vector<Eigen::VectorXd> steps(std::span<LinearisedStep* const> free) const;
  /// Returns J^T r on the free unknowns of a body; empty if it takes part in no contact.
  Eigen::VectorXd forces(int body) const;
  /// Did the contacts go where the linear problem saw them, within a tolerance, m? Where not, their geometry still changes.
  bool as_foreseen(double tolerance) const;
  double residual() const { return residual_; }

 private:
  int place(int body) const;  ///< among its bodies

  std::optional<BodyDelassus> delassus_;
  Eigen::VectorXd b_, r_;  ///< of the problem, in the frames of the contacts: m, N
  double residual_ = 0;
};

/// Returns the islands of the bodies of which `takes_part` is true, those without contacts among them, in the order of
/// their first bodies.
std::vector<ContactIsland> islands(const std::vector<bool>& takes_part, ActiveContacts& contacts);

}  // namespace plumb
