#include <judge/records/store.h>

#include <fstream>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <judge/records/found_records.h>
#include <judge/records/fresh_folder_test.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

const Scenario kScenario{"cantilever/redundant", "L0.5-h1mm", {{"nu", 0}}, {}, {300, 0, 0}, Sampling::full};

Record record(double x) { return {{{"x", x}}, {}, {{"y", x / 3}}}; }

std::filesystem::path state_file(const std::filesystem::path& dir) {
  return record_path(dir, "rod", kScenario).replace_extension(".state");
}

/// A folder whose branch has records 1, 2, 3 of program "p" and the state "s3\n\0".
std::filesystem::path three_records() {
  const auto dir = fresh_folder();
  BranchFile file(dir, "rod", kScenario, "p");
  for (const int i : {1, 2, 3}) file.append(record(i), fmt::format("s{}\n{}", i, '\0'));
  return dir;
}

std::size_t n_kept(const std::filesystem::path& dir, const Scenario& scenario = kScenario, const char* program = "p") {
  return BranchFile(dir, "rod", scenario, program).records().size();
}

TEST(Store, continues_where_it_stopped) {
  const auto dir = three_records();
  BranchFile file(dir, "rod", kScenario, "p");
  ASSERT_EQ(file.records().size(), 3u);
  EXPECT_EQ(file.records()[2].observed, record(3).observed);
  EXPECT_EQ(file.state(), std::string("s3\n\0", 4));
}

TEST(Store, stands_where_the_design_says) {
  const auto dir = three_records();
  EXPECT_TRUE(exists(dir / "records/rod/cantilever/redundant/L0.5-h1mm.jsonl"));
}

TEST(Store, resumed_file_equals_an_unbroken_one) {
  const auto dir = three_records();
  const std::string whole = content(record_path(dir, "rod", kScenario));
  const auto other = fresh_folder("other");
  for (const int i : {1, 2, 3}) BranchFile(other, "rod", kScenario, "p").append(record(i), "s");
  EXPECT_EQ(content(record_path(other, "rod", kScenario)), whole);
}

TEST(Store, drops_a_half_written_line) {
  const auto dir = three_records();
  const auto path = record_path(dir, "rod", kScenario);
  const std::string whole = content(path);
  std::ofstream(path, std::ios::app) << R"({"load":{"x":4},"sta)";
  EXPECT_EQ(n_kept(dir), 3u);
  EXPECT_EQ(content(path), whole);
}

TEST(Store, repeats_a_load_whose_state_was_not_saved) {
  const auto dir = fresh_folder();
  const auto path = record_path(dir, "rod", kScenario);
  std::string state;
  {
    BranchFile file(dir, "rod", kScenario, "p");
    file.append(record(1), "s1");
    state = content(state_file(dir));
    file.append(record(2), "s2");
  }
  const std::string whole = content(path);
  plumb::replace_file(state_file(dir), state);  // as if killed between the line and the state
  BranchFile file(dir, "rod", kScenario, "p");
  ASSERT_EQ(file.records().size(), 1u);
  EXPECT_EQ(file.state(), "s1");
  file.append(record(2), "s2");
  EXPECT_EQ(content(path), whole);
}

TEST(Store, begins_anew_when_what_the_records_depend_on_has_changed) {
  Scenario finer = kScenario;
  finer.knobs.n = 600;
  EXPECT_EQ(n_kept(three_records(), finer), 0u);
  EXPECT_EQ(n_kept(three_records(), kScenario, "another program"), 0u);
  EXPECT_EQ(n_kept(three_records()), 3u);
}

TEST(Store, begins_anew_without_a_sound_state) {
  auto dir = three_records();
  std::filesystem::remove(state_file(dir));
  EXPECT_EQ(n_kept(dir), 0u);

  for (const std::string broken : {"", "x", "{}\n", "{\"program\":1,\"place\":-2}\n"}) {
    dir = three_records();
    plumb::replace_file(state_file(dir), broken);
    EXPECT_EQ(n_kept(dir), 0u) << broken;
  }

  dir = three_records();
  std::string state = content(state_file(dir));
  state.back() = 'x';
  plumb::replace_file(state_file(dir), state);
  EXPECT_EQ(n_kept(dir), 0u);
}

TEST(Store, begins_anew_when_a_record_was_altered) {
  const auto dir = three_records();
  const auto path = record_path(dir, "rod", kScenario);
  std::string text = content(path);
  text[text.find("\"x\":2") + 4] = '5';
  std::ofstream(path) << text;
  EXPECT_EQ(read_records(dir).branches.front().records.size(), 1u);
  EXPECT_EQ(n_kept(dir), 0u);
}

