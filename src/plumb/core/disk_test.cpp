#include <plumb/core/disk.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/fresh_folder_for_test.h>
#include <plumb/core/spool.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

TEST(Disk, reads_whole_files_and_nothing_where_there_is_none) {
  const fs::path dir = fresh_folder();
  const std::string bytes(200000, '\0');
  replace_file(dir / "zeros", bytes);
  EXPECT_EQ(read_all(dir / "zeros"), bytes);
  EXPECT_EQ(read_all(dir / "nothing"), std::nullopt);
  EXPECT_EQ(read_all(dir / "zeros" / "below"), std::nullopt);
}

// Opened for reading as files are, the pipe would keep the test waiting for ever, and the device has no end.
TEST(Disk, reads_no_pipe_no_device_and_no_folder) {
  const fs::path dir = fresh_folder();
  ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
  EXPECT_THAT([&] { read_all(dir / "pipe"); }, ThrowsMessage<UserError>(HasSubstr("it is a pipe")));
  EXPECT_THAT([&] { read_all("/dev/zero"); }, ThrowsMessage<UserError>(HasSubstr("it is a device")));
  EXPECT_THAT([&] { read_all(dir); }, ThrowsMessage<UserError>(HasSubstr("it is a folder")));
}

TEST(Disk, reads_no_file_that_memory_could_not_hold) {
  const fs::path file = fresh_folder() / "large";
  const Descriptor hole(::open(file.c_str(), O_WRONLY | O_CREAT, 0600));
  ASSERT_EQ(::ftruncate(hole, static_cast<off_t>(largest_file) + 1), 0);
  EXPECT_THAT([&] { read_all(file); }, ThrowsMessage<UserError>(HasSubstr("larger than 2 GiB")));
}

TEST(Disk, a_link_in_the_way_of_a_file_is_replaced_and_not_followed) {
  const fs::path dir = fresh_folder();
  replace_file(dir / "precious", "mine");
  for (const char* link : {"file", "file.new"}) fs::create_symlink(dir / "precious", dir / link);
  replace_file(dir / "file", "new");
  EXPECT_EQ(content(dir / "precious"), "mine");
  EXPECT_EQ(content(dir / "file"), "new");
  EXPECT_FALSE(fs::is_symlink(dir / "file"));
}

TEST(Disk, nothing_is_appended_through_a_link) {
  const fs::path dir = fresh_folder();
  replace_file(dir / "precious", "mine");
  fs::create_symlink(dir / "precious", dir / "grows");
  EXPECT_THROW(GrowingFile(dir / "grows"), UserError);
  EXPECT_EQ(content(dir / "precious"), "mine");
}

TEST(Disk, what_is_not_put_in_place_leaves_nothing) {
  const fs::path dir = fresh_folder();
  {
    FreshFile file(dir / "file");
    file.write("half of ");
    const std::vector<std::string> names = names_in(dir);
    ASSERT_EQ(names.size(), 1u);
    EXPECT_TRUE(is_leftover(names[0])) << names[0];
  }
  EXPECT_THAT(names_in(dir), IsEmpty());
  fs::create_directories(dir / "folder" / "full");
  EXPECT_THROW(replace_file(dir / "folder", "text"), UserError);
  EXPECT_THAT(names_in(dir), testing::ElementsAre("folder"));
}

TEST(Disk, somebody_elses_file_is_not_mistaken_for_a_leftover) {
  const fs::path dir = fresh_folder();
  replace_file(dir / "file.new", "mine");
  replace_file(dir / "file", "text");
  EXPECT_EQ(content(dir / "file.new"), "mine");
  EXPECT_FALSE(is_leftover("file.new"));
}

TEST(Disk, a_growing_text_is_whole_at_every_moment) {
  const fs::path file = fresh_folder() / "list.xml";
  GrowingText text(file, "<list>\n", "</list>\n");
  EXPECT_EQ(content(file), "<list>\n</list>\n");
  text.add("<a/>\n");
  EXPECT_EQ(content(file), "<list>\n<a/>\n</list>\n");
  text.add("<bb/>\n");
  text.sync();
  EXPECT_EQ(content(file), "<list>\n<a/>\n<bb/>\n</list>\n");
}

TEST(Disk, a_spool_gives_back_numbers_from_any_place_and_leaves_no_name) {
  const fs::path dir = fresh_folder();
  Spool spool(dir);
  EXPECT_THAT(names_in(dir), IsEmpty());
  for (const double x : {1.0, 2.0, 3.0}) spool.append(std::vector<double>{x, x / 3});
  EXPECT_EQ(spool.size(), 6u);
  std::vector<double> some(3);
  spool.read(2, some);
  EXPECT_EQ(some, (std::vector<double>{2.0, 2.0 / 3, 3.0}));
}

TEST(Disk, what_cannot_be_made_is_a_sentence) {
  const fs::path dir = fresh_folder();
  replace_file(dir / "file", "");
  EXPECT_THAT([&] { make_folder(dir / "file" / "below"); },
              ThrowsMessage<UserError>(HasSubstr("cannot make the folder")));
  EXPECT_THAT([&] { names_in(dir / "file"); }, ThrowsMessage<UserError>(HasSubstr("cannot look into the folder")));
  EXPECT_THAT([&] { replace_file(dir / "nowhere" / "file", ""); }, ThrowsMessage<UserError>(HasSubstr("cannot write")));
}

}  // namespace
}  // namespace plumb
