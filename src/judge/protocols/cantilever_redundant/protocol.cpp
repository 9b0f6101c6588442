// Redundant Cantilever, Algorithm 2: the same strip in dimensional quantities. Two lengths, two thicknesses and 25
// Young's moduli from 10 GPa down to 10 kPa reach the same Gamma in different ways; all points must fall on one curve.

#include <judge/protocols/protocol.h>

#include <cmath>

#include <fmt/format.h>

#include <judge/protocols/cantilever/aspect.h>
#include <judge/protocols/cantilever/master_curve.h>

namespace judge {
namespace {

constexpr double kDensity = 1287;  // kg/m^3
constexpr double kGravity = 9.81;  // m/s^2
constexpr double kWidth = 0.1;     // in units of L
constexpr int kModuli = 25;
constexpr int kQuickStride = 3;

struct Strip {
  double length;     // m
  double thickness;  // m
};
constexpr Strip kStrips[] = {{0.5, 1e-3}, {0.5, 2.5e-3}, {0.8, 1e-3}, {0.8, 2.5e-3}};

std::string branch_name(const Strip& strip) { return fmt::format("L{}-h{}mm", strip.length, 1e3 * strip.thickness); }

Strip strip_of(const Scenario& branch) {
  for (const Strip& strip : kStrips) {
    if (branch_name(strip) == branch.branch) return strip;
  }
  throw plumb::UserError(fmt::format("cantilever/redundant has no branch '{}'", branch.branch));
}

double weight_over_young(const Strip& strip, const Quantities& load) {
  return kDensity * kGravity * strip.length / load.at("young");
}

// Returns the loads by descending E, as far as the master curve goes.
std::vector<Load> full_loads(const Strip& strip) {
  const auto [length, thickness] = strip;
  std::vector<Load> loads;
  for (int i = 0; i < kModuli; ++i) {
    const double young = std::pow(10.0, 10.0 - 6.0 * i / (kModuli - 1));
    // A/I = 12/h^2 for a rectangle; nu = 0, so that rod and plate have the same Gamma.
    const double gamma = 12 * kDensity * kGravity * std::pow(length, 3) / (young * thickness * thickness);
    if (gamma <= cantilever_gamma_max) loads.push_back({{"gamma", gamma}, {"young", young}});
  }
  return loads;
}

// Returns both ends of the curve, and the last load that counts for the strict score: errors are largest there.
std::vector<Load> quick_loads(const Strip& strip) {
  const std::vector<Load> loads = full_loads(strip);
  const auto strict = [&](std::size_t i) {
    return i < loads.size() && weight_over_young(strip, loads[i].values) <= strict_weight_over_young;
  };
  std::vector<Load> some;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    const bool last_strict = strict(i) && !strict(i + 1);
    if (i % kQuickStride == 0 || i + 1 == loads.size() || last_strict) some.push_back(loads[i]);
  }
  return some;
}

std::vector<Load> planned_loads(const Scenario& branch) {
  const Strip strip = strip_of(branch);
  return branch.sampling == Sampling::full ? full_loads(strip) : quick_loads(strip);
}

class RedundantCantilever : public Protocol {
  ProtocolCard describe() const override {
    return {"cantilever/redundant",
            "Redundant Cantilever",
            "The same strip in metres and pascals: two lengths, two thicknesses and 25 Young's moduli must collapse on "
            "the master curve. Points with ρgL/E above 10⁻³ are really stretched and stay out of the strict score.",
            "Romero et al. 2021, section 4.2, eq. (3); recipe manual, section 2.4, Algorithm 2",
            aspect_observables(),
            {"gamma", "aspect", "weight_over_young"},
            {},
            1};
  }

  std::vector<Scenario> plan(Sampling sampling) const override {
    std::vector<Scenario> branches;
    for (const Strip& strip : kStrips) {
      Scenario& branch = branches.emplace_back();
      branch.protocol = "cantilever/redundant";
      branch.branch = branch_name(strip);
      branch.ask(ClampedStrip{{kWidth, strip.thickness / strip.length, 0}});
      branch.sampling = sampling;
      branch.scales = {strip.length, planned_loads(branch).front().at("young"), kDensity};
    }
    return branches;
  }

  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const override {
    const auto loads = planned_loads(branch);
    return so_far.size() < loads.size() ? std::optional(loads[so_far.size()]) : std::nullopt;
  }

  int length(const Scenario& branch) const override { return static_cast<int>(planned_loads(branch).size()); }

  Point measure(const Scenario& branch, const Record& record) const override {
    Point point = measure_aspect(record);
    point.values["weight_over_young"] = weight_over_young(strip_of(branch), record.load);
    return point;
  }

  Score score(const std::vector<BranchPoints>& branches) const override { return score_aspect(asked(branches)); }

  Plot picture(const std::vector<BranchPoints>& branches, const Score& score) const override {
    return draw_aspect(asked(branches), score);
  }

  static std::vector<AspectBranch> asked(const std::vector<BranchPoints>& branches) {
    std::vector<AspectBranch> result;
    for (const BranchPoints& b : branches) {
      const Strip strip = strip_of(b.scenario);
      const std::string label = fmt::format("L = {} m, h = {} mm", strip.length, 1e3 * strip.thickness);
      result.push_back({&b, planned_loads(b.scenario), label});
    }
    return result;
  }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* cantilever_redundant() {
  static const judge::RedundantCantilever protocol;
  return &protocol;
}

}  // namespace protocols
