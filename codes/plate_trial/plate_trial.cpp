#include <codes/plate_trial/plate_trial.h>

#include <codes/plate_trial/upright_trials.h>
#include <codes/sweep/strip_trial.h>

namespace codes {

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
  judge::refuse(card_.name, scenario.question);
}

std::unique_ptr<judge::Code> PlateCode::with(const std::string& parameter, double value) const {
  auto code = std::make_unique<PlateCode>(card_, tuned(tunings_, parameter, value));
  code->fingerprint_ = fingerprint_of(parameter, value);
  return code;
}

}  // namespace codes
