#include <plumb/core/parallel.h>

#include <atomic>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <plumb/core/budget.h>

namespace plumb {
namespace {

class Threads : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_threads(GetParam()); }
  void TearDown() override { set_threads(1); }
};

TEST_P(Threads, EveryIndexIsVisitedOnceInTheSameChunks) {
  std::vector<std::atomic<int>> visits(1003);
  std::mutex mutex;
  std::set<std::pair<int, int>> chunks;
  for_chunks(1003, 64, [&](int begin, int end) {
    for (int i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    const std::lock_guard lock(mutex);
    chunks.emplace(begin, end);
  });
  for (const auto& n : visits) EXPECT_EQ(n, 1);
  ASSERT_EQ(chunks.size(), 16u);
  for (const auto& [begin, end] : chunks) EXPECT_TRUE(begin % 64 == 0 && (end == begin + 64 || end == 1003));
}

TEST_P(Threads, TheBudgetOfTheCallerIsAskedOnEveryThread) {
  std::atomic<bool> stop = true;
  std::atomic<int> n_stopped = 0;
  {
    const Budget budget(&stop);
    for_chunks(100, 1, [&](int, int) { n_stopped += budget_left() == Status::interrupted; });
  }
  EXPECT_EQ(n_stopped, 100);
  for_chunks(100, 1, [&](int, int) { n_stopped += budget_left() == Status::interrupted; });
  EXPECT_EQ(n_stopped, 100);
}

INSTANTIATE_TEST_SUITE_P(Counts, Threads, testing::Values(1, 2, 3, 5, 8));

TEST(ForChunks, NothingToDo) {
  for_chunks(0, 64, [](int, int) { FAIL(); });
}

}  // namespace
}  // namespace plumb
