#include <plumb/core/progress.h>

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

/// What is printed while `use` runs, with a clock that the test moves.
std::string printed(Progress::Style style, const std::function<void(Progress&, double& now)>& use) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = open_memstream(&text, &size);
  double now = 0;
  {
    Progress progress(out, style, [&now] { return now; });
    use(progress, now);
  }
  std::fclose(out);
  std::string result(text, size);
  std::free(text);
  return result;
}

TEST(Progress, estimates_what_is_left_from_what_was_spent) {
  EXPECT_THAT(progress_line(50, 200, 10, "rod", 120),
              testing::AllOf(HasSubstr(" 25 %"), HasSubstr("50/200"), HasSubstr("0:30 left"), EndsWith("rod")));
  EXPECT_THAT(progress_line(1, 2, 4000, "rod", 120), HasSubstr("1:06:40 left"));
  EXPECT_THAT(progress_line(0, 200, 10, "rod", 120), Not(HasSubstr("left")));
}

TEST(Progress, fits_the_terminal) {
  EXPECT_EQ(progress_line(50, 200, 10, std::string(300, 'x'), 79).size(), 79u);
  EXPECT_THAT(progress_line(7, 0, 1, "more than planned", 120), HasSubstr("100 %"));
}

TEST(Progress, prints_ten_plain_lines_where_nobody_watches) {
  const std::string text = printed(Progress::Style::plain, [](Progress& progress, double& now) {
    for (int i = 1; i <= 281; ++i, now += 1) progress.report(i, 281, "rod");
  });
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 10);
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Progress, redraws_one_line_on_a_terminal_not_too_often_and_wipes_it) {
  const std::string text = printed(Progress::Style::terminal, [](Progress& progress, double& now) {
    for (int i = 1; i <= 100; ++i, now += 0.01) progress.report(i, 1000, "rod");
  });
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 0);
  EXPECT_LE(std::count(text.begin(), text.end(), '\r'), 12);
  EXPECT_THAT(text, EndsWith("\r\x1b[K"));
}

TEST(Progress, can_be_silent) {
  EXPECT_EQ(printed(Progress::Style::silent, [](Progress& progress, double&) { progress.report(1, 1, "rod"); }), "");
}

}  // namespace
}  // namespace plumb
