// Cantilever, Algorithm 1: a naturally straight strip, clamped horizontally, bends under its own weight. One
// continuation in Gamma = rho A g L^3 / (E I) over seven decades; the free end gives H/W.

#include <judge/protocols/protocol.h>

#include <numbers>

#include <judge/protocols/cantilever/aspect.h>
#include <judge/protocols/cantilever/curve.h>
#include <judge/protocols/cantilever/master_curve.h>

namespace judge {
namespace {

// Lengths are in units of L. The circular section is for rods; thickness and width for ribbons and plates.
constexpr double kRadius = 5e-4;
constexpr double kThickness = 1e-3;
constexpr double kWidth = 0.1;

// Every tenth of the 281 values, both ends among them: the error of a code changes little over a quarter of a decade.
constexpr std::size_t kQuickStride = 10;

std::vector<Load> planned_loads(Sampling sampling) {
  const std::vector<double> gammas = cantilever_samples();
  const std::size_t stride = sampling == Sampling::quick ? kQuickStride : 1;
  std::vector<Load> loads;
  for (std::size_t i = 0; i < gammas.size(); i += stride) loads.push_back({{"gamma", gammas[i]}});
  return loads;
}

class Cantilever : public Protocol {
  ProtocolCard describe() const override {
    return {"cantilever",
            "Cantilever",
            "A naturally straight strip, clamped horizontally, bends under its own weight. Compared: the aspect ratio "
            "H/W of the shape, against Γ = ρAgL³/EI over seven decades.",
            "Romero et al. 2021, section 4.2, eq. (3); recipe manual, Algorithm 1",
            aspect_observables(),
            {"gamma", "aspect"},
            {},
            1};
  }

  std::vector<Scenario> plan(Sampling sampling) const override {
    constexpr double r = kRadius;
    Scenario sweep;
    sweep.protocol = "cantilever";
    sweep.branch = "sweep";
    sweep.ask(ClampedStrip{{kWidth, kThickness, 0}, r});
    sweep.scales = {1, 4 / (std::numbers::pi * r * r * r * r), 1 / (std::numbers::pi * r * r)};
    sweep.sampling = sampling;
    return {sweep};
  }

  std::optional<Load> next(const Scenario& branch, const std::vector<Point>& so_far) const override {
    const auto loads = planned_loads(branch.sampling);
    return so_far.size() < loads.size() ? std::optional(loads[so_far.size()]) : std::nullopt;
  }

  int length(const Scenario& branch) const override { return static_cast<int>(planned_loads(branch.sampling).size()); }

  Point measure(const Scenario& /*branch*/, const Record& record) const override { return measure_aspect(record); }

  Score score(const std::vector<BranchPoints>& branches) const override { return score_aspect(asked(branches)); }

  Plot picture(const std::vector<BranchPoints>& branches, const Score& score) const override {
    return draw_aspect(asked(branches), score);
  }

  const Curve* curve() const override { return cantilever_table(); }

  static std::vector<AspectBranch> asked(const std::vector<BranchPoints>& branches) {
    std::vector<AspectBranch> result;
    for (const BranchPoints& b : branches) result.push_back({&b, planned_loads(b.scenario.sampling), "measured"});
    return result;
  }
};

}  // namespace
}  // namespace judge

namespace protocols {

judge::Protocol const* cantilever() {
  static const judge::Cantilever protocol;
  return &protocol;
}

}  // namespace protocols
