// The rungs of a ladder. The verdicts that codes deserve on theirs: judge/run/climb_test.cpp.

#include <judge/verdict/ladder.h>

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(Ladder, refines_every_knob_twofold) {
  EXPECT_EQ(refined({100, 0.5, 1e-3}, 2), (Knobs{400, 0.125, 2.5e-4}));
  EXPECT_EQ(refined({100, 0.5, 1e-3}, -1), (Knobs{50, 1, 2e-3}));
  EXPECT_EQ(refined({0, 0, 0}, 3), Knobs{});
  EXPECT_EQ(refined({5, 0, 0}, -1).n, 3) << "never to nothing";
}

TEST(Ladder, begins_two_rungs_below_the_card_where_there_is_room) {
  EXPECT_EQ(coarsest_rung({300, 0, 0}), -2);
  EXPECT_EQ(coarsest_rung({8, 0, 0}), -1);
  EXPECT_EQ(coarsest_rung({4, 0, 0}), 0);
  EXPECT_EQ(coarsest_rung({0, 1e-3, 0}), -2);
}

TEST(Ladder, restates_each_rung_in_units_of_its_own) {
  const Scales one{2, 3, 5};
  EXPECT_EQ(restated(one, 0), one);
  for (int a = -2; a <= 3; ++a) {
    for (int b = a + 1; b <= 3; ++b) {
      const Scales x = restated(one, a), y = restated(one, b);
      EXPECT_NE(x.length, y.length) << a << ' ' << b;
      EXPECT_NE(x.young, y.young) << a << ' ' << b;
      EXPECT_NE(x.density, y.density) << a << ' ' << b;
    }
  }
}

TEST(Ladder, restates_the_stiffness_of_a_load_with_that_of_the_regime) {
  const Load load{{"gamma", 2}, {"young", 7}};
  for (const int rung : {-2, 0, 3}) {
    EXPECT_EQ(restated(load, rung).at("gamma"), 2);
    EXPECT_DOUBLE_EQ(restated(load, rung).at("young"), 7 * restated(Scales{}, rung).young);
  }
}

}  // namespace
}  // namespace judge
