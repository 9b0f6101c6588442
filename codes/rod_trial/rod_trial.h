#pragma once

// What every rod code of Plumb does alike: state a scenario in SI units, follow its equilibria from load to load, save
// and load. A code says only how it discretises a rod and what it sees of one.

#include <memory>
#include <string>

#include <codes/rod_trial/discrete_rod.h>
#include <judge/question/code.h>

namespace codes {

/// A row of the table that is a rod. It takes clamped strips and hanging curls.
class RodCode final : public judge::Code {
 public:
  RodCode(judge::Card card, Discretisation discretise) : card_(std::move(card)), discretise_(discretise) {}
  judge::Card describe() const override { return card_; }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override;

 private:
  judge::Card card_;
  Discretisation discretise_;
};

}  // namespace codes
