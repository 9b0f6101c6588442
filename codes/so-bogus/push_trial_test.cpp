#include <gtest/gtest.h>

#include <cmath>

#include <judge/question/code.h>

namespace codes {
judge::Code const* so_bogus();
namespace {

const std::vector<std::string> kSeen{"tip_shift", "P", "Q"};

/// Returns the quick trial of the card.
std::unique_ptr<judge::Trial> opened(double mu) {
  judge::Scenario scenario;
  scenario.scales = {1, 12 / (1e-9 * 0.1), 1e4};
  scenario.knobs = so_bogus()->describe().protocols.at("stick-slip").knobs;
  scenario.sampling = judge::Sampling::quick;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, mu, 1e-3});
  return so_bogus()->open(scenario);
}

judge::Quantities pushed(judge::Trial& trial, double eps_y, judge::Approach approach = judge::Approach::sweep) {
  EXPECT_EQ(trial.advance({{{"eps_y", eps_y}}, approach}).status, plumb::Status::ok);
  return trial.observe(kSeen);
}

TEST(SoBogusTrial, SlipsAtTheFirstLoadOnSmoothGround) {
  const auto trial = opened(0);
  EXPECT_GT(std::abs(pushed(*trial, 1.0 / 60).at("tip_shift")), 1e-3);
}

// The protocol asks for loads between those of its grid with a reset. They come from a state of the same push, and it
// does not matter how far that push has been, slip included.
TEST(SoBogusTrial, IsResetToTheSamePush) {
  const auto far = opened(0.05), direct = opened(0.05);
  EXPECT_GT(std::abs(pushed(*far, 2.0 / 60).at("tip_shift")), 1e-3);
  const judge::Quantities back = pushed(*far, 0.01, judge::Approach::restart);
  EXPECT_EQ(back, pushed(*direct, 0.01));
  EXPECT_LT(std::abs(back.at("tip_shift")), 1e-12);
}

}  // namespace
}  // namespace codes
