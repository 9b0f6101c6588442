// CalculiX on S8R shells: a row of the table for a finite-element program of mechanical engineering.

#include <codes/calculix-shell/calculix_shell.h>

#include <cmath>

#include <codes/calculix-shell/plate.h>
#include <codes/ccx/ccx_trial.h>

namespace codes {
namespace {

constexpr double kTolerance = 1e-5;
constexpr double kCoarse = 1e-2;  // of corrections, where finer ones are not reached

double tolerance(const judge::Scenario& scenario) { return scenario.knobs.tol > 0 ? scenario.knobs.tol : kTolerance; }

LoadedDeck strip_deck(const judge::Scenario& scenario, const judge::Load& load) {
  const Plate plate = plate_of(scenario, judge::young_at(scenario, load), false);
  return {{cantilever_deck(plate, load.at("gamma"), tolerance(scenario))}, 1, reach_and_drop};
}

/// Returns decks whose tolerance of corrections is coarser, and whose push is larger, from one to the next.
LoadedDeck buckling_decks(const judge::Scenario& scenario, const judge::Load& load) {
  const Plate plate = plate_of(scenario, scenario.scales.young, true);
  const double tol = tolerance(scenario);
  LoadedDeck deck{{}, 2, [](const Displacement& u) { return judge::Quantities{{"lateral", std::abs(u[1])}}; }};
  for (const Push& push : {Push{1e-3, tol, tol}, Push{1e-3, tol, kCoarse}, Push{3e-3, tol, kCoarse}}) {
    deck.texts.push_back(lateral_buckling_deck(plate, load.at("gamma_star"), push));
  }
  return deck;
}

class CalculixShell final : public judge::Code {
 public:
  judge::Card describe() const override {
    judge::Card card;
    card.name = "calculix-shell";
    card.title = "CalculiX S8R";
    card.kind = "Plate";
    card.paper = "Dhondt 2004";
    card.summary =
        "Shells of eight nodes with reduced integration, expanded by CalculiX into bricks of twenty nodes; static "
        "equilibria with large rotations by Newton's method. Each load is a run of its own from rest. The mesh is "
        "crowded "
        "towards the clamp; n elements along the length, more of them refine, and tol is that of residual and "
        "correction. Lateral Buckling pushes the plate out of its plane while the weight grows and then takes the push "
        "away. It stretches: at Gamma = 1e4 and h/L = 1e-3 it lies 3e-3 above the inextensible curve. It does not tell "
        "whether an equilibrium is stable. No contact.";
    card.protocols["cantilever"] = {.paper = "", .verdict = "OK", .knobs = {.n = 24}};
    card.protocols["lateral-buckling"] = {.paper = "", .verdict = "OK", .knobs = {.n = 12}};
    return card;
  }
  std::unique_ptr<judge::Trial> open(const judge::Scenario& scenario) const override {
    if (std::holds_alternative<judge::ClampedStrip>(scenario.question)) {
      return std::make_unique<CcxTrial>(strip_deck, scenario);
    }
    if (std::holds_alternative<judge::BucklingPlate>(scenario.question)) {
      return std::make_unique<CcxTrial>(buckling_decks, scenario);
    }
    judge::refuse("calculix-shell", scenario.question);
  }
  std::string fingerprint() const override { return ccx_version(); }
  std::string missing() const override { return ccx_missing(); }
};

}  // namespace

judge::Code const* calculix_shell() {
  static const CalculixShell code;
  return &code;
}

CriticalWeight critical_weight(const judge::Scenario& scenario) {
  const CcxFiles files = run_ccx(buckling_deck(plate_of(scenario, scenario.scales.young, true)));
  CriticalWeight critical{files.reply, 0};
  if (critical.reply.status != plumb::Status::ok) return critical;
  if (const auto factor = buckling_factor(files.dat)) {
    critical.gamma_star = *factor;
  } else {
    critical.reply.status = plumb::Status::no_answer;
    critical.reply.note = "CalculiX printed no buckling factor that can be read";
  }
  return critical;
}

}  // namespace codes
