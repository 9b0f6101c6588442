#include <plumb/contact/detect/box_tree.h>

#include <random>

#include <gtest/gtest.h>

namespace plumb {
namespace {

using Pair = std::array<int, 2>;

class Shaker {
 public:
  explicit Shaker(unsigned seed) : random_(seed) {}
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  Box box(double size) {
    Box box;
    const Eigen::Vector3d middle(number(), number(), 0.1 * number());
    box.add(middle);
    box.add(middle + size * Eigen::Vector3d(number(), number(), number()));
    return box;
  }
  std::vector<Box> boxes(int n, double size) {
    std::vector<Box> all(n);
    for (Box& b : all) b = box(size);
    return all;
  }

 private:
  std::mt19937 random_;
};

constexpr auto kAll = [](int, int) { return true; };

std::vector<Pair> sorted(std::vector<Pair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<Pair> by_looking_at_all(const std::vector<Box>& a, const std::vector<Box>& b, bool same) {
  std::vector<Pair> pairs;
  for (int i = 0; i < static_cast<int>(a.size()); ++i) {
    for (int k = same ? i + 1 : 0; k < static_cast<int>(b.size()); ++k) {
      if (a[i].overlaps(b[k])) pairs.push_back({i, k});
    }
  }
  return pairs;
}

TEST(BoxTree, finds_the_pairs_that_all_boxes_show_after_rebuild_and_after_refit) {
  Shaker shaker(1);
  for (const int n : {0, 1, 2, 3, 4, 5, 8, 9, 63, 64, 65, 500}) {
    const auto before = shaker.boxes(n, 0.3), after = shaker.boxes(n, 0.3), other = shaker.boxes(n / 2 + 3, 0.2);
    BoxTree fresh, moved, others;
    fresh.rebuild(after);
    moved.rebuild(before);
    moved.refit(after);
    others.rebuild(other);
    const auto within = by_looking_at_all(after, after, true), between = by_looking_at_all(after, other, false);
    EXPECT_EQ(sorted(fresh.overlaps(kAll)), within) << n;
    EXPECT_EQ(sorted(moved.overlaps(kAll)), within) << n;
    EXPECT_EQ(sorted(fresh.overlaps(others, kAll)), between) << n;
    EXPECT_EQ(sorted(moved.overlaps(others, kAll)), between) << n;
    moved.follow(before);
    EXPECT_EQ(sorted(moved.overlaps(kAll)), by_looking_at_all(before, before, true)) << n;
  }
}

TEST(BoxTree, finds_boxes_that_are_all_in_one_place) {
  const std::vector<Box> same(50, Shaker(2).box(1));
  BoxTree tree;
  tree.rebuild(same);
  EXPECT_EQ(tree.overlaps(kAll).size(), 50u * 49 / 2);
}

TEST(BoxTree, looks_only_at_what_is_wanted_and_gives_the_same_order_for_any_number_of_threads) {
  BoxTree tree;
  tree.rebuild(Shaker(3).boxes(400, 0.2));
  const auto even = [](int i, int k) { return (i + k) % 2 == 0; };
  const auto one = tree.overlaps(even);
  for (const Pair& pair : one) EXPECT_TRUE(even(pair[0], pair[1]));
  const int before = threads();
  for (const int n : {1, 2, 3, 5, 8}) {
    set_threads(n);
    EXPECT_EQ(tree.overlaps(even), one);
  }
  set_threads(before);
}

}  // namespace
}  // namespace plumb
