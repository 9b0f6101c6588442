#include <judge/run/runner.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <limits>
#include <stdexcept>

#include <gtest/gtest.h>

#include <judge/protocols/line_protocol_test.h>
#include <judge/question/closed_form_code_test.h>
#include <judge/records/found_records.h>
#include <judge/records/fresh_folder_test.h>
#include <judge/records/store.h>
#include <plumb/core/budget.h>

namespace judge {
namespace {

using Answer = ClosedFormCode::Answer;
using plumb::Status;

const LineProtocol kLine;

Card card() { return {"ruler", "RULER", "Rod", "Anon", "", {{"line", {"OK", "OK", {7, 0, 0}}}}}; }

ClosedFormCode ruler(bool can_save = true) {
  return {card(),
          [](const Scenario&, const Load& load) {
            return Answer{Status::ok, {{"height", load.at("x")}}};
          },
          can_save};
}

RunOptions options(const std::filesystem::path& dir, int jobs = 1) {
  return {.dir = dir, .program = "p", .sampling = Sampling::full, .jobs = jobs};
}

std::map<std::string, std::string> record_files(const std::filesystem::path& dir) {
  auto files = contents(dir / "records");
  std::erase_if(files, [](const auto& file) { return !file.first.ends_with(".jsonl"); });
  return files;
}

/// What a run that nothing disturbs writes.
std::map<std::string, std::string> undisturbed(const Code& code) {
  const auto dir = fresh_folder("undisturbed");
  run({{&code, &kLine}}, options(dir));
  return record_files(dir);
}

TEST(Runner, records_do_not_depend_on_the_number_of_jobs) {
  const ClosedFormCode code = ruler();
  const auto expected = undisturbed(code);
  ASSERT_EQ(expected.size(), 3u);
  for (const int jobs : {2, 3, 5, 8}) {
    const auto dir = fresh_folder(std::to_string(jobs));
    const RunOutcome outcome = run({{&code, &kLine}}, options(dir, jobs));
    EXPECT_FALSE(outcome.interrupted);
    EXPECT_EQ(record_files(dir), expected) << jobs << " jobs";
  }
}

TEST(Runner, gives_the_code_the_knobs_of_its_card) {
  const auto dir = fresh_folder();
  const ClosedFormCode code = ruler();
  run({{&code, &kLine}}, options(dir));
  for (const BranchRecords& branch : read_records(dir).branches) EXPECT_EQ(branch.scenario.knobs.n, 7);
}

TEST(Runner, gives_the_code_other_elements_where_they_are_wanted) {
  const auto dir = fresh_folder();
  const ClosedFormCode code = ruler();
  RunOptions finer = options(dir);
  finer.n = 11;
  run({{&code, &kLine}}, finer);
  ASSERT_EQ(read_records(dir).branches.size(), 3u);
  for (const BranchRecords& branch : read_records(dir).branches) EXPECT_EQ(branch.scenario.knobs.n, 11);
}

TEST(Runner, takes_only_cells_that_the_card_knows) {
  const ClosedFormCode code = ruler();
  const LineProtocol unknown(1, "unknown");
  ASSERT_EQ(assignments({&code}, {&unknown, &kLine}).size(), 1u);
  EXPECT_EQ(assignments({&code}, {&unknown, &kLine})[0].protocol, &kLine);
}

TEST(Runner, a_killed_run_resumes_to_the_same_bytes) {
  const auto expected = undisturbed(ruler());
  for (const int die_at : {1, 4, 10, 17, 30}) {
    const auto dir = fresh_folder("killed");
    const pid_t child = fork();
    if (child == 0) {
      int n_asked = 0;
      const ClosedFormCode doomed(card(), [&](const Scenario&, const Load& load) {
        if (++n_asked == die_at) raise(SIGKILL);
        return Answer{Status::ok, {{"height", load.at("x")}}};
      });
      run({{&doomed, &kLine}}, options(dir));
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    ASSERT_TRUE(WIFSIGNALED(status));

    int n_asked = 0;
    const ClosedFormCode code(card(), [&](const Scenario&, const Load& load) {
      ++n_asked;
      return Answer{Status::ok, {{"height", load.at("x")}}};
    });
    run({{&code, &kLine}}, options(dir));
    EXPECT_EQ(n_asked, 30 - (die_at - 1)) << "finished loads are not computed again";
    EXPECT_EQ(record_files(dir), expected) << "killed at load " << die_at;
  }
}

TEST(Runner, an_interrupted_run_resumes_to_the_same_bytes) {
  const ClosedFormCode code = ruler();
  const auto expected = undisturbed(code);
  const auto dir = fresh_folder();
  std::atomic<bool> stop = false;
  RunOptions interrupted = options(dir);
  interrupted.stop = &stop;
  interrupted.on_step = [&](const Step& step) { stop = step.done == 13; };
  EXPECT_TRUE(run({{&code, &kLine}}, interrupted).interrupted);
  EXPECT_NE(record_files(dir), expected);
  EXPECT_FALSE(run({{&code, &kLine}}, options(dir)).interrupted);
  EXPECT_EQ(record_files(dir), expected);
}

// As a code of Plumb's own does: it asks its budget in the middle of a load, and gives up.
TEST(Runner, a_load_that_is_interrupted_leaves_no_record) {
  const auto expected = undisturbed(ruler());
  std::atomic<bool> stop = false;
  bool disturbed = false;
  const ClosedFormCode code(card(), [&](const Scenario&, const Load& load) {
    if (load.at("x") == 4 && !disturbed) disturbed = stop = true;
    return Answer{plumb::budget_left(), {{"height", load.at("x")}}};
  });
  const auto dir = fresh_folder();
  RunOptions interrupted = options(dir);
  interrupted.stop = &stop;
  const RunOutcome outcome = run({{&code, &kLine}}, interrupted);
  EXPECT_TRUE(outcome.interrupted);
  EXPECT_EQ(outcome.n_failed, 0);
  EXPECT_EQ(read_records(dir).branches.front().records.size(), 3u);
  EXPECT_FALSE(run({{&code, &kLine}}, options(dir)).interrupted);
  EXPECT_EQ(record_files(dir), expected);
}

TEST(Runner, a_load_that_takes_too_long_ends_its_branch_and_is_tried_again) {
  const auto expected = undisturbed(ruler());
  const ClosedFormCode slow(card(), [](const Scenario&, const Load& load) {
    while (load.at("x") == 4 && plumb::budget_left() == Status::ok) {
    }
    return Answer{plumb::budget_left(), {{"height", load.at("x")}}};
  });
  const auto dir = fresh_folder();
  RunOptions hurried = options(dir);
  hurried.time_limit = 0.01;
  const RunOutcome outcome = run({{&slow, &kLine}}, hurried);
  EXPECT_FALSE(outcome.interrupted);
  EXPECT_EQ(outcome.n_failed, 3);
  for (const BranchRecords& branch : read_records(dir).branches) {
    ASSERT_EQ(branch.records.size(), 4u);
    EXPECT_EQ(branch.records.back().reply.status, Status::out_of_time);
    EXPECT_NE(branch.records.back().reply.note.find("--time-limit"), std::string::npos);
  }
  const ClosedFormCode code = ruler();
  EXPECT_EQ(run({{&code, &kLine}}, options(dir)).n_failed, 0);
  EXPECT_EQ(record_files(dir), expected) << "a time limit ends results and changes none";
}

TEST(Runner, more_elements_than_can_be_counted_are_refused) {
  const ClosedFormCode code = ruler();
  RunOptions huge = options(fresh_folder());
  huge.n = 2000000000;
  EXPECT_THROW(run({{&code, &kLine}}, huge), plumb::UserError);
}

TEST(Runner, a_finished_run_asks_nothing_and_says_so) {
  const auto dir = fresh_folder();
  run({{std::make_unique<ClosedFormCode>(ruler()).get(), &kLine}}, options(dir));
  const ClosedFormCode untouched(card(),
                                 [](const Scenario&, const Load&) -> Answer { throw std::logic_error("asked"); });
  RunOptions again = options(dir);
  int done = 0;
  again.on_step = [&](const Step& step) {
    EXPECT_TRUE(step.resumed);
    done = step.done;
  };
  EXPECT_NO_THROW(run({{&untouched, &kLine}}, again));
  EXPECT_EQ(done, 30);
}

TEST(Runner, a_code_that_cannot_save_repeats_its_branch) {
  const ClosedFormCode code = ruler(false);
  const auto expected = undisturbed(code);
  const auto dir = fresh_folder();
  std::atomic<bool> stop = false;
  RunOptions interrupted = options(dir);
  interrupted.stop = &stop;
  interrupted.on_step = [&](const Step& step) { stop = step.done == 15; };
  run({{&code, &kLine}}, interrupted);
  run({{&code, &kLine}}, options(dir));
  EXPECT_EQ(record_files(dir), expected);
}

TEST(Runner, a_changed_plan_is_computed_anew) {
  const auto dir = fresh_folder();
  const ClosedFormCode code = ruler();
  run({{&code, &kLine}}, options(dir));
  const LineProtocol later(2);
  run({{&code, &later}}, options(dir));
  for (const BranchRecords& branch : read_records(dir).branches) {
    ASSERT_EQ(branch.records.size(), 10u);
    EXPECT_EQ(branch.records.front().load.at("x"), 2);
  }
}

TEST(Runner, failures_are_values_and_the_branch_goes_on) {
  const auto dir = fresh_folder();
  const ClosedFormCode code(card(), [](const Scenario&, const Load& load) {
    return Answer{load.at("x") == 5 ? Status::singular : Status::ok, {{"height", load.at("x")}}};
  });
  EXPECT_EQ(run({{&code, &kLine}}, options(dir)).n_failed, 3);
  for (const BranchRecords& branch : read_records(dir).branches) {
    ASSERT_EQ(branch.records.size(), 10u);
    EXPECT_EQ(branch.records[4].reply.status, Status::singular);
    EXPECT_TRUE(branch.records[4].observed.empty());
    EXPECT_EQ(branch.records[5].reply.status, Status::ok);
  }
  EXPECT_EQ(run({{&code, &kLine}}, options(dir)).n_failed, 3) << "also when read back";
}

TEST(Runner, nan_and_missing_observations_are_failures_and_never_reach_a_file) {
  const auto dir = fresh_folder();
  const ClosedFormCode code(card(), [](const Scenario& scenario, const Load& load) {
    if (scenario.branch == "a") return Answer{Status::ok, {{"height", std::numeric_limits<double>::quiet_NaN()}}};
    if (scenario.branch == "b") return Answer{Status::ok, {{"breadth", load.at("x")}}};
    return Answer{Status::ok, {{"height", std::numeric_limits<double>::infinity()}}};
  });
  EXPECT_EQ(run({{&code, &kLine}}, options(dir)).n_failed, 30);
  for (const auto& [path, text] : record_files(dir)) {
    EXPECT_EQ(text.find("null"), std::string::npos) << path;
    EXPECT_EQ(text.find("nan"), std::string::npos) << path;
    EXPECT_NE(text.find("outside_domain"), std::string::npos) << path;
  }
}

/// Asks for more than a height, and for shapes at odd x.
class CuriousProtocol : public LineProtocol {
 public:
  ProtocolCard describe() const override {
    ProtocolCard card = LineProtocol::describe();
    card.also = {"colour", "weight"};
    return card;
  }
  bool keeps_shape(const Scenario&, const Load& load) const override { return std::fmod(load.at("x"), 2) == 1; }
};

/// Knows its weight, its mood and a shape; at x = 3 the shape has no end.
class TalkativeCode : public Code {
 public:
  Card describe() const override { return card(); }
  std::unique_ptr<Trial> open(const Scenario&) const override { return std::make_unique<Work>(); }

 private:
  class Work : public Trial {
   public:
    Reply advance(const Load& load) override { return x_ = load.at("x"), Reply{}; }
    Quantities observe(const std::vector<std::string>&) override { return {{"height", x_}}; }
    Quantities also_observe(const std::vector<std::string>&) override {
      return {{"weight", x_ == 2 ? std::numeric_limits<double>::quiet_NaN() : 2 * x_}, {"mood", 1}};
    }
    std::vector<double> shape() const override {
      return {0, 0, 0, x_, 0, x_ == 3 ? std::numeric_limits<double>::infinity() : -1};
    }

   private:
    double x_ = 0;
  };
};

TEST(Runner, keeps_what_a_code_knows_besides_and_shapes_only_where_they_are_wanted) {
  const CuriousProtocol curious;
  const TalkativeCode code;
  const auto dir = fresh_folder();
  EXPECT_EQ(run({{&code, &curious}}, options(dir)).n_failed, 0);
  const auto records = read_records(dir).branches.front().records;
  EXPECT_EQ(records[0].observed, (Quantities{{"height", 1}, {"weight", 2}})) << "colour unknown, mood not asked";
  EXPECT_EQ(records[1].observed, (Quantities{{"height", 2}})) << "not a number";
  EXPECT_EQ(records[0].shape, (std::vector<double>{0, 0, 0, 1, 0, -1}));
  EXPECT_TRUE(records[1].shape.empty());
  EXPECT_TRUE(records[2].shape.empty()) << "no end";
  EXPECT_FALSE(records[4].shape.empty());
}

TEST(Runner, a_code_that_knows_nothing_besides_is_judged_all_the_same) {
  const CuriousProtocol curious;
  const ClosedFormCode code = ruler();
  const auto dir = fresh_folder();
  EXPECT_EQ(run({{&code, &curious}}, options(dir)).n_failed, 0);
  EXPECT_EQ(record_files(dir), undisturbed(code));
}

TEST(Runner, an_exception_of_a_code_reaches_the_caller) {
  const ClosedFormCode code(card(), [](const Scenario&, const Load&) -> Answer { throw std::runtime_error("broken"); });
  EXPECT_THROW(run({{&code, &kLine}}, options(fresh_folder(), 3)), std::runtime_error);
}

TEST(Runner, counts_every_load_once) {
  const ClosedFormCode code = ruler();
  RunOptions run_options = options(fresh_folder(), 3);
  int n_steps = 0;
  run_options.on_step = [&](const Step& step) {
    EXPECT_EQ(step.done, ++n_steps);
    EXPECT_EQ(step.total, 30);
  };
  run({{&code, &kLine}}, run_options);
  EXPECT_EQ(n_steps, 30);
}

}  // namespace
}  // namespace judge
