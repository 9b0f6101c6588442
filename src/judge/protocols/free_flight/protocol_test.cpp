#include <judge/protocols/protocol.h>

#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/motion_branches_test.h>

namespace protocols {
judge::Protocol const* free_flight();
}

namespace judge {
namespace {

using testing::HasSubstr;

struct Rod {
  double fall = 1, turn = 1, length = 1;
  double brake = 0;  ///< of the rate of turning, in a unit of time
  double aside = 0, tilt = 0;
  double off_centre = 0;  ///< of what flies on a parabola, along the rod
};

Quantities seen(const Rod& rod, const Scenario& scenario, double t) {
  const Quantities& regime = scenario.regime;
  const double spin = std::hypot(regime.at("spin_y"), regime.at("spin_z"));
  const double angle = rod.turn * spin * (rod.brake > 0 ? (1 - std::exp(-rod.brake * t)) / rod.brake : t);
  const std::array<double, 3> axis{0, regime.at("spin_y") / spin, regime.at("spin_z") / spin};
  const std::array<double, 3> along{std::cos(angle), std::sin(angle) * axis[2] + rod.tilt * axis[1],
                                    -std::sin(angle) * axis[1] + rod.tilt * axis[2]};
  std::array<double, 3> middle{regime.at("velocity_x") * t, rod.aside * t,
                               regime.at("velocity_z") * t - 0.5 * rod.fall * regime.at("gamma") * t * t};
  for (std::size_t k = 0; k < 3; ++k) middle[k] += rod.off_centre * along[k];
  Quantities all;
  const char* coordinates[] = {"_x", "_y", "_z"};
  for (std::size_t k = 0; k < 3; ++k) {
    all[std::string("start") + coordinates[k]] = middle[k] - 0.5 * rod.length * along[k];
    all[std::string("middle") + coordinates[k]] = middle[k];
    all[std::string("end") + coordinates[k]] = middle[k] + 0.5 * rod.length * along[k];
  }
  return all;
}

Score judged(const Rod& rod, Sampling sampling = Sampling::quick) {
  const Protocol& protocol = *protocols::free_flight();
  return protocol.score(
      moved(protocol, sampling, [&](const Scenario& scenario, double t) { return seen(rod, scenario, t); }));
}

TEST(FreeFlight, of_a_rigid_rod_is_strictly_ok) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    const Score score = judged({}, sampling);
    EXPECT_TRUE(score.strict_ok) << score.strict_reason;
    ASSERT_TRUE(score.worst);
    EXPECT_LT(score.worst->value, 1e-9);
  }
}

TEST(FreeFlight, finds_what_is_wrong) {
  for (const Sampling sampling : {Sampling::quick, Sampling::full}) {
    EXPECT_THAT(judged({.fall = 0.5}, sampling).reason, HasSubstr("fall"));
    EXPECT_THAT(judged({.turn = 1.1}, sampling).reason, HasSubstr("rate of turning"));
    EXPECT_THAT(judged({.brake = 0.02}, sampling).reason, HasSubstr("late over early"));
    EXPECT_THAT(judged({.length = 1.1}, sampling).reason, HasSubstr("distance"));
    EXPECT_THAT(judged({.aside = 0.05}, sampling).reason, HasSubstr("aside"));
    EXPECT_THAT(judged({.off_centre = 0.2}, sampling).reason, HasSubstr("path of the centre"));
    EXPECT_THAT(judged({.tilt = 0.1}, sampling).reason, HasSubstr("plane of turning"));
  }
}

// The second formulation: Newton's laws for two masses that a rigid rod joins, step by step.
TEST(FreeFlight, of_two_masses_on_a_rigid_rod_is_strictly_ok) {
  const Protocol& protocol = *protocols::free_flight();
  struct Masses {
    std::array<double, 3> x[2], v[2];
    double t = 0;
  } m;
  const Quantities regime = protocol.plan(Sampling::quick).front().regime;
  for (int i : {0, 1}) {
    const double side = i == 0 ? -0.5 : 0.5;
    m.x[i] = {side, 0, 0};
    m.v[i] = {regime.at("velocity_x"), regime.at("spin_z") * side,
              regime.at("velocity_z") - regime.at("spin_y") * side};
  }
  const auto branches = moved(protocol, Sampling::quick, [&](const Scenario&, double t) {
    constexpr double h = 1e-4;
    while (m.t < t - h / 2) {
      // Velocity Verlet; the tension keeps the distance (Shake), and the relative speed across it.
      std::array<double, 3> way{}, old{};
      for (std::size_t k = 0; k < 3; ++k) old[k] = m.x[1][k] - m.x[0][k];
      for (auto i : {0, 1}) {
        m.v[i][2] -= h * regime.at("gamma");
        for (std::size_t k = 0; k < 3; ++k)
          m.x[i][k] += h * m.v[i][k] + (k == 2 ? 0.5 * h * h * regime.at("gamma") : 0);
      }
      for (int iteration = 0; iteration < 5; ++iteration) {
        double square = 0, across = 0;
        for (std::size_t k = 0; k < 3; ++k) way[k] = m.x[1][k] - m.x[0][k];
        for (std::size_t k = 0; k < 3; ++k) square += way[k] * way[k], across += way[k] * old[k];
        const double pull = (square - 1) / (4 * across);
        for (std::size_t k = 0; k < 3; ++k) {
          m.x[0][k] += pull * old[k], m.x[1][k] -= pull * old[k];
          m.v[0][k] += pull * old[k] / h, m.v[1][k] -= pull * old[k] / h;
        }
      }
      m.t += h;
    }
    Quantities all;
    const char* coordinates[] = {"_x", "_y", "_z"};
    for (std::size_t k = 0; k < 3; ++k) {
      all[std::string("start") + coordinates[k]] = m.x[0][k];
      all[std::string("end") + coordinates[k]] = m.x[1][k];
      all[std::string("middle") + coordinates[k]] = 0.5 * (m.x[0][k] + m.x[1][k]);
    }
    return all;
  });
  const Score score = protocol.score(branches);
  EXPECT_TRUE(score.strict_ok) << score.strict_reason;
  EXPECT_LT(score.worst->value, 1e-3);
}

TEST(FreeFlight, ends_where_an_instant_has_no_answer) {
  const Protocol& protocol = *protocols::free_flight();
  const Scenario branch = protocol.plan(Sampling::quick).front();
  const std::vector<BranchPoints> branches{{branch, {{plumb::Status::not_converged, {{"t", 0.25}}}}}};
  EXPECT_FALSE(protocol.next(branch, branches[0].points));
  const Score score = protocol.score(branches);
  EXPECT_THAT(score.reason, HasSubstr("no point at t = 0.25"));
  EXPECT_NO_THROW(protocol.picture(branches, score));
  EXPECT_NO_THROW(protocol.details(branches));
}

}  // namespace
}  // namespace judge
