#include <plumb/core/record_file.h>

#include <gtest/gtest.h>

#include <plumb/core/bound_state.h>
#include <plumb/core/fresh_folder_for_test.h>

namespace plumb {
namespace {

using Kind = FoundRecordFile::Kind;

const std::string kHeader = R"({"of":"something"})";

/// Three records of program "p", the last state "s3\n\0".
std::filesystem::path three_records() {
  const auto file = fresh_folder() / "sub" / "a.jsonl";
  RecordFile records(file, kHeader, "p");
  for (const char* i : {"1", "2", "3"})
    records.append(std::string("{\"n\":") + i + "}", std::string("s") + i + "\n" + '\0');
  return file;
}

TEST(RecordFile, goes_on_where_it_stopped) {
  const auto file = three_records();
  RecordFile records(file, kHeader, "p");
  EXPECT_EQ(records.take_lines(), (std::vector<std::string>{R"({"n":1})", R"({"n":2})", R"({"n":3})"}));
  EXPECT_EQ(records.state(), std::string("s3\n\0", 4));
  EXPECT_EQ(records.damage(), "");
}

TEST(RecordFile, tells_what_is_there_and_changes_nothing) {
  const auto file = three_records();
  const auto before = contents(file.parent_path());
  EXPECT_EQ(find_record_file(file, kHeader, "p").kind, Kind::same);
  EXPECT_EQ(find_record_file(file, R"({"of":"another"})", "p").kind, Kind::another_header);
  EXPECT_EQ(find_record_file(file, kHeader, "another").kind, Kind::another_program);
  EXPECT_EQ(find_record_file(file.parent_path() / "b.jsonl", kHeader, "p").kind, Kind::none);
  EXPECT_EQ(contents(file.parent_path()), before);
}

TEST(RecordFile, a_state_that_was_lost_is_named) {
  const auto file = three_records();
  std::filesystem::remove(file.parent_path() / "a.state");
  RecordFile records(file, kHeader, "p");
  EXPECT_TRUE(records.take_lines().empty());
  EXPECT_TRUE(records.damage().ends_with("a.state' is missing")) << records.damage();
}

TEST(RecordFile, a_state_of_another_place_is_not_believed) {
  const auto file = three_records();
  const auto state = file.parent_path() / "a.state";
  BoundState moved = parse_bound_state(content(state)).value();
  moved.place = 2;
  replace_file(state, moved.written());
  EXPECT_EQ(find_record_file(file, kHeader, "p").kind, Kind::damaged);
}

TEST(BoundState, comes_back_and_no_altered_one_does) {
  const BoundState state{"0123456789abcdef", 12, "fedcba9876543210", std::string("bytes\"}\n\0 more", 14)};
  const std::string text = state.written();
  const auto back = parse_bound_state(text);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->written(), text);
  EXPECT_EQ(back->bytes, state.bytes);
  EXPECT_EQ(back->place, 12u);
  for (std::size_t bit = 0; bit < text.size() * 8; ++bit) {
    std::string altered = text;
    altered[bit / 8] = static_cast<char>(altered[bit / 8] ^ (1 << bit % 8));
    EXPECT_FALSE(parse_bound_state(altered)) << bit;
    EXPECT_FALSE(parse_bound_state(text.substr(0, bit / 8))) << bit / 8;
  }
}

}  // namespace
}  // namespace plumb
