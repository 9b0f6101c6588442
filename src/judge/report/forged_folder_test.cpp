// Run folders that Plumb did not write, or that somebody changed with the right checksums: each is reported as far as
// it can be believed, and the rest is named in a sentence.

#include <sys/stat.h>

#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/line_protocol_test.h>
#include <judge/question/closed_form_code_test.h>
#include <judge/records/fresh_folder_test.h>
#include <judge/records/store.h>
#include <judge/report/report.h>
#include <plumb/core/chained_lines.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

const LineProtocol kLine;

Scenario scenario(const std::string& branch = "a") {
  for (const Scenario& planned : kLine.plan(Sampling::full)) {
    if (planned.branch == branch) return planned;
  }
  return {};
}

std::string header(const std::string& code = "ruler") { return header_line(code, scenario()); }

Record record(double x, double height) {
  Record record;
  record.load["x"] = x;
  record.observed["height"] = height;
  return record;
}

std::string answer(double x) { return record_line(record(x, x)); }

/// Writes lines with the checksums that Plumb would give them.
void forge(const fs::path& file, const std::vector<std::string>& lines) {
  fs::create_directories(file.parent_path());
  std::ofstream out(file, std::ios::binary);
  std::string before;
  for (const std::string& text : lines) {
    const plumb::ChainedLine line = plumb::chain_line(text, before);
    out << line.written();
    before = line.check;
  }
}

fs::path branch_file(const fs::path& dir) { return dir / "records/ruler/line/a.jsonl"; }

const ClosedFormCode kRuler({"ruler", "", "", "", "", {}}, nullptr);

/// Everything that `plumb report` does, of a program that has these codes.
Assessment reported(const fs::path& dir, const std::vector<const Code*>& codes = {&kRuler}) {
  Assessment found = assess(dir, codes, {&kLine});
  write_report(dir, found.cells);
  verdict_table(found.cells);
  return found;
}

int n_loads(const Assessment& found) { return found.cells.empty() ? 0 : found.cells.front().n_loads; }

TEST(ForgedFolder, a_sound_one_has_no_remarks) {
  const auto dir = fresh_folder();
  forge(branch_file(dir), {header(), answer(1), answer(2)});
  const Assessment found = reported(dir);
  EXPECT_THAT(found.damaged, testing::IsEmpty());
  EXPECT_EQ(n_loads(found), 2);
}

TEST(ForgedFolder, nothing_is_written_outside_of_it) {
  const auto top = fresh_folder();
  const auto dir = top / "a/b/run";
  for (const std::string code : {"../../../x", "/tmp/x", "..", "a/../../x", "a/b/c", ""}) {
    forge(dir / "records/x/line/a.jsonl", {header(code), answer(1)});
    const auto before = contents(top);
    const Assessment found = assess(dir, {}, {&kLine});
    EXPECT_THAT(found.damaged, Contains(AllOf(HasSubstr("a.jsonl"), HasSubstr("passed over")))) << code;
    EXPECT_TRUE(found.cells.empty());
    write_report(dir, found.cells);
    for (const auto& [name, text] : contents(top))
      EXPECT_TRUE(before.contains(name) || name.starts_with("a/b/run/")) << name;
  }
}

TEST(ForgedFolder, a_branch_lies_where_its_header_says) {
  const auto dir = fresh_folder();
  for (const char* place : {"records/other/line/a.jsonl", "records/ruler/line/b.jsonl", "records/ruler/line/a/a.jsonl",
                            "records/ruler/linear/a.jsonl", "records/a.jsonl"})
    forge(dir / place, {header(), answer(1)});
  const Assessment found = reported(dir);
  EXPECT_EQ(found.damaged.size(), 5u);
  EXPECT_TRUE(found.cells.empty());
}

TEST(ForgedFolder, no_name_becomes_markup) {
  const auto dir = fresh_folder();
  const std::string code = "\"><script>alert(1)<";  // no '/', which would be another folder
  forge(record_path(dir, code, scenario()), {header(code), answer(1)});
  EXPECT_THAT(reported(dir).damaged, Contains(HasSubstr("no code can have")));

  // Nor would a name of such characters that came some other way.
  Cell cell;
  cell.card.name = cell.card.title = cell.card.kind = cell.card.paper = cell.paper = cell.note = cell.expected = code;
  cell.card.external = code;
  cell.column = kLine.describe();
  cell.column.name = cell.column.title = code;
  cell.picture.title = cell.picture.worst_label = cell.picture.box.x.label = code;
  cell.picture.lines.push_back({{{0, 0}, {1, 1}}, LineStyle::master, code});
  cell.n_failed = 1;
  EXPECT_THAT(report_html({cell}), AllOf(Not(HasSubstr("<script")), Not(HasSubstr("\"\"><"))));
}

