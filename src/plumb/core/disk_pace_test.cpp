#include <plumb/core/disk_pace.h>

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace plumb {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A disk on which waiting for a file takes as long as the test says.
class DiskPaceTest : public testing::Test {
 protected:
  double now_ = 0;
  std::vector<std::string> waited_for_;
  DiskPace pace_{[this] { return now_; },
                 [this](const std::filesystem::path& folder) { waited_for_.push_back(folder.string()); }};

  /// Is it waited for?
  bool write(const std::string& file, double wait = 0) {
    DiskPace::Turn turn(pace_, file);
    if (turn.waits()) now_ += wait;
    turn.done();
    return turn.waits();
  }
};

TEST_F(DiskPaceTest, files_in_quick_succession_reach_the_disk_with_a_later_one) {
  EXPECT_TRUE(write("states/0"));
  EXPECT_FALSE(write("states/1"));
  EXPECT_FALSE(write("states/2"));
  EXPECT_FALSE(write("run/2"));
  EXPECT_THAT(waited_for_, IsEmpty());
  now_ += 1;
  EXPECT_TRUE(write("states/3"));
  EXPECT_THAT(waited_for_, ElementsAre("run", "states"));
}

TEST_F(DiskPaceTest, of_work_that_takes_long_every_file_is_waited_for) {
  for (int i = 0; i < 5; ++i, now_ += 1) EXPECT_TRUE(write("state", 0.01));
  EXPECT_THAT(waited_for_, IsEmpty()) << "nothing was postponed";
}

TEST_F(DiskPaceTest, a_twentieth_of_the_time_is_spent_on_a_slow_disk) {
  double waited = 0;
  for (int i = 0; i < 10000; ++i, now_ += 0.1) waited += write("state", 0.4) ? 0.4 : 0;
  EXPECT_NEAR(waited / now_, 0.05, 0.005);
}

TEST_F(DiskPaceTest, in_the_end_nothing_is_left) {
  write("a/1");
  write("b/2");
  pace_.catch_up();
  EXPECT_THAT(waited_for_, ElementsAre("b"));
  pace_.catch_up();
  EXPECT_THAT(waited_for_, ElementsAre("b")) << "once is enough";
}

TEST_F(DiskPaceTest, what_could_not_be_written_does_not_end_the_waiting) {
  { const DiskPace::Turn given_up(pace_, "a/1"); }
  EXPECT_FALSE(write("a/2"));
  now_ += 1;
  EXPECT_TRUE(write("a/3"));
}

TEST_F(DiskPaceTest, always_means_every_file) {
  pace_.wait_always();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(write("state"));
}

}  // namespace
}  // namespace plumb
