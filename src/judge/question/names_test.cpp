#include <judge/question/names.h>

#include <string>

#include <gtest/gtest.h>

namespace judge {
namespace {

TEST(Names, of_codes_are_plain_with_at_most_one_variant) {
  for (const char* good : {"s8r", "libshell/stvk-tan", "naghdi-p23", "my_Rod"}) EXPECT_TRUE(is_code_name(good)) << good;
  for (const char* bad :
       {"", "/", "a/", "/a", "..", "../x", "a/../b", "a/b/c", "-rf", "a b", "a\"b", "<b>", "a\nb", "ä"})
    EXPECT_FALSE(is_code_name(bad)) << bad;
  EXPECT_TRUE(is_code_name(std::string(64, 'x')));
  EXPECT_FALSE(is_code_name(std::string(65, 'x')));
}

}  // namespace
}  // namespace judge
