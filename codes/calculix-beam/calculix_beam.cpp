// CalculiX on B32R beams: a row of the table for a finite-element program of mechanical engineering.

#include <codes/calculix-beam/beam.h>
#include <codes/ccx/ccx_trial.h>

namespace codes {
namespace {

constexpr double kTolerance = 1e-5;

LoadedDeck loaded_deck(const judge::Scenario& scenario, const judge::Load& load) {
  const Strip strip = strip_of(scenario, judge::young_at(scenario, load));
  const double tol = scenario.knobs.tol > 0 ? scenario.knobs.tol : kTolerance;
  return {{beam_cantilever_deck(strip, scenario.knobs.n, load.at("gamma"), tol)}, 1, reach_and_drop};
}

class CalculixBeam final : public judge::Code {
 public:
  judge::Card describe() const override {
    judge::Card card;
    card.name = "calculix-beam";
    card.title = "CalculiX B32R";
    card.kind = "Rod";
    card.paper = "Dhondt 2004";
    card.summary =
        "Beams of three nodes with reduced integration and a rectangular section, expanded by CalculiX into bricks of "
        "twenty nodes; static equilibria with large rotations by Newton's method. Each load is a run of its own from "
        "rest. The mesh is crowded towards the clamp; n elements along the length, more of them refine, and tol is "
        "that "
        "of residual and correction. It stretches: at Gamma = 1e4 and h/L = 1e-3 it lies 3e-3 above the inextensible "
        "curve. It does not tell whether an equilibrium is stable. No natural curvature, no contact.";
    card.protocols["cantilever"] = {.paper = "", .verdict = "OK", .knobs = {.n = 24}};
    return card;
  }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override {
    if (!std::holds_alternative<judge::ClampedStrip>(scenario.question)) {
      judge::refuse("calculix-beam", scenario.question);
    }
    return std::make_unique<CcxTrial>(loaded_deck, scenario);
  }
  std::string fingerprint() const override { return ccx_version(); }
  std::string missing() const override { return ccx_missing(); }
};

}  // namespace

judge::Code const* calculix_beam() {
  static const CalculixBeam code;
  return &code;
}

}  // namespace codes
