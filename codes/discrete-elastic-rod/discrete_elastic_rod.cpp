// Discrete Elastic Rod, Bergou et al. 2008 and 2010: the row of Table 1, on plumb/model/elastic_rod.

#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include <codes/discrete-elastic-rod/waypoints.h>
#include <judge/engine/code.h>
#include <plumb/model/elastic_rod/elastic_rod.h>
#include <plumb/solve/continuation.h>

namespace codes {
namespace {

/// The rod of a scenario in SI units, gravity along -z. Straight: along x, the second director (the thickness)
/// vertical. Naturally circular: hanging from its clamp in the x-z plane.
struct Rod {
  Rod(const judge::Scenario& scenario, double young_modulus) : young(young_modulus), length(scenario.scales.length) {
    const auto& regime = scenario.regime;
    const auto section = regime.contains("radius") ? plumb::RodSection::circle(regime.at("radius") * length)
                                                   : plumb::RodSection::rectangle(regime.at("width") * length,
                                                                                  regime.at("thickness") * length);
    spec.nodes = plumb::clamped_nodes(length, scenario.knobs.n);
    spec.stiffness = plumb::rod_stiffness(section, young, regime.at("nu"), scenario.scales.density);
    spec.clamped_edges = {0};
    if (const auto turns = regime.find("turns"); turns != regime.end()) {
      spec.natural_kappa_1 = {2 * std::numbers::pi * turns->second / length};
      start = {Eigen::Vector3d::Zero(), -Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitX()};
    }
  }

  /// Gamma = rho A g L^3 / (E I), eq. (1).
  double gravity(double gamma) const {
    return gamma * spec.stiffness.bend_2 / (spec.stiffness.mass_per_length * length * length * length);
  }

  double young;
  double length;
  plumb::RodSpec spec;
  plumb::Pose start;
};

/// The paper's measure of leaving the plane: the integral of |twist|, which vanishes for a planar rod.
constexpr double kLeavesThePlane = 1e-3;
double total_twist(const plumb::RodView& view) {
  double total = 0;
  for (int i = 0; i + 2 < view.n_nodes(); ++i) total += std::abs(view.twist(i));
  return total;
}

class RodTrial final : public judge::Trial {
 public:
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
      const plumb::RodView view(continuation_->model(), state_);
      waypoints_.pass(x->second, total_twist(view) > kLeavesThePlane, state_);
    }
    return {outcome.status, outcome.iterations, outcome.residual, outcome.negative_modes};
  }

  judge::Quantities observe(const std::vector<std::string>& names) override {
    const plumb::RodView view(continuation_->model(), state_);
    const Eigen::Vector3d tip = view.tip() / rod_->length;
    const judge::Quantities known{{"reach", tip.x()}, {"drop", -tip.z()}, {"out_of_plane", total_twist(view)}};
    judge::Quantities wanted;
    for (const auto& name : names) {
      if (!known.contains(name)) throw plumb::UserError(fmt::format("discrete-elastic-rod cannot observe '{}'", name));
      wanted[name] = known.at(name);
    }
    return wanted;
  }

  std::string save() const override {
    std::string bytes(sizeof rod_->young, '\0');
    std::memcpy(bytes.data(), &rod_->young, sizeof rod_->young);
    const std::string state = plumb::save(state_);
    const std::uint64_t size = state.size();
    bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
    return bytes + state + waypoints_.save();
  }

  void load(const std::string& bytes) override {
    double young = 0;
    std::uint64_t size = 0;
    constexpr std::size_t head = sizeof young + sizeof size;
    if (bytes.size() >= head) std::memcpy(&size, bytes.data() + sizeof young, sizeof size);
    if (bytes.size() < head || bytes.size() - head < size) {
      throw plumb::UserError("not a saved trial of discrete-elastic-rod: too short");
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
    continuation_.emplace(plumb::elastic_rod(rod_->spec, rod_->start));
  }

  judge::Scenario scenario_;
  std::optional<Rod> rod_;
  std::optional<plumb::Continuation> continuation_;
  plumb::State state_;
  Waypoints waypoints_;  ///< of Bend-Twist
};

class DiscreteElasticRod final : public judge::Code {
 public:
  judge::Card describe() const override {
    judge::Card card;
    card.name = "discrete-elastic-rod";
    card.title = "Discrete Elastic Rod";
    card.kind = "Rod";
    card.paper = "Bergou et al. 2008, 2010";
    card.summary =
        "Node positions and edge twists; stretch, bend and twist on a polyline with time-parallel reference frames. "
        "Uniform mesh, the clamp in the middle of the first edge; certified static equilibria by Newton's method with "
        "the exact Hessian. Second order in the edge length; the layer at the clamp, 1/sqrt(Gamma) long, decides the "
        "error at large loads. More edges refine. No plates, no contact.";
    card.protocols["cantilever"] = {.paper = "OK (300 elts)", .verdict = "OK", .knobs = {.n = 300}};
    card.protocols["bend-twist"] = {.paper = "OK (200 elts)", .verdict = "OK", .knobs = {.n = 200}};
    card.protocols["cantilever/redundant"] = {.paper = "", .verdict = "OK", .knobs = {.n = 300}};
    return card;
  }
  std::unique_ptr<judge::Trial> start() const override { return std::make_unique<RodTrial>(); }
};

}  // namespace

judge::Code const* discrete_elastic_rod() {
  static const DiscreteElasticRod code;
  return &code;
}

}  // namespace codes
