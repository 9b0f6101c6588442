#include <judge/check/variation.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include <plumb/core/status.h>

namespace judge {
namespace {

// Powers of 16: square and fourth roots stay powers of two, so that a code whose tolerances are relative mostly gives
// the same bits. Forces are E L^2: 16^-4 of what they were, and 7e3 times larger with the odd factors. An absolute
// tolerance shows in one of the two.
constexpr Scales kPowers{1.0 / 16, 1.0 / 256, 16};
constexpr Scales kOdd{3.7, 530, 0.21};

constexpr double kUnits = 1e-6;    // of the largest value: what other units may change
constexpr double kHistory = 1e-4;  // what another way to a load may change: within the tolerance of a usual solver
constexpr double kSaved = 1e-9;    // the same bits are promised; this is what printing a state with few digits costs
constexpr double kThin = 0.1;      // of the thickness
constexpr double kLocking = 3e-3;  // what that may change: an inextensible strip has the same shape
constexpr double kPoisson = 0.3;   // where nu is not that of the plain run
constexpr double kMaterial =
    3e-3;  // what an answer may lie outside of beam and plate, relative; they are 5 to 10 % apart
// At 10 L a coordinate is rounded by 1e-15 L, and a plate with h/L = 1e-3 resists stretching 1e6 times more than bending.
constexpr double kRounding = 1e-9;
constexpr double kTurn = 0.7;  // rad: neither along an axis nor along a diagonal

constexpr std::size_t kMostSteps = 7;  // of the way up, and of the way down

bool is_labelled(const PlainBranch& branch) {
  return std::any_of(branch.loads.begin(), branch.loads.end(),
                     [](const AnsweredLoad& l) { return !l.point.label.empty(); });
}

/// Returns one branch in the middle and the last one: neither is the first, where a protocol's loads are mildest.
std::vector<const PlainBranch*> chosen(const PlainRun& plain) {
  std::vector<const PlainBranch*> complete;
  for (const PlainBranch& branch : plain.branches) {
    if (branch.complete && !branch.loads.empty()) complete.push_back(&branch);
  }
  if (complete.size() < 3) return complete;
  return {complete[complete.size() / 2], complete.back()};
}

std::vector<Load> first_loads(const PlainBranch& branch, std::size_t n) {
  std::vector<Load> loads;
  for (std::size_t i = 0; i < std::min(n, branch.loads.size()); ++i) loads.push_back(branch.loads[i].load);
  return loads;
}

/// A few loads of a branch without labels, by their order, the last one among them.
std::vector<Load> thinned(const PlainBranch& branch) {
  const std::size_t n = branch.loads.size(), stride = (n + kMostSteps - 1) / kMostSteps;
  std::vector<Load> loads;
  for (std::size_t i = (n - 1) % stride; i < n; i += stride) loads.push_back(branch.loads[i].load);
  return loads;
}

/// Up, the last load twice, and down again.
Walk there_and_back(const Scenario& scenario, const std::vector<Load>& loads) {
  Walk walk{scenario, loads, loads.size()};
  walk.loads.insert(walk.loads.end(), loads.rbegin(), loads.rend());
  for (std::size_t i = 1; i < walk.loads.size(); ++i) walk.loads[i].approach = Approach::sweep;
  return walk;
}

/// The loads of the sweep on the side of the first one, down to the frontier: a structure that has left its flat state
/// stays out of it on the way back.
std::vector<Load> before_frontier(const PlainBranch& branch) {
  std::vector<Load> loads;
  for (const AnsweredLoad& l : branch.loads) {
    if (l.load.approach != Approach::sweep || l.point.label != branch.loads.front().point.label) break;
    loads.push_back(l.load);
  }
  return loads;
}

/// The sweep up to its first change of label; then, from the straight strip again, some of the loads before it.
std::optional<Walk> restarted(const PlainBranch& branch) {
  const std::vector<Load> stuck = before_frontier(branch);
  if (stuck.size() < 2) return std::nullopt;
  Walk walk{branch.scenario, stuck, stuck.size()};
  if (stuck.size() < branch.loads.size()) walk.loads.push_back(branch.loads[stuck.size()].load);
  walk.first_compared = walk.loads.size();
  for (std::size_t i = 1; i < stuck.size(); ++i) {
    Load load = stuck[i];
    load.approach = Approach::restart;
    load.values["reset"] = 1;
    walk.loads.push_back(load);
  }
  return walk;
}

std::optional<Walk> history_of(const Protocol& protocol, const PlainBranch& branch) {
  switch (protocol.history()) {
    case History::forgotten: {
      const std::vector<Load> loads = is_labelled(branch) ? before_frontier(branch) : thinned(branch);
      // Without a frontier there is nothing to come back from.
      const bool all_alike = is_labelled(branch) && loads.size() == branch.loads.size();
      if (loads.size() < 2 || all_alike) return std::nullopt;
      return there_and_back(branch.scenario, loads);
    }
    case History::restarted:
      return restarted(branch);
    case History::remembered:
      return std::nullopt;
  }
  return std::nullopt;
}

Variation units(std::string name, const Scales& by, std::string words) {
  Variation variation{.check = "units", .name = std::move(name), .units = by, .allowed = kUnits};
  variation.words = "in other units (" + std::move(words) + ")";
  return variation;
}

void add_units(const std::vector<const PlainBranch*>& branches, std::vector<Variation>& all) {
  Variation powers = units("units-16", kPowers, "L/16, E/256, 16 ρ"),
            odd = units("units-odd", kOdd, "3.7 L, 530 E, 0.21 ρ");
  for (const PlainBranch* branch : branches) {
    const std::size_t n = branch->loads.size();
    powers.walks.push_back({branch->scenario, first_loads(*branch, is_labelled(*branch) ? n : (n + 1) / 2)});
    odd.walks.push_back({branch->scenario, first_loads(*branch, n)});
  }
  all.push_back(std::move(powers));
  all.push_back(std::move(odd));
}

void add_histories(const Protocol& protocol, const std::vector<const PlainBranch*>& branches,
                   std::vector<Variation>& all) {
  Variation saved{.check = "save", .name = "save", .reopens = true, .allowed = kSaved};
  saved.words = "by a new process that loads what the one before saved";
  Variation history{.check = "history", .name = "history", .expected = Expected::up_to_sign, .allowed = kHistory};
  history.words = protocol.history() == History::restarted ? "once more from the straight strip"
                                                           : "on the way back from a larger load";
  for (const PlainBranch* branch : branches) {
    saved.walks.push_back({branch->scenario, first_loads(*branch, std::max<std::size_t>(3, branch->loads.size() / 5))});
    if (auto walk = history_of(protocol, *branch)) history.walks.push_back(std::move(*walk));
  }
  all.push_back(std::move(saved));
  if (!history.walks.empty()) all.push_back(std::move(history));
}

void add_far_points(const Protocol& protocol, const PlainRun& plain, unsigned seed, std::vector<Variation>& all) {
  Variation far{.check = "far points", .name = "far", .expected = Expected::master};
  far.words = "far from the frontier";
  for (const PlainBranch& branch : plain.branches) {
    std::vector<Load> loads = protocol.far_loads(branch.scenario, seed);
    // A branch that ended after fewer loads is wrong as a whole, and has no need of them.
    const bool costly = loads.size() > branch.loads.size();
    if (loads.size() > 1 && !costly) far.walks.push_back({branch.scenario, std::move(loads), 1});
  }
  if (!far.walks.empty()) all.push_back(std::move(far));
}

/// A tenth of the thickness at the same mesh. Only where the plain run states one strip: others vary it themselves.
void add_thickness(const PlainRun& plain, std::vector<Variation>& all) {
  if (plain.branches.size() != 1 || !plain.branches.front().complete) return;
  const PlainBranch& branch = plain.branches.front();
  const auto* strip = std::get_if<ClampedStrip>(&branch.scenario.question);
  if (strip == nullptr) return;
  ClampedStrip thin = *strip;
  thin.sheet.thickness *= kThin;
  if (thin.radius) *thin.radius *= kThin;
  Variation variation{
      .check = "thickness", .name = "thickness", .allowed = kLocking, .relative = true, .may_fail = true};
  variation.words = "with a tenth of the thickness";
  Walk walk{branch.scenario, {}};
  walk.scenario.ask(thin);
  // Locking shows where the strip hardly bends, and any solver takes long steps there.
  constexpr std::size_t most = 5;
  const std::size_t n = (branch.loads.size() + 1) / 2, stride = (n + most - 1) / most;
  for (std::size_t i = 0; i < n; i += stride) walk.loads.push_back(branch.loads[i].load);
  variation.walks.push_back(std::move(walk));
  all.push_back(std::move(variation));
}

/// Is the code one of plates, by what its card calls it?
bool is_of_plates(const Card& card) {
  std::string kind = card.kind;
  std::transform(kind.begin(), kind.end(), kind.begin(), [](unsigned char c) { return std::tolower(c); });
  return kind == "plate" || kind == "shell" || kind == "cloth";
}

/// The strip with a Poisson's ratio: a beam does not mind it, a plate that is bent into a cylinder is stiffer by
/// 1/(1 - nu^2), and a narrow plate is a beam under a small load and a plate under a large one.
void add_material(const PlainRun& plain, const Card& card, std::vector<Variation>& all) {
  if (plain.branches.size() != 1 || !plain.branches.front().complete) return;
  const PlainBranch& branch = plain.branches.front();
  const auto* strip = std::get_if<ClampedStrip>(&branch.scenario.question);
  if (strip == nullptr || strip->sheet.nu != 0) return;
  ClampedStrip other = *strip;
  other.sheet.nu = kPoisson;
  Variation variation{.check = "material",
                      .name = "material",
                      .expected = Expected::between,
                      .allowed = kMaterial,
                      .may_fail = true,
                      .is_plate = is_of_plates(card)};
  variation.words = fmt::format("with ν = {}", kPoisson);
  Walk walk{branch.scenario, {}};
  walk.scenario.ask(other);
  for (const double gamma : {0.01, 0.1, 1.0, 10.0, 100.0}) {
    const auto nearest =
        std::min_element(branch.loads.begin(), branch.loads.end(), [&](const AnsweredLoad& a, const AnsweredLoad& b) {
          return std::abs(std::log(a.load.at("gamma") / gamma)) < std::abs(std::log(b.load.at("gamma") / gamma));
        });
    walk.loads.push_back(nearest->load);
  }
  variation.walks.push_back(std::move(walk));
  all.push_back(std::move(variation));
}

/// Returns the scenario placed otherwise; nothing if there is no such placement of it.
std::optional<Scenario> placed(const Scenario& plain, const std::string& word) {
  Scenario scenario = plain;
  if (word == "turn") {
    scenario.place.azimuth = kTurn;
  } else if (word == "mirror") {
    scenario.place.mirrored = true;
  } else if (word == "shift") {
    scenario.place.shift = 10;
  } else if (auto* curl = std::get_if<HangingCurl>(&scenario.question); word == "curvature" && curl != nullptr) {
    HangingCurl other = *curl;
    other.turns = -other.turns;
    scenario.ask(other);
  } else {
    return std::nullopt;
  }
  return scenario;
}

std::string words_of(const std::string& placement) {
  if (placement == "turn") return "turned about the vertical by 0.7 rad";
  if (placement == "mirror") return "mirrored";
  if (placement == "shift") return "shifted by 10 L";
  return "with natural curvature of the other sign";
}

void add_symmetries(const std::vector<const PlainBranch*>& branches, const std::vector<std::string>& places,
                    std::vector<Variation>& all) {
  for (const std::string& word : places) {
    const bool keeps_signs = word == "turn" || word == "shift";
    Variation other{.check = "symmetry",
                    .name = "symmetry-" + word,
                    .expected = keeps_signs ? Expected::same : Expected::up_to_sign,
                    .allowed = kUnits};
    other.words = words_of(word);
    if (word == "shift") other.rounding = kRounding;
    const PlainBranch& branch = *branches.back();
    if (auto scenario = placed(branch.scenario, word)) {
      const std::size_t n = branch.loads.size(), some = is_labelled(branch) ? n : (n + 7) / 8;
      other.walks.push_back({std::move(*scenario), first_loads(branch, some)});
    }
    if (!other.walks.empty()) all.push_back(std::move(other));
  }
}

}  // namespace

std::vector<Variation> variations(const Protocol& protocol, const PlainRun& plain, const Card& card, unsigned seed) {
  std::vector<Variation> all;
  const auto branches = chosen(plain);
  if (branches.empty()) return all;
  add_units(branches, all);
  add_histories(protocol, branches, all);
  add_far_points(protocol, plain, seed, all);
  add_thickness(plain, all);
  add_material(plain, card, all);
  add_symmetries(branches, card.places, all);
  return all;
}

Variation tightened(const PlainRun& plain) {
  Variation tight{.check = "tolerance", .name = "tolerance", .tighter = 10};
  for (const PlainBranch* branch : chosen(plain)) {
    const std::size_t n = branch->loads.size();
    tight.walks.push_back({branch->scenario, first_loads(*branch, (n + 1) / 2)});
  }
  return tight;
}

Scenario told(const Variation& variation, const Scenario& plain) {
  Scenario scenario = plain;
  scenario.knobs.tol /= variation.tighter;
  scenario.scales = {plain.scales.length * variation.units.length, plain.scales.young * variation.units.young,
                     plain.scales.density * variation.units.density};
  return scenario;
}

std::vector<Scenario> VariedProtocol::plan(Sampling) const {
  std::vector<Scenario> branches;
  for (const Walk& walk : variation_.walks) branches.push_back(told(variation_, walk.scenario));
  return branches;
}

const Walk& VariedProtocol::walk(const Scenario& branch) const {
  const auto found = std::find_if(variation_.walks.begin(), variation_.walks.end(),
                                  [&](const Walk& walk) { return walk.scenario.branch == branch.branch; });
  ENSURE(found != variation_.walks.end());
  return *found;
}

std::optional<Load> VariedProtocol::next(const Scenario& branch, const std::vector<Point>& so_far) const {
  const std::vector<Load>& loads = walk(branch).loads;
  return so_far.size() < loads.size() ? std::optional(loads[so_far.size()]) : std::nullopt;
}

int VariedProtocol::length(const Scenario& branch) const { return static_cast<int>(walk(branch).loads.size()); }

}  // namespace judge
