#include <codes/rod_trial/rod_trial.h>

#include <codes/rod_trial/curl_trial.h>
#include <codes/rod_trial/moving_rod.h>
#include <codes/sweep/strip_trial.h>

namespace codes {

judge::Card RodCode::describe() const {
  judge::Card card = card_;
  card.places = all_placements();
  card.places.emplace_back("curvature");
  return card;
}

std::unique_ptr<judge::Trial> RodCode::open(const judge::Scenario& scenario) const {
  if (std::holds_alternative<judge::ClampedStrip>(scenario.question)) {
    return std::make_unique<StripTrial<RodAtWork, Discretisation>>(card_.name, scenario, discretise_);
  }
  if (const auto* curl = std::get_if<judge::HangingCurl>(&scenario.question)) {
    return std::make_unique<CurlTrial>(card_.name, scenario, *curl, discretise_);
  }
  if (is_motion_of_rod(scenario.question)) {
    return std::make_unique<MotionTrial>(card_.name, scenario, moving_rod(scenario, discretise_), method_);
  }
  judge::refuse(card_.name, scenario.question);
}

std::unique_ptr<judge::Code> RodCode::with(const std::string& parameter, double value) const {
  auto code = std::make_unique<RodCode>(card_, tuned(tunings_, parameter, value), Tunings(),
                                        std::vector<const judge::Code*>(), method_);
  code->fingerprint_ = fingerprint_of(parameter, value);
  return code;
}

}  // namespace codes
