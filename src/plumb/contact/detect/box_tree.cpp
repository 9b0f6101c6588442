#include <plumb/contact/detect/box_tree.h>

#include <bit>

#include <plumb/core/status.h>

namespace plumb {
namespace {

/// Puts two zeros before each of the lowest 21 bits.
std::uint64_t spread(std::uint64_t x) {
  x &= 0x1fffff;
  x = (x | x << 32) & 0x1f00000000ffff;
  x = (x | x << 16) & 0x1f0000ff0000ff;
  x = (x | x << 8) & 0x100f00f00f00f00f;
  x = (x | x << 4) & 0x10c30c30c30c30c3;
  x = (x | x << 2) & 0x1249249249249249;
  return x;
}

double half_area(const Box& box) {
  if (!(box.low[0] <= box.high[0])) return 0;
  const double x = box.high[0] - box.low[0], y = box.high[1] - box.low[1], z = box.high[2] - box.low[2];
  return x * y + y * z + z * x;
}

/// Where a box lies on the Morton curve through a cube.
class Curve {
 public:
  explicit Curve(const Box& whole) : low_(whole.low) {
    double longest = 0;
    for (int i = 0; i < 3; ++i) longest = std::max(longest, whole.high[i] - whole.low[i]);
    scale_ = longest > 0 && longest < HUGE_VAL ? kCells / longest : 0;
  }
  std::uint64_t operator()(const Box& box) const {
    std::uint64_t code = 0;
    for (int i = 0; i < 3; ++i) {
      const double cell = scale_ * (0.5 * (box.low[i] + box.high[i]) - low_[i]);
      code |= spread(static_cast<std::uint64_t>(cell > 0 ? std::min(cell, kCells) : 0.0)) << i;
    }
    return code;
  }

 private:
  static constexpr double kCells = (1 << 21) - 1;
  std::array<double, 3> low_;
  double scale_ = 0;
};

}  // namespace

void BoxTree::rebuild(std::span<const Box> boxes) {
  Box whole;
  for (const Box& box : boxes) whole.add(box);
  const Curve curve(whole);
  struct Placed {
    std::uint64_t code;
    int box;
    auto operator<=>(const Placed&) const = default;
  };
  std::vector<Placed> placed(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) placed[i] = {curve(boxes[i]), static_cast<int>(i)};
  std::sort(placed.begin(), placed.end());
  order_.resize(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) order_[i] = placed[i].box;
  n_bottom_ = order_.empty() ? 0 : static_cast<int>(std::bit_ceil(static_cast<unsigned>(n_leaves())));
  refit(boxes);
  extent_ = extent();
}

void BoxTree::refit(std::span<const Box> boxes) {
  ENSURE(boxes.size() == order_.size());
  boxes_.resize(order_.size());
  nodes_.assign(2 * n_bottom_, Box{});
  for (int i = 0; i < size(); ++i) {
    boxes_[i] = boxes[order_[i]];
    nodes_[n_bottom_ + i / kLeaf].add(boxes_[i]);
  }
  for (int i = n_bottom_ - 1; i >= 1; --i) {
    nodes_[i] = nodes_[2 * i];
    nodes_[i].add(nodes_[2 * i + 1]);
  }
}

void BoxTree::follow(std::span<const Box> boxes) {
  constexpr double kWorse = 1.5;
  if (boxes.size() == order_.size()) {
    refit(boxes);
    if (extent() <= kWorse * extent_) return;
  }
  rebuild(boxes);
}

double BoxTree::extent() const {
  double sum = 0;
  for (const Box& node : nodes_) sum += half_area(node);
  return sum;
}

}  // namespace plumb
