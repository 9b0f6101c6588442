#include <judge/protocols/protocol.h>

#include <cmath>
#include <functional>
#include <set>

#include <gtest/gtest.h>

#include <judge/protocols/cantilever/master_curve.h>

namespace protocols {
judge::Protocol const* cantilever_redundant();
}

namespace judge {
namespace {

const Protocol& protocol() { return *protocols::cantilever_redundant(); }

using Factor = std::function<double(const Scenario&, const Load&)>;

std::vector<BranchPoints> measured(Sampling sampling, const Factor& factor) {
  std::vector<BranchPoints> branches;
  for (const Scenario& scenario : protocol().plan(sampling)) {
    BranchPoints& branch = branches.emplace_back(BranchPoints{scenario, {}});
    while (const auto load = protocol().next(scenario, branch.points)) {
      const CantileverPoint exact = cantilever_curve(load->at("gamma"));
      branch.points.push_back(protocol().measure(
          scenario, Record{load->values, Reply(), {{"drop", exact.y * factor(scenario, *load)}, {"reach", exact.x}}}));
    }
  }
  return branches;
}

double exact(const Scenario&, const Load&) { return 1; }

/// rho g L / E, from the quantities that a code is given.
double weight_over_young(const Scenario& scenario, const Load& load) {
  return 1287 * 9.81 * scenario.scales.length / load.at("young");
}

TEST(RedundantCantilever, gamma_follows_from_the_dimensional_quantities) {
  std::set<std::pair<double, double>> strips;
  for (const Scenario& scenario : protocol().plan(Sampling::full)) {
    const double length = scenario.scales.length;
    const double h = scenario.regime.at("thickness") * length;
    const double w = scenario.regime.at("width") * length;
    EXPECT_EQ(scenario.scales.density, 1287);
    strips.insert({length, std::round(h * 1e7) / 1e4});
    std::vector<Point> points;
    double young = 1e11;
    while (const auto load = protocol().next(scenario, points)) {
      EXPECT_LT(load->at("young"), young) << "by descending E";
      young = load->at("young");
      const double gamma = 1287 * (w * h) * 9.81 * std::pow(length, 3) / (young * w * std::pow(h, 3) / 12);
      EXPECT_NEAR(load->at("gamma") / gamma, 1, 1e-12);
      EXPECT_LE(gamma, 1e4);
      points.push_back({});
    }
    EXPECT_GT(12 * 1287 * 9.81 * std::pow(length, 3) / (young * std::pow(10, -0.25) * h * h), 1e4)
        << "as far as it goes";
  }
  EXPECT_EQ(strips, (std::set<std::pair<double, double>>{{0.5, 1}, {0.5, 2.5}, {0.8, 1}, {0.8, 2.5}}));
}

TEST(RedundantCantilever, exact_strips_collapse_on_the_curve) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    const Score score = protocol().score(measured(sampling, exact));
    EXPECT_TRUE(score.ok) << score.reason;
    EXPECT_TRUE(score.strict_ok) << score.strict_reason;
  }
}

TEST(RedundantCantilever, quick_gives_the_verdicts_of_full) {
  const Factor codes[] = {
      exact,
      [](const Scenario& s, const Load& load) { return 1 + weight_over_young(s, load); },
      [](const Scenario&, const Load& load) { return 1 + 0.02 * std::sqrt(load.at("gamma") / 1e4); },
      [](const Scenario& s, const Load&) { return s.scales.length > 0.6 ? 1.0 : 3.0; },
      [](const Scenario&, const Load& load) { return load.at("young") < 1e7 ? 0.2 : 1.0; },
  };
  for (const Factor& factor : codes) {
    const Score quick = protocol().score(measured(Sampling::quick, factor));
    const Score full = protocol().score(measured(Sampling::full, factor));
    EXPECT_EQ(quick.ok, full.ok);
    EXPECT_EQ(quick.strict_ok, full.strict_ok);
  }
}

TEST(RedundantCantilever, strict_forgives_what_the_weight_really_stretches) {
  const auto soft = [](double limit) {
    return [limit](const Scenario& s, const Load& load) { return weight_over_young(s, load) > limit ? 1.05 : 1.0; };
  };
  EXPECT_TRUE(protocol().score(measured(Sampling::full, soft(1e-3))).strict_ok);
  EXPECT_FALSE(protocol().score(measured(Sampling::full, soft(0.9e-3 / 2))).strict_ok);
}

TEST(RedundantCantilever, points_tell_their_weight_over_young) {
  for (const BranchPoints& branch : measured(Sampling::quick, exact)) {
    // rho g L / E = Gamma (h/L)^2 / 12.
    const double slenderness = branch.scenario.regime.at("thickness");
    for (const Point& point : branch.points) {
      const double expected = point.values.at("gamma") * slenderness * slenderness / 12;
      EXPECT_NEAR(point.values.at("weight_over_young") / expected, 1, 1e-12);
    }
  }
}

TEST(RedundantCantilever, a_missing_branch_is_ko) {
  auto branches = measured(Sampling::full, exact);
  branches[2].points.clear();
  EXPECT_FALSE(protocol().score(branches).ok);
}

}  // namespace
}  // namespace judge
