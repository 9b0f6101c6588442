#include <codes/rod_trial/rod_trial.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include <codes/rod_trial/hook_family.h>
#include <codes/rod_trial/waypoints.h>
#include <plumb/core/budget.h>

namespace codes {
namespace {

constexpr double kLeavesThePlane = 1e-3;  // rad, as the protocol labels it
constexpr double kSameEnergy = 1e-9;      // relative: equilibria are known far better
constexpr int kFewestPoints = 60;         // of a shape ...
constexpr int kPointsPerTurn = 20;        // ... whose loops look round

/// Evenly chosen, both ends included.
std::vector<double> thinned(const std::vector<Eigen::Vector3d>& points, int n_wanted, double unit) {
  if (points.empty()) return {};
  const auto last = static_cast<int>(points.size()) - 1;
  const int n = std::min(n_wanted, last);
  std::vector<double> coordinates;
  for (int i = 0; i <= n; ++i) {
    const Eigen::Vector3d& point = points[static_cast<std::size_t>(n == 0 ? 0 : i * last / n)];
    for (const double coordinate : point) coordinates.push_back(coordinate / unit);
  }
  return coordinates;
}

class RodTrial final : public judge::Trial {
 public:
  RodTrial(std::string code, Discretisation discretise) : code_(std::move(code)), discretise_(discretise) {}

  void open(const judge::Scenario& scenario) override {
    scenario_ = scenario;
    build(scenario.scales.young);
    state_ = continuation_->model().rest;
    seen_ = {state_, {}};
  }

  judge::Reply advance(const judge::Load& load) override {
    if (const auto young = load.find("young"); young != load.end() && young->second != rod_->young) {
      // The present shape is in equilibrium with the new modulus under gravity scaled likewise: continue from there.
      state_.loads.gravity *= young->second / rod_->young;
      build(young->second);
    }
    const auto x = load.find("x");
    if (x != load.end() && !waypoints_.empty()) state_ = waypoints_.nearest(x->second);
    plumb::Loads target = state_.loads;
    target.gravity = {0, 0, -rod_->gravity(load.at("gamma"))};
    seen_.outcome = continuation_->advance(state_, target);
    seen_.state = state_;
    other_.reset();
    int iterations = seen_.outcome.iterations;
    if (hook_ && x != load.end()) {
      // Whoever goes back bisects: with one shape on both sides there is no other between.
      if (x->second > farthest_ || two_shapes_) iterations += compare_with_hook(load.at("gamma"));
      farthest_ = std::max(farthest_, x->second);
      // Without a hook to compare with, nobody knows which equilibrium to show.
      if (const plumb::Status left = plumb::budget_left(); left != plumb::Status::ok) seen_.outcome.status = left;
    }
    const plumb::Outcome& outcome = seen_.outcome;
    if (x != load.end() && outcome.status == plumb::Status::ok) {
      waypoints_.pass(x->second, out_of_plane(seen_) > kLeavesThePlane, state_);
    }
    return {outcome.status, iterations, outcome.residual, outcome.negative_modes};
  }

  judge::Quantities observe(const std::vector<std::string>& names) override {
    const judge::Quantities known = quantities();
    judge::Quantities wanted;
    for (const auto& name : names) {
      if (!known.contains(name)) throw plumb::UserError(fmt::format("{} cannot observe '{}'", code_, name));
      wanted[name] = known.at(name);
    }
    return wanted;
  }

  judge::Quantities also_observe(const std::vector<std::string>& names) override {
    judge::Quantities known = quantities();
    std::erase_if(known,
                  [&](const auto& one) { return std::find(names.begin(), names.end(), one.first) == names.end(); });
    return known;
  }

  std::vector<double> shape() const override {
    const double turns = rod_->natural_curvature * rod_->length / (2 * std::numbers::pi);
    return thinned(discrete_->centreline(continuation_->model(), seen_.state),
                   std::max(kFewestPoints, static_cast<int>(std::lround(kPointsPerTurn * turns))), rod_->length);
  }

  /// The head, the state, the waypoints. What is seen of a loaded trial is the sweep, until it advances.
  std::string save() const override {
    const std::string state = plumb::save(state_);
    const Head head{rod_->young, farthest_, two_shapes_ ? 1u : 0u, state.size()};
    return std::string(reinterpret_cast<const char*>(&head), sizeof head) + state + waypoints_.save();
  }

