// A run and a sweep are killed, or the disk fills, at each time that something is written. Every simulation runs in a
// process of its own, as on the command line.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <plumb/core/fatal_writes_for_test.h>
#include <plumb/core/fresh_folder_for_test.h>
#include <plumb/run/run.h>
#include <plumb/run/sweep.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

const SceneSource kScene{R"(title = "A swing"
[solve]
method = "bdf2"
duration = "0.1 s"
frames = 3
dt = "0.01 s"
[rod]
model = "discrete-elastic-rod"
n = 4
length = "20 cm"
material = { E = "1 MPa", nu = 0.5, rho = "1000 kg/m^3" }
section = { shape = "circle", r = "2 mm" }
[[rod.clamp]]
at = "start"
)",
                         "swing.toml",
                         {}};

void simulate(const RunOptions& options) { run(kScene, options); }
void sweep(const RunOptions& options) { run_sweep(kScene, parse_sweep("rod.length=10 cm:20 cm:3"), options); }

class KilledAtWrite : public testing::TestWithParam<void (*)(const RunOptions&)> {};
INSTANTIATE_TEST_SUITE_P(Of, KilledAtWrite, testing::Values(simulate, sweep));

/// All files but the lock, which holds the number of the last process.
std::map<std::string, std::string> files(const fs::path& dir) {
  auto all = contents(dir);
  all.erase("lock");
  return all;
}

fs::path no_folder(const char* name) {
  const fs::path dir = fresh_folder(name);
  fs::remove(dir);
  return dir;
}

/// Runs it in another process; true: it did what it should.
bool ends_well(const std::function<void()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    work();
    _exit(0);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// A fingerprint of its own, for that of the program takes longer than the run.
RunOptions anew(const fs::path& dir) { return {.dir = dir, .program = "p"}; }
RunOptions overwriting(const fs::path& dir) { return {.dir = dir, .overwrite = true, .program = "p"}; }

/// Exits with 1 where anything is told: a kill is no damage.
RunOptions resumed(const fs::path& dir) {
  RunOptions options{.dir = dir, .resume = true, .program = "p"};
  options.on_notice = [](const std::string& sentence) {
    std::fprintf(stderr, "%s\n", sentence.c_str());
    _exit(1);
  };
  return options;
}

TEST_P(KilledAtWrite, resumed_it_ends_with_the_same_bytes) {
  const fs::path whole = no_folder("whole");
  ASSERT_TRUE(ends_well([&] { GetParam()(anew(whole)); }));
  const auto expected = files(whole);
  long k = 1;
  for (;; ++k) {
    const fs::path dir = no_folder("killed");
    if (!killed_at_write(k, [&] { GetParam()(anew(dir)); })) break;
    // Before the folder has its mark there is nothing to resume.
    const bool marked = fs::exists(dir / "plumb.json");
    ASSERT_TRUE(ends_well([&] { GetParam()(marked ? resumed(dir) : anew(dir)); })) << "write " << k;
    ASSERT_EQ(files(dir), expected) << "write " << k;
  }
  EXPECT_GT(k, 30) << "there are more writes than that";
}

// What was there before is of another run, and nothing of it is told as this one's.
TEST_P(KilledAtWrite, so_it_does_where_it_replaces_another_run) {
  const fs::path whole = no_folder("whole"), old = no_folder("old");
  const auto longer = [](const RunOptions& options) {
    SceneSource other = kScene;
    other.overrides = {{"rod.length", "30 cm"}, {"solve.frames", "5"}};
    if (GetParam() == simulate) run(other, options);
    if (GetParam() == sweep) run_sweep(other, parse_sweep("rod.material.rho=900:1000:5"), options);
  };
  ASSERT_TRUE(ends_well([&] { GetParam()(anew(whole)); }));
  ASSERT_TRUE(ends_well([&] { longer(anew(old)); }));
  const auto expected = files(whole);
  for (long k = 1;; ++k) {
    const fs::path dir = no_folder("killed");
    fs::copy(old, dir, fs::copy_options::recursive);
    if (!killed_at_write(k, [&] { GetParam()(overwriting(dir)); })) break;
    const bool begun = ends_well([&] {
      try {
        GetParam()({.dir = dir, .resume = true, .program = "p"});
      } catch (const UserError&) {
        _exit(2);  // it still holds the old run
      }
    });
    ASSERT_TRUE(begun || ends_well([&] { GetParam()(overwriting(dir)); })) << "write " << k;
    ASSERT_EQ(files(dir), expected) << "write " << k;
  }
}

TEST_P(KilledAtWrite, a_full_disk_is_a_sentence_and_nothing_is_lost) {
  const fs::path whole = no_folder("whole");
  ASSERT_TRUE(ends_well([&] { GetParam()(anew(whole)); }));
  const auto expected = files(whole);
  for (long k = 1;; ++k) {
    const fs::path dir = no_folder("full");
    const bool enough_room = ends_well([&] {
      meet(Fate::disk_full, k);
      try {
        GetParam()(anew(dir));
      } catch (const MachineError& error) {
        _exit(std::string(error.what()).find("No space left on device") != std::string::npos ? 5 : 6);
      }
    });
    if (enough_room) break;
    const bool marked = fs::exists(dir / "plumb.json");
    ASSERT_TRUE(ends_well([&] { GetParam()(marked ? resumed(dir) : anew(dir)); })) << "write " << k;
    ASSERT_EQ(files(dir), expected) << "write " << k;
  }
}

}  // namespace
}  // namespace plumb
