#include <plumb/core/markup.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Markup, text_stays_text_also_in_attributes) {
  EXPECT_EQ(markup_escaped("a & b"), "a &amp; b");
  EXPECT_EQ(markup_escaped("\"><script>alert('x')</script>"),
            "&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;");
  EXPECT_EQ(markup_escaped("a\x1b[2J\x7f\n"), "a [2J  ");
}

TEST(Markup, no_json_ends_the_script_that_holds_it) {
  EXPECT_EQ(script_escaped(R"({"title":"</script><!--"})"), R"({"title":"\u003c/script>\u003c!--"})");
}

}  // namespace
}  // namespace plumb
