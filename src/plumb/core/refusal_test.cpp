#include <plumb/core/refusal.h>

#include <cerrno>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/status.h>

namespace plumb {
namespace {

TEST(Refusal, a_full_disk_is_the_machines_and_a_wrong_name_the_users) {
  for (const int error : {ENOSPC, EDQUOT, EIO, ENOMEM, EMFILE, ENFILE}) EXPECT_TRUE(machine_refused(error)) << error;
  for (const int error : {ENOENT, EACCES, EROFS, ENOTDIR, EISDIR, EPERM, ENAMETOOLONG, ELOOP}) {
    EXPECT_FALSE(machine_refused(error)) << error;
  }
  EXPECT_THROW(refuse("cannot write 'a'", ENOSPC), MachineError);
  try {
    refuse("cannot write 'a'", EACCES);
    FAIL();
  } catch (const UserError& error) {
    EXPECT_STREQ(error.what(), "cannot write 'a': Permission denied");
  }
}

}  // namespace
}  // namespace plumb
