#include <codes/calculix-shell/plate.h>

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <codes/calculix-shell/calculix_shell.h>
#include <codes/ccx/deck.h>

namespace codes {
namespace {

using testing::HasSubstr;
using testing::Not;

judge::Scenario scenario(double width, int n) {
  judge::Scenario s;
  s.ask(judge::BucklingPlate{{width, 1e-3, 0.35}, 0.2, 1e-4, 80});
  s.scales = {2, 3e9, 1200};
  s.knobs.n = n;
  return s;
}

TEST(Deck, NumbersFitTheirFields) {
  EXPECT_EQ(number(-1.0 / 3), "-3.333333333333e-01");
  EXPECT_LE(number(-1e-300).size(), 20U);
}

TEST(Deck, NodesAreCrowdedAtTheClampAndMiddlesAreInTheMiddle) {
  EXPECT_EQ(graded_node(0, 10), 0);
  EXPECT_EQ(graded_node(20, 10), 1);
  EXPECT_DOUBLE_EQ(graded_node(2, 10), 0.01);
  EXPECT_DOUBLE_EQ(graded_node(1, 10), 0.005);
}

TEST(Deck, TheWeightGrowsFromNothingToAll) {
  const std::string ramp = growing_weight("RAMP", 1e4);
  EXPECT_THAT(ramp, HasSubstr("\n0.000000000000e+00,0.000000000000e+00\n"));
  EXPECT_THAT(ramp, HasSubstr("\n1.000000000000e+00,1.000000000000e+00\n"));
  EXPECT_EQ(growing_increments(1e-3), 1);
  EXPECT_EQ(growing_increments(1e4), 6);
}

TEST(Strip, IsStatedInMetres) {
  const Strip strip = strip_of(scenario(0.5, 12), 3e9);
  EXPECT_EQ(strip.length, 2);
  EXPECT_EQ(strip.width, 1);
  EXPECT_EQ(strip.thickness, 2e-3);
  EXPECT_EQ(strip.young, 3e9);
  EXPECT_EQ(strip.density, 1200);
}

TEST(Strip, GravityFollowsFromTheDimensionlessWeight) {
  const Strip strip = strip_of(scenario(0.5, 12), 3e9);
  const double h = 2e-3, length_cubed = 8, stiffness = 3e9 * h * h * h / 12 / (1 - 0.35 * 0.35);
  EXPECT_DOUBLE_EQ(gravity_of_gamma(strip, 7), 7 * 3e9 * h * h / (12 * 1200 * length_cubed));
  EXPECT_DOUBLE_EQ(gravity_of_gamma_star(strip, 7), 7 * stiffness / (1200 * h * length_cubed));
}

TEST(Strip, UnitsOfTheDeckChangeNoDimensionlessNumber) {
  const Strip si = strip_of(scenario(0.5, 12), 3e9);
  const auto [strip, g] = in_deck_units(si, gravity_of_gamma(si, 7));
  EXPECT_EQ(strip.length, 1);
  EXPECT_DOUBLE_EQ(strip.thickness, 1e-3);
  EXPECT_DOUBLE_EQ(strip.density * strip.length * strip.width * strip.thickness * g, 1e6);
  EXPECT_DOUBLE_EQ(gravity_of_gamma(strip, 7), g);
}

TEST(Plate, HasFewerElementsAcrossThanAlongAndAtLeastTwo) {
  EXPECT_EQ(plate_of(scenario(0.5, 12), 3e9, true).across, 4);
  EXPECT_EQ(plate_of(scenario(0.1, 12), 3e9, true).across, 2);
}

TEST(Plate, HasTheNodesAndTheSetsOfItsLattice) {
  Plate plate;
  plate.n = 2;
  const std::string deck = cantilever_deck(plate, 1, 1e-5);
  // Rows of 5, 3, 5, 3, 5 nodes; the middle of the last one is the tip.
  EXPECT_THAT(deck, HasSubstr("\n21,1.000000000000e+00,5.000000000000e-02,0\n"));
  EXPECT_THAT(deck, Not(HasSubstr("\n22,1.0")));
  EXPECT_THAT(deck, HasSubstr("*NSET,NSET=CLAMP\n1\n2\n3\n4\n5\n*NSET,NSET=TIP\n19\n"));
  EXPECT_THAT(deck, HasSubstr("*ELEMENT,TYPE=S8R,ELSET=EALL\n1,1,9,11,3,6,10,7,2\n"));
  EXPECT_THAT(deck, HasSubstr("*BOUNDARY\nCLAMP,1,6\n"));
}

TEST(Plate, LateralBucklingHasAPushThatIsTakenAway) {
  Plate plate = plate_of(scenario(0.5, 2), 3e9, true);
  const double g = in_deck_units(plate.strip, gravity_of_gamma_star(plate.strip, 7)).gravity;
  const std::string deck = lateral_buckling_deck(plate, 7, {});
  EXPECT_THAT(deck, HasSubstr("*DLOAD,AMPLITUDE=RAMP\nEALL,GRAV," + number(g) + ",0,0,-1\n"));
  EXPECT_THAT(deck, HasSubstr("*DLOAD,AMPLITUDE=PUSH\nEALL,GRAV," + number(1e-3 * g) + ",0,1,0\n"));
  EXPECT_THAT(deck, HasSubstr("\n1.800000000000e+00,1.000000000000e-04\n2,0\n"));
}

TEST(Plate, StandsUprightInLateralBuckling) {
  Plate plate = plate_of(scenario(0.5, 2), 3e9, true);
  EXPECT_THAT(buckling_deck(plate), HasSubstr("\n1,0.000000000000e+00,0,-2.500000000000e-01\n"));
  EXPECT_THAT(buckling_deck(plate), HasSubstr("*BUCKLE"));
}

TEST(CalculixShell, ItsCardNamesItsFolder) {
  const judge::Card card = calculix_shell()->describe();
  EXPECT_EQ(card.name, "calculix-shell");
  EXPECT_EQ(card.protocols.size(), 2U);
  const auto trial = calculix_shell()->open(scenario(0.5, 12));
  EXPECT_FALSE(trial->save().empty());
  EXPECT_THROW(trial->observe({"colour"}), plumb::UserError);
}

}  // namespace
}  // namespace codes
