#include <codes/plate_trial/plate_trial.h>

#include <codes/motion/motion_trial.h>
#include <codes/plate_trial/upright_trials.h>
#include <codes/sweep/strip_trial.h>
#include <judge/question/statement.h>

namespace codes {
namespace {

/// The plate of a strip that is let go, at t = 0, and what is seen of it.
MovingBody released_plate(const judge::Scenario& scenario, const PlateDiscretisation& discretise) {
  const ScenarioPlate plate(scenario, scenario.scales.young);
  const std::shared_ptr<const DiscretePlate> discrete = discretise(plate);
  MovingBody body{discrete->model(), judge::stated_in_si(scenario).at("g"), {}};
  body.look = [discrete, placement = plate.placement, length = plate.length](const plumb::Model& model,
                                                                             const plumb::State& state) {
    const auto drop = [&](const Eigen::Vector3d& point) { return -placement.seen(point).z() / length; };
    return judge::Quantities{{"drop", drop(discrete->tip(model, state))},
                             {"middle_drop", drop(discrete->middle(model, state))}};
  };
  return body;
}

}  // namespace

std::unique_ptr<judge::Trial> PlateCode::open(const judge::Scenario& scenario) const {
  if (std::holds_alternative<judge::ClampedStrip>(scenario.question)) {
    return std::make_unique<StripTrial<PlateAtWork, PlateDiscretisation>>(card_.name, scenario, discretise_);
  }
  if (const auto* plate = std::get_if<judge::BucklingPlate>(&scenario.question)) {
    return std::make_unique<BucklingTrial>(card_.name, scenario, *plate, discretise_);
  }
  if (std::holds_alternative<judge::TiltedPlate>(scenario.question)) {
    return std::make_unique<TiltTrial>(card_.name, scenario, discretise_);
  }
  if (std::holds_alternative<judge::ReleasedStrip>(scenario.question)) {
    return std::make_unique<MotionTrial>(card_.name, scenario, released_plate(scenario, discretise_),
                                         plumb::Method::energy_keeping);
  }
  judge::refuse(card_.name, scenario.question);
}

std::unique_ptr<judge::Code> PlateCode::with(const std::string& parameter, double value) const {
  auto code = std::make_unique<PlateCode>(card_, tuned(tunings_, parameter, value));
  code->fingerprint_ = fingerprint_of(parameter, value);
  return code;
}

}  // namespace codes
