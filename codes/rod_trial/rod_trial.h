#pragma once

// What every rod code of Plumb does alike: state a scenario in SI units, follow its equilibria from load to load, save
// and load. A code says only how it discretises a rod and what it sees of one.

#include <memory>
#include <string>
#include <vector>

#include <codes/rod_trial/discrete_rod.h>
#include <codes/sweep/tuning.h>
#include <judge/question/code.h>
#include <plumb/step/method.h>

namespace codes {

/// A row of the table that is a rod. It takes clamped strips and hanging curls, and the motions on its card.
class RodCode final : public judge::Code, public judge::Tunable {
 public:
  using Tunings = std::vector<Tuning<Discretisation>>;

  RodCode(judge::Card card, Discretisation discretise, Tunings tunings = {}, std::vector<const judge::Code*> more = {},
          plumb::Method method = plumb::Method::energy_keeping)
      : card_(std::move(card)),
        discretise_(std::move(discretise)),
        tunings_(std::move(tunings)),
        more_(std::move(more)),
        method_(method) {}
  judge::Card describe() const override;
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override;
  std::vector<const judge::Code*> variants() const override { return more_; }
  std::string fingerprint() const override { return fingerprint_; }
  std::vector<judge::Parameter> parameters() const override { return parameters_of(tunings_); }
  std::unique_ptr<judge::Code> with(const std::string& parameter, double value) const override;

 private:
  judge::Card card_;
  Discretisation discretise_;
  Tunings tunings_;
  std::vector<const judge::Code*> more_;
  plumb::Method method_;     ///< of motions
  std::string fingerprint_;  ///< of another value of a parameter than the card's
};

}  // namespace codes
