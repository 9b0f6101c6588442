// Foreign programs, good and bad, as shell scripts.

#include <judge/foreign/foreign.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/line_protocol_test.h>
#include <judge/question/closed_form_code_test.h>
#include <judge/records/fresh_folder_test.h>
#include <judge/records/store.h>
#include <judge/run/runner.h>
#include <judge/verdict/assess.h>

namespace judge {
namespace {

using plumb::Status;
using testing::HasSubstr;

const LineProtocol kLine;

/// A ruler that answers y = x. The words given replace the answer to one message; `$n` counts the loads.
struct Script {
  std::string describe = R"(echo '{"name":"shell-ruler","kind":"Rod","protocols":{"line":{"n":7}},"saves":true}')";
  std::string open = "echo '{}'";
  std::string advance = R"(echo '{"status":"ok","iterations":2}')";
  std::string observe = R"(echo "{\"observed\":{\"height\":$x}}")";
  std::string save = R"(echo "{\"state\":$n}")";

  std::filesystem::path write(const std::filesystem::path& dir) const {
    const auto path = dir / "ruler.sh";
    std::ofstream(path) << "n=0\nwhile read -r line; do\ncase $line in\n"
                        << "*'\"describe\"'*) " << describe << " ;;\n"
                        << "*'\"open\"'*) " << open << " ;;\n"
                        << "*'\"advance\"'*) n=$((n+1)); x=${line##*:}; x=${x%%\\}*}; " << advance << " ;;\n"
                        << "*'\"observe\"'*) " << observe << " ;;\n"
                        << "*'\"save\"'*) " << save << " ;;\n"
                        << "*'\"load\"'*) n=${line##*:}; n=${n%%\\}*}; echo '{}' ;;\nesac\ndone\n";
    return path;
  }
};

std::string command(const std::filesystem::path& script) { return "sh '" + script.string() + "'"; }

RunOptions options(const std::filesystem::path& dir) {
  return {.dir = dir, .program = "p", .sampling = Sampling::full, .jobs = 2};
}

Cell judged(const Script& script, double patience = 20) {
  const auto dir = fresh_folder();
  const ForeignCode code(command(script.write(dir)), {patience});
  EXPECT_FALSE(run({{&code, &kLine}}, options(dir)).interrupted);
  return assess(dir, {&code}, {&kLine}).cells.at(0);
}

TEST(Foreign, a_good_program_is_judged_like_any_code) {
  const Cell cell = judged({});
  EXPECT_EQ(cell.verdict(), "OK");
  EXPECT_EQ(cell.strict(), "OK");
  EXPECT_EQ(cell.knobs.n, 7);
  EXPECT_EQ(cell.card.kind, "Rod");
  EXPECT_EQ(cell.n_loads, 30);
  EXPECT_EQ(cell.n_iterations, 60);
  EXPECT_EQ(cell.note, "");
}

struct Bad {
  std::string name;
  Script script;
  std::string sentence;
  double patience = 20;
};

class BadProgram : public testing::TestWithParam<Bad> {};

TEST_P(BadProgram, gets_a_verdict_with_a_sentence) {
  const Bad& bad = GetParam();
  const Cell cell = judged(bad.script, bad.patience);
  EXPECT_EQ(cell.verdict(), "KO");
  EXPECT_THAT(cell.note, HasSubstr(bad.sentence));
  EXPECT_GT(cell.n_failed, 0);
}

Script with(std::string Script::*part, const std::string& words) {
  Script script;
  script.*part = words;
  return script;
}

INSTANTIATE_TEST_SUITE_P(
    Programs, BadProgram,
    testing::Values(
        Bad{"crashes", with(&Script::advance, "kill -SEGV $$"), "signal 11"},
        Bad{"dies_half_way",
            with(&Script::advance, "[ $n -lt 5 ] || { echo out of ink >&2; exit 9; }; echo '{\"status\":\"ok\"}'"),
            "at advance the program ended with exit code 9, saying \"out of ink\""},
        Bad{"hangs", with(&Script::advance, "sleep 1000"), "did not answer for 2 s", 2},
        Bad{"prints_garbage", with(&Script::advance, "echo Step 1 done"), "Step 1 done"},
        Bad{"prints_nan", with(&Script::observe, "echo '{\"observed\":{\"height\":NaN}}'"), "NaN"},
        Bad{"observes_something_else", with(&Script::observe, "echo '{\"observed\":{\"width\":1}}'"), "no 'height'"},
        Bad{"cannot_open", with(&Script::open, "echo '{\"error\":\"no such material\"}'"), "no such material"},
        Bad{"closes_its_output", with(&Script::advance, "exec >&-; sleep 1000"), "did not answer", 2},
        Bad{"fails_a_load",
            with(&Script::advance, "[ $n -ne 5 ] && echo '{\"status\":\"ok\"}' || echo '{\"error\":\"slipped\"}'"),
            "slipped"},
        Bad{"cannot_save", with(&Script::save, "echo '{}'"), "no 'state'"}),
    [](const auto& test) { return test.param.name; });

TEST(Foreign, a_load_that_failed_is_not_the_end_of_its_branch) {
  const Cell cell = judged(
      with(&Script::advance,
           "[ $n -ne 5 ] && echo '{\"status\":\"ok\"}' || echo '{\"status\":\"not_converged\",\"note\":\"slipped\"}'"));
  EXPECT_EQ(cell.n_loads, 30);
  EXPECT_EQ(cell.n_failed, 3);
}

TEST(Foreign, a_program_that_dies_costs_nobody_else_anything) {
  const auto dir = fresh_folder();
  const ForeignCode dying(command(with(&Script::advance, "exit 1").write(dir)), {});
  const ClosedFormCode good({"ruler", "", "Rod", "", "", {{"line", {"", "OK", {}}}}},
                            [](const Scenario&, const Load& load) {
                              return ClosedFormCode::Answer{Status::ok, {{"height", load.at("x")}}};
                            });
  run({{&dying, &kLine}, {&good, &kLine}}, options(dir));
  const auto cells = assess(dir, {&dying, &good}, {&kLine}).cells;
  ASSERT_EQ(cells.size(), 2u);
  EXPECT_EQ(cells[0].verdict(), "KO");
  EXPECT_EQ(cells[1].verdict(), "OK");
  EXPECT_EQ(cells[1].n_loads, 30);
}

TEST(Foreign, a_program_killed_from_outside_is_taken_up_by_the_next_run) {
  const auto whole = fresh_folder("whole");
  const auto path = Script{}.write(whole);
  const ForeignCode code(command(path), {});
  run({{&code, &kLine}}, options(whole));

  // The same program, but somebody kills it once, at its k-th load.
  for (const int k : {1, 4, 10}) {
    const auto dir = fresh_folder("killed");
    const std::string once = "[ -e '" + (dir / "once").string() + "' ] || [ $n -ne " + std::to_string(k) +
                             " ] || { : >'" + (dir / "once").string() +
                             "'; kill -KILL $$; }; echo '{\"status\":\"ok\",\"iterations\":2}'";
    const ForeignCode victim(command(with(&Script::advance, once).write(dir)), {});
    RunOptions one_at_a_time = options(dir);
    one_at_a_time.jobs = 1;
    EXPECT_GT(run({{&victim, &kLine}}, one_at_a_time).n_failed, 0);
    EXPECT_NE(contents(dir / "records"), contents(whole / "records"));
    EXPECT_EQ(run({{&victim, &kLine}}, one_at_a_time).n_failed, 0);
    for (const char* branch : {"a", "b", "c"}) {
      const auto file = std::filesystem::path("records/shell-ruler/line") / (std::string(branch) + ".jsonl");
      EXPECT_EQ(content(dir / file), content(whole / file)) << "killed at load " << k;
    }
  }
}

TEST(Foreign, a_changed_program_is_run_again) {
  const auto dir = fresh_folder();
  const auto path = Script{}.write(dir);
  const ForeignCode before("sh " + path.string(), {});
  const std::string old = before.fingerprint();
  std::ofstream(path, std::ios::app) << "# better now\n";
  EXPECT_NE(before.fingerprint(), old);
}

TEST(Foreign, a_report_made_later_still_knows_the_card) {
  const auto dir = fresh_folder();
  const std::string words = command(Script{}.write(dir));
  const ForeignCode code(words, {});
  run({{&code, &kLine}}, options(dir));
  code.leave_card(dir);
  const Cell cell = assess(dir, {}, {&kLine}).cells.at(0);
  EXPECT_EQ(cell.card.kind, "Rod");
  EXPECT_EQ(cell.card.external, words);
}

TEST(Foreign, every_line_can_be_seen) {
  const auto dir = fresh_folder();
  std::vector<std::string> seen;
  ForeignOptions shown{20};
  shown.on_said = [&](const std::string& line) { seen.push_back("> " + line); };
  shown.on_answered = [&](const std::string& line) { seen.push_back("< " + line); };
  const ForeignCode code(command(Script{}.write(dir)), shown);
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0], R"(> {"message":"describe","version":2})");
  EXPECT_THAT(seen[1], HasSubstr("shell-ruler"));
}

}  // namespace
}  // namespace judge
