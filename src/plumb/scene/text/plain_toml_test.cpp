#include <plumb/scene/text/plain_toml.h>

#include <string>

#include <gtest/gtest.h>

namespace plumb {
namespace {

std::string times(int n, const std::string& word) {
  std::string all;
  for (int i = 0; i < n; ++i) all += word;
  return all;
}

const std::string kKey = times(40, "a.") + "a";

TEST(PlainToml, has_keys_of_few_parts) {
  EXPECT_FALSE(not_plain(times(32, "a.") + "a = 1"));
  const auto found = not_plain(times(33, "a.") + "a = 1");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->place, 65u);
  EXPECT_EQ(found->what, "nested too deeply for a scene");
  EXPECT_TRUE(not_plain("x = { " + kKey + " = 1 }"));
  EXPECT_TRUE(not_plain("[[" + kKey + "]]"));
  EXPECT_TRUE(not_plain(times(40, "'#' . \"=\" . ") + "a = 1")) << "quotes hide what stands in them, nothing else";
}

TEST(PlainToml, has_few_open_brackets) {
  EXPECT_FALSE(not_plain("x = " + times(32, "[") + times(32, "]")));
  EXPECT_TRUE(not_plain("x = " + times(33, "[")));
  EXPECT_TRUE(not_plain("x = " + times(20, "[{a=")));
}

TEST(PlainToml, may_be_long) {
  EXPECT_FALSE(not_plain("x = [" + times(1000, "[0.5, 1.5],\n") + "]"));
  EXPECT_FALSE(not_plain(times(1000, "[a.b]\nc.d = 1.5\n")));
}

TEST(PlainToml, may_have_anything_in_strings_and_comments) {
  const std::string anything = times(40, "[") + kKey + "\xC3\xA9";
  for (const std::string quote : {"\"", "'"}) {
    EXPECT_FALSE(not_plain("x = " + quote + anything + quote)) << quote;
    EXPECT_TRUE(not_plain("x = " + quote + quote + anything)) << quote;
  }
  EXPECT_FALSE(not_plain("# " + anything + "\n"));
  EXPECT_FALSE(not_plain("x = \"\\\"" + anything + "\"")) << "an escaped quote";
  EXPECT_TRUE(not_plain("x = '\\' " + anything)) << "no escapes between single quotes";
  EXPECT_TRUE(not_plain("x = \"not closed\n" + anything));
  EXPECT_FALSE(not_plain("x = \"\\"));
}

TEST(PlainToml, has_text_on_one_line_and_ascii_outside) {
  for (const std::string text : {"x = \"\"\"a\"\"\"", "x = '''a'''", "\xC3\xA9 = 1", "x = 1\xC3\xA9",
                                 "x = 1\"\xC3\xA9\"", "x = 1.\"\xC3\xA9\"", "x = 1\x01"}) {
    EXPECT_TRUE(not_plain(text)) << text;
  }
}

}  // namespace
}  // namespace plumb