TEST(Store, damage_of_any_kind_is_found_and_named) {
  const auto dir = fresh_folder();
  {
    BranchFile file(dir, "rod", kScenario, "p");
    for (const int i : {1, 2, 3}) file.append(record(i), "some bytes");
  }
  const auto records = record_path(dir, "rod", kScenario);
  const std::string whole_records = content(records), whole_state = content(state_file(dir));

  const unsigned seed = std::random_device()();
  std::mt19937 random(seed);
  for (int i = 0; i < 10000; ++i) {
    const bool hit_state = random() % 3 == 0;
    std::string damaged = hit_state ? whole_state : whole_records;
    const std::size_t at = random() % damaged.size();
    const bool cut = random() % 2 == 0;
    if (cut) damaged.resize(at);
    if (!cut) damaged[at] = static_cast<char>(damaged[at] ^ (1 << random() % 8));
    std::ofstream(records, std::ios::binary) << (hit_state ? whole_records : damaged);
    std::ofstream(state_file(dir), std::ios::binary) << (hit_state ? damaged : whole_state);

    BranchFile file(dir, "rod", kScenario, "p");
    const std::string named = (hit_state ? state_file(dir) : records).string();
    ASSERT_TRUE(file.records().empty()) << "seed " << seed << ", number " << i;
    ASSERT_NE(file.damage().find(named), std::string::npos)
        << "seed " << seed << ", number " << i << (cut ? ", cut" : ", flipped") << " at " << at << ": "
        << file.damage();
    ASSERT_EQ(content(records), whole_records.substr(0, whole_records.find('\n') + 1)) << "begun anew";
  }
}

TEST(Store, a_torn_last_line_is_no_damage) {
  const auto dir = three_records();
  std::ofstream(record_path(dir, "rod", kScenario), std::ios::app) << R"({"load":{"x":4},"sta)";
  const BranchFile file(dir, "rod", kScenario, "p");
  EXPECT_EQ(file.records().size(), 3u);
  EXPECT_EQ(file.damage(), "");
}

TEST(Store, a_reader_names_the_damaged_file) {
  const auto dir = three_records();
  EXPECT_TRUE(read_records(dir).damaged.empty());
  const auto path = record_path(dir, "rod", kScenario);
  std::string text = content(path);
  text[text.find("\"x\":2") + 4] = '5';
  std::ofstream(path) << text;
  ASSERT_EQ(read_records(dir).damaged.size(), 1u);
  EXPECT_NE(read_records(dir).damaged[0].find(path.string()), std::string::npos);
}

TEST(Store, what_a_dead_trial_said_last_is_read_but_not_continued) {
  const auto dir = three_records();
  BranchFile(dir, "rod", kScenario, "p").append_last(record(4));
  EXPECT_EQ(read_records(dir).branches.front().records.size(), 4u);
  const BranchFile file(dir, "rod", kScenario, "p");
  EXPECT_EQ(file.records().size(), 3u);
  EXPECT_EQ(file.state(), std::string("s3\n\0", 4));
}

TEST(Store, reads_all_branches_of_a_folder_in_order) {
  const auto dir = three_records();
  Scenario other = kScenario;
  other.branch = "A";
  BranchFile(dir, "beam", other, "p").append(record(1), "");
  const auto branches = read_records(dir).branches;
  ASSERT_EQ(branches.size(), 2u);
  EXPECT_EQ(branches[0].code, "beam");
  EXPECT_EQ(branches[0].records.size(), 1u);
  EXPECT_EQ(branches[1].scenario, kScenario);
  EXPECT_EQ(branches[1].records.size(), 3u);
  EXPECT_TRUE(read_records(dir / "nothing").branches.empty());
}

TEST(Store, records_from_before_there_were_marks_are_known_by_their_headers) {
  EXPECT_TRUE(holds_records(three_records()));
  const auto dir = fresh_folder();
  EXPECT_FALSE(holds_records(dir));
  std::filesystem::create_directories(dir / "records");
  std::ofstream(dir / "records" / "mine.jsonl") << R"({"code":"rod"})" << '\n';
  EXPECT_FALSE(holds_records(dir));
}

TEST(Store, says_where_it_cannot_write) {
  const auto dir = fresh_folder();
  std::ofstream(dir / "records") << "in the way";
  EXPECT_THROW(BranchFile(dir, "rod", kScenario, "p"), plumb::UserError);
}

}  // namespace
}  // namespace judge
