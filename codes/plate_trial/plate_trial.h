#pragma once

// What every plate code of Plumb does alike: state a scenario in SI units, follow its equilibria from load to load,
// save and load. A code says only how it discretises a plate.

#include <memory>
#include <vector>

#include <codes/plate_trial/plate_at_work.h>
#include <codes/sweep/tuning.h>
#include <judge/question/code.h>

namespace codes {

/// A row of the table that is a plate. It takes clamped strips, and plates that may buckle or are tilted; a
/// strip that is let go it moves by the method that keeps energy.
class PlateCode final : public judge::Code, public judge::Tunable {
 public:
  using Tunings = std::vector<Tuning<PlateDiscretisation>>;

  PlateCode(judge::Card card, PlateDiscretisation discretise, std::vector<const judge::Code*> variants = {},
            Tunings tunings = {})
      : card_(std::move(card)),
        discretise_(std::move(discretise)),
        variants_(std::move(variants)),
        tunings_(std::move(tunings)) {}
  judge::Card describe() const override {
    judge::Card card = card_;
    card.places = all_placements();
    return card;
  }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override;
  std::vector<const judge::Code*> variants() const override { return variants_; }
  std::string fingerprint() const override { return fingerprint_; }
  std::vector<judge::Parameter> parameters() const override { return parameters_of(tunings_); }
  std::unique_ptr<judge::Code> with(const std::string& parameter, double value) const override;

 private:
  judge::Card card_;
  PlateDiscretisation discretise_;
  std::vector<const judge::Code*> variants_;
  Tunings tunings_;
  std::string fingerprint_;  ///< of another value of a parameter than the card's
};

}  // namespace codes
