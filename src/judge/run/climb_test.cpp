// Codes whose error is a formula of knobs, units and load, and the verdicts that they deserve.

#include <judge/run/climb.h>

#include <algorithm>
#include <cmath>
#include <ostream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/line_protocol_test.h>
#include <judge/question/closed_form_code_test.h>
#include <judge/records/fresh_folder_test.h>
#include <judge/verdict/assess.h>

namespace judge {
namespace {

using testing::HasSubstr;

const LineProtocol kLine;  // y = x at x = 1 ... 10 in a box of 20: 5 % of the plot is 1, strict is 1 % of y

/// The relative error of a code at a load.
using Error = std::function<double(const Scenario&, double x)>;

struct Deserved {
  std::string name;
  Knobs knobs;
  Error error;
  int from;                  ///< n* (or 1/dt*, 1/tol* for codes without n); 0: KO
  int strict_from;           ///< the same for the strict ladder
  std::string why{};         ///< part of the sentence where it is KO
  std::string why_strict{};  ///< part of the sentence where it is strictly KO
};

void PrintTo(const Deserved& deserved, std::ostream* out) { *out << deserved.name; }

double power(double value, int order) { return std::pow(value, order); }

/// Is the regime stated in the protocol's own units?
bool own_units(const Scenario& s) { return s.scales == Scales{}; }

std::vector<Deserved> codes() {
  const Knobs n100{100, 0, 0};
  const auto n = [](const Scenario& s) { return static_cast<double>(s.knobs.n); };
  return {
      {"exact", n100, [](const Scenario&, double) { return 0.0; }, 25, 25},
      {"first-order", n100, [n](const Scenario& s, double) { return 1.5 / n(s); }, 25, 200},
      {"second-order", n100, [n](const Scenario& s, double) { return power(15 / n(s), 2); }, 50, 200},
      {"fourth-order", n100, [n](const Scenario& s, double) { return power(14 / n(s), 4); }, 25, 50},
      {"third-order-from-below", n100, [n](const Scenario& s, double) { return -power(20 / n(s), 3); }, 50, 100},
      {"first-order-in-time", {0, 0.01, 0}, [](const Scenario& s, double) { return 5 * s.knobs.dt; }, 50, 800},
      {"needs-a-small-tolerance",
       {0, 0, 0.01},
       [](const Scenario& s, double) { return 30 * s.knobs.tol * s.knobs.tol; },
       25,
       100},
      {"all-knobs",
       {100, 0.01, 0.01},
       [n](const Scenario& s, double) { return power(10 / n(s), 2) + s.knobs.dt / 2 + s.knobs.tol / 4; },
       50,
       200},
      {"plateau-at-3-percent", n100, [n](const Scenario& s, double) { return 0.03 + 1 / n(s); }, 25, 0, "", "% off"},
      {"plateau-at-30-percent", n100, [](const Scenario&, double) { return 0.3; }, 0, 0, "Rung +3"},
      {"wrong-factor-two", n100, [](const Scenario&, double) { return 1.0; }, 0, 0, "of the plot apart"},
      {"diverges-when-refined", n100, [n](const Scenario& s, double) { return n(s) / 2000; }, 0, 0, "800 elts"},
      {"explodes-on-the-finest", n100, [](const Scenario& s, double) { return s.knobs.n >= 400 ? 0.5 : 0.02; }, 0, 0,
       "800 elts"},
      {"one-lucky-setting", n100, [](const Scenario& s, double) { return s.knobs.n == 100 ? 0.0 : 0.4; }, 0, 0, "Rung"},
      {"two-lucky-settings-at-the-end", n100,
       [](const Scenario& s, double) { return s.knobs.n == 400 || s.knobs.n == 800 ? 0.0 : 0.4; }, 0, 0, "1600 elts"},
      {"late-but-right", n100, [](const Scenario& s, double) { return s.knobs.n >= 800 ? 0.0 : 0.4; }, 800, 800},
      {"noise-of-half-a-percent", n100, [n](const Scenario& s, double x) { return 0.005 * std::sin(1e4 * x + n(s)); },
       0, 0, "grow", "grow"},
      {"noise-of-forty-percent", n100, [n](const Scenario& s, double x) { return 0.4 * std::sin(1e4 * x + n(s)); }, 0,
       0, "fails"},
      {"noise-on-odd-rungs", n100,
       [](const Scenario& s, double) { return s.knobs.n == 200 || s.knobs.n == 800 ? 0.3 : 0.0; }, 0, 0, "800 elts"},
      {"takes-metres-for-granted", n100,
       [](const Scenario& s, double) { return s.scales.length == 1 ? 0.0 : s.scales.length - 1; }, 0, 0, "Rung"},
      {"forgets-the-density", n100,
       [](const Scenario& s, double) { return std::min(1.0, std::abs(s.scales.density - 1)); }, 0, 0, "Rung"},
      {"tuned-in-one-unit-of-stiffness", n100, [](const Scenario& s, double) { return own_units(s) ? 0.0 : 0.2; }, 0, 0,
       "Rung"},
      {"wrong-in-one-corner", n100, [](const Scenario& s, double x) { return s.branch == "b" && x > 9 ? 0.4 : 0.0; }, 0,
       0, "x = 10"},
      {"slightly-wrong-in-one-corner", n100,
       [](const Scenario& s, double x) { return s.branch == "c" && x > 9 ? 0.03 : 0.0; }, 25, 0, "", "x = 10"},
      {"fails-when-coarse", n100, [](const Scenario& s, double) { return s.knobs.n < 100 ? std::nan("") : 0.0; }, 100,
       100},
  };
}

/// 1/dt or 1/tol where a code has no n.
int resolution(const Knobs& knobs) {
  if (knobs.n != 0) return knobs.n;
  return static_cast<int>(std::lround(1 / (knobs.dt != 0 ? knobs.dt : knobs.tol)));
}

Ladder climbed(const Deserved& deserved, const std::filesystem::path& dir, int most = rungs_usual) {
  const ClosedFormCode code(
      {deserved.name, "", "Rod", "", "", {{"line", {"", "", deserved.knobs}}}},
      [&](const Scenario& scenario, const Load& load) {
        const double x = load.at("x");
        return ClosedFormCode::Answer{plumb::Status::ok, {{"height", x * (1 + deserved.error(scenario, x))}}};
      });
  const RunOptions options{.dir = dir, .program = "p", .sampling = Sampling::full};
  EXPECT_FALSE(climb({{&code, &kLine}}, options, most).interrupted);
  const Assessment assessment = assess(dir, {&code}, {&kLine});
  return assessment.cells.at(0).ladder.value();
}

class SyntheticLadder : public testing::TestWithParam<Deserved> {};

TEST_P(SyntheticLadder, gets_the_verdict_it_deserves) {
  const Deserved& deserved = GetParam();
  const Ladder ladder = climbed(deserved, fresh_folder(deserved.name));
  EXPECT_EQ(ladder.paper.ok ? resolution(ladder.paper.from) : 0, deserved.from) << ladder.paper.reason;
  EXPECT_EQ(ladder.strict.ok ? resolution(ladder.strict.from) : 0, deserved.strict_from) << ladder.strict.reason;
  EXPECT_THAT(ladder.paper.reason, HasSubstr(deserved.why));
  EXPECT_THAT(ladder.strict.reason, HasSubstr(deserved.why_strict));
  EXPECT_EQ(ladder.paper.ok, ladder.paper.reason.empty());
}

INSTANTIATE_TEST_SUITE_P(Codes, SyntheticLadder, testing::ValuesIn(codes()), [](const auto& test) {
  std::string name = test.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(Ladder, has_at_least_twenty_synthetic_codes) { EXPECT_GE(codes().size(), 20u); }

TEST(Ladder, of_a_code_without_knobs_is_its_plain_run) {
  const auto dir = fresh_folder();
  const ClosedFormCode code({"has-no-knob", "", "Rod", "", "", {{"line", {"", "", {}}}}},
                            [](const Scenario&, const Load& load) {
                              return ClosedFormCode::Answer{plumb::Status::ok, {{"height", load.at("x")}}};
                            });
  climb({{&code, &kLine}}, {.dir = dir, .program = "p", .sampling = Sampling::full}, rungs_usual);
  const Cell cell = assess(dir, {&code}, {&kLine}).cells.at(0);
  EXPECT_FALSE(cell.ladder);
  EXPECT_EQ(cell.verdict(), "OK");
  for (const CheckResult& check : cell.panel) {
    const bool needs_rungs = check.name == "order" || check.name == "limit";
    EXPECT_EQ(check.outcome == Outcome::cannot, needs_rungs) << check.name;
  }
}

TEST(Ladder, stops_two_rungs_above_the_card_when_both_verdicts_are_known) {
  EXPECT_EQ(climbed(codes()[0], fresh_folder()).rungs.back().rung, 2);
}

TEST(Ladder, climbs_as_far_as_it_may) {
  const Deserved slow{"slow", {100, 0, 0}, [](const Scenario& s, double) { return 30.0 / s.knobs.n; }, 0, 0};
  EXPECT_FALSE(climbed(slow, fresh_folder("six")).strict.ok);
  const Ladder ladder = climbed(slow, fresh_folder("ten"), 10);
  EXPECT_TRUE(ladder.strict.ok);
  EXPECT_EQ(ladder.strict.from.n, 3200);
}

TEST(Ladder, tells_the_range_that_passes_at_the_knobs_of_the_card) {
  const Deserved code{
      "bends", {100, 0, 0}, [](const Scenario& s, double x) { return 1.5 * x / 1000 * 100 / s.knobs.n; }, 0, 0};
  const Ladder ladder = climbed(code, fresh_folder());
  ASSERT_TRUE(ladder.strict_range);
  EXPECT_EQ(ladder.strict_range->from, 1);
  EXPECT_EQ(ladder.strict_range->to, 6);
}

}  // namespace
}  // namespace judge
