#include <plumb/core/log.h>

#include <fstream>
#include <limits>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

TEST(Log, writes_fields_in_order_and_escapes_text) {
  const Log::Fields fields{{"path", std::string("a\\b \"c\"\n")}, {"count", std::int64_t{3}}, {"seconds", 0.25}};
  EXPECT_EQ(log_line("T", "load", fields),
            R"({"time":"T","event":"load","path":"a\\b \"c\"\u000a","count":3,"seconds":0.25})");
}

TEST(Log, has_no_nan) {
  EXPECT_EQ(log_line("T", "e", {{"x", std::numeric_limits<double>::quiet_NaN()}}),
            R"({"time":"T","event":"e","x":null})");
}

TEST(Log, keeps_lines_whole_between_threads_and_appends) {
  const auto path = std::filesystem::path(testing::TempDir()) / "log_test.jsonl";
  std::filesystem::remove(path);
  const std::string payload(300, 'x');
  for (int run = 0; run < 2; ++run) {
    Log log(path);
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&log, &payload, run, t] {
        for (int i = 0; i < 50; ++i) log.write("e", {{"id", std::int64_t{run * 1000 + t * 100 + i}}, {"p", payload}});
      });
    }
  }
  std::ifstream in(path);
  std::set<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    const auto id = line.find("\"id\"");
    ASSERT_NE(id, std::string::npos);
    ASSERT_TRUE(line.ends_with(payload + "\"}")) << line;
    lines.insert(line.substr(id));
  }
  EXPECT_EQ(lines.size(), 400u);
}

TEST(Log, says_where_it_cannot_write) { EXPECT_THROW(Log("/nonexistent/log.jsonl"), UserError); }

}  // namespace
}  // namespace plumb
