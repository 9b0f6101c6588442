#pragma once

// What every plate code of Plumb does alike: state a scenario in SI units, follow its equilibria from load to load,
// save and load. A code says only how it discretises a plate.

#include <memory>
#include <vector>

#include <codes/plate_trial/plate_at_work.h>
#include <judge/question/code.h>

namespace codes {

/// A row of the table that is a plate. It takes clamped strips, and plates that may buckle or are tilted.
class PlateCode final : public judge::Code {
 public:
  PlateCode(judge::Card card, PlateDiscretisation discretise, std::vector<const judge::Code*> variants = {})
      : card_(std::move(card)), discretise_(std::move(discretise)), variants_(std::move(variants)) {}
  judge::Card describe() const override { return card_; }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override;
  std::vector<const judge::Code*> variants() const override { return variants_; }

 private:
  judge::Card card_;
  PlateDiscretisation discretise_;
  std::vector<const judge::Code*> variants_;
};

}  // namespace codes
