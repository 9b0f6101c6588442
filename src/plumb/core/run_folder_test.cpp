#include <plumb/core/run_folder.h>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/fresh_folder_for_test.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

const FolderKind kKind{"simulate", {"scene.toml", "states/#.state"}, {"states"}};

/// The sentence with which a folder is refused; empty: it is not.
std::string refusal(const fs::path& dir, Begin begin, const FolderKind& kind = kKind) {
  try {
    const RunFolder folder(dir, kind, begin);
    return {};
  } catch (const UserError& error) {
    return error.what();
  }
}

fs::path folder_with_a_run() {
  const fs::path dir = fresh_folder();
  const RunFolder folder(dir, kKind, Begin::anew);
  make_folder(dir / "states");
  replace_file(dir / "scene.toml", "a scene");
  for (const char* name : {"00000.state", "00001.state"}) replace_file(dir / "states" / name, "a state");
  return dir;
}

TEST(RunFolder, one_that_is_not_there_or_empty_is_marked_and_locked) {
  for (const fs::path& dir : {fresh_folder(), fresh_folder() / "new" / "folder"}) {
    const RunFolder folder(dir, kKind, Begin::anew);
    EXPECT_TRUE(folder.fresh());
    EXPECT_EQ(marked_verb(dir), "simulate");
    EXPECT_THAT(refusal(dir, Begin::anew), HasSubstr("another run"));
  }
}

TEST(RunFolder, somebody_elses_is_refused_and_nothing_in_it_is_touched) {
  const fs::path dir = fresh_folder();
  make_folder(dir / "states");
  for (const char* name : {"states/00000.state", "scene.toml", "lock", "index.html"}) replace_file(dir / name, "mine");
  const auto before = contents(dir);
  for (const Begin begin : {Begin::anew, Begin::resume, Begin::overwrite, Begin::go_on}) {
    EXPECT_THAT(refusal(dir, begin), AllOf(HasSubstr("not a folder of Plumb's"), HasSubstr("'index.html', 'lock'"),
                                           HasSubstr("and 1 more"), HasSubstr("--out")));
    EXPECT_EQ(contents(dir), before);
  }
}

TEST(RunFolder, what_a_killed_process_was_about_to_write_does_not_make_it_somebody_elses) {
  const fs::path dir = fresh_folder();
  replace_file(dir / "plumb.json.12-1.plumb-new", "half a ma");
  EXPECT_EQ(refusal(dir, Begin::anew), "");
  EXPECT_THAT(names_in(dir), ElementsAre("lock", "plumb.json"));
}

TEST(RunFolder, a_run_is_kept_unless_somebody_says_what_becomes_of_it) {
  const fs::path dir = folder_with_a_run();
  const auto before = contents(dir);
  EXPECT_THAT(refusal(dir, Begin::anew), AllOf(HasSubstr("--resume"), HasSubstr("--overwrite"), HasSubstr("--out")));
  EXPECT_EQ(contents(dir), before);
  EXPECT_EQ(refusal(dir, Begin::resume), "");
  EXPECT_EQ(contents(dir), before);
  EXPECT_FALSE(RunFolder(dir, kKind, Begin::go_on).fresh());
  EXPECT_THAT(refusal(dir, Begin::overwrite, {"modes", {}}), HasSubstr("is a folder of 'plumb simulate'"));
  EXPECT_EQ(contents(dir), before);
}

TEST(RunFolder, overwriting_removes_what_plumb_wrote_and_nothing_else) {
  const fs::path dir = folder_with_a_run();
  for (const char* name : {"notes.txt", "states/notes.txt", "states/1.state.bak", "states/x1.state"}) {
    replace_file(dir / name, "mine");
  }
  fs::create_symlink(dir / "notes.txt", dir / "states" / "7.state");
  EXPECT_TRUE(RunFolder(dir, kKind, Begin::overwrite).fresh());
  EXPECT_THAT(names_in(dir), ElementsAre("lock", "notes.txt", "plumb.json", "states"));
  EXPECT_THAT(names_in(dir / "states"), ElementsAre("1.state.bak", "7.state", "notes.txt", "x1.state"));
}

TEST(RunFolder, resuming_needs_a_folder_of_plumb) {
  EXPECT_THAT(refusal(fresh_folder(), Begin::resume), HasSubstr("holds no run to resume"));
  EXPECT_THAT(refusal(fresh_folder() / "nowhere", Begin::resume), HasSubstr("holds no run to resume"));
  EXPECT_THAT(names_in(fresh_folder()), testing::IsEmpty());
  // Killed before anything but the mark was written: what follows begins anew.
  const fs::path dir = fresh_folder();
  EXPECT_EQ(refusal(dir, Begin::anew), "");
  EXPECT_TRUE(RunFolder(dir, kKind, Begin::resume).fresh());
}

TEST(RunFolder, a_damaged_mark_is_named) {
  const fs::path dir = folder_with_a_run();
  const std::string mark = content(dir / "plumb.json");
  for (std::size_t i = 0; i < mark.size(); ++i) {
    std::string damaged = mark;
    damaged[i] = static_cast<char>(damaged[i] ^ 1);
    replace_file(dir / "plumb.json", i % 2 ? damaged : mark.substr(0, i));
    EXPECT_THAT(refusal(dir, Begin::overwrite), HasSubstr("plumb")) << i;
  }
  EXPECT_TRUE(fs::exists(dir / "scene.toml"));
}

TEST(RunFolder, no_link_leads_out_of_it) {
  const fs::path elsewhere = fresh_folder("elsewhere");
  for (const char* link : {"lock", "states", "states/deep"}) {
    const fs::path dir = fresh_folder();
    EXPECT_EQ(refusal(dir, Begin::anew), "");
    if (std::string(link) == "lock") fs::remove(dir / "lock");
    if (std::string(link) == "states/deep") make_folder(dir / "states");
    fs::create_symlink(elsewhere, dir / link);
    EXPECT_THAT(refusal(dir, Begin::overwrite), HasSubstr(link)) << link;
  }
}

TEST(RunFolder, what_is_no_folder_is_a_sentence) {
  const fs::path dir = fresh_folder();
  replace_file(dir / "file", "");
  EXPECT_THAT(refusal(dir / "file", Begin::anew), HasSubstr("is not a folder"));
  EXPECT_THAT(refusal(dir / "file" / "below", Begin::anew), HasSubstr("cannot make the folder"));
}

TEST(FolderLock, is_for_one_at_a_time) {
  const auto dir = fresh_folder();
  {
    const FolderLock lock(dir);
    EXPECT_THAT([&] { FolderLock second(dir); },
                ThrowsMessage<UserError>(HasSubstr(fmt::format("process {}", getpid()))));
  }
  const FolderLock free_again(dir);
}

}  // namespace
}  // namespace plumb
