#include <judge/protocols/protocol.h>

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include <judge/protocols/cantilever/master_curve.h>

namespace protocols {
judge::Protocol const* cantilever();
}

namespace judge {
namespace {

const Protocol& protocol() { return *protocols::cantilever(); }

/// The records of an ideal strip whose H/W is off by a factor that depends on Gamma.
std::vector<BranchPoints> measured(Sampling sampling, const std::function<double(double)>& factor) {
  std::vector<BranchPoints> branches;
  for (const Scenario& scenario : protocol().plan(sampling)) {
    BranchPoints& branch = branches.emplace_back(BranchPoints{scenario, {}});
    while (const auto load = protocol().next(scenario, branch.points)) {
      const double gamma = load->at("gamma");
      const CantileverPoint exact = cantilever_curve(gamma);
      branch.points.push_back(protocol().measure(
          scenario, Record{load->values, Reply(), {{"drop", exact.y * factor(gamma)}, {"reach", exact.x}}}));
    }
  }
  return branches;
}

TEST(Cantilever, full_is_algorithm_1) {
  const auto branches = measured(Sampling::full, [](double) { return 1.0; });
  ASSERT_EQ(branches.size(), 1u);
  const auto& points = branches[0].points;
  ASSERT_EQ(points.size(), 281u);
  EXPECT_NEAR(points.front().values.at("gamma"), 1e-3, 1e-15);
  EXPECT_NEAR(points.back().values.at("gamma"), 1e4, 1e-8);
  for (std::size_t i = 1; i < points.size(); ++i) {
    EXPECT_NEAR(std::log10(points[i].values.at("gamma") / points[i - 1].values.at("gamma")), 0.025, 1e-12);
  }
}

TEST(Cantilever, scales_make_bending_stiffness_and_weight_per_length_one) {
  const Scenario sweep = protocol().plan(Sampling::full).front();
  const double r = sweep.regime.at("radius") * sweep.scales.length;
  EXPECT_EQ(r, 5e-4);
  EXPECT_NEAR(sweep.scales.young * M_PI / 4 * std::pow(r, 4), 1, 1e-12);
  EXPECT_NEAR(sweep.scales.density * M_PI * r * r, 1, 1e-12);
  EXPECT_EQ(sweep.regime.at("nu"), 0);
}

TEST(Cantilever, the_exact_strip_is_strictly_ok) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    const Score score = protocol().score(measured(sampling, [](double) { return 1.0; }));
    EXPECT_TRUE(score.ok) << score.reason;
    EXPECT_TRUE(score.strict_ok) << score.strict_reason;
    ASSERT_TRUE(score.worst);
    EXPECT_LT(score.worst->value, 1e-9);
  }
}

// Errors as simulators make them: everywhere, growing at one end, or in the middle.
TEST(Cantilever, quick_gives_the_verdicts_of_full) {
  const std::pair<const char*, std::function<double(double)>> codes[] = {
      {"exact", [](double) { return 1.0; }},
      {"too coarse at the clamp", [](double gamma) { return 1 + 0.02 * std::sqrt(gamma / 1e4); }},
      {"just strict", [](double gamma) { return 1 + 0.0099 * std::sqrt(gamma / 1e4); }},
      {"twice too soft", [](double) { return 1.9; }},
      {"thrice too soft", [](double) { return 3.0; }},
      {"wrong at small loads", [](double gamma) { return 1 + 5 / (1 + 100 * gamma); }},
      {"wrong in the middle", [](double gamma) { return 1 + 6 * std::exp(-std::pow(std::log10(gamma) - 1, 2)); }},
      {"locks", [](double gamma) { return 1 / (1 + gamma / 100); }},
  };
  for (const auto& [name, factor] : codes) {
    const Score quick = protocol().score(measured(Sampling::quick, factor));
    const Score full = protocol().score(measured(Sampling::full, factor));
    EXPECT_EQ(quick.ok, full.ok) << name;
    EXPECT_EQ(quick.strict_ok, full.strict_ok) << name;
  }
}

TEST(Cantilever, quick_keeps_both_ends_and_is_ten_times_shorter) {
  const auto quick = measured(Sampling::quick, [](double) { return 1.0; })[0].points;
  const auto full = measured(Sampling::full, [](double) { return 1.0; })[0].points;
  EXPECT_EQ(quick.front().values, full.front().values);
  EXPECT_EQ(quick.back().values, full.back().values);
  EXPECT_LE(quick.size(), 30u);
}

TEST(Cantilever, a_failed_load_is_ko) {
  auto branches = measured(Sampling::full, [](double) { return 1.0; });
  branches[0].points[140] = {plumb::Status::not_converged, {{"gamma", branches[0].points[140].values.at("gamma")}}};
  EXPECT_FALSE(protocol().score(branches).ok);
  EXPECT_FALSE(protocol().score({{protocol().plan(Sampling::full)[0], {}}}).ok) << "never run";
}

TEST(Cantilever, an_end_below_the_clamp_has_no_aspect_ratio) {
  const Scenario sweep = protocol().plan(Sampling::full).front();
  const Point point = protocol().measure(sweep, Record{{{"gamma", 1.0}}, Reply(), {{"drop", 1}, {"reach", 0}}});
  EXPECT_EQ(point.status, plumb::Status::outside_domain);
  EXPECT_FALSE(point.values.contains("aspect"));
}

TEST(Cantilever, picture_marks_the_worst_point) {
  const auto branches = measured(Sampling::quick, [](double gamma) { return gamma > 5e3 ? 1.5 : 1.0; });
  const Score score = protocol().score(branches);
  const Plot plot = protocol().picture(branches, score);
  ASSERT_TRUE(plot.worst);
  EXPECT_NEAR(plot.worst->x, 1e4, 1e-6);
  ASSERT_EQ(plot.marks.size(), 1u);
  EXPECT_EQ(plot.marks[0].points.size(), branches[0].points.size());
}

}  // namespace
}  // namespace judge
