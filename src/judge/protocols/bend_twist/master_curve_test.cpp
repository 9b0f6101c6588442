#include <judge/protocols/bend_twist/master_curve.h>

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include <judge/protocols/bend_twist/kirchhoff_shooting_test.h>
#include <judge/protocols/bend_twist/second_variation.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

constexpr double two_pi = 2 * std::numbers::pi;

kirchhoff::Rod rod(double turns, double x, const BendTwistRod& stiffness) {
  return {two_pi * turns, x, stiffness.twist, stiffness.side};
}

/// The rod of bend-twist/rectangle.
BendTwistRod rectangle() { return rectangular_rod(1.25, 1, 0.3); }

/// Negative modes, by the second formulation, of the planar shape; there must be only one.
int negative_modes(double turns, double x, const BendTwistRod& stiffness) {
  const kirchhoff::Rod r = rod(turns, x, stiffness);
  const std::vector<double> alpha = r.equilibria(40);
  EXPECT_EQ(alpha.size(), 1u) << "turns " << turns << " x " << x;
  return r.negative_modes(alpha.at(0));
}

void expect_crossing(double turns, const BendTwistRod& stiffness, double x, double outwards) {
  const double accuracy = 1e-6;
  EXPECT_EQ(negative_modes(turns, x * (1 + outwards * accuracy), stiffness), 0) << turns << " " << x;
  EXPECT_EQ(negative_modes(turns, x * (1 - outwards * accuracy), stiffness), 1) << turns << " " << x;
}

class BendTwistAt : public testing::TestWithParam<double> {};

TEST_P(BendTwistAt, AgreesWithTheKirchhoffEquations) {
  const double turns = GetParam();
  for (const BendTwistRod& stiffness : {round_rod(0), round_rod(0.5), rectangle()}) {
    const BendTwistCrossings crossings = bend_twist_frontier(turns, stiffness);
    if (!crossings.lower) {
      EXPECT_LT(turns, bend_twist_tip(stiffness).turns);
      continue;
    }
    expect_crossing(turns, stiffness, crossings.lower.value(), -1);
    expect_crossing(turns, stiffness, crossings.upper.value(), 1);
  }
}

INSTANTIATE_TEST_SUITE_P(Turns, BendTwistAt, testing::Values(0.9, 1, 1.5, 2, 3, 5, 10));

// Loops coexist with fewer loops only inside the 3D region, and there every shape that is stable within the plane is
// unstable out of it.
TEST(BendTwistFrontier, NoPlanarShapeIsStableBetweenTheCrossings) {
  int n_shapes = 0, n_points = 0;
  for (double turns : {1.3, 2.0, 3.0})
    for (const BendTwistRod& stiffness : {round_rod(0), round_rod(0.5), rectangle()}) {
      const BendTwistCrossings crossings = bend_twist_frontier(turns, stiffness);
      if (!crossings.lower) continue;
      for (double part : {0.1, 0.3, 0.45, 0.5, 0.55, 0.6, 0.7, 0.9}) {
        kirchhoff::Rod r = rod(turns, *crossings.lower + part * (*crossings.upper - *crossings.lower), stiffness);
        r.step = 0.05;
        ++n_points;
        for (double alpha : r.equilibria(400))
          if (r.planar(alpha).stable) {
            ++n_shapes;
            EXPECT_GT(r.negative_modes(alpha), 0) << turns << " " << r.x;
          }
      }
    }
  EXPECT_GT(n_shapes, n_points) << "no point with two shapes was tried";
}

// Without weight the moment of a couple at the free end is the same vector all along the circle: over whole turns it
// bends and twists by equal parts.
TEST(BendTwistSecondVariation, KnowsTheStiffnessOfACircle) {
  for (double turns : {1, 2, 10})
    for (const BendTwistRod& rod : {round_rod(0), round_rod(0.3), round_rod(0.5), rectangle(), BendTwistRod{0.3, 2}}) {
      const double phi = two_pi * turns;
      const LateralStiffness circle = lateral_stiffness(PlanarRod(phi, int(phi) + 1), rod);
      EXPECT_EQ(circle.n_negative, 0);
      EXPECT_NEAR(circle.tip * phi * (1 / rod.side + 1 / rod.twist) / 2, 1, 1e-9) << turns << " " << rod.side;
    }
}

TEST(BendTwistFrontier, Allows3DOnlyLeftOf062AsThePaperSays) {
  for (double turns : {1.0, 2.0, 5.0}) EXPECT_LT(bend_twist_frontier(turns, 0.5).upper.value(), 0.625) << turns;
  EXPECT_NEAR(bend_twist_frontier(10, 0.5).upper.value(), 0.62, 0.005);
}

