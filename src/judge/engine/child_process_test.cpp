#include <judge/engine/child_process.h>

#include <csignal>

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

TEST(ChildProcess, leaves_nobody_behind) {
  pid_t grandchild = 0;
  {
    ChildProcess family("sleep 1000 & echo $!; exec sleep 1000");
    grandchild = std::stoi(family.read_line(kLong));
    ASSERT_EQ(kill(grandchild, 0), 0);
  }
  // Killed, and reaped by whoever adopts it: soon a stranger to us.
  for (int i = 0; i < 1000 && kill(grandchild, 0) == 0; ++i) {
    const std::string state = "/proc/" + std::to_string(grandchild) + "/stat";
    char letter = ' ';
    if (FILE* file = std::fopen(state.c_str(), "r")) {
      if (std::fscanf(file, "%*d (sleep) %c", &letter) != 1) letter = ' ';
      std::fclose(file);
    }
    if (letter == 'Z') return;
    ChildProcess("exec true").finish(kLong);
  }
  EXPECT_NE(kill(grandchild, 0), 0);
}

TEST(ChildProcess, finishes_in_a_folder_with_an_exit_code) {
  ChildProcess where("pwd; exit 5", "/usr");
  EXPECT_EQ(where.finish(kLong), 5);
  EXPECT_EQ(where.last_word(), "/usr");
}

}  // namespace
}  // namespace judge
