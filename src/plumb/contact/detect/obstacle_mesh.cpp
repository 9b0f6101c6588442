#include <plumb/contact/detect/obstacle_mesh.h>

#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <utility>
#include <variant>
#include <vector>

namespace plumb {
namespace {

using Eigen::Vector3d;

constexpr int kSides = 48, kArc = kSides / 4;  // of a full turn, of a quarter

/// A line from pole to pole: (x, distance from the x axis).
using Profile = std::vector<std::pair<double, double>>;

/// Adds a quarter of a circle of this radius about (x, out): outwards (hand 1), or back to the axis (hand -1).
void add_quarter(double x, double out, double radius, int hand, Profile& profile) {
  for (int i = 0; i <= kArc; ++i) {
    const double angle = 0.5 * std::numbers::pi * (hand > 0 ? i : kArc - i) / kArc;
    profile.emplace_back(x - hand * radius * std::cos(angle), out + radius * std::sin(angle));
  }
}

TriangleMesh revolved(const Profile& profile) {
  TriangleMesh mesh;
  for (const auto& [x, out] : profile) {
    for (int k = 0; k < kSides; ++k) {
      const double angle = 2 * std::numbers::pi * k / kSides;
      mesh.points.push_back({x, out * std::cos(angle), out * std::sin(angle)});
    }
  }
  for (int ring = 0; ring + 1 < static_cast<int>(profile.size()); ++ring) {
    for (int k = 0; k < kSides; ++k) {
      const int a = ring * kSides + k, b = ring * kSides + (k + 1) % kSides;
      mesh.triangles.push_back({a, b, a + kSides});
      mesh.triangles.push_back({b, b + kSides, a + kSides});
    }
  }
  return mesh;
}

TriangleMesh surface(const PlaneShape&, double) { return {}; }

TriangleMesh surface(const CapsuleShape& capsule, double thicker) {
  Profile profile;
  add_quarter(-0.5 * capsule.length, 0, capsule.radius + thicker, 1, profile);
  add_quarter(0.5 * capsule.length, 0, capsule.radius + thicker, -1, profile);
  return revolved(profile);
}

TriangleMesh surface(const SphereShape& sphere, double thicker) {
  return surface(CapsuleShape{0, sphere.radius}, thicker);
}

TriangleMesh surface(const CylinderShape& cylinder, double thicker) {
  const double half = 0.5 * cylinder.length;
  Profile profile{{-half - thicker, 0}};
  if (thicker == 0) profile.insert(profile.end(), {{-half, cylinder.radius}, {half, cylinder.radius}});
  if (thicker > 0) add_quarter(-half, cylinder.radius, thicker, 1, profile);
  if (thicker > 0) add_quarter(half, cylinder.radius, thicker, -1, profile);
  profile.emplace_back(half + thicker, 0);
  return revolved(profile);
}

/// A lattice of cells on the faces of a box: along each axis `round` cells of the edge's rounding, the flat one, and
/// `round` more.
class RoundedBox {
 public:
  RoundedBox(const Vector3d& size, double radius) : half_(0.5 * size), radius_(radius), round_(radius > 0 ? 6 : 0) {
    const int last = 2 * round_ + 1;
    for (int axis = 0; axis < 3; ++axis) {
      for (const int side : {0, last}) {
        for (int i = 0; i < last; ++i) {
          for (int k = 0; k < last; ++k) add_cell(axis, side, i, k, side == 0);
        }
      }
    }
  }
  TriangleMesh mesh;

 private:
  using Index = std::array<int, 3>;

  void add_cell(int axis, int side, int i, int k, bool turned) {
    const auto corner = [&](int u, int v) {
      Index index{};
      index[static_cast<std::size_t>(axis)] = side;
      index[static_cast<std::size_t>((axis + 1) % 3)] = u;
      index[static_cast<std::size_t>((axis + 2) % 3)] = v;
      return point(index);
    };
    const int a = corner(i, k), b = corner(i + 1, k), c = corner(i + 1, k + 1), d = corner(i, k + 1);
    mesh.triangles.push_back(turned ? std::array{a, c, b} : std::array{a, b, c});
    mesh.triangles.push_back(turned ? std::array{a, d, c} : std::array{a, c, d});
  }

  int point(const Index& index) {
    const auto [at, fresh] = numbers_.emplace(index, static_cast<int>(mesh.points.size()));
    if (fresh) {
      Vector3d corner, out;
      for (int axis = 0; axis < 3; ++axis) {
        const int i = index[static_cast<std::size_t>(axis)];
        corner[axis] = (i <= round_ ? -1 : 1) * half_[axis];
        out[axis] = round_ == 0 ? 0 : static_cast<double>(i <= round_ ? i - round_ : i - round_ - 1) / round_;
      }
      mesh.points.push_back(corner + radius_ * out.normalized());
    }
    return at->second;
  }

  Vector3d half_;
  double radius_;
  int round_;
  std::map<Index, int> numbers_;
};

TriangleMesh surface(const BoxShape& box, double thicker) { return RoundedBox(box.size, thicker).mesh; }

/// From the lowest point outside, over the rim, to the lowest point inside.
TriangleMesh surface(const BowlShape& bowl, double thicker) {
  Profile profile;
  const auto add_arc = [&](double out, double radius, double from, double to) {
    for (int i = 0; i <= kArc; ++i) {
      const double angle = 0.5 * std::numbers::pi * (from + (to - from) * i / kArc);
      profile.emplace_back(radius * std::sin(angle), out + radius * std::cos(angle));
    }
  };
  add_arc(0, bowl.radius + bowl.wall + thicker, -1, 0);
  if (thicker > 0) add_arc(bowl.radius + bowl.wall, thicker, 0, 1);
  if (thicker > 0) add_arc(bowl.radius, thicker, 1, 2);
  add_arc(0, bowl.radius - thicker, 0, -1);
  TriangleMesh mesh = revolved(profile);
  for (Vector3d& x : mesh.points) x = Vector3d(x.y(), x.z(), x.x());  // the axis is z
  return mesh;
}

TriangleMesh surface(const MeshShape& shape, double) { return *shape.mesh; }

}  // namespace

TriangleMesh surface_of(const Obstacle& obstacle) {
  return std::visit([&](const auto& shape) { return surface(shape, obstacle.radius); }, obstacle.shape);
}

}  // namespace plumb
