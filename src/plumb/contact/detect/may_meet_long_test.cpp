#include <plumb/contact/detect/may_meet.h>

#include <cstdio>
#include <cstdlib>

#include <gtest/gtest.h>

#include <plumb/contact/detect/crossing_cases_for_test.h>

namespace plumb {
namespace {

// PLUMB_CROSSINGS sets another number of cases.
TEST(MayMeet, misses_none_of_500000_hard_cases) {
  const char* wanted = std::getenv("PLUMB_CROSSINGS");
  const CrossingTally tally = tally_crossings(wanted ? std::atol(wanted) : 500000, 2);
  for (int kind = 0; kind < CrossingCases::kKinds; ++kind) {
    const auto& k = tally.kinds[kind];
    EXPECT_EQ(k.misses, 0) << CrossingCases::name(kind);
    std::printf("%-18s %7ld cases, %7ld meet, %ld misses, %6ld false alarms\n", CrossingCases::name(kind), k.n, k.meet,
                k.misses, k.false_alarms);
  }
  const CrossingTally::Kind all = tally.total();
  std::printf("%-18s %7ld cases, %7ld meet, %ld misses, %6ld false alarms\n", "all", all.n, all.meet, all.misses,
              all.false_alarms);
}

}  // namespace
}  // namespace plumb
