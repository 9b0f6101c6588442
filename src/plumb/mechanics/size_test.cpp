#include <plumb/mechanics/size.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

TEST(Size, what_takes_more_than_two_gibibytes_is_refused_with_its_size) {
  EXPECT_NO_THROW(check_size("a rod", 1e6, entries_of_element(11)));
  try {
    check_size("a spline shell", 1e6 * 5e4, entries_of_element(48));
    FAIL();
  } catch (const UserError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith("a spline shell of 50000000000 elements would need about 4.38e+05"));
  }
}

}  // namespace
}  // namespace plumb
