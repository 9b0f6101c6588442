#include <judge/protocols/labelled_walk_test.h>

#include <gtest/gtest.h>

#include <judge/protocols/stick_slip/master_curve.h>

namespace protocols {
judge::Protocol const* stick_slip();
}

namespace judge {
namespace {

const Protocol& protocol() { return *protocols::stick_slip(); }

/// Slips as if its friction were `factor` mu; never where that friction holds for ever.
LabelledFormula slider(double factor) {
  return [=](const Scenario& s, const Load& load) -> std::optional<double> {
    const double mu = factor * s.regime.at("mu");
    if (mu >= stick_slip_triple_point().ratio) return 0.0;
    return load.at("eps_y") > stick_slip_at_friction(mu).eps_y ? 0.2 : 0.0;
  };
}

TEST(StickSlipProtocol, ARowEndsAtItsFirstSlipAndBisectionsStartAgain) {
  const auto walked = walk(protocol(), Sampling::full, slider(1));
  ASSERT_EQ(walked.size(), 8u);
  for (const BranchPoints& branch : walked) {
    double first_slip = 1;
    for (const Point& point : branch.points) {
      if (point.label == "slip") first_slip = std::min(first_slip, point.values.at("eps_y"));
    }
    for (const Point& point : branch.points) EXPECT_LE(point.values.at("eps_y"), first_slip + 1.0 / 60);
  }
  // After the grid, every load of the bisection is marked.
  const auto next = protocol().next(walked[4].scenario, {walked[4].points.begin(), walked[4].points.end() - 1});
  ASSERT_TRUE(next);
  EXPECT_EQ(next->at("reset"), 1);
  EXPECT_EQ(next->approach, Approach::restart);
  EXPECT_FALSE(protocol().next(walked[4].scenario, {})->values.contains("reset"));
}

TEST(StickSlipProtocol, QuickAndFullAgree) {
  struct Case {
    double factor;
    Verdicts expected;
  };
  for (const Case& c : {Case{1, {true, true}},
                        {1.002, {true, true}},
                        {1.012, {true, false}},
                        {2, {false, false}},
                        {0.5, {false, false}}}) {
    for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
      EXPECT_EQ(verdicts(protocol(), sampling, slider(c.factor)), c.expected)
          << c.factor << (sampling == Sampling::quick ? " quick" : " full");
    }
  }
}

TEST(StickSlipProtocol, ViscousFrictionAlwaysSlips) {
  EXPECT_EQ(verdicts(protocol(), Sampling::full, [](const Scenario&, const Load& l) { return l.at("eps_y"); }),
            (Verdicts{false, false}));
}

}  // namespace
}  // namespace judge
