#include <plumb/contact/friction/newton_finish.h>

#include <algorithm>

#include <plumb/contact/friction/active_system.h>
#include <plumb/contact/friction/cone.h>
#include <plumb/contact/friction/contact_sizes.h>
#include <plumb/core/budget.h>

namespace plumb {

namespace {

class NewtonFinish {
 public:
  NewtonFinish(const ContactProblem& problem, GaussSeidel& sweeps, double tolerance, int max_iterations,
               Eigen::VectorXd& r, Eigen::VectorXd& u)
      : problem_(problem), sweeps_(sweeps), tolerance_(tolerance), max_iterations_(max_iterations), r_(r), u_(u) {
    outcome_.residual = residual_at(problem, sweeps.sizes(), r, u);
  }

  NewtonOutcome whole_steps() {
    constexpr double kLeastProximal = 1e-11, kLargestProximal = 1e-2, kLooser = 0.03;
    constexpr int kPatience = 4, kPatienceAtFirst = 3;
    follow(kLeastProximal, kPatienceAtFirst);
    // From a large proximal term, for which contacts find their modes easily, down to one that hardly changes W.
    for (double proximal = kLargestProximal; proximal > kLeastProximal && goes_on(); proximal *= kLooser) {
      follow(proximal, kPatience);
    }
    follow(kLeastProximal, 2 * kPatience);
    return outcome_;
  }

  NewtonOutcome careful_steps() {
    constexpr double kLeastProximal = 1e-10, kFirstProximal = 1e-4, kLooser = 0.1, kTighter = 30;
    constexpr int kSettlingSweeps = 5, kRefusals = 3;
    double proximal = kFirstProximal;
    int refused = 0;
    while (goes_on() && refused < kRefusals) {
      const double before = outcome_.residual;
      if (step(r_, u_, proximal)) {
        keep_if_better(sweeps_.residual(trial_, u_trial_));
        if (outcome_.residual > tolerance_) {
          for (int k = 0; k < kSettlingSweeps; ++k, ++outcome_.sweeps) sweeps_.sweep(trial_);
          keep_if_better(sweeps_.residual(trial_, u_trial_));
        }
      }
      if (outcome_.residual < before) {
        proximal = std::max(kLeastProximal, kLooser * proximal);
        refused = outcome_.residual < 0.7 * before ? 0 : refused + 1;
      } else {
        proximal *= kTighter;
        ++refused;
      }
    }
    return outcome_;
  }

 private:
  bool goes_on() const {
    return outcome_.residual > tolerance_ && outcome_.iterations < max_iterations_ && budget_left() == Status::ok;
  }

  /// Steps on from the best forces until the residual has not fallen by much for a while.
  void follow(double proximal, int patience) {
    constexpr double kProgress = 0.5;
    Eigen::VectorXd r = r_, u = u_;
    for (int idle = 0; idle < patience && goes_on();) {
      if (!step(r, u, proximal)) return;
      const double error = sweeps_.residual(trial_, u_trial_);
      idle = error < kProgress * outcome_.residual ? 0 : idle + 1;
      keep_if_better(error);
      r = trial_;
      u = u_trial_;
    }
  }

  /// The trial becomes the result of a whole step, put back into the cones.
  bool step(const Eigen::VectorXd& r, const Eigen::VectorXd& u, double proximal) {
    ++outcome_.iterations;
    const ActiveSystem system(problem_, sweeps_.rows(), sweeps_.sizes(), r, u, proximal);
    if (system.solve(y_) != Status::ok) return false;
    trial_ = r + system.correction(y_);
    for (int i = 0; i < sweeps_.rows().n_contacts(); ++i) {
      const Cone& cone = sweeps_.contact(i).cone();
      if (!cone.joint) trial_.segment<3>(3 * i) = project_on_cone(cone.mu, trial_.segment<3>(3 * i));
    }
    return true;
  }

  void keep_if_better(double error) {
    if (!(error < outcome_.residual)) return;
    outcome_.residual = error;
    r_ = trial_;
    u_ = u_trial_;
  }

  const ContactProblem& problem_;
  GaussSeidel& sweeps_;
  double tolerance_;
  int max_iterations_;
  Eigen::VectorXd &r_, &u_;  ///< the best so far
  Eigen::VectorXd y_, trial_, u_trial_;
  NewtonOutcome outcome_;
};

}  // namespace

bool newton_is_cheap(const DelassusRows& rows) { return rows.n_contacts() <= (rows.dense() ? 300 : 50); }

NewtonOutcome newton_finish(const ContactProblem& problem, GaussSeidel& sweeps, double tolerance, int max_iterations,
                            Eigen::VectorXd& r, Eigen::VectorXd& u) {
  NewtonFinish finish(problem, sweeps, tolerance, max_iterations, r, u);
  return newton_is_cheap(sweeps.rows()) ? finish.whole_steps() : finish.careful_steps();
}

}  // namespace plumb
