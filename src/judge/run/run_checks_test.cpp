// Codes with one planted bug each, and the check that must see it.

#include <judge/run/run_checks.h>

#include <cmath>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/protocols/line_protocol_test.h>
#include <judge/question/closed_form_code_test.h>
#include <judge/records/fresh_folder_test.h>
#include <judge/records/store.h>
#include <judge/verdict/assess.h>

namespace judge {
namespace {

using testing::HasSubstr;

const LineProtocol kLine;

/// Height = x, but for what a test spoils.
class Ruler : public Code {
 public:
  double absolute = 0;   ///< error of the height in metres
  double memory = 0;     ///< share of the largest x so far that stays
  double lost = 0;       ///< of the height, after load
  double tolerance = 0;  ///< error per tolerance
  bool saves = true;

  Card describe() const override { return {"ruler", "RULER", "Rod", "", "", {{"line", {"", "", {7, 0, 1e-3}}}}}; }
  std::unique_ptr<Trial> open(const Scenario& scenario) const override {
    return std::make_unique<Work>(*this, scenario);
  }

 private:
  class Work : public Trial {
   public:
    Work(const Ruler& ruler, Scenario scenario) : ruler_(ruler), scenario_(std::move(scenario)) {}
    Reply advance(const Load& load) override {
      x_ = load.at("x");
      largest_ = std::max(largest_, x_);
      return {};
    }
    Quantities observe(const std::vector<std::string>&) override {
      double height = x_ + ruler_.absolute / scenario_.scales.length + ruler_.memory * (largest_ - x_);
      height *= 1 + ruler_.tolerance * scenario_.knobs.tol * std::log(scenario_.scales.length);
      return {{"height", height - (loaded_ ? ruler_.lost * height : 0)}};
    }
    std::string save() const override {
      return ruler_.saves ? std::string(reinterpret_cast<const char*>(&largest_), sizeof largest_) : std::string();
    }
    void load(const std::string& bytes) override {
      std::memcpy(&largest_, bytes.data(), sizeof largest_);
      loaded_ = true;
    }

   private:
    const Ruler& ruler_;
    Scenario scenario_;
    double x_ = 0, largest_ = 0;
    bool loaded_ = false;
  };
};

Cell checked(const Code& code) {
  const auto dir = fresh_folder();
  const RunOptions options{.dir = dir, .program = "p", .sampling = Sampling::full};
  run({{&code, &kLine}}, options);
  run_checks({{&code, &kLine}}, options, 1);
  return assess(dir, {&code}, {&kLine}).cells.at(0);
}

Outcome outcome(const Cell& cell, const std::string& name) {
  for (const CheckResult& check : cell.panel) {
    if (check.name == name) return check.outcome;
  }
  return Outcome::not_run;
}

TEST(Checks, pass_a_right_code) {
  const Cell cell = checked(Ruler());
  EXPECT_EQ(cell.checks(), "OK");
  EXPECT_EQ(cell.first_failed(), nullptr);
  for (const char* name : {"units", "save", "history"}) EXPECT_EQ(outcome(cell, name), Outcome::passed) << name;
  EXPECT_EQ(outcome(cell, "symmetry"), Outcome::cannot) << "it cannot be told where it stands";
}

TEST(Checks, see_an_absolute_length) {
  Ruler ruler;
  ruler.absolute = 1e-5;
  const Cell cell = checked(ruler);
  EXPECT_EQ(cell.verdict(), "OK");
  EXPECT_EQ(cell.strict(), "OK");
  EXPECT_EQ(cell.checks(), "KO");
  ASSERT_NE(cell.first_failed(), nullptr);
  EXPECT_EQ(cell.first_failed()->name, "units");
  EXPECT_THAT(cell.first_failed()->why, HasSubstr("absolute tolerance"));
}

TEST(Checks, allow_ten_times_what_a_tighter_tolerance_changes) {
  Ruler ruler;
  ruler.tolerance = 0.01;
  // In the plain units the logarithm vanishes: a tighter tolerance changes nothing, and the error is the units' own.
  EXPECT_EQ(outcome(checked(ruler), "units"), Outcome::failed);
}

TEST(Checks, see_what_is_remembered) {
  Ruler ruler;
  ruler.memory = 1e-3;
  const Cell cell = checked(ruler);
  EXPECT_EQ(outcome(cell, "units"), Outcome::passed);
  EXPECT_EQ(outcome(cell, "history"), Outcome::failed);
}

TEST(Checks, see_what_was_not_saved) {
  Ruler ruler;
  ruler.lost = 1e-6;
  const Cell cell = checked(ruler);
  EXPECT_EQ(outcome(cell, "save"), Outcome::failed);
  EXPECT_EQ(outcome(cell, "history"), Outcome::passed);
}

TEST(Checks, of_a_code_that_saves_nothing_say_so) {
  Ruler ruler;
  ruler.saves = false;
  const Cell cell = checked(ruler);
  EXPECT_EQ(outcome(cell, "save"), Outcome::cannot);
  EXPECT_EQ(cell.checks(), "OK");
}

TEST(Checks, that_are_finished_ask_nothing_again) {
  const auto dir = fresh_folder();
  const RunOptions options{.dir = dir, .program = "p", .sampling = Sampling::full};
  const Ruler ruler;
  run({{&ruler, &kLine}}, options);
  run_checks({{&ruler, &kLine}}, options, 1);
  RunOptions again = options;
  again.on_step = [](const Step& step) { EXPECT_TRUE(step.resumed); };
  EXPECT_FALSE(run_checks({{&ruler, &kLine}}, again, 1).interrupted);
}

TEST(Checks, that_somebody_forged_are_passed_over) {
  const auto dir = fresh_folder();
  const RunOptions options{.dir = dir, .program = "p", .sampling = Sampling::full};
  const Ruler ruler;
  run({{&ruler, &kLine}}, options);
  run_checks({{&ruler, &kLine}}, options, 1);
  // Sound records of a run that observed something else.
  Scenario scenario = kLine.plan(Sampling::full).back();
  scenario.knobs = {7, 0, 1e-3};
  const auto folder = dir / "checks" / "save";
  std::filesystem::remove_all(folder);
  BranchFile file(folder, "ruler", scenario, "p");
  Record forged;
  forged.load = {{"x", 1}};
  forged.observed = {{"breadth", 1}};
  file.append(forged, "");
  Cell cell;
  EXPECT_NO_THROW(cell = assess(dir, {&ruler}, {&kLine}).cells.at(0));
  EXPECT_EQ(outcome(cell, "save"), Outcome::not_run);
}

TEST(Checks, are_not_run_where_nobody_asked) {
  const auto dir = fresh_folder();
  const Ruler ruler;
  run({{&ruler, &kLine}}, {.dir = dir, .program = "p", .sampling = Sampling::full});
  const Cell cell = assess(dir, {&ruler}, {&kLine}).cells.at(0);
  EXPECT_EQ(cell.checks(), "not run");
  EXPECT_EQ(outcome(cell, "curve"), Outcome::passed);
}

}  // namespace
}  // namespace judge
