#include <plumb/step/dynamics.h>

namespace plumb {

/// A dissipation, or what it takes from a step: D as a function of the rates, with which the step goes from its start
/// straight to where it ends. So derivatives are by the rates in both cases.
class Dynamics::ViscousTerm final : public Energy {
 public:
  explicit ViscousTerm(std::shared_ptr<const Dissipation> of) : of_(std::move(of)) {}

  void begin_step(const State& start, double duration) {
    over_step_ = of_->over_step(start, duration);
    duration_ = duration;
  }

  std::string_view name() const override { return of_->name(); }
  int n_elements() const override { return of_->n_elements(); }
  int stencil_size() const override { return of_->stencil_size(); }
  std::span<const int> stencil(int element) const override { return of_->stencil(element); }

  Status evaluate(const State& state, const Loads& loads, int begin, int end, Want want,
                  ElementBuffer& out) const override {
    if (!over_step_) return of_->evaluate(state, loads, begin, end, want, out);
    const Status s = over_step_->evaluate(state, loads, begin, end, want, out);
    by_the_rates(end - begin, want, out);
    return s;
  }
  Status evaluate_after(const Eigen::VectorXd& step, const State& state, const Loads& loads, int begin, int end,
                        Want want, ElementBuffer& out) const override {
    if (!over_step_) return of_->evaluate(state, loads, begin, end, want, out);
    const Status s = over_step_->evaluate_after(step, state, loads, begin, end, want, out);
    by_the_rates(end - begin, want, out);
    return s;
  }

 private:
  /// A step's potential is D times the duration, and depends on the end, which is the duration times the rates away.
  void by_the_rates(int n, Want want, ElementBuffer& out) const {
    for (int e = 0; e < n; ++e) {
      if (want.value) out.value(e) /= duration_;
      for (int k = 0; want.hessian && k < out.packed(); ++k) out.hessian(e, k) *= duration_;
    }
  }

  std::shared_ptr<const Dissipation> of_;
  std::shared_ptr<const Energy> over_step_;  ///< null: rates are those of the state
  double duration_ = 0;
};

namespace {

template <class Term>
std::vector<std::shared_ptr<Term>> viscous_terms(const Model& model) {
  std::vector<std::shared_ptr<Term>> terms;
  for (const auto& dissipation : model.dissipations) terms.push_back(std::make_shared<Term>(dissipation));
  return terms;
}

}  // namespace

Dynamics::Dynamics(Model model)
    : here_(std::move(model)),
      viscous_(viscous_terms<ViscousTerm>(here_.model())),
      dissipation_(here_.layout(), {viscous_.begin(), viscous_.end()}, here_.pattern()),
      loss_(here_.pattern()),
      free_(Eigen::VectorXd::Zero(here_.layout().n_free)) {
  ENSURE(here_.model().inertia != nullptr);
}

void Dynamics::begin_step(const State& start, double duration) {
  for (const auto& term : viscous_) term->begin_step(start, duration);
}

Status Dynamics::forces(const State& state, const Loads& loads, Eigen::VectorXd& out) {
  const Want want{.gradient = true};
  if (const Status s = here_.evaluate(state, loads, want); s != Status::ok) return s;
  if (const Status s = add_dissipation(nullptr, state, loads, want, out); s != Status::ok) return s;
  add_inertial(state, loads, out);
  return Status::ok;
}

Status Dynamics::linearise(const State& state, const Loads& loads, const Eigen::VectorXd* taken, Want want,
                           double alpha, Eigen::VectorXd& force) {
  Status s = taken ? here_.evaluate_after(*taken, state, loads, want) : here_.evaluate(state, loads, want);
  want.convex = false;  // D is quadratic in the rates, and never negative
  if (s == Status::ok) s = add_dissipation(taken, state, loads, want, force);
  if (s != Status::ok) return s;
  add_inertial(state, loads, force);
  add_hessian_of_dissipation(alpha);
  return Status::ok;
}

Status Dynamics::linearise_along(const Way& way, const State& middle, const Loads& loads, double alpha,
                                 Eigen::VectorXd& force) {
  const Want want{.gradient = true, .hessian = true};
  Status s = here_.evaluate_along(way, loads, want);
  if (s == Status::ok) s = add_dissipation(nullptr, middle, loads, want, force);
  if (s == Status::ok) add_hessian_of_dissipation(alpha);
  return s;
}

/// -dE/dq - dD/dv; E is evaluated already.
Status Dynamics::add_dissipation(const Eigen::VectorXd* taken, const State& state, const Loads& loads, Want want,
                                 Eigen::VectorXd& force) {
  if (model().dissipations.empty()) {
    force = -here_.potential().gradient;
    return Status::ok;
  }
  const Status s = taken ? dissipation_.evaluate_after(*taken, state, loads, want, loss_)
                         : dissipation_.evaluate(state, loads, want, loss_);
  if (s != Status::ok) return s;
  force = -here_.potential().gradient - loss_.gradient;
  return Status::ok;
}

void Dynamics::add_inertial(const State& state, const Loads& loads, Eigen::VectorXd& force) {
  model().inertia->force(state, loads, state.v, inertial_);
  model().layout.for_free([&](int i, int row) { force[row] += inertial_[i]; });
}

void Dynamics::add_hessian_of_dissipation(double alpha) {
  if (model().dissipations.empty()) return;
  for (std::int32_t k = 0; k < matrix().n_values(); ++k) matrix().values()[k] += alpha * loss_.hessian.values()[k];
}

Status Dynamics::drag(const State& state, const Loads& loads, const Eigen::VectorXd& clamp_step, Eigen::VectorXd& out) {
  return here_.hessian_times(state, loads, clamp_step, out);
}

Status Dynamics::add_drag_of_dissipation(const State& state, const Loads& loads, const Eigen::VectorXd& clamp_rates,
                                         Eigen::VectorXd& out) {
  Eigen::VectorXd drag;
  if (const Status s = dissipation_.hessian_times(state, loads, clamp_rates, drag); s != Status::ok) return s;
  out += drag;
  return Status::ok;
}

bool Dynamics::rates_from_momentum(State& state, const Loads& loads, const Eigen::VectorXd& momentum) {
  model().layout.for_free([&](int i, int) { state.v[i] = 0; });
  model().inertia->momentum(state, loads, state.v, inertial_);
  model().layout.for_free([&](int i, int row) { free_[row] = momentum[i] - inertial_[i]; });
  matrix().set_zero();
  model().inertia->add_mass(state, model().layout, 1, matrix());
  if (here_.factor() != Status::ok) return false;
  here_.solve(free_);
  model().layout.for_free([&](int i, int row) { state.v[i] = free_[row]; });
  return true;
}

void Dynamics::clamp_step(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  for (const auto& constraint : model().constraints) constraint->step_to(state, loads, step);
}

}  // namespace plumb
