#include <plumb/scene/read/copies.h>

#include <array>
#include <cmath>
#include <random>

#include <fmt/format.h>
#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr int kMostCopies = 1000;

class Lots {
 public:
  explicit Lots(int seed) : random_(static_cast<std::uint64_t>(seed)) {}
  /// From -1 to 1; the same on every machine.
  double number() { return std::ldexp(static_cast<double>(random_() >> 11), -52) - 1; }
  Vector3d vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Vector3d direction() {
    for (;;) {
      const Vector3d v = vector();
      if (const double length = v.norm(); length <= 1 && length > 0.1) return v / length;
    }
  }

 private:
  std::mt19937_64 random_;
};

std::array<int, 3> read_count(const Keys& keys) {
  const Entry entry = keys.need("count", "how many along x, y and z, as count = [1, 5, 2]");
  const std::vector<Entry> list = entry.list("three whole numbers, as [1, 5, 2]");
  if (list.size() != 3) entry.refuse(fmt::format("expected three whole numbers, got {}", list.size()));
  std::array<int, 3> count{};
  for (std::size_t i = 0; i < 3; ++i) count[i] = list[i].whole_number(1, kMostCopies);
  if (const double total = double{1} * count[0] * count[1] * count[2]; total > kMostCopies) {
    entry.refuse(fmt::format("at most {} copies, got {}", kMostCopies, total));
  }
  return count;
}

}  // namespace

std::vector<Copy> read_copies(const Entry& body) {
  const toml::node* told = body.table("a table").get("copies");
  if (told == nullptr) return {Copy{}};
  const Keys keys(body.child("copies", told), {"count", "step", "shift", "turn", "seed"});
  const std::array<int, 3> count = read_count(keys);
  const Vector3d step =
      keys.need("step", "from one to the next, as step = [\"1 cm\", \"1 cm\", \"1 cm\"]").vector(dimension::length);
  const auto shift = keys.find("shift"), turn = keys.find("turn"), seed = keys.find("seed");
  const double most_shift = shift ? shift->not_negative(dimension::length) : 0;
  const double most_turn = turn ? turn->not_negative(dimension::none) : 0;
  Lots lots(seed ? seed->whole_number(0, 1000000000) : 1);
  std::vector<Copy> copies;
  for (int z = 0; z < count[2]; ++z) {
    for (int y = 0; y < count[1]; ++y) {
      for (int x = 0; x < count[0]; ++x) {
        Copy copy;
        copy.suffix = fmt::format("-{}", copies.size() + 1);
        copy.shift = step.cwiseProduct(Vector3d(x, y, z)) + most_shift * lots.vector();
        const Vector3d axis = lots.direction();
        copy.turn = Eigen::AngleAxisd(most_turn * lots.number(), axis).toRotationMatrix();
        copies.push_back(copy);
      }
    }
  }
  return copies;
}

Vector3d middle_of(const std::vector<Vector3d>& points) {
  Vector3d sum = Vector3d::Zero();
  for (const Vector3d& x : points) sum += x;
  return sum / static_cast<double>(points.size());
}

}  // namespace plumb
