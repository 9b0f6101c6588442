// Without CalculiX: stand-ins of a line of shell leave the files that it would.

#include <codes/ccx/ccx.h>

#include <cstdlib>

#include <gtest/gtest.h>

#include <codes/batch_program/batch_program.h>

namespace codes {
namespace {

using plumb::Status;

constexpr const char* kDat = R"(
 displacements (vx,vy,vz) for set TIP and time  0.1000000E+01

       643 -9.000000E-01  4.722430E-15 -9.000000E-01

 displacements (vx,vy,vz) for set TIP and time  0.2000000E+01

       643 -9.853236E-01  4.722430-115 -9.940472E-01
)";

constexpr const char* kBuckling = R"(
     B U C K L I N G   F A C T O R   O U T P U T

 MODE NO       BUCKLING
                FACTOR

      1   0.2938849E+02
      2   0.6314910E+02
)";

TEST(Ccx, ReadsTheDisplacementOfTheLastTime) {
  const auto u = last_displacement(kDat, 2);
  ASSERT_TRUE(u);
  EXPECT_EQ((*u)[0], -0.9853236);
  EXPECT_EQ((*u)[1], 4.722430e-115);
  EXPECT_EQ((*u)[2], -0.9940472);
}

TEST(Ccx, ReadsNothingWhereTheRunStoppedEarly) { EXPECT_FALSE(last_displacement(kDat, 3)); }

TEST(Ccx, ReadsNothingFromWhatIsNotANumber) {
  const std::string head = " displacements (vx,vy,vz) for set TIP and time  0.1000000E+01\n\n";
  EXPECT_FALSE(last_displacement("", 1));
  EXPECT_FALSE(last_displacement("no such table\n1 2 3 4\n", 1));
  EXPECT_FALSE(last_displacement(head, 1));
  EXPECT_FALSE(last_displacement(head + " 643 NaN 0.0 0.0\n", 1));
  EXPECT_FALSE(last_displacement(head + " 643 ************* 0.0 0.0\n", 1));
}

TEST(Ccx, ReadsTheLowestBucklingFactor) {
  EXPECT_EQ(buckling_factor(kBuckling), 29.38849);
  EXPECT_FALSE(buckling_factor(kDat));
  EXPECT_FALSE(buckling_factor("B U C K L I N G\n 1 NaN\n"));
}

/// Writes a file and ends; what follows takes the name of the deck.
std::string leaving(const std::string& name, const std::string& text) {
  return "cat > " + name + " <<'END'\n" + text + "\nEND\ntrue";
}

TEST(Ccx, AGoodRunGivesTheNumbersAndTheCost) {
  const std::string cvg =
      "     1     1     1     1        0  0.3172E+04  0.1000E+03  0.0000E+00  0.0000E+00\n"
      "     1     1     1     2        0  0.2000E-01  0.6906E+01  0.0000E+00  0.0000E+00";
  const auto answer = displacement_by_ccx("", 2, leaving("deck.dat", kDat) + "\n" + leaving("deck.cvg", cvg));
  EXPECT_EQ(answer.reply.status, Status::ok);
  EXPECT_EQ(answer.reply.iterations, 2);
  EXPECT_DOUBLE_EQ(answer.reply.residual.value(), 2e-4);
  EXPECT_EQ(answer.u[2], -0.9940472);
}

TEST(Ccx, GarbageIsNoAnswerWithASentence) {
  const auto answer = displacement_by_ccx("", 1, leaving("deck.dat", "garbage 1 2 3"));
  EXPECT_EQ(answer.reply.status, Status::no_answer);
  EXPECT_EQ(answer.reply.note, "CalculiX printed no displacement that can be read");
}

TEST(Ccx, GivingUpIsNotConvergedWithItsWords) {
  const auto answer = displacement_by_ccx("", 1, "echo ' *ERROR: too many cutbacks  '; exit 201;");
  EXPECT_EQ(answer.reply.status, Status::not_converged);
  EXPECT_EQ(answer.reply.note, "CalculiX said \"ERROR: too many cutbacks\"");
}

TEST(Ccx, ACrashIsNoAnswer) {
  const auto answer = displacement_by_ccx("", 1, "kill -SEGV $$;");
  EXPECT_EQ(answer.reply.status, Status::no_answer);
  EXPECT_EQ(answer.reply.note, "CalculiX ended with exit code 139");
  EXPECT_EQ(displacement_by_ccx("", 1, "no-such-program").reply.status, Status::no_answer);
}

TEST(Ccx, MissingIsASentence) {
  const char* before = std::getenv("PATH");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("PATH", "/nowhere", 1);
  const std::string missing = ccx_missing(), version = ccx_version();
  ::setenv("PATH", kept.c_str(), 1);
  EXPECT_EQ(missing, "CalculiX is not installed: apt-get install calculix-ccx");
  EXPECT_EQ(version, "");
}

TEST(Ccx, LeavesNothingBehind) {
  std::filesystem::path path;
  {
    const ScratchFolder folder;
    path = folder.path();
    folder.write("a", "b");
    EXPECT_EQ(folder.read("a"), "b");
    EXPECT_EQ(folder.read("c"), "");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Ccx, AProgramThatHangsIsEnded) {
  const BatchEnd end = run_to_end("sleep 60", {}, 0.1);
  EXPECT_EQ(end.exit_code, -1);
  EXPECT_EQ(end.words, "did not answer for 0.1 s");
}

}  // namespace
}  // namespace codes
