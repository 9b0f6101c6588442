#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <codes/calculix-beam/beam.h>
#include <codes/ccx/deck.h>
#include <judge/question/code.h>

namespace codes {
judge::Code const* calculix_beam();
namespace {

using testing::HasSubstr;

judge::Scenario scenario() {
  judge::Scenario s;
  s.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  s.scales = {2, 3e9, 1200};
  s.knobs.n = 4;
  return s;
}

TEST(CalculixBeam, DeckHasNodesElementsAndTheSectionWithItsWidthAcross) {
  const Strip strip = strip_of(scenario(), 3e9);
  const std::string deck = beam_cantilever_deck(strip, 4, 7, 1e-5);
  EXPECT_THAT(deck, HasSubstr("\n9,1.000000000000e+00,0,0\n"));
  EXPECT_THAT(deck, HasSubstr("*ELEMENT,TYPE=B32R,ELSET=EALL\n1,1,2,3\n"));
  EXPECT_THAT(deck, HasSubstr("\n4,7,8,9\n*NSET,NSET=TIP\n9\n"));
  EXPECT_THAT(deck, HasSubstr("SECTION=RECT\n" + number(0.1) + "," + number(1e-3) + "\n0,1,0\n"));
  const double g = in_deck_units(strip, gravity_of_gamma(strip, 7)).gravity;
  EXPECT_THAT(deck, HasSubstr("EALL,GRAV," + number(g) + ",0,0,-1\n"));
}

TEST(CalculixBeam, ItsCardNamesItsFolder) {
  EXPECT_EQ(calculix_beam()->describe().name, "calculix-beam");
  const auto trial = calculix_beam()->open(scenario());
  EXPECT_FALSE(trial->save().empty());
  EXPECT_THROW(trial->observe({"lateral"}), plumb::UserError);
}

}  // namespace
}  // namespace codes
