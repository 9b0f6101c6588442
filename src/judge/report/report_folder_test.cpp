#include <judge/report/report_folder.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <judge/records/fresh_folder_test.h>
#include <plumb/core/status.h>

namespace judge {
namespace {

TEST(ReportFolder, writes_below_itself) {
  const auto dir = fresh_folder();
  EXPECT_EQ(ReportFolder(dir).write("points/rod/line.csv", "x\n"), dir / "points/rod/line.csv");
  EXPECT_EQ(content(dir / "points/rod/line.csv"), "x\n");
}

TEST(ReportFolder, writes_nowhere_else) {
  const auto outside = fresh_folder();
  const auto dir = outside / "run";
  for (const char* name : {"", "../x", "a/../../x", "/tmp/x", "a/..", "./x", "a/", ".."})
    EXPECT_THROW(ReportFolder(dir).write(name, "text"), plumb::UserError) << name;
  EXPECT_TRUE(contents(outside).empty());
}

TEST(ReportFolder, does_not_follow_links) {
  const auto dir = fresh_folder(), elsewhere = fresh_folder("elsewhere");
  std::filesystem::create_directory_symlink(elsewhere, dir / "points");
  try {
    ReportFolder(dir).write("points/line.csv", "text");
    ADD_FAILURE() << "followed a link";
  } catch (const plumb::UserError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr((dir / "points").string()));
  }
  std::ofstream(elsewhere / "file") << "mine";
  std::filesystem::create_symlink(elsewhere / "file", dir / "index.html");
  ReportFolder(dir).write("index.html", "page");
  EXPECT_EQ(content(dir / "index.html"), "page");
  EXPECT_EQ(content(elsewhere / "file"), "mine");
}

}  // namespace
}  // namespace judge
