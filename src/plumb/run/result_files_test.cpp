#include <plumb/run/result_files.h>

#include <malloc.h>

#include <algorithm>

#include <gtest/gtest.h>

#include <plumb/core/fresh_folder_for_test.h>
#include <plumb/core/status.h>

namespace plumb {
namespace {

namespace fs = std::filesystem;

Frame frame(int k) {
  Frame frame;
  frame.time = k;
  frame.shape.curves = {{"rod", 0, 200, 0.01}};
  for (int i = 0; i < 200; ++i) frame.shape.points.push_back({0.1 * i, 0.01 * k, 0});
  frame.observables = {{"tip y", "m", 0.01 * k}};
  return frame;
}

// 1,000 frames of 200 points are five megabytes.
TEST(ResultFiles, hold_no_more_memory_of_many_frames_than_of_few) {
  ResultFiles files(fresh_folder(), "run");
  const auto held = [] { return mallinfo2().uordblks + mallinfo2().hblkhd; };
  const auto add = [&](int from, int to) {
    for (int k = from; k < to; ++k) files.add(frame(k), {}, true);
    return held();
  };
  const std::size_t of_few = add(0, 50), of_many = add(50, 1050);
  EXPECT_LT(of_many, of_few + 50000);
  files.finish({});
  EXPECT_LT(held(), of_few + 50000);
  EXPECT_EQ(files.n_frames(), 1050u);
}

TEST(ResultFiles, the_page_and_the_last_shape_are_written_when_the_frames_have_doubled) {
  const fs::path dir = fresh_folder();
  ResultFiles files(dir, "run");
  std::vector<int> written;
  std::string before;
  for (int k = 0; k < 20; ++k) {
    files.add(frame(k), {}, false);
    const std::string page = content(dir / "index.html") + content(dir / "curves.csv");
    if (page != before) written.push_back(k + 1);
    before = page;
  }
  EXPECT_EQ(written, (std::vector<int>{1, 2, 4, 8, 16}));
  files.finish({});
  EXPECT_NE(content(dir / "index.html") + content(dir / "curves.csv"), before);
}

TEST(ResultFiles, frames_of_another_layout_are_refused) {
  ResultFiles files(fresh_folder(), "run");
  files.add(frame(0), {}, false);
  Frame other = frame(1);
  other.observables.clear();
  EXPECT_THROW(files.add(other, {}, false), UserError);
}

}  // namespace
}  // namespace plumb
