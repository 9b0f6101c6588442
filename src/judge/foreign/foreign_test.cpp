// What a foreign program's card must be. How programs, good and bad, are judged: judge/run/foreign_run_test.cpp.

#include <judge/foreign/foreign.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/question/closed_form_code_test.h>

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(Foreign, one_that_does_not_describe_itself_is_a_mistake_of_the_user) {
  const auto told = [](const std::string& words) {
    try {
      ForeignCode(words, {1});
    } catch (const plumb::UserError& error) {
      return std::string(error.what());
    }
    return std::string("no complaint");
  };
  EXPECT_THAT(told("exit 3"), AllOf(HasSubstr("'exit 3'"), HasSubstr("exit code 3")));
  EXPECT_THAT(told("echo hello"), HasSubstr("hello"));
  EXPECT_THAT(told("no-such-program-anywhere"), HasSubstr("not found"));
}

TEST(Foreign, a_card_must_fit_the_table) {
  const ClosedFormCode row({"ruler", "", "", "", "", {}}, nullptr);
  const auto told = [&](const Card& card) {
    try {
      check_card(card, {"line"}, {&row});
    } catch (const plumb::UserError& error) {
      return std::string(error.what());
    }
    return std::string("no complaint");
  };
  EXPECT_EQ(told({"mine", "", "", "", "", {{"line", {}}}}), "no complaint");
  EXPECT_THAT(told({"mine", "", "", "", "", {{"lyne", {}}}}), HasSubstr("did you mean 'line'"));
  EXPECT_THAT(told({"ruler", "", "", "", "", {{"line", {}}}}), HasSubstr("another name"));
}

}  // namespace
}  // namespace judge
