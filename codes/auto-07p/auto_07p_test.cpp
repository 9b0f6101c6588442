// Without AUTO-07p: a captured file, and stand-ins.

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <codes/auto-07p/continuation.h>

namespace codes {
judge::Code const* auto_07p();
namespace {

using plumb::Status;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kFort7 =
    "   0    PT  TY  LAB    PAR(1)             L2-NORM            MAX U(1)           MAX U(2)  PAR(2) PAR(3)\n"
    "   1    36   0    0  9.1715980527E+000  1.0833230312E+001  1.5707963268E+000  1.3829106049E+002"
    "  1.4542266723E-002  9.9399407094E-001  1.4542266723E-002  9.9399407094E-001\n"
    "   1    37  -4    5  9.2103403720E+000  1.0936521575E+001  1.5707963270E+000  1.4100425057E+002"
    "  1.4260889762E-002  9.9410993391E-001  1.4260889755E-002  9.9410993391E-001\n";

/// A variable of the environment, put back at the end.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    ::setenv(name, value, 1);
  }
  ~Variable() { before_ ? ::setenv(name_, before_->c_str(), 1) : ::unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(Auto07p, ReadsTheParametersOfABranch) {
  const Branch branch = read_branch(kFort7, 3, 9.2103403720);
  ASSERT_EQ(branch.size(), 2U);
  EXPECT_THAT(branch[1], ElementsAre(9.2103403720, 1.4260889755e-2, 0.99410993391));
}

TEST(Auto07p, ABranchThatStopsElsewhereIsEmpty) {
  EXPECT_TRUE(read_branch(kFort7, 3, 9.3).empty());
  EXPECT_TRUE(read_branch("", 3, 1).empty());
  EXPECT_TRUE(read_branch("garbage\n1 2 3\n", 3, 1).empty());
  EXPECT_TRUE(read_branch("1 1 -4 1 1.0 NaN 1.0 2.0 3.0\n", 3, 1).empty());
}

TEST(Auto07p, ConstantsSayWhereToStopAndHowFinely) {
  const std::string constants = auto_constants(stick_slip_problem(), 0.25, 80, 1e-9);
  EXPECT_THAT(constants, HasSubstr("NDIM=4"));
  EXPECT_THAT(constants, HasSubstr("ICP=[1,2,3,4]"));
  EXPECT_THAT(constants, HasSubstr("NTST=80"));
  EXPECT_THAT(constants, HasSubstr("NBC=6"));
  EXPECT_THAT(constants, HasSubstr("UZSTOP={1:2.5000000000000000e-01}"));
}

TEST(Auto07p, MissingIsASentence) {
  const std::string sentence = "AUTO-07p is not installed: apt-get install auto-07p gfortran";
  {
    const Variable nowhere("AUTO_DIR", "/nowhere");
    EXPECT_EQ(auto_07p()->missing(), sentence);
    EXPECT_EQ(auto_07p()->fingerprint(), "");
  }
  const Variable no_compiler("PATH", "/nowhere");
  EXPECT_EQ(auto_07p()->missing(), sentence);
}

TEST(Auto07p, WithoutItsObjectsALoadIsNoAnswerWithASentence) {
  const Variable nowhere("AUTO_DIR", "/nowhere");
  judge::Scenario scenario;
  scenario.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  const auto trial = auto_07p()->open(scenario);
  const judge::Reply reply = trial->advance({{"gamma", 1}});
  EXPECT_EQ(reply.status, Status::no_answer);
  EXPECT_THAT(reply.note, HasSubstr("AUTO-07p's equations were not compiled"));
  EXPECT_THROW(trial->observe({"reach"}), plumb::UserError);
}

TEST(Auto07p, WhatItCannotReachIsOutsideItsDomain) {
  judge::Scenario scenario;
  scenario.ask(judge::ClampedStrip{{0.1, 1e-3, 0}});
  const auto trial = auto_07p()->open(scenario);
  EXPECT_EQ(trial->advance({{"gamma", 1e-5}}).status, Status::outside_domain);
  EXPECT_EQ(trial->advance({{"gamma", 0}}).status, Status::outside_domain);
}

TEST(Auto07p, AStraightStripSticks) {
  judge::Scenario scenario;
  scenario.ask(judge::PushedStrip{{0.1, 1e-3, 0}, 0, 1e-3});
  const auto trial = auto_07p()->open(scenario);
  EXPECT_EQ(trial->advance({{"eps_y", 0}}).status, Status::ok);
  EXPECT_EQ(trial->observe({"tip_shift"}).at("tip_shift"), 0);
}

}  // namespace
}  // namespace codes
