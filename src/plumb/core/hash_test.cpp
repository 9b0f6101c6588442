#include <plumb/core/hash.h>

#include <array>

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Hash, equals_the_published_values_of_fnv_1a) {
  EXPECT_EQ(Hash().hex(), "cbf29ce484222325");
  EXPECT_EQ(Hash().add("a").hex(), "af63dc4c8601ec8c");
  EXPECT_EQ(Hash().add("foobar").hex(), "85944171f73967e8");
}

TEST(Hash, continues_over_pieces) { EXPECT_EQ(Hash().add("foo").add("bar").value(), Hash().add("foobar").value()); }

TEST(Hash, sees_every_bit_of_a_number) {
  const std::array<double, 2> a{0.0, 1.0};
  const std::array<double, 2> b{-0.0, 1.0};
  EXPECT_NE(Hash().add(a).value(), Hash().add(b).value());
}

}  // namespace
}  // namespace plumb
