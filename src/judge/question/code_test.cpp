#include <judge/question/code.h>

#include <gtest/gtest.h>

namespace judge {
namespace {

const Quantities kKnown{{"drop", 0.1}, {"reach", 0.9}};

TEST(Picking, gives_what_is_asked_and_no_more) {
  EXPECT_EQ(pick_all({"drop"}, kKnown, "my-rod"), (Quantities{{"drop", 0.1}}));
  EXPECT_EQ(pick_all({"reach", "drop"}, kKnown, "my-rod"), kKnown);
  EXPECT_EQ(pick_known({"colour", "reach"}, kKnown), (Quantities{{"reach", 0.9}}));
}

TEST(Picking, names_what_is_not_known) {
  try {
    pick_all({"drop", "colour"}, kKnown, "my-rod");
    FAIL();
  } catch (const plumb::UserError& error) {
    EXPECT_STREQ(error.what(), "my-rod cannot observe 'colour' here");
  }
}

}  // namespace
}  // namespace judge
