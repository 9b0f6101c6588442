#include <judge/foreign/child_process.h>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <iterator>
#include <limits>
#include <sstream>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Seconds = ChildProcess::Seconds;

constexpr Seconds kLong{20}, kShort{0.2};

template <typename Act>
std::string complaint(Act act) {
  try {
    act();
  } catch (const ChildError& error) {
    return error.what();
  }
  return "no complaint";
}

TEST(ChildProcess, speaks_in_lines) {
  ChildProcess cat("exec cat");
  for (const std::string line : {"one", "", "three {\"x\":1}"}) {
    cat.write_line(line, kLong);
    EXPECT_EQ(cat.read_line(kLong), line);
  }
}

TEST(ChildProcess, carries_long_lines_both_ways) {
  ChildProcess cat("exec cat");
  const std::string line(1 << 20, 'x');
  // The program must be read while it is written to, or both wait for ever: a line that fits no pipe is sent in two.
  cat.write_line(line.substr(0, 30000), kLong);
  EXPECT_EQ(cat.read_line(kLong).size(), 30000u);
  ChildProcess source("head -c 1000000 /dev/zero | tr '\\0' 'y'; echo");
  EXPECT_EQ(source.read_line(kLong), std::string(1000000, 'y'));
}

TEST(ChildProcess, tells_how_it_ended) {
  ChildProcess polite("echo last words >&2; exit 3");
  EXPECT_EQ(complaint([&] { polite.read_line(kLong); }), "ended with exit code 3, saying \"last words\"");
  ChildProcess crashed("kill -SEGV $$");
  EXPECT_THAT(complaint([&] { crashed.read_line(kLong); }), HasSubstr("signal 11"));
  ChildProcess nowhere("exec /no/such/program");
  EXPECT_THAT(complaint([&] { nowhere.read_line(kLong); }), AllOf(HasSubstr("127"), HasSubstr("/no/such/program")));
}

TEST(ChildProcess, writing_to_one_that_ended_is_a_complaint) {
  ChildProcess gone("exec true");
  EXPECT_THAT(complaint([&] {
                for (int i = 0; i < 1000; ++i) gone.write_line(std::string(1000, 'x'), kLong);
              }),
              HasSubstr("exit code 0"));
}

TEST(ChildProcess, one_that_says_nothing_is_not_waited_for_long) {
  ChildProcess silent("exec sleep 1000");
  EXPECT_EQ(complaint([&] { silent.read_line(kShort); }), "did not answer for 0.2 s");
  ChildProcess deaf("exec sleep 1000");
  EXPECT_EQ(complaint([&] { deaf.write_line(std::string(1 << 20, 'x'), kShort); }), "did not read for 0.2 s");
}

TEST(ChildProcess, one_that_floods_is_stopped) {
  ChildProcess flood("exec yes | tr -d '\\n'");
  EXPECT_EQ(complaint([&] { flood.read_line(kLong); }), "wrote a line of more than 16 MiB");
  ChildProcess noisy("yes >&2 & echo here; wait");
  EXPECT_EQ(noisy.read_line(kLong), "here");
  EXPECT_LE(noisy.last_words().size(), 4096u);
}

bool is_there(pid_t process) { return kill(process, 0) == 0; }

/// The ids on one line.
std::vector<pid_t> processes(const std::string& line) {
  std::istringstream words(line);
  return {std::istream_iterator<pid_t>(words), {}};
}

TEST(ChildProcess, leaves_nobody_behind) {
  std::vector<pid_t> family;
  {
    ChildProcess program("sleep 1000 & echo $$ $!; exec sleep 1000");
    family = processes(program.read_line(kLong));
    ASSERT_EQ(family.size(), 2u);
    for (const pid_t process : family) ASSERT_TRUE(is_there(process));
  }
  for (const pid_t process : family) EXPECT_FALSE(is_there(process));
}

// Two in sessions of their own and without the pipes; the parents of the second, which is forked twice, have ended: so
// daemons are made.
constexpr const char* kDaemons =
    "(setsid sh -c 'echo $$; exec sleep 1000 <&- >/dev/null 2>&1' &"
    " setsid setsid sh -c 'echo $$; exec sleep 1000 <&- >/dev/null 2>&1' &)";

TEST(ChildProcess, leaves_no_daemon_behind) {
  for (const std::string then : {"; exec sleep 1000", "; exit 3"}) {
    std::vector<pid_t> daemons;
    {
      ChildProcess program(kDaemons + then);
      for (int i = 0; i < 2; ++i) daemons.push_back(std::stoi(program.read_line(kLong)));
      for (const pid_t process : daemons) ASSERT_TRUE(is_there(process)) << then;
    }
    for (const pid_t process : daemons) EXPECT_FALSE(is_there(process)) << then;
  }
}

TEST(ChildProcess, does_not_touch_the_family_of_another) {
  ChildProcess other(std::string(kDaemons) + "; exec cat");
  std::vector<pid_t> daemons;
  for (int i = 0; i < 2; ++i) daemons.push_back(std::stoi(other.read_line(kLong)));
  ChildProcess("exit 0").finish(kLong);
  for (const pid_t process : daemons) EXPECT_TRUE(is_there(process));
  other.write_line("still here", kLong);
  EXPECT_EQ(other.read_line(kLong), "still here");
}

TEST(ChildProcess, nobody_is_left_when_the_judge_is_killed) {
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t judge = fork();
  if (judge == 0) {
    ChildProcess program("echo $$; exec sleep 1000");
    const pid_t process = std::stoi(program.read_line(kLong));
    if (write(pipe_ends[1], &process, sizeof process) < 0) _exit(1);
    kill(getpid(), SIGKILL);
  }
  pid_t process = 0;
  ASSERT_EQ(read(pipe_ends[0], &process, sizeof process), static_cast<ssize_t>(sizeof process));
  waitpid(judge, nullptr, 0);
  // The supervisor is nobody's child any more: it can only be watched.
  for (int i = 0; i < 1000 && is_there(process); ++i) ChildProcess("exec true").finish(kLong);
  EXPECT_FALSE(is_there(process));
  close(pipe_ends[0]);
  close(pipe_ends[1]);
}

TEST(ChildProcess, last_words_are_fit_for_a_terminal) {
  ChildProcess rude("printf '\\033[2Jboo\\377' >&2; exit 3");
  EXPECT_EQ(complaint([&] { rude.read_line(kLong); }), "ended with exit code 3, saying \" [2Jboo\ufffd\"");
}

TEST(ChildProcess, any_patience_is_a_time) {
  ChildProcess cat("exec cat");
  cat.write_line("x", Seconds{1e300});
  EXPECT_EQ(cat.read_line(Seconds{std::numeric_limits<double>::infinity()}), "x");
}

TEST(ChildProcess, finishes_in_a_folder_with_an_exit_code) {
  ChildProcess where("pwd; exit 5", "/usr");
  EXPECT_EQ(where.finish(kLong), 5);
  EXPECT_EQ(where.last_word(), "/usr");
}

}  // namespace
}  // namespace judge