TEST(ForgedFolder, a_card_tells_only_of_its_own_code) {
  const auto dir = fresh_folder();
  forge(branch_file(dir), {header(), answer(1)});
  const auto forge_card = [&](const std::string& described) {
    const nlohmann::json card{{"described", described}, {"command", "sh\x1b[2J 'a' b"}};
    forge(dir / "foreign/ruler.card", {card.dump()});
  };
  forge_card(R"({"name":"other","title":"T","protocols":{"line":{}}})");
  EXPECT_EQ(reported(dir, {}).cells.at(0).card.title, "ruler");
  EXPECT_THAT(reported(dir, {}).damaged, testing::ElementsAre(HasSubstr("ruler.card' is damaged")));
  forge_card(R"({"name":"ruler","title":"\u001b[2JT","protocols":{"line":{}}})");
  const Card card = reported(dir, {}).cells.at(0).card;
  EXPECT_EQ(card.title, " [2JT");
  EXPECT_EQ(card.external, "sh [2J 'a' b");
  EXPECT_THAT(content(dir / "index.html"),
              HasSubstr("--external &#39;sh [2J &#39;\\&#39;&#39;a&#39;\\&#39;&#39; b&#39;"));
}

TEST(ForgedFolder, no_card_is_read_to_the_end_of_time) {
  const auto dir = fresh_folder();
  forge(branch_file(dir), {header(), answer(1)});
  EXPECT_THAT(reported(dir, {}).damaged, testing::ElementsAre(HasSubstr("ruler.card' is missing")));
  fs::create_directories(dir / "foreign");
  ASSERT_EQ(mkfifo((dir / "foreign/ruler.card").c_str(), 0600), 0);
  EXPECT_THAT(reported(dir, {}).damaged, testing::ElementsAre(HasSubstr("ruler.card' is damaged")));
  fs::remove(dir / "foreign/ruler.card");
  for (const std::string text : {"", "{}", "{\"described\":1}\n", "\x1b\n\n"}) {
    std::ofstream(dir / "foreign/ruler.card") << text;
    EXPECT_THAT(reported(dir, {}).damaged, testing::ElementsAre(HasSubstr("ruler.card' is damaged")));
  }
}

struct Forgery {
  std::string name;
  std::string line;      ///< in the place of the second record
  std::string sentence;  ///< the remark about it
};

class ForgedRecord : public testing::TestWithParam<Forgery> {};

TEST_P(ForgedRecord, is_named_and_ends_what_is_believed) {
  const auto dir = fresh_folder();
  forge(branch_file(dir), {header(), answer(1), GetParam().line, answer(3)});
  const Assessment found = reported(dir);
  EXPECT_EQ(n_loads(found), 1);
  EXPECT_THAT(found.damaged, testing::ElementsAre(AllOf(HasSubstr(GetParam().sentence), Not(HasSubstr("\n")))));
}

/// The second record with a part replaced.
std::string altered(const std::string& part, const std::string& by) {
  std::string line = answer(2);
  const auto at = line.find(part);
  return at == std::string::npos ? "no such part" : line.replace(at, part.size(), by);
}

const std::string kNoRecord = "no record of Plumb's in line 3";

INSTANTIATE_TEST_SUITE_P(
    Records, ForgedRecord,
    testing::Values(
        Forgery{"no_observable", altered(R"("height":2.0)", ""), "has no 'height'"},
        Forgery{"another_observable", altered(R"("height":2.0)", R"("height":2.0,"width":2.0)"), "nobody asked for"},
        Forgery{"another_load", answer(7), "not of the load"},
        Forgery{"the_same_load_again", answer(1), "not of the load"},
        Forgery{"no_load", altered(R"("x":2.0)", ""), "not of the load"},
        Forgery{"more_of_a_load", altered(R"("x":2.0)", R"("x":2.0,"y":2.0)"), "not of the load"},
        Forgery{"a_failure_that_observes", altered(R"("status":"ok")", R"("status":"singular")"),
                "observes a load that failed"},
        Forgery{"not_a_number", altered(R"("height":2.0)", R"("height":null)"), kNoRecord},
        Forgery{"too_large", altered(R"("height":2.0)", R"("height":1e999)"), kNoRecord},
        Forgery{"unknown_status", altered(R"("ok")", R"("fine\u001b[2J")"), kNoRecord},
        Forgery{"a_key_twice", altered(R"("status":"ok")", R"("status":"singular","status":"ok")"), kNoRecord},
        Forgery{"a_key_besides", altered(R"("status":"ok")", R"("status":"ok","more":1)"), kNoRecord},
        Forgery{"no_count", altered(R"("iterations":0)", R"("iterations":1e300)"), kNoRecord},
        Forgery{"no_note", altered(R"("status":"ok")", R"("status":"ok","note":{"a":1})"), kNoRecord},
        Forgery{"deep", R"({"load":)" + std::string(300000, '[') + std::string(300000, ']') + "}", kNoRecord},
        Forgery{"many_keys",
                R"({"load":)" +
                    [] {
                      std::string keys = "{";
                      for (int i = 0; i < 200000; ++i) keys += fmt::format(R"("{}":1,)", i);
                      return keys + R"("x":1}})";
                    }(),
                kNoRecord},
        Forgery{"no_json", "{\xff\xfe\x1b]0;}", kNoRecord}),
    [](const auto& test) { return test.param.name; });

TEST(ForgedFolder, finite_numbers_of_any_size_have_a_report) {
  for (const double height : {0.0, -0.0, -1.0, 1e-308, 1.7e308, -1.7e308}) {
    const auto dir = fresh_folder();
    forge(branch_file(dir), {header(), record_line(record(1, height)), answer(2)});
    EXPECT_THAT(reported(dir).damaged, testing::IsEmpty());
    EXPECT_THAT(content(dir / "results.json"), AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
    EXPECT_THAT(content(dir / "plots/ruler/line.svg"), AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
  }
}

TEST(ForgedFolder, a_long_note_is_cut_and_cannot_paint) {
  const auto dir = fresh_folder();
  Record failed = record(1, 1);
  failed.observed.clear();
  failed.reply.status = plumb::Status::singular;
  failed.reply.note = "\x1b[31m" + std::string(2000000, 'x');
  forge(branch_file(dir), {header(), record_line(failed)});
  const Assessment found = reported(dir);
  EXPECT_LT(found.cells.at(0).note.size(), 1100u);
  EXPECT_THAT(verdict_table(found.cells), AllOf(HasSubstr("(cut)"), Not(HasSubstr("\x1b"))));
  EXPECT_LT(content(dir / "index.html").size(), 100000u);
}

TEST(ForgedFolder, a_million_records_are_not_read_to_the_end) {
  const auto dir = fresh_folder();
  std::vector<std::string> lines(20001, answer(1));
  lines[0] = header();
  forge(branch_file(dir), lines);
  EXPECT_THAT(reported(dir).damaged, Contains(HasSubstr("line 10002")));
}

TEST(ForgedFolder, what_is_no_file_is_named) {
  const auto dir = fresh_folder(), elsewhere = fresh_folder("elsewhere");
  const auto folder = dir / "records/ruler/line";
  forge(elsewhere / "a.jsonl", {header(), answer(1)});
  fs::create_directories(folder / "b.jsonl");
  fs::create_symlink(elsewhere / "a.jsonl", folder / "a.jsonl");
  ASSERT_EQ(mkfifo((folder / "c.jsonl").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo((folder / "d.state").c_str(), 0600), 0);
  const Assessment found = reported(dir);
  EXPECT_EQ(found.damaged.size(), 4u);
  EXPECT_TRUE(found.cells.empty());
}

TEST(ForgedFolder, links_in_it_are_not_followed_when_the_report_is_written) {
  const auto dir = fresh_folder(), elsewhere = fresh_folder("elsewhere");
  forge(branch_file(dir), {header(), answer(1)});
  fs::create_directory_symlink(elsewhere, dir / "points");
  EXPECT_THROW(reported(dir), plumb::UserError);
  EXPECT_TRUE(contents(elsewhere).empty());
}

TEST(ForgedFolder, deep_folders_and_many_of_them_are_passed_over) {
  const auto dir = fresh_folder();
  forge(branch_file(dir), {header(), answer(1)});
  auto deep = dir / "records";
  for (int i = 0; i < 300; ++i) deep /= "x";
  fs::create_directories(deep);
  fs::create_directories(dir / "ladder/+2147483647");
  fs::create_directories(dir / "ladder/-2147483648");
  for (int i = 0; i < 150; ++i) {
    const std::string code = fmt::format("code-{}", i);
    forge(record_path(dir, code, scenario()), {header(code), answer(1)});
  }
  const Assessment found = reported(dir);
  EXPECT_EQ(found.cells.size(), 101u) << "its own, and a hundred that it does not have";
  EXPECT_THAT(found.damaged, Contains(HasSubstr("more than 100 codes")));
}

TEST(ForgedFolder, an_unknown_protocol_is_named) {
  const auto dir = fresh_folder();
  Scenario other = scenario();
  other.protocol = "lyne\x1b[2J";
  forge(record_path(dir, "ruler", other), {header_line("ruler", other), answer(1)});
  EXPECT_THAT(reported(dir).damaged, testing::ElementsAre(HasSubstr("no protocol 'lyne [2J'")));
}

TEST(ForgedFolder, records_that_were_cut_off_or_taken_away_are_named) {
  const auto dir = fresh_folder();
  {
    BranchFile file(dir, "ruler", scenario(), "p");
    for (const int x : {1, 2, 3}) file.append(record(x, x), "state");
  }
  EXPECT_THAT(reported(dir).damaged, testing::IsEmpty());
  forge(branch_file(dir), {header(), answer(1)});
  EXPECT_THAT(reported(dir).damaged, testing::ElementsAre(HasSubstr("not the records that its state stands for")));
  fs::resize_file(branch_file(dir), 0);
  EXPECT_THAT(reported(dir).damaged, testing::ElementsAre(HasSubstr("first line")));
  fs::remove(branch_file(dir));
  EXPECT_THAT(reported(dir).damaged, testing::ElementsAre(HasSubstr("is gone")));
}

}  // namespace
}  // namespace judge
