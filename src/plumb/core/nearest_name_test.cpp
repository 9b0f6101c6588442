#include <plumb/core/nearest_name.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(NearestName, counts_edits) {
  EXPECT_EQ(edit_distance("", ""), 0);
  EXPECT_EQ(edit_distance("", "rod"), 3);
  EXPECT_EQ(edit_distance("rod", "rods"), 1);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
  EXPECT_EQ(edit_distance("rdo", "rod"), 1) << "two neighbours exchanged are one slip of the fingers";
  EXPECT_EQ(edit_distance("sitting", "kitten"), 3);
}

TEST(NearestName, finds_what_was_meant) {
  const std::vector<std::string> names{"cantilever", "bend-twist", "stick-slip"};
  EXPECT_EQ(nearest_name("cantilver", names), "cantilever");
  EXPECT_EQ(nearest_name("stickslip", names), "stick-slip");
  EXPECT_EQ(nearest_name("x", {}), "");
}

}  // namespace
}  // namespace plumb
