// Every wrong simulator of the bank is caught, and no right one is.

#include <gtest/gtest.h>

#include <judge/records/fresh_folder_test.h>
#include <tests/bank/bank.h>

namespace judge::bank {
namespace {

class Bank : public testing::TestWithParam<Entry> {};

TEST_P(Bank, is_judged_as_it_deserves) {
  const Entry& entry = GetParam();
  const Finding finding = judged(entry, fresh_folder().string());
  if (entry.mistake.empty() || entry.invisible) {
    EXPECT_EQ(finding.check, "") << finding.why;
  } else {
    EXPECT_NE(finding.check, "") << entry.mistake;
  }
  EXPECT_LE(finding.cost, 3) << "plain runs";
}

INSTANTIATE_TEST_SUITE_P(Codes, Bank, testing::ValuesIn(all_entries()), [](const auto& test) {
  std::string name = test.param.name;
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
});

TEST(BankSize, is_sixty_wrong_codes_and_ten_right_ones) {
  int wrong = 0, right = 0;
  for (const Entry& entry : all_entries()) (entry.mistake.empty() ? right : wrong) += 1;
  EXPECT_GE(wrong, 60);
  EXPECT_GE(right, 10);
}

}  // namespace
}  // namespace judge::bank
