// Every wrong simulator of the bank is caught, and no right one is. All in one process: they share the master curves that
// they are judged by.

#include <gtest/gtest.h>

#include <judge/records/fresh_folder_test.h>
#include <tests/bank/bank.h>

namespace judge::bank {
namespace {

TEST(Bank, is_judged_as_it_deserves) {
  for (const Entry& entry : all_entries()) {
    const Finding finding = judged(entry, fresh_folder(entry.name).string());
    if (entry.mistake.empty() || entry.invisible) {
      EXPECT_EQ(finding.check, "") << entry.name << ": " << finding.why;
    } else {
      EXPECT_NE(finding.check, "") << entry.name << ": " << entry.mistake;
    }
    EXPECT_LE(finding.cost, 3) << entry.name << ", plain runs";
  }
}

TEST(Bank, is_sixty_wrong_codes_and_ten_right_ones) {
  int wrong = 0, right = 0;
  for (const Entry& entry : all_entries()) (entry.mistake.empty() ? right : wrong) += 1;
  EXPECT_GE(wrong, 60);
  EXPECT_GE(right, 10);
}

}  // namespace
}  // namespace judge::bank