// With more turns or a softer twist the 3D region only grows.
TEST(BendTwistFrontier, IsNested) {
  double tip_before = 2;
  for (double nu : {0.0, 0.25, 0.5}) {
    const double tip = bend_twist_tip(nu).turns;
    EXPECT_LT(tip, tip_before);
    tip_before = tip;
    BendTwistCrossings before = {1, 0};
    for (double turns = tip * (1 + 1e-6); turns < 10; turns *= 1.4) {
      const BendTwistCrossings here = bend_twist_frontier(turns, nu);
      EXPECT_LT(here.lower.value(), before.lower.value()) << turns;
      EXPECT_GT(here.upper.value(), before.upper.value() - 1e-10) << turns;
      before = here;
      const BendTwistCrossings stiffer = bend_twist_frontier(turns, nu / 2);
      if (nu > 0 && stiffer.lower) {
        EXPECT_LT(*here.lower, *stiffer.lower) << turns;
        EXPECT_GT(*here.upper, *stiffer.upper) << turns;
      }
    }
  }
}

TEST(BendTwistFrontier, ClosesAtItsTip) {
  for (double nu : {0.0, 0.3, 0.5}) {
    const BendTwistTip tip = bend_twist_tip(nu);
    EXPECT_FALSE(bend_twist_frontier(tip.turns * (1 - 1e-6), nu).lower);
    const BendTwistCrossings above = bend_twist_frontier(tip.turns * (1 + 1e-6), nu);
    EXPECT_NEAR(above.lower.value(), tip.x, 1e-3);
    EXPECT_NEAR(above.upper.value(), tip.x, 1e-3);
    EXPECT_LT(above.lower.value(), above.upper.value());
  }
}

TEST(BendTwistSection, HasTheTorsionConstantOfTheBooks) {
  EXPECT_NEAR(rectangle_torsion(1, 1), 0.1406, 5e-5);
  EXPECT_NEAR(rectangle_torsion(1.5, 1), 0.1958, 5e-5);
  EXPECT_NEAR(rectangle_torsion(2, 1), 0.2287, 5e-5);
  EXPECT_NEAR(rectangle_torsion(1e4, 1), 1.0 / 3 - 0.630249 / 3e4, 1e-9) << "a thin strip";
  EXPECT_NEAR(rectangular_rod(3e-3, 2e-3, 0.3).side, 2.25, 1e-12);
  EXPECT_NEAR(rectangular_rod(3e-3, 2e-3, 0.3).twist, 12 * 0.1958 / 2.6, 3e-4);
  EXPECT_THROW(rectangular_rod(1, 2, 0.3), plumb::UserError);
}

TEST(BendTwistFrontier, OfARectangleIsFarFromThatOfACircle) {
  for (const double turns : {1.5, 4.0, 10.0}) {
    const BendTwistCrossings circle = bend_twist_frontier(turns, 0.3), other = bend_twist_frontier(turns, rectangle());
    EXPECT_GT(*other.lower, 1.02 * *circle.lower) << turns;
    EXPECT_LT(*other.upper, 0.98 * *circle.upper) << turns;
  }
}

TEST(BendTwistFrontier, LabelsPoints) {
  EXPECT_TRUE(bend_twist_planar_is_stable(0.5, 0.4));
  EXPECT_TRUE(bend_twist_planar_is_stable(3, 0.15));
  EXPECT_FALSE(bend_twist_planar_is_stable(3, 0.4));
  EXPECT_TRUE(bend_twist_planar_is_stable(3, 0.7));
}

TEST(BendTwistFrontier, SaysWhereItEnds) {
  const double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  for (double bad : {-1.0, 0.0, 0.049, 10.001, infinity, nan})
    EXPECT_THROW(bend_twist_frontier(bad), plumb::UserError) << bad;
  for (double bad : {-0.01, 0.51, infinity, nan}) {
    EXPECT_THROW(bend_twist_frontier(1, bad), plumb::UserError) << bad;
    EXPECT_THROW(bend_twist_tip(bad), plumb::UserError) << bad;
  }
}

TEST(BendTwistFrontier, SamplesAreThoseOfAlgorithm3) {
  const std::vector<double> turns = bend_twist_samples();
  ASSERT_EQ(turns.size(), 23u);
  EXPECT_EQ(turns.front(), 0.3);
  EXPECT_NEAR(turns.back(), 10, 1e-12);
  for (std::size_t i = 2; i < turns.size(); ++i)
    EXPECT_NEAR(turns[i] * turns[i - 2], turns[i - 1] * turns[i - 1], 1e-9);
}

}  // namespace
}  // namespace judge
