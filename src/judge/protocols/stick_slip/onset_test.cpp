#include <judge/protocols/stick_slip/onset.h>

#include <cmath>

#include <gtest/gtest.h>

#include <judge/protocols/stick_slip/master_curve.h>

namespace protocols {
judge::Protocol const* stick_slip();
}

namespace judge {
namespace {

using plumb::Status;

const Protocol& protocol() { return *protocols::stick_slip(); }

/// A code that tells forces. It is right unless told otherwise.
struct Teller {
  double friction = 1;       ///< times mu: what holds its tip
  double late = 0;           ///< of eps_y: the tip is seen to move so much after Q/P has come to mu
  double P = 1;              ///< times the right one; Q likewise
  double told = 1;           ///< times its own onset: slips_from
  bool tells = true;         ///< P and Q
  bool snaps = false;        ///< it has no answer beyond its onset but that
  bool beyond_cone = false;  ///< Q goes on growing after the onset

  double onset(double mu) const {
    const double held = friction * mu;
    return held < stick_slip_triple_point().ratio ? stick_slip_at_friction(held).eps_y : 1;
  }

  Record answer(double mu, const Load& load) const {
    Record record;
    record.load = load.values;
    const double at = load.at("eps_y"), begins = onset(mu);
    if (at > begins) record.observed["slips_from"] = told * begins;
    if (snaps && at > begins) {
      record.reply.status = Status::snaps;
      return record;
    }
    record.observed["tip_shift"] = at > begins + (mu > 0 ? late : 0) ? 0.1 : 0;
    if (!tells || at == 0) return record;
    const double on_curve = std::min(at, stick_slip_triple_point().eps_y);
    const StickSlipPoint exact = stick_slip_curve(on_curve);
    record.observed["P"] = P * exact.P;
    record.observed["Q"] = P * exact.P * (at > begins && !beyond_cone ? friction * mu : exact.ratio);
    return record;
  }
};

struct Walked {
  Score score;
  std::vector<BranchPoints> branches;
  std::size_t n_loads = 0;
};

Walked walked(const Teller& code, Sampling sampling) {
  Walked w;
  for (const Scenario& scenario : protocol().plan(sampling)) {
    BranchPoints branch{scenario, {}};
    while (const auto load = protocol().next(scenario, branch.points)) {
      branch.points.push_back(protocol().measure(scenario, code.answer(scenario.regime.at("mu"), *load)));
      if (branch.points.size() > 500) throw plumb::UserError("the protocol does not end");
    }
    w.n_loads += branch.points.size();
    w.branches.push_back(branch);
  }
  w.score = protocol().score(w.branches);
  return w;
}

class StickSlipForces : public testing::TestWithParam<Sampling> {};

TEST_P(StickSlipForces, who_tells_them_is_scored_by_them) {
  const Walked late = walked({.late = 2e-3}, GetParam());
  EXPECT_TRUE(late.score.ok) << late.score.reason;
  EXPECT_TRUE(late.score.strict_ok) << late.score.strict_reason;
  const Walked by_tip = walked({.late = 2e-3, .tells = false}, GetParam());
  EXPECT_TRUE(by_tip.score.ok) << by_tip.score.reason;
  EXPECT_FALSE(by_tip.score.strict_ok) << "the tip is 16 % late at mu = 0.05";
}

TEST_P(StickSlipForces, a_snap_is_a_slip) {
  const Walked w = walked({.snaps = true}, GetParam());
  EXPECT_TRUE(w.score.ok) << w.score.reason;
  EXPECT_TRUE(w.score.strict_ok) << w.score.strict_reason;
  for (const BranchPoints& branch : w.branches) {
    EXPECT_EQ(branch.points.back().label.empty(), false);
    for (const Point& point : branch.points) EXPECT_FALSE(has_failed(point));
  }
}

TEST_P(StickSlipForces, nobody_is_flattered_by_what_he_says_of_his_onset) {
  // The friction is 2 % off, so the onset is 4 % off; the code tells the right place all the same.
  for (const double friction : {0.98, 1.02}) {
    const Teller liar{.friction = friction, .told = 1 / (friction * friction)};
    EXPECT_FALSE(walked(liar, GetParam()).score.strict_ok) << friction;
  }
  // Neither by hiding it.
  EXPECT_FALSE(walked({.told = 1.05}, GetParam()).score.strict_ok);
}

TEST_P(StickSlipForces, more_than_friction_can_hold_is_no_friction) {
  const Walked w = walked({.late = 0.02, .beyond_cone = true}, GetParam());
  EXPECT_FALSE(w.score.strict_ok);
  EXPECT_NE(w.score.strict_reason.find("more than friction can hold"), std::string::npos) << w.score.strict_reason;
}

TEST_P(StickSlipForces, the_normal_force_is_right_to_a_thousandth) {
  EXPECT_TRUE(walked({.P = 1.0008}, GetParam()).score.strict_ok);
  const Score off = walked({.P = 0.998}, GetParam()).score;
  EXPECT_TRUE(off.ok);
  EXPECT_FALSE(off.strict_ok);
  EXPECT_EQ(off.strict_reason.find("P is -0.2 % off"), 0u) << off.strict_reason;
}

INSTANTIATE_TEST_SUITE_P(samplings, StickSlipForces, testing::Values(Sampling::quick, Sampling::full));

TEST(StickSlipSearch, takes_two_loads_where_the_code_foretells_its_onset) {
  const Walked told = walked({.snaps = true}, Sampling::full);
  std::size_t resets = 0;
  for (const BranchPoints& branch : told.branches) {
    if (branch.scenario.regime.at("mu") == 0) continue;
    std::size_t grid = 0;
    for (const Point& point : branch.points) {
      const double column = 60 * point.values.at("eps_y");
      grid += std::abs(column - std::round(column)) < 1e-9;
    }
    resets += branch.points.size() - grid;
  }
  EXPECT_LE(resets, 2u * 7u);
}

TEST(StickSlipOnset, without_friction_the_first_loaded_sample_slips) {
  const Walked right = walked({}, Sampling::full);
  EXPECT_EQ(right.branches[0].points[0].label, "stick");
  EXPECT_EQ(right.branches[0].points[1].label, "slip");
  // One grid step of sticking on smooth ground is seen.
  std::vector<BranchPoints> sticky = right.branches;
  for (Point& point : sticky[0].points) {
    if (point.values.at("eps_y") > 0) point.label = point.values.at("eps_y") > 0.01 ? "slip" : "stick";
  }
  EXPECT_FALSE(protocol().score(sticky).strict_ok);
}

TEST(StickSlipOnset, needs_forces_at_every_load) {
  PushedRow row{0.1, {}};
  row.points.push_back({Status::ok, {{"eps_y", 0.02}, {"P", 20.3}, {"Q", 1.2}}, "stick"});
  EXPECT_TRUE(tells_forces(row));
  row.points.push_back({Status::ok, {{"eps_y", 0.03}}, "stick"});
  EXPECT_FALSE(tells_forces(row));
  EXPECT_FALSE(force_onset(row));
}

}  // namespace
}  // namespace judge
