#include <codes/motion/motion_trial.h>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <judge/question/statement.h>
#include <plumb/core/status.h>
#include <plumb/mechanics/state_fit.h>

namespace codes {
namespace {

std::string note_of(plumb::Status status) {
  switch (status) {
    case plumb::Status::ok:
      return {};
    case plumb::Status::energy_drift:
      return "the motion gained energy from nowhere, or a method that should keep it lost some";
    default:
      return "a step of time found no end";
  }
}

}  // namespace

void set_in_motion(plumb::Model& model, const Eigen::Vector3d& about, const Eigen::Vector3d& velocity,
                   const Eigen::Vector3d& spin) {
  plumb::State& state = model.initial;
  for (const plumb::Block& block : model.layout.blocks) {
    if (!block.positions) continue;
    for (int i = 0; i < block.count; ++i) {
      const Eigen::Vector3d x = state.q.segment<3>(block.at(i));
      state.v.segment<3>(block.at(i)) = velocity + spin.cross(x - about);
    }
  }
}

MotionTrial::MotionTrial(std::string code, judge::Scenario scenario, MovingBody body, plumb::Method method)
    : code_(std::move(code)),
      scenario_(std::move(scenario)),
      body_(std::move(body)),
      state_(body_.model.initial),
      stepper_(plumb::make_stepper(body_.model, method)),
      dt_(scenario_.knobs.dt * judge::time_unit(scenario_)) {
  if (!(dt_ > 0)) throw plumb::UserError(fmt::format("{} needs a time step: the knob dt is zero", code_));
}

judge::Reply MotionTrial::advance(const judge::Load& load) {
  const double until = judge::stated_in_si(scenario_, load).at("time");
  plumb::Loads loads = state_.loads;
  loads.gravity = {0, 0, -body_.gravity};
  const plumb::Programme programme = [&loads](double) { return loads; };
  const plumb::MarchOutcome outcome = plumb::march(*stepper_, state_, programme, until, {.dt = dt_});
  return {.status = outcome.status, .iterations = outcome.iterations, .note = note_of(outcome.status)};
}

judge::Quantities MotionTrial::observe(const std::vector<std::string>& names) {
  return judge::pick_all(names, body_.look(stepper_->model(), state_), code_);
}

void MotionTrial::load(const std::string& bytes) {
  plumb::State state = plumb::load_state(bytes);
  if (const std::string why = plumb::misfit(state, body_.model.initial); !why.empty()) {
    throw plumb::UserError(fmt::format("not a saved motion of this scenario: {}", why));
  }
  state_ = std::move(state);
}

std::string words_of(plumb::Method method) {
  switch (method) {
    case plumb::Method::energy_keeping:
      return "by the method that keeps energy (Simo and Tarnow 1992)";
    case plumb::Method::implicit_midpoint:
      return "by the implicit midpoint rule";
    case plumb::Method::backward_euler:
      return "by backward Euler";
    case plumb::Method::generalised_alpha:
      return "by generalised alpha (Chung and Hulbert 1993)";
    default:
      return fmt::format("by {}", plumb::name(method));
  }
}

}  // namespace codes
