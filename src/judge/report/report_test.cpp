#include <judge/report/report.h>

#include <judge/report/verdict_grid.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/line_protocol_test.h>
#include <judge/question/closed_form_code_test.h>
#include <judge/records/fresh_folder_test.h>
#include <judge/run/runner.h>
#include <nlohmann/json.hpp>

namespace judge {
namespace {

using Answer = ClosedFormCode::Answer;
using plumb::Status;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const LineProtocol kLine;
const LineProtocol kOther(1, "line/other");

/// y = slope x; fails at x = 5 where `fails`.
ClosedFormCode code(const std::string& name, double slope, bool fails = false, Knobs knobs = {300, 0, 1e-9}) {
  const Card card{name,  fmt::format("<{}>", name),
                  "Rod", "A & B",
                  "",    {{"line", {"OK (300 elts)", "OK", knobs}}, {"line/other", {"", "KO", {}}}}};
  return {card, [=](const Scenario&, const Load& load) {
            const double x = load.at("x");
            return Answer{fails && x == 5 ? Status::not_converged : Status::ok, {{"height", slope * x}}};
          }};
}

std::vector<Cell> judged(const std::filesystem::path& dir, const std::vector<const Code*>& codes,
                         const std::vector<const Protocol*>& protocols) {
  run(assignments(codes, protocols), {.dir = dir, .program = "p", .sampling = Sampling::full});
  return assess(dir, codes, protocols).cells;
}

TEST(Report, results_have_exactly_the_promised_keys) {
  const ClosedFormCode good = code("good", 1.002), bad = code("bad", 2);
  const auto cells = judged(fresh_folder(), {&good, &bad}, {&kLine, &kOther});
  const auto results = nlohmann::ordered_json::parse(results_json(cells));
  ASSERT_EQ(results.size(), 4u);
  std::vector<std::string> keys;
  for (const auto& [key, value] : results[0].items()) keys.push_back(key);
  EXPECT_THAT(keys, testing::ElementsAre("code", "protocol", "verdict", "strict", "hausdorff", "max_relative_error",
                                         "n", "dt", "tol", "paper", "reason", "place", "loads", "failed_loads",
                                         "checks", "computed", "builds"));
  EXPECT_EQ(results[0]["code"], "good");
  EXPECT_EQ(results[0]["verdict"], "OK");
  EXPECT_EQ(results[0]["strict"], "OK");
  EXPECT_NEAR(results[0]["max_relative_error"], 0.002, 1e-9);
  EXPECT_EQ(results[0]["n"], 300);
  EXPECT_TRUE(results[0]["dt"].is_null());
  EXPECT_EQ(results[0]["tol"], 1e-9);
  EXPECT_EQ(results[0]["paper"], "OK (300 elts)");
  EXPECT_TRUE(results[1]["paper"].is_null());
  EXPECT_TRUE(results[1]["n"].is_null());
  EXPECT_EQ(results[2]["verdict"], "KO");
  EXPECT_THAT(results[2]["reason"].get<std::string>(), HasSubstr("of the plot apart"));
  EXPECT_NEAR(results[2]["place"]["y"].get<double>(), 2 * results[2]["place"]["x"].get<double>(), 1e-9);
  EXPECT_EQ(results[2]["checks"]["curve"]["outcome"], "failed");
  EXPECT_FALSE(results[0]["checks"].contains("units")) << "nobody asked";
  EXPECT_EQ(results[0]["loads"], 30);
  EXPECT_EQ(results[0]["failed_loads"], 0);
}

TEST(Report, is_written_for_servers_of_continuous_integration) {
  const ClosedFormCode good = code("good", 1), bad = code("bad", 2);
  const std::string xml = junit_xml(judged(fresh_folder(), {&good, &bad}, {&kLine}));
  EXPECT_THAT(xml, HasSubstr("<testsuite name=\"good on line\" tests=\"4\" failures=\"0\" skipped=\"2\">"));
  EXPECT_THAT(xml, HasSubstr("<testcase classname=\"bad.line\" name=\"curve\"><failure message=\"The curves are"));
}

TEST(Report, a_cell_knows_whether_it_surprises) {
  const ClosedFormCode good = code("good", 1);
  const auto cells = judged(fresh_folder(), {&good}, {&kLine, &kOther});
  EXPECT_TRUE(cells[0].as_expected());
  EXPECT_FALSE(cells[1].as_expected()) << "the card expects KO there";
}

TEST(Report, is_made_again_from_the_records_alone) {
  const auto dir = fresh_folder();
  const ClosedFormCode good = code("good", 1.002);
  write_report(dir, judged(dir, {&good}, {&kLine}));
  auto first = contents(dir);
  for (const char* made : {"index.html", "results.json", "points/good/line.csv"})
    ASSERT_TRUE(first.contains(made)) << made;
  for (const char* made : {"index.html", "results.json"}) std::filesystem::remove(dir / made);
  std::filesystem::remove_all(dir / "points");
  write_report(dir, assess(dir, {&good}, {&kLine}).cells);
  EXPECT_EQ(contents(dir), first);
}

TEST(Report, points_leave_out_failed_loads) {
  const ClosedFormCode failing = code("failing", 1, true);
  const auto cells = judged(fresh_folder(), {&failing}, {&kLine});
  const std::string csv = points_csv(cells[0]);
  EXPECT_TRUE(csv.starts_with("x,y\n1,")) << csv;
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 27);
  EXPECT_EQ(cells[0].n_failed, 3);
  EXPECT_EQ(cells[0].verdict(), "KO");
}

TEST(Report, a_branch_of_another_plan_is_no_answer) {
  const auto dir = fresh_folder();
  const ClosedFormCode good = code("good", 1);
  judged(dir, {&good}, {&kLine});
  std::filesystem::remove(dir / "records/good/line/b.jsonl");
  const auto cells = assess(dir, {&good}, {&kLine}).cells;
  EXPECT_EQ(cells[0].verdict(), "KO");
  EXPECT_FALSE(cells[0].complete);
}

TEST(Report, shows_codes_that_this_program_does_not_have) {
  const auto dir = fresh_folder();
  const ClosedFormCode good = code("good", 1);
  judged(dir, {&good}, {&kLine});
  const auto cells = assess(dir, {}, {&kLine}).cells;
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells[0].card.name, "good");
  EXPECT_EQ(cells[0].verdict(), "OK");
  EXPECT_TRUE(cells[0].as_expected());
}

