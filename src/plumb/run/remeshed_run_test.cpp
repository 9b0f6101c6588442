// A run whose mesh changes leaves whole files, is resumed to the same bytes, and has each frame's triangles in them.
#include <atomic>

#include <gtest/gtest.h>

#include <plumb/core/disk.h>
#include <plumb/core/fresh_folder_for_test.h>
#include <plumb/run/run.h>
#include <plumb/scene/remeshed_plate_for_test.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

fs::path fresh(const std::string& name) {
  const fs::path dir = fresh_folder(name);
  fs::remove_all(dir);
  return dir;
}

std::map<std::string, std::string> bytes(const fs::path& dir) {
  auto all = contents(dir);
  all.erase("lock");
  return all;
}

const SceneSource kSource{kRemeshedPlate, "sheet.toml", {}};

TEST(RemeshedRun, stopped_anywhere_it_goes_on_to_the_same_bytes) {
  const fs::path whole = fresh("remeshed_whole");
  const RunOutcome all = run(kSource, {.dir = whole});
  ASSERT_EQ(all.last.status, Status::ok);
  ASSERT_EQ(all.n_frames, 7);
  for (const int n : {1, 3, 6}) {
    const fs::path parts = fresh("remeshed_parts");
    std::atomic<bool> stop = false;
    RunOptions options{.dir = parts, .stop = &stop};
    options.on_frame = [&](int done, int, const FrameOutcome&) { stop = done == n; };
    EXPECT_TRUE(run(kSource, options).interrupted);
    EXPECT_EQ(run(kSource, {.dir = parts, .resume = true}).n_resumed, n);
    EXPECT_EQ(bytes(whole), bytes(parts)) << n;
  }
}

TEST(RemeshedRun, every_picture_has_the_points_of_its_frame) {
  const fs::path dir = fresh("remeshed_files");
  std::vector<std::size_t> n_points;
  RunOptions options{.dir = dir};
  ASSERT_EQ(run(kSource, options).last.status, Status::ok);
  Simulation again(kSource.read());
  for (int i = 0; i <= 6; ++i) {
    ASSERT_EQ(again.advance_to(i).status, Status::ok);
    n_points.push_back(again.look().shape.points.size());
    const std::string picture = read_all(dir / "run" / ("0000" + std::to_string(i) + ".vtp")).value();
    EXPECT_NE(picture.find("NumberOfPoints=\"" + std::to_string(n_points.back()) + '"'), std::string::npos) << i;
  }
  EXPECT_NE(n_points.front(), n_points.back());
  EXPECT_NE(read_all(dir / "index.html").value().find("\"meshes\":[{"), std::string::npos);
  EXPECT_NE(read_all(dir / "run.npz").value().find("point_offsets.npy"), std::string::npos);
}

}  // namespace
}  // namespace plumb
