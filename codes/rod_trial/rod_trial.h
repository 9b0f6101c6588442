#pragma once

// What every rod code of Plumb does alike: state a scenario in SI units, follow its equilibria from load to load, save
// and load. A code says only how it discretises a rod and what it sees of one.

#include <memory>
#include <string>
#include <vector>

#include <codes/rod_trial/discrete_rod.h>
#include <codes/sweep/tuning.h>
#include <judge/question/code.h>

namespace codes {

/// A row of the table that is a rod. It takes clamped strips and hanging curls.
class RodCode final : public judge::Code, public judge::Tunable {
 public:
  using Tunings = std::vector<Tuning<Discretisation>>;

  RodCode(judge::Card card, Discretisation discretise, Tunings tunings = {})
      : card_(std::move(card)), discretise_(std::move(discretise)), tunings_(std::move(tunings)) {}
  judge::Card describe() const override;
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override;
  std::string fingerprint() const override { return fingerprint_; }
  std::vector<judge::Parameter> parameters() const override { return parameters_of(tunings_); }
  std::unique_ptr<judge::Code> with(const std::string& parameter, double value) const override;

 private:
  judge::Card card_;
  Discretisation discretise_;
  Tunings tunings_;
  std::string fingerprint_;  ///< of another value of a parameter than the card's
};

}  // namespace codes
