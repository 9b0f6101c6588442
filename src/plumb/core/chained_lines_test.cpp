#include <plumb/core/chained_lines.h>

#include <gtest/gtest.h>

namespace plumb {
namespace {

const std::vector<std::string> kTexts{R"({"a":1})", R"({"b":"x,\"check\":\"y"})", R"({"c":[1,2,3]})"};

std::string file_of(const std::vector<std::string>& texts) {
  std::string file, last;
  for (const std::string& text : texts) {
    const ChainedLine line = chain_line(text, last);
    file += line.written();
    last = line.check;
  }
  return file;
}

TEST(ChainedLines, come_back) {
  const std::string file = file_of(kTexts);
  const auto lines = sound_lines(file);
  ASSERT_EQ(lines.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(lines[i].text, kTexts[i]);
  EXPECT_EQ(lines.back().end, file.size());
}

TEST(ChainedLines, end_where_the_file_was_cut) {
  const std::string file = file_of(kTexts);
  const std::size_t two = sound_lines(file)[1].end;
  for (std::size_t size = two; size < file.size(); ++size) {
    ASSERT_EQ(sound_lines(std::string_view(file).substr(0, size)).size(), 2u) << size;
  }
}

TEST(ChainedLines, end_at_any_flipped_bit) {
  const std::string file = file_of(kTexts);
  const auto sound = sound_lines(file);
  for (std::size_t i = 0; i < file.size() * 8; ++i) {
    std::string altered = file;
    altered[i / 8] = static_cast<char>(altered[i / 8] ^ (1 << (i % 8)));
    std::size_t before = 0;
    while (sound[before].end <= i / 8) ++before;
    ASSERT_EQ(sound_lines(altered).size(), before) << "bit " << i;
  }
}

TEST(ChainedLines, cannot_be_left_out_or_exchanged) {
  const std::string file = file_of(kTexts);
  const auto lines = sound_lines(file);
  EXPECT_EQ(sound_lines(file.substr(0, lines[0].end) + file.substr(lines[1].end)).size(), 1u);
  EXPECT_EQ(sound_lines(file.substr(lines[0].end)).size(), 0u);
}

TEST(ChainedLines, stop_at_lines_of_another_kind) {
  EXPECT_TRUE(sound_lines("").empty());
  EXPECT_TRUE(sound_lines("\n\n\n").empty());
  EXPECT_TRUE(sound_lines("{}\n").empty());
}

}  // namespace
}  // namespace plumb
