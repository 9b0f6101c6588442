#include <codes/rod_trial/rod_trial.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include <codes/rod_trial/waypoints.h>
#include <plumb/solve/continuation.h>

namespace codes {
namespace {

constexpr double kLeavesThePlane = 1e-3;  // rad, as the protocol labels it

class RodTrial final : public judge::Trial {
 public:
  RodTrial(std::string code, Discretisation discretise) : code_(std::move(code)), discretise_(discretise) {}

  void open(const judge::Scenario& scenario) override {
    scenario_ = scenario;
    build(scenario.scales.young);
    state_ = continuation_->model().rest;
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
    const plumb::Outcome outcome = continuation_->advance(state_, target);
    if (x != load.end() && outcome.status == plumb::Status::ok) {
      waypoints_.pass(x->second, out_of_plane() > kLeavesThePlane, state_);
    }
    return {outcome.status, outcome.iterations, outcome.residual, outcome.negative_modes};
  }

  judge::Quantities observe(const std::vector<std::string>& names) override {
    const Eigen::Vector3d tip = discrete_->tip(continuation_->model(), state_) / rod_->length;
    const judge::Quantities known{{"reach", tip.x()}, {"drop", -tip.z()}, {"out_of_plane", out_of_plane()}};
    judge::Quantities wanted;
    for (const auto& name : names) {
      if (!known.contains(name)) throw plumb::UserError(fmt::format("{} cannot observe '{}'", code_, name));
      wanted[name] = known.at(name);
    }
    return wanted;
  }

  /// Young's modulus, the state's size, the state, the waypoints.
  std::string save() const override {
    const std::string state = plumb::save(state_);
    const std::uint64_t size = state.size();
    std::string bytes(reinterpret_cast<const char*>(&rod_->young), sizeof rod_->young);
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    return bytes + state + waypoints_.save();
  }

  void load(const std::string& bytes) override {
    double young = 0;
    std::uint64_t size = 0;
    constexpr std::size_t head = sizeof young + sizeof size;
    if (bytes.size() >= head) std::memcpy(&size, bytes.data() + sizeof young, sizeof size);
    if (bytes.size() < head || bytes.size() - head < size) {
      throw plumb::UserError(fmt::format("not a saved trial of {}: too short", code_));
    }
    std::memcpy(&young, bytes.data(), sizeof young);
    build(young);
    plumb::State state = plumb::load_state(bytes.substr(head, size));
    waypoints_ = Waypoints::load(bytes.substr(head + size));
    if (state.q.size() != state_.q.size()) {
      throw plumb::UserError(
          fmt::format("not a saved trial of this scenario: {} unknowns, expected {}", state.q.size(), state_.q.size()));
    }
    state_ = std::move(state);
  }

 private:
  void build(double young) {
    rod_.emplace(scenario_, young);
    discrete_ = discretise_(*rod_);
    continuation_.emplace(discrete_->model());
  }

  double out_of_plane() const { return discrete_->total_twist(continuation_->model(), state_); }

  std::string code_;
  Discretisation discretise_;
  judge::Scenario scenario_;
  std::optional<ScenarioRod> rod_;
  std::unique_ptr<DiscreteRod> discrete_;
  std::optional<plumb::Continuation> continuation_;
  plumb::State state_;
  Waypoints waypoints_;  ///< of Bend-Twist
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
