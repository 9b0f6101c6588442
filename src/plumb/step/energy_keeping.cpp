#include <plumb/step/energy_keeping.h>

#include <array>

#include <plumb/linalg/gauss_rule.h>
#include <plumb/step/clamp_rates.h>

namespace plumb {
namespace {

/// The equation of one step from `start`.
class WholeStep final : public StepEquation {
 public:
  explicit WholeStep(Dynamics& dynamics) : dynamics_(dynamics) {}

  void begin(const State& start, const Programme& programme, double h) {
    const Model& model = dynamics_.model();
    start_ = &start;
    h_ = h;
    end_loads_ = programme(start.time + h);
    middle_loads_ = programme(start.time + 0.5 * h);
    model.inertia->momentum(start, programme(start.time), start.v, momentum_);
    held_ = Eigen::VectorXd::Zero(model.layout.n_q);
    holds_masses_ = put_end_rates(model, start, middle_loads_, end_loads_, h, held_);
  }

  const Loads& loads() const override { return end_loads_; }
  const Loads& middle_loads() const { return middle_loads_; }
  const State& middle() const { return middle_; }
  bool exact() const override { return dynamics_.model().inertia->constant(); }

  void set_rates(State& point, const Eigen::VectorXd& way) const override {
    const Layout& layout = dynamics_.model().layout;
    point.v = start_->v;
    dynamics_.model().inertia->carry(*start_, point, point.v);
    for (int i = 0; i < layout.n_q; ++i) {
      // Clamps that do not go evenly are told their mean rate.
      const double held_rate = holds_masses_ ? held_[i] : way[i] / h_;
      point.v[i] = layout.is_free(i) ? 2 * way[i] / h_ - point.v[i] : held_rate;
    }
  }

  /// The step as a whole; `look` puts states on it.
  Way whole(const State& point, const Eigen::VectorXd& way, const Eigen::VectorXd* taken) const {
    return {*start_, point, way, between_, GaussRule::weights, late_, taken};
  }
  Status look(const Eigen::VectorXd& way) {
    for (std::size_t i = 0; i < GaussRule::at.size(); ++i) {
      if (const Status s = put(GaussRule::at[i], way, between_[i]); s != Status::ok) return s;
    }
    if (const Status s = put(Way::kLate, way, late_); s != Status::ok) return s;
    return put(0.5, way, middle_);
  }

  Status linearise(const State& point, const Eigen::VectorXd& way, const Eigen::VectorXd* taken,
                   Eigen::VectorXd& minus_residual) override {
    const Model& model = dynamics_.model();
    if (const Status s = look(way); s != Status::ok) return s;
    const Way along = whole(point, way, taken);
    if (const Status s = dynamics_.linearise_along(along, middle_, middle_loads_, 1 / h_, minus_residual);
        s != Status::ok) {
      return s;
    }
    model.inertia->momentum(point, end_loads_, point.v, reached_);
    model.inertia->mean_force(along, middle_, middle_loads_, inertial_);
    model.layout.for_free(
        [&](int q, int row) { minus_residual[row] += inertial_[q] - (reached_[q] - momentum_[q]) / h_; });
    model.inertia->add_mass(point, model.layout, 2 / (h_ * h_), dynamics_.matrix());
    return Status::ok;
  }

 private:
  /// A state at a fraction of the way, with the mean rates of the step.
  Status put(double fraction, const Eigen::VectorXd& way, State& out) const {
    out = *start_;
    const Status s = dynamics_.model().layout.retract(out, fraction * way);
    out.v = way / h_;
    return s;
  }

  Dynamics& dynamics_;
  const State* start_ = nullptr;
  double h_ = 0;
  bool holds_masses_ = false;  ///< do clamps share masses with free unknowns?
  Loads middle_loads_, end_loads_;
  std::array<State, GaussRule::at.size()> between_;
  State late_, middle_;
  Eigen::VectorXd momentum_, reached_, inertial_, held_;
};

class EnergyKeeping final : public Stepper {
 public:
  EnergyKeeping(Model model, StepOptions options)
      : Stepper(std::move(model), Method::energy_keeping), equation_(dynamics()), newton_(dynamics(), options) {}

  StepOutcome step(State& state, const Programme& programme, double duration) override {
    StepOutcome outcome;
    equation_.begin(state, programme, duration);
    outcome.status = newton_.newton(state, equation_, outcome.iterations);
    if (outcome.status != Status::ok) return outcome;
    end_ = newton_.point();
    end_.loads = equation_.loads();
    end_.time = state.time + duration;
    outcome.status = equation_.look(newton_.way());
    if (outcome.status != Status::ok) return outcome;
    outcome.energy =
        meter().over(equation_.whole(end_, newton_.way(), nullptr), equation_.middle(), equation_.middle_loads());
    std::swap(state, end_);
    return outcome;
  }

 private:
  WholeStep equation_;
  LinearisedStep newton_;
  State end_;
};

}  // namespace

std::unique_ptr<Stepper> energy_keeping(Model model, StepOptions options) {
  return std::make_unique<EnergyKeeping>(std::move(model), options);
}

}  // namespace plumb
