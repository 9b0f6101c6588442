#include <plumb/core/printable.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Printable, leaves_ordinary_text_alone) {
  EXPECT_EQ(printable("Γ = 1 %, naïve 棒 🙂"), "Γ = 1 %, naïve 棒 🙂");
  EXPECT_EQ(printable(""), "");
}

TEST(Printable, takes_away_what_a_terminal_obeys) {
  EXPECT_EQ(printable("\x1b[2J\x1b]0;title\x07"), " [2J ]0;title ");
  EXPECT_EQ(printable("a\nb\tc\rd\x7f"), "a b c d ");
  EXPECT_EQ(printable("\u009b31m"), " 31m") << "the one-character form of ESC [";
  EXPECT_EQ(printable("\u202egnirts\u2066 \u2028"), " gnirts   ");
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a b");
}

TEST(Printable, marks_what_is_no_utf8) {
  EXPECT_EQ(printable("a\xff b"), "a\ufffd b");
  EXPECT_EQ(printable("\xc3"), "\ufffd") << "cut in the middle of a character";
  EXPECT_EQ(printable("\xc0\x9b"), "\ufffd\ufffd") << "ESC in two bytes";
  EXPECT_EQ(printable("\xed\xa0\x80"), "\ufffd\ufffd\ufffd") << "a surrogate";
  EXPECT_EQ(printable("\x9b"), "\ufffd");
}

TEST(Printable, cuts_between_characters_and_says_so) {
  EXPECT_EQ(printable("αβγδ", 2), "αβ... (cut)");
  EXPECT_EQ(printable("αβγδ", 4), "αβγδ");
  EXPECT_LE(printable(std::string(2000000, 'x'), 1000).size(), 1010u);
}

}  // namespace
}  // namespace plumb
