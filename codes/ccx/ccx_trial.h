#pragma once

// A trial of a code that is CalculiX on a deck: each load is a run of its own that starts at rest, so no state is
// carried.

#include <functional>
#include <string>
#include <vector>

#include <codes/ccx/ccx.h>
#include <judge/question/code.h>

namespace codes {

/// What a scenario and a load become.
struct LoadedDeck {
  std::vector<std::string> texts;  ///< of the same problem: the first that converges counts
  double time = 1;                 ///< at which the tip is printed for the last time
  /// Returns the observables from the displacement `u` of the tip.
  std::function<judge::Quantities(const Displacement& u)> observables;
};

/// Returns reach and drop of a strip along x that hangs along -z, whose tip is displaced by `u`.
judge::Quantities reach_and_drop(const Displacement& u);

class CcxTrial final : public judge::Trial {
 public:
  using Writer = std::function<LoadedDeck(const judge::Scenario&, const judge::Load&)>;
  CcxTrial(Writer writer, const judge::Scenario& scenario) : writer_(std::move(writer)), scenario_(scenario) {}

  judge::Reply advance(const judge::Load& load) override;
  judge::Quantities observe(const std::vector<std::string>& names) override;
  /// Returns a text that is not empty, so that a branch continues at any load.
  std::string save() const override { return "at rest"; }

 private:
  Writer writer_;
  judge::Scenario scenario_;
  judge::Quantities seen_;
};

}  // namespace codes
