#include <codes/plate_trial/plate_trial.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <codes/rod_trial/waypoints.h>
#include <plumb/solve/continuation.h>
#include <plumb/solve/critical_load.h>

namespace codes {
namespace {

constexpr double kTilt = 0.2;             // rad, of Algorithm 4
constexpr double kLeavesThePlane = 1e-4;  // of the length, as the protocol labels it
constexpr double kLargestStar = 80;       // Gamma*, beyond which no critical weight is looked for

std::vector<Eigen::Index> sizes(const std::vector<Eigen::VectorXd>& history) {
  std::vector<Eigen::Index> all;
  for (const Eigen::VectorXd& slot : history) all.push_back(slot.size());
  return all;
}

class PlateTrial final : public judge::Trial {
 public:
  PlateTrial(std::string code, PlateDiscretisation discretise)
      : code_(std::move(code)), discretise_(std::move(discretise)) {}

  void open(const judge::Scenario& scenario) override {
    scenario_ = scenario;
    build(scenario.scales.young);
    state_ = continuation_->model().rest;
  }

  judge::Reply advance(const judge::Load& load) override {
    if (const auto young = load.find("young"); young != load.end() && young->second != plate_->young) {
      // The present shape is in equilibrium with the new modulus under gravity scaled likewise: continue from there.
      state_.loads.gravity *= young->second / plate_->young;
      build(young->second);
    }
    if (const auto tilt = load.find("tilt"); tilt != load.end()) return to_tilt(load.at("gamma_star"), tilt->second);
    const auto star = load.find("gamma_star");
    return star == load.end() ? to_weight(load.at("gamma")) : to_star(star->second);
  }

  judge::Quantities observe(const std::vector<std::string>& names) override {
    const Eigen::Vector3d tip = discrete_->tip(continuation_->model(), state_) / plate_->length;
    const judge::Quantities known{{"reach", tip.x()}, {"drop", -tip.z()}, {"lateral", std::abs(tip.y())}};
    judge::Quantities wanted;
    for (const auto& name : names) {
      if (!known.contains(name)) throw plumb::UserError(fmt::format("{} cannot observe '{}'", code_, name));
      wanted[name] = known.at(name);
    }
    return wanted;
  }

  judge::Quantities also_observe(const std::vector<std::string>& names) override {
    judge::Quantities known;
    for (const auto& name : names) {
      if (name == "critical" && critical_star()) known[name] = *critical_star();
      if (name == "unknowns") known[name] = continuation_->model().layout.n_free;
    }
    return known;
  }

  /// Young's modulus, the state's size, the state, the waypoints.
  std::string save() const override {
    const std::string state = plumb::save(state_);
    const std::uint64_t size = state.size();
    std::string bytes(reinterpret_cast<const char*>(&plate_->young), sizeof plate_->young);
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
    state_ = plumb::load_state(bytes.substr(head, size));
    waypoints_ = Waypoints::load(bytes.substr(head + size));
    if (state_.q.size() != continuation_->model().layout.n_q) {
      throw plumb::UserError(fmt::format("not a saved trial of this scenario: {} unknowns, expected {}",
                                         state_.q.size(), continuation_->model().layout.n_q));
    }
    if (sizes(state_.history) != sizes(continuation_->model().rest.history)) {
      throw plumb::UserError("not a saved trial of this scenario: its history has another size");
    }
  }

 private:
  judge::Reply to_weight(double gamma) {
    plumb::Loads target = state_.loads;
    target.gravity = {0, 0, -plate_->gravity(gamma)};
    return to_loads(target);
  }

  judge::Reply to_tilt(double gamma, double angle) {
    plumb::Loads target = state_.loads;
    target.gravity = {0, 0, -plate_->gravity(gamma)};
    target.clamps = {tilted(angle)};
    return to_loads(target);
  }

  judge::Reply to_loads(const plumb::Loads& target) {
    const plumb::Outcome outcome = continuation_->advance(state_, target);
    return {outcome.status, outcome.iterations, outcome.residual, outcome.negative_modes};
  }

  plumb::Pose tilted(double angle) const {
    plumb::Pose pose = plate_->clamp;
    pose.director = Eigen::AngleAxisd(angle, pose.tangent).toRotationMatrix() * pose.director;
    return pose;
  }

  /// Algorithm 4: tilt, load, untilt; then from weight to weight, from the nearest one known.
  judge::Reply to_star(double gamma) {
    int iterations = 0;
    if (waypoints_.empty()) {
      plumb::Loads loads = state_.loads;
      loads.clamps = {tilted(kTilt)};
      iterations += continuation_->advance(state_, loads).iterations;
      loads.gravity = {0, 0, -plate_->gravity(gamma)};
      iterations += continuation_->advance(state_, loads).iterations;
      loads.clamps = {plate_->clamp};
      iterations += continuation_->advance(state_, loads).iterations;
    } else {
      state_ = waypoints_.nearest(gamma);
    }
    judge::Reply reply = to_weight(gamma);
    reply.iterations += iterations;
    if (reply.status == plumb::Status::ok) {
      const double aside = std::abs(discrete_->tip(continuation_->model(), state_).y()) / plate_->length;
      waypoints_.pass(gamma, aside > kLeavesThePlane, state_);
    }
    return reply;
  }

  /// The exact critical weight of the discrete plate, in its own plane; none was found up to kLargestStar.
  std::optional<double> critical_star() {
    if (!plate_->stands) return {};
    if (!critical_) {
      const plumb::Model& model = continuation_->model();
      plumb::Loads heavy = model.rest.loads;
      heavy.gravity = {0, 0, -plate_->gravity(kLargestStar)};
      critical_ = plumb::critical_load(model, model.rest, model.rest.loads, heavy);
    }
    if (critical_->status != plumb::Status::ok) return {};
    return kLargestStar * critical_->fraction;
  }

  void build(double young) {
    plate_.emplace(scenario_, young);
    discrete_ = discretise_(*plate_);
    continuation_.emplace(discrete_->model());
    critical_.reset();
  }

  std::string code_;
  PlateDiscretisation discretise_;
  judge::Scenario scenario_;
  std::optional<ScenarioPlate> plate_;
  std::unique_ptr<DiscretePlate> discrete_;
  std::optional<plumb::Continuation> continuation_;
  plumb::State state_;
  Waypoints waypoints_;  ///< of Lateral Buckling
  std::optional<plumb::CriticalLoad> critical_;
};

}  // namespace

ScenarioPlate::ScenarioPlate(const judge::Scenario& scenario, double young_modulus)
    : young(young_modulus),
      nu(scenario.regime.at("nu")),
      density(scenario.scales.density),
      length(scenario.scales.length),
      width(scenario.regime.at("width") * length),
      thickness(scenario.regime.at("thickness") * length),
      stands(scenario.protocol.starts_with("lateral-buckling")),
      n_elements(scenario.knobs.n) {
  clamp = {Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitX(),
           stands ? Eigen::Vector3d::UnitZ() : Eigen::Vector3d::UnitY()};
}

double ScenarioPlate::gravity(double gamma) const {
  const double bending = young * std::pow(thickness, 3) / (12 * (1 - nu * nu));
  return gamma * bending / (density * thickness * std::pow(length, 3));
}

std::unique_ptr<judge::Trial> PlateCode::start() const { return std::make_unique<PlateTrial>(card_.name, discretise_); }

}  // namespace codes
