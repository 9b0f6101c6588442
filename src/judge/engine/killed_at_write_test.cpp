// The run is killed, or the disk fills, at the k-th time that something is written. The functions of the C library that
// change files are replaced here by ones that count.

#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/engine/closed_form_code_test.h>
#include <judge/engine/found_records.h>
#include <judge/engine/fresh_folder_test.h>
#include <judge/engine/line_protocol_test.h>
#include <judge/engine/runner.h>
#include <judge/engine/store.h>

namespace {

enum class Fate { none, killed, disk_full };

std::atomic<Fate> fate = Fate::none;
std::atomic<long> n_writes = 0;
std::atomic<long> fatal_write = 0;

/// Counts; true when this one fails because the disk is full. Half of a fatal write still reaches the file.
bool fatal(int file, const void* bytes, std::size_t size) {
  if (fate == Fate::none || file <= 2) return false;
  const long k = ++n_writes;
  if (fate == Fate::killed && k == fatal_write) {
    if (bytes != nullptr) syscall(SYS_write, file, bytes, size / 2);
    raise(SIGKILL);
  }
  return fate == Fate::disk_full && k >= fatal_write;
}

}  // namespace

extern "C" ssize_t write(int file, const void* bytes, size_t size) {
  if (!fatal(file, bytes, size)) return syscall(SYS_write, file, bytes, size);
  errno = ENOSPC;
  return -1;
}

extern "C" int rename(const char* from, const char* to) noexcept {
  if (!fatal(100, nullptr, 0)) return static_cast<int>(syscall(SYS_rename, from, to));
  errno = ENOSPC;
  return -1;
}

extern "C" int fdatasync(int file) {
  if (!fatal(file, nullptr, 0)) return static_cast<int>(syscall(SYS_fdatasync, file));
  errno = ENOSPC;
  return -1;
}

namespace judge {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const LineProtocol kLine;
constexpr int kTimes = 20;

const ClosedFormCode& ruler() {
  static const ClosedFormCode code({"ruler", "", "Rod", "", "", {{"line", {"", "OK", {7, 0, 0}}}}},
                                   [](const Scenario&, const Load& load) {
                                     return ClosedFormCode::Answer{plumb::Status::ok, {{"height", load.at("x")}}};
                                   });
  return code;
}

RunOptions options(const std::filesystem::path& dir, int jobs) {
  return {.dir = dir, .program = "p", .sampling = Sampling::full, .jobs = jobs};
}

std::map<std::string, std::string> whole_store(const std::filesystem::path& dir) {
  run({{&ruler(), &kLine}}, options(dir, 1));
  return contents(dir);
}

/// Writes of a run that nothing disturbs.
long count_writes() {
  n_writes = 0;
  fatal_write = 0;
  fate = Fate::killed;
  whole_store(fresh_folder("counted"));
  fate = Fate::none;
  return n_writes;
}

std::vector<long> some_writes(long n, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<long> some;
  for (int i = 0; i < kTimes; ++i) some.push_back(std::uniform_int_distribution<long>(1, n)(random));
  return some;
}

TEST(KilledAtWrite, the_same_command_ends_with_the_same_bytes) {
  const auto expected = whole_store(fresh_folder("whole"));
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  for (const long k : some_writes(count_writes(), seed)) {
    for (const int jobs : {1, 3}) {
      const auto dir = fresh_folder("killed");
      const pid_t child = fork();
      if (child == 0) {
        n_writes = 0;
        fatal_write = k;
        fate = Fate::killed;
        run({{&ruler(), &kLine}}, options(dir, jobs));
        _exit(0);
      }
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      ASSERT_TRUE(WIFSIGNALED(status)) << "seed " << seed << ", write " << k;
      RunOptions again = options(dir, jobs);
      again.on_notice = [&](const std::string& sentence) { ADD_FAILURE() << sentence; };
      run({{&ruler(), &kLine}}, again);
      auto store = contents(dir);
      std::erase_if(store, [](const auto& file) { return file.first.ends_with(".new"); });
      EXPECT_EQ(store, expected) << "seed " << seed << ", write " << k << ", jobs " << jobs;
    }
  }
}

TEST(DiskFull, is_a_sentence_and_the_store_goes_on_when_there_is_room) {
  const auto expected = whole_store(fresh_folder("whole"));
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  for (const long k : some_writes(count_writes(), seed)) {
    const auto dir = fresh_folder("full");
    n_writes = 0;
    fatal_write = k;
    fate = Fate::disk_full;
    std::string sentence;
    try {
      run({{&ruler(), &kLine}}, options(dir, 2));
    } catch (const plumb::UserError& error) {
      sentence = error.what();
    }
    fate = Fate::none;
    EXPECT_THAT(sentence, AllOf(HasSubstr("No space left on device"), HasSubstr("records/ruler/line")));
    EXPECT_NO_THROW(read_records(dir)) << "seed " << seed << ", write " << k;
    run({{&ruler(), &kLine}}, options(dir, 2));
    auto store = contents(dir);
    std::erase_if(store, [](const auto& file) { return file.first.ends_with(".new"); });
    EXPECT_EQ(store, expected) << "seed " << seed << ", write " << k;
  }
}

}  // namespace
}  // namespace judge
