// The run is killed, or the disk fills, at the k-th time that something is written.

#include <cstdio>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/line_protocol_test.h>
#include <judge/question/closed_form_code_test.h>
#include <judge/records/found_records.h>
#include <judge/records/fresh_folder_test.h>
#include <judge/records/store.h>
#include <judge/run/runner.h>
#include <plumb/core/fatal_writes_for_test.h>

namespace judge {
namespace {

using plumb::Fate;
using plumb::meet;
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

/// Returns how many writes a run has at which it could meet `fate`: a full disk lets a file be removed, which a kill
/// may interrupt.
long count_writes(Fate fate) {
  // Making the folder itself does not count.
  const auto dir = fresh_folder("counted");
  meet(fate, 0);
  whole_store(dir);
  plumb::fate = Fate::none;
  return plumb::n_writes;
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
  for (const long k : some_writes(count_writes(Fate::killed), seed)) {
    for (const int jobs : {1, 3}) {
      const auto dir = fresh_folder("killed");
      ASSERT_TRUE(plumb::killed_at_write(k,
                                         [&] {
                                           run({{&ruler(), &kLine}}, options(dir, jobs));
                                         }))
          << "seed " << seed << ", write " << k;
      RunOptions again = options(dir, jobs);
      again.on_notice = [&](const std::string& sentence) { ADD_FAILURE() << sentence; };
      run({{&ruler(), &kLine}}, again);
      auto store = contents(dir);
      std::erase_if(store, [](const auto& file) { return plumb::is_leftover(file.first); });
      EXPECT_EQ(store, expected) << "seed " << seed << ", write " << k << ", jobs " << jobs;
    }
  }
}

TEST(DiskFull, is_a_sentence_and_the_store_goes_on_when_there_is_room) {
  const auto expected = whole_store(fresh_folder("whole"));
  const unsigned seed = std::random_device()();
  std::printf("seed %u\n", seed);
  for (const long k : some_writes(count_writes(Fate::disk_full), seed)) {
    const auto dir = fresh_folder("full");
    meet(Fate::disk_full, k);
    std::string sentence;
    try {
      run({{&ruler(), &kLine}}, options(dir, 2));
    } catch (const plumb::MachineError& error) {
      sentence = error.what();
    }
    plumb::fate = Fate::none;
    EXPECT_THAT(sentence, AllOf(HasSubstr("No space left on device"), HasSubstr("records/ruler/line")));
    EXPECT_NO_THROW(read_records(dir)) << "seed " << seed << ", write " << k;
    run({{&ruler(), &kLine}}, options(dir, 2));
    auto store = contents(dir);
    std::erase_if(store, [](const auto& file) { return plumb::is_leftover(file.first); });
    EXPECT_EQ(store, expected) << "seed " << seed << ", write " << k;
  }
}

}  // namespace
}  // namespace judge
