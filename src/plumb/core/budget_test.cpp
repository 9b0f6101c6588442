#include <plumb/core/budget.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

TEST(Budget, without_one_there_is_no_limit) { EXPECT_EQ(budget_left(), Status::ok); }

TEST(Budget, ends_when_somebody_asks) {
  std::atomic<bool> stop = false;
  const Budget budget(&stop);
  EXPECT_EQ(budget_left(), Status::ok);
  stop = true;
  EXPECT_EQ(budget_left(), Status::interrupted);
}

TEST(Budget, the_tightest_one_counts_and_a_closed_one_does_not) {
  const Budget outer(nullptr, 1e6);
  {
    const Budget inner(nullptr, 1e-9);
    EXPECT_EQ(budget_left(), Status::out_of_time);
    const Budget unlimited(nullptr);
    EXPECT_EQ(budget_left(), Status::out_of_time);
  }
  EXPECT_EQ(budget_left(), Status::ok);
}

}  // namespace
}  // namespace plumb