TEST(Report, page_has_a_panel_for_every_cell_and_escapes_names) {
  const ClosedFormCode good = code("good", 1), bad = code("bad", 2);
  const std::string page = report_html(judged(fresh_folder(), {&good, &bad}, {&kLine, &kOther}));
  for (const char* id : {"good.line", "good.line.other", "bad.line", "bad.line.other"}) {
    EXPECT_THAT(page, HasSubstr(fmt::format("href=\"#{}\"", id)));
    EXPECT_THAT(page, HasSubstr(fmt::format("id=\"{}\"", id)));
  }
  EXPECT_THAT(page, HasSubstr("&lt;good&gt;"));
  EXPECT_THAT(page, HasSubstr("A &amp; B"));
  EXPECT_THAT(page, Not(HasSubstr("<good>")));
  EXPECT_THAT(page, HasSubstr("./plumb validate good --protocol line/other --full"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
}

TEST(Report, a_page_with_shapes_carries_them_and_one_script) {
  const ClosedFormCode good = code("good", 1);
  std::vector<Cell> cells = judged(fresh_folder(), {&good}, {&kLine, &kOther});
  for (Cell& cell : cells) {
    cell.picture.spots.push_back(
        {{10, 10}, "3D </script><b>", {{"twist", "2 < 3"}}, {0, 0, 0, 0.1, 0, -0.2, 0.1, 0, -1}});
  }
  const std::string page = report_html(cells);
  const auto count = [&](const std::string& what) {
    int n = 0;
    for (auto at = page.find(what); at != std::string::npos; at = page.find(what, at + 1)) ++n;
    return n;
  };
  EXPECT_EQ(count("<script>"), 1);
  EXPECT_EQ(count("<script type=\"application/json\">"), 2);
  EXPECT_EQ(count("</script>"), 3) << "no caption ends a script";
  EXPECT_THAT(page, HasSubstr(R"("shape":[0,0,0,1000,0,-2000,0,0,-8000])")) << "steps from point to point";
  EXPECT_THAT(page, HasSubstr(R"("title":"3D \u003c/script>)"));
  EXPECT_THAT(page, Not(HasSubstr("http")));
}

TEST(Report, columns_that_a_code_may_leave_out_are_empty_there) {
  const ClosedFormCode good = code("good", 1);
  Cell cell = judged(fresh_folder(), {&good}, {&kLine})[0];
  cell.column.also = {"energy", "other"};
  cell.branches[0].points[0].values["energy"] = 2.5;
  cell.branches[0].points[1].values["other"] = -1;
  cell.branches[0].points[2].values.erase("y");
  const std::string csv = points_csv(cell);
  EXPECT_TRUE(csv.starts_with("x,y,energy,other\n1,")) << csv;
  EXPECT_THAT(csv, HasSubstr(",2.5,\n2,"));
  EXPECT_THAT(csv, HasSubstr(",,-1\n4,")) << "3 has no y";
}

TEST(Report, table_shows_our_verdict_beside_the_papers) {
  const ClosedFormCode good = code("good", 1), bad = code("bad", 2, true);
  const std::string table = verdict_table(judged(fresh_folder(), {&good, &bad}, {&kLine}));
  EXPECT_THAT(table, HasSubstr("OK  strict OK"));
  EXPECT_THAT(table, HasSubstr("paper OK (300 elts)"));
  EXPECT_THAT(table, HasSubstr("(expected OK)"));
  EXPECT_THAT(table, HasSubstr("bad on line: 3 of 30 loads failed"));
  EXPECT_EQ(verdict_table({}), "No records.\n");
}

TEST(Report, says_how_old_a_cell_is_and_by_which_build) {
  const ClosedFormCode good = code("good", 1);
  Cell cell = judged(fresh_folder(), {&good}, {&kLine})[0];
  ASSERT_EQ(cell.builds.size(), 1u);
  EXPECT_GT(cell.oldest, 0);
  cell.builds = {"0123456789abcdef"};
  cell.oldest = 1'000'000'000;
  EXPECT_EQ(age_text(cell, 1'000'000'030), "new, build 01234567");
  EXPECT_EQ(age_text(cell, 1'000'000'000 + 3 * 3600), "3 h old, build 01234567");
  EXPECT_EQ(age_text(cell, 1'000'000'000 + 30 * 86400), "30 days old, build 01234567");
  EXPECT_EQ(date_text(cell), "2001-09-09 01:46 UTC");
  EXPECT_THAT(report_html({cell}), AllOf(HasSubstr("2001-09-09, build 01234567"), HasSubstr("300 elts")));
  cell.builds.emplace_back("fedcba9876543210");
  EXPECT_EQ(build_text(cell), "2 builds");
}

TEST(Report, draws_the_errors_below_the_curve_and_a_small_picture_in_the_table) {
  const ClosedFormCode good = code("good", 1.002), bad = code("bad", 2);
  const std::string page = report_html(judged(fresh_folder(), {&good, &bad}, {&kLine}));
  EXPECT_THAT(page, AllOf(HasSubstr("class=\"plot strip\""), HasSubstr("class=\"plot thumb\"")));
  EXPECT_THAT(page, HasSubstr("class=\"marks over\"")) << "what is not within 1 % stands out";
}

TEST(Report, has_the_papers_columns_in_the_papers_order) {
  std::vector<Cell> cells(3);
  for (std::size_t i = 0; i < cells.size(); ++i) cells[i].card.name = "rod";
  cells[0].column.name = "bend";
  cells[0].column.column = 2;
  cells[1].column.name = "ours";
  cells[2].column.name = "cantilever";
  cells[2].column.column = 1;
  std::vector<std::string> names;
  for (const ProtocolCard* column : verdict_grid(cells).columns) names.push_back(column->name);
  EXPECT_THAT(names, testing::ElementsAre("cantilever", "bend", "ours"));
}

TEST(Report, says_what_kind_of_mistake_an_error_looks_like) {
  const ClosedFormCode bad = code("bad", 1.03);
  const std::string table = verdict_table(judged(fresh_folder(), {&bad}, {&kLine}));
  EXPECT_THAT(table, AllOf(HasSubstr("bad on line: strict KO: "), HasSubstr("a wrong constant")));
}

/// A code whose program is not there.
class MissingCode : public Code {
 public:
  Card describe() const override { return {"absent", "ABSENT", "Rod", "", "", {{"line", {}}}, {}}; }
  std::unique_ptr<Trial> open(const Scenario&) const override { return nullptr; }
  std::string missing() const override { return "Absent is not installed: apt-get install absent"; }
};

TEST(Report, a_code_that_is_not_installed_says_how_to_get_it) {
  const std::vector<Cell> cells{missing_cell(MissingCode(), kLine)};
  EXPECT_TRUE(cells[0].as_expected());
  EXPECT_THAT(verdict_table(cells), AllOf(HasSubstr("not run"), HasSubstr("apt-get install absent")));
  EXPECT_THAT(report_html(cells), AllOf(HasSubstr("not run"), HasSubstr("apt-get install absent")));
  EXPECT_THAT(results_json(cells), AllOf(HasSubstr("\"verdict\": \"not run\""), HasSubstr("apt-get install absent")));
  const auto dir = fresh_folder();
  EXPECT_NO_THROW(write_report(dir, cells));
  EXPECT_FALSE(exists(dir / "points"));
}

}  // namespace
}  // namespace judge
