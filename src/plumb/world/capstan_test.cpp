#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include <plumb/model/elastic_rod/rod_view.h>
#include <plumb/world/world_march.h>

namespace plumb {
namespace {

/// A thin rod over half of a cylinder whose axis is y, pulled down at both ends.
class Capstan {
 public:
  static constexpr double kRadius = 0.1, kStraight = 0.05;  // m
  static constexpr double kMu = 0.3;
  static constexpr double kSlack = 1;  // N

  explicit Capstan(int n_edges) {
    const double reach = kRadius + kRodRadius, total = std::numbers::pi * reach + 2 * kStraight;
    RodSpec spec;
    for (int i = 0; i <= n_edges; ++i) spec.nodes.push_back(total * i / n_edges);
    spec.stiffness.stretch = 2e4;
    spec.stiffness.bend_1 = spec.stiffness.bend_2 = spec.stiffness.twist = kBending;
    spec.stiffness.mass_per_length = 0.01;
    spec.stiffness.spin_inertia = 1e-8;
    spec.loaded = {0, total};
    spec.relaxation = 1e-3;
    spec.contact_radius = kRodRadius;
    model_ = elastic_rod(spec);
    state_ = model_.initial;
    Eigen::VectorXd step = Eigen::VectorXd::Zero(state_.q.size());
    for (int i = 0; i <= n_edges; ++i) {
      step.segment<3>(4 * i) = wound(spec.nodes[static_cast<std::size_t>(i)], reach) - state_.q.segment<3>(4 * i);
    }
    EXPECT_EQ(model_.layout.retract(state_, step), Status::ok);
    around_.obstacles = {{CylinderShape{1, kRadius}, 0}};
    ObstacleMotion still;
    still.poses = {{Eigen::Vector3d::Zero(), Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitX()}};
    around_.motion = [still](double) { return still; };
    around_.friction.elsewhere = kMu;
    stepper_ = make_stepper(model_, Method::backward_euler);
    programme_ = [this](double time) { return loads_at(time); };
  }

  /// Pulls at one end, more and more. Returns by how much more than at the other when the rod begins to slide.
  double ratio_at_slip() {
    const Toucher rod[] = {{*stepper_, state_, programme_, false}};
    const double start = slack_end();
    for (double time = 0.01; time < 8; time += 0.01) {
      const WorldMarchOutcome outcome = march(rod, around_, touches_, time, 0.01, {.tolerance = 1e-9});
      EXPECT_EQ(outcome.status(), Status::ok) << time;
      if (outcome.status() != Status::ok) return 0;
      if (slack_end() - start > 1e-3 * kRadius) return loads_at(time).wrenches[1].force.norm() / kSlack;
    }
    return 0;
  }

 private:
  static constexpr double kRodRadius = 1e-4, kBending = 1e-6;  // m, N m^2: EI/R^2 is 1e-4 of the slack side's tension

  static Eigen::Vector3d wound(double s, double reach) {
    const double arc = std::numbers::pi * reach;
    if (s < kStraight) return {-reach, 0, s - kStraight};
    if (s > kStraight + arc) return {reach, 0, kStraight + arc - s};
    const double angle = (s - kStraight) / reach;
    return {-reach * std::cos(angle), 0, reach * std::sin(angle)};
  }
  Loads loads_at(double time) const {
    Loads loads = model_.initial.loads;
    loads.wrenches[0].force = {0, 0, -kSlack};
    loads.wrenches[1].force = {0, 0, -kSlack * (1 + 0.3 * time)};
    return loads;
  }
  double slack_end() const { return state_.q[2]; }

  Model model_;
  State state_;
  Programme programme_;
  Surroundings around_;
  std::vector<Touch> touches_;
  std::unique_ptr<Stepper> stepper_;
};

// Euler 1769, Eytelwein 1808: the tensions on both sides are as exp(mu angle).
TEST(Capstan, SlidesWhereTheTensionsAreAsTheExponential) {
  EXPECT_NEAR(Capstan(80).ratio_at_slip() / std::exp(Capstan::kMu * std::numbers::pi), 1, 0.01);
}

}  // namespace
}  // namespace plumb