  void load(const std::string& bytes) override {
    Head head;
    if (bytes.size() >= sizeof head) std::memcpy(&head, bytes.data(), sizeof head);
    if (bytes.size() < sizeof head || bytes.size() - sizeof head < head.state_size) {
      throw plumb::UserError(fmt::format("not a saved trial of {}: too short", code_));
    }
    build(head.young);
    farthest_ = head.farthest;
    two_shapes_ = head.two_shapes != 0;
    plumb::State state = plumb::load_state(bytes.substr(sizeof head, head.state_size));
    waypoints_ = Waypoints::load(bytes.substr(sizeof head + head.state_size));
    if (state.q.size() != state_.q.size()) {
      throw plumb::UserError(
          fmt::format("not a saved trial of this scenario: {} unknowns, expected {}", state.q.size(), state_.q.size()));
    }
    state_ = std::move(state);
    seen_ = {state_, {}};
    other_.reset();
  }

 private:
  /// Of the saved bytes.
  struct Head {
    double young = 0;
    double farthest = 0;
    std::uint64_t two_shapes = 0;
    std::uint64_t state_size = 0;
  };

  void build(double young) {
    rod_.emplace(scenario_, young);
    discrete_ = discretise_(*rod_);
    continuation_.emplace(discrete_->model());
    hook_.reset();
    if (rod_->natural_curvature == 0) return;
    ScenarioRod straight = *rod_;
    straight.natural_curvature = 0;
    hook_.emplace(*rod_, discretise_(straight)->model().rest);
  }

  /// Of the sweep's equilibrium and the hook's, the one of lower energy is seen. Returns what the comparison cost.
  int compare_with_hook(double gamma) {
    auto hook = hook_->at(gamma, *continuation_);
    if (!hook) return 0;
    const int iterations = hook->outcome.iterations;
    const bool swept = seen_.outcome.status == plumb::Status::ok;
    const double here = energy(seen_), there = energy(*hook);
    if (swept && std::abs(here - there) <= kSameEnergy * std::max(1.0, std::abs(here))) return iterations;
    two_shapes_ = true;
    if (!swept || there < here) std::swap(seen_, *hook);
    if (swept) other_ = std::move(hook);
    return iterations;
  }

  judge::Quantities quantities() const {
    const Eigen::Vector3d tip = discrete_->tip(continuation_->model(), seen_.state) / rod_->length;
    judge::Quantities known{
        {"reach", tip.x()}, {"drop", -tip.z()}, {"out_of_plane", out_of_plane(seen_)}, {"energy", energy(seen_)}};
    if (other_) known.insert({{"other_energy", energy(*other_)}, {"other_out_of_plane", out_of_plane(*other_)}});
    return known;
  }

  double out_of_plane(const FoundEquilibrium& at) const {
    return discrete_->total_twist(continuation_->model(), at.state);
  }
  /// In units of EI/L.
  double energy(const FoundEquilibrium& at) const { return at.outcome.energy * rod_->length / rod_->stiffness.bend_2; }

  std::string code_;
  Discretisation discretise_;
  judge::Scenario scenario_;
  std::optional<ScenarioRod> rod_;
  std::unique_ptr<DiscreteRod> discrete_;
  std::optional<plumb::Continuation> continuation_;
  plumb::State state_;              ///< where the sweep is
  Waypoints waypoints_;             ///< of Bend-Twist
  std::optional<HookFamily> hook_;  ///< of a naturally circular rod
  double farthest_ = 0;             ///< the largest x so far
  bool two_shapes_ = false;         ///< at some load the hook was not what the sweep found
  FoundEquilibrium seen_;           ///< what is observed: of the sweep, or of the hook
  std::optional<FoundEquilibrium> other_;
};

}  // namespace

ScenarioRod::ScenarioRod(const judge::Scenario& scenario, double young_modulus)
    : young(young_modulus), length(scenario.scales.length), nu(scenario.regime.at("nu")), n_elements(scenario.knobs.n) {
  const auto& regime = scenario.regime;
  const auto section = regime.contains("radius")
                           ? plumb::RodSection::circle(regime.at("radius") * length)
                           : plumb::RodSection::rectangle(regime.at("width") * length, regime.at("thickness") * length);
  stiffness = plumb::rod_stiffness(section, young, nu, scenario.scales.density);
  if (const auto turns = regime.find("turns"); turns != regime.end()) {
    natural_curvature = 2 * std::numbers::pi * turns->second / length;
    clamp = {Eigen::Vector3d::Zero(), -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()};
  }
}

double ScenarioRod::gravity(double gamma) const {
  return gamma * stiffness.bend_2 / (stiffness.mass_per_length * length * length * length);
}

std::unique_ptr<judge::Trial> RodCode::start() const { return std::make_unique<RodTrial>(card_.name, discretise_); }

}  // namespace codes
