// Without CalculiX: a script named ccx stands for it.

#include <codes/ccx/ccx_trial.h>

#include <cstdlib>

#include <gtest/gtest.h>

#include <codes/batch_program/batch_program.h>

namespace codes {
namespace {

using plumb::Status;

/// A script that is called as ccx while it lives. It sees the deck as deck.inp.
class StandIn {
 public:
  explicit StandIn(const std::string& script) : path_(std::getenv("PATH")) {
    folder_.write("ccx", "#!/bin/sh\n" + script);
    std::filesystem::permissions(folder_.path() / "ccx", std::filesystem::perms::owner_all);
    ::setenv("PATH", (folder_.path().string() + ":" + path_).c_str(), 1);
  }
  ~StandIn() { ::setenv("PATH", path_.c_str(), 1); }

 private:
  ScratchFolder folder_;
  std::string path_;
};

constexpr const char* kHardOnes = R"(
if grep -q hard deck.inp; then echo " *ERROR: too many cutbacks"; exit 201; fi
echo " displacements (vx,vy,vz) for set TIP and time  0.1000000E+01" > deck.dat
echo "   643 -2.500000E-01  0.000000E+00 -5.000000E-01" >> deck.dat
)";

CcxTrial trial_of(const std::vector<std::string>& texts) {
  return CcxTrial(
      [texts](const judge::Scenario&, const judge::Load&) {
        return LoadedDeck{texts, 1, reach_and_drop};
      },
      {});
}

TEST(CcxTrial, ReachAndDropFollowFromTheDisplacement) {
  const StandIn ccx(kHardOnes);
  CcxTrial trial = trial_of({"easy"});
  EXPECT_EQ(trial.advance({}).status, Status::ok);
  EXPECT_EQ(trial.observe({"reach"}).at("reach"), 0.75);
  EXPECT_EQ(trial.observe({"drop"}).at("drop"), 0.5);
  EXPECT_THROW(trial.observe({"colour"}), plumb::UserError);
}

TEST(CcxTrial, TheFirstDeckThatConvergesCounts) {
  const StandIn ccx(kHardOnes);
  CcxTrial trial = trial_of({"hard", "easy"});
  EXPECT_EQ(trial.advance({}).status, Status::ok);
  EXPECT_EQ(trial.observe({"drop"}).at("drop"), 0.5);
}

TEST(CcxTrial, WhereNoneConvergesTheLastSentenceIsLeft) {
  const StandIn ccx(kHardOnes);
  CcxTrial trial = trial_of({"hard", "hard too"});
  const judge::Reply reply = trial.advance({});
  EXPECT_EQ(reply.status, Status::not_converged);
  EXPECT_EQ(reply.note, "CalculiX said \"ERROR: too many cutbacks\"");
  EXPECT_THROW(trial.observe({"drop"}), plumb::UserError);
}

}  // namespace
}  // namespace codes
