#include <plumb/geometry/crossing.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace plumb {
namespace {

using Eigen::Vector3d;

/// Below, a volume or a distance is rounding, for edges of length 1.
constexpr double kRounding = 1e-12, kNear = 1e-9;

double volume(const Vector3d& a, const Vector3d& b, const Vector3d& c) { return a.cross(b).dot(c); }

Vector3d between(const Vector3d& a, const Vector3d& b, double s) { return a + s * (b - a); }

std::array<Vector3d, 2> at(const MovingSegment& segment, double s) {
  return {between(segment.before[0], segment.after[0], s), between(segment.before[1], segment.after[1], s)};
}

/// Have two segments of one plane a point in common? Parallel ones have none.
bool meet(const std::array<Vector3d, 2>& a, const std::array<Vector3d, 2>& b) {
  const Vector3d along_a = a[1] - a[0], along_b = b[1] - b[0], apart = b[0] - a[0];
  const Vector3d normal = along_a.cross(along_b);
  const double square = normal.squaredNorm();
  if (!(square > kNear * along_a.squaredNorm() * along_b.squaredNorm())) return false;
  const double u = volume(apart, along_b, normal) / square, v = volume(apart, along_a, normal) / square;
  return u >= -kNear && u <= 1 + kNear && v >= -kNear && v <= 1 + kNear;
}

/// The volume that two segments span, six times, as a polynomial in the part of the motion.
class Volume {
 public:
  Volume(const MovingSegment& a, const MovingSegment& b) {
    const Vector3d p = a.before[1] - a.before[0], q = b.before[0] - a.before[0], r = b.before[1] - a.before[0];
    const Vector3d dp = a.after[1] - a.after[0] - p, dq = b.after[0] - a.after[0] - q, dr = b.after[1] - a.after[0] - r;
    c_ = {volume(p, q, r), volume(dp, q, r) + volume(p, dq, r) + volume(p, q, dr),
          volume(p, dq, dr) + volume(dp, q, dr) + volume(dp, dq, r), volume(dp, dq, dr)};
    const auto longest = [](const Vector3d& x, const Vector3d& dx) { return x.norm() + dx.norm(); };
    noise_ = kRounding * longest(p, dp) * longest(q, dq) * longest(r, dr);
  }

  bool is_flat() const {
    return std::all_of(c_.begin(), c_.end(), [&](double c) { return std::abs(c) <= noise_; });
  }
  /// -1, 0 or 1; zero within rounding.
  int sign(double s) const {
    const double value = c_[0] + s * (c_[1] + s * (c_[2] + s * c_[3]));
    return std::abs(value) <= noise_ ? 0 : value < 0 ? -1 : 1;
  }

  /// Where its sign changes, ascending; also where it comes to zero at the end.
  std::vector<double> roots() const {
    std::vector<double> ends{0};
    for (const double s : turning_points()) {
      if (s > 0 && s < 1) ends.push_back(s);
    }
    ends.push_back(1);
    std::sort(ends.begin(), ends.end());
    std::vector<double> found;
    int last = sign(0);
    double from = 0;
    for (std::size_t i = 1; i < ends.size(); ++i) {
      const int now = sign(ends[i]);
      if (now == 0 && i + 1 < ends.size()) continue;
      if (last != 0 && now != last) found.push_back(root(from, ends[i], last));
      last = now;
      from = ends[i];
    }
    return found;
  }

 private:
  std::vector<double> turning_points() const {
    const double a = 3 * c_[3], b = 2 * c_[2], c = c_[1];
    const double under = b * b - 4 * a * c;
    if (under < 0) return {};
    const double sum = -0.5 * (b + std::copysign(std::sqrt(under), b));
    std::vector<double> all;
    if (a != 0) all.push_back(sum / a);
    if (sum != 0) all.push_back(c / sum);
    return all;
  }

  double root(double low, double high, int sign_low) const {
    for (int i = 0; i < 60; ++i) {
      const double middle = 0.5 * (low + high);
      (sign(middle) == sign_low ? low : high) = middle;
    }
    return high;
  }

  std::array<double, 4> c_{};
  double noise_ = 0;
};

struct Box {
  Vector3d low = Vector3d::Constant(HUGE_VAL), high = -low;

  void add(const Vector3d& p) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  void add(const Box& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
  bool touches(const Box& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
};

/// Boxes of things that follow each other, and boxes around groups of them.
class Boxes {
 public:
  explicit Boxes(std::vector<Box> each) : each_(std::move(each)) {
    groups_.resize((each_.size() + kGroup - 1) / kGroup);
    for (std::size_t i = 0; i < each_.size(); ++i) groups_[i / kGroup].add(each_[i]);
  }

  /// `visit(i, k)` for every pair of boxes, i of this and k of the other, that touch.
  template <class Visit>
  void for_each_pair(const Boxes& other, const Visit& visit) const {
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      for (std::size_t h = 0; h < other.groups_.size(); ++h) {
        if (groups_[g].touches(other.groups_[h])) visit_groups(g, other, h, visit);
      }
    }
  }

 private:
  static constexpr std::size_t kGroup = 16;

  template <class Visit>
  void visit_groups(std::size_t g, const Boxes& other, std::size_t h, const Visit& visit) const {
    for (std::size_t i = kGroup * g; i < std::min(kGroup * (g + 1), each_.size()); ++i) {
      if (!each_[i].touches(other.groups_[h])) continue;
      for (std::size_t k = kGroup * h; k < std::min(kGroup * (h + 1), other.each_.size()); ++k) {
        if (each_[i].touches(other.each_[k])) visit(static_cast<int>(i), static_cast<int>(k));
      }
    }
  }

  std::vector<Box> each_, groups_;
};

MovingSegment segment(const MovingCurve& curve, std::size_t i) {
  return {{curve.before[i], curve.before[i + 1]}, {curve.after[i], curve.after[i + 1]}};
}

Boxes boxes_of(const MovingCurve& curve) {
  std::vector<Box> boxes;
  for (std::size_t i = 0; i + 1 < curve.before.size(); ++i) {
    Box& box = boxes.emplace_back();
    for (const auto& p : {curve.before[i], curve.before[i + 1], curve.after[i], curve.after[i + 1]}) box.add(p);
  }
  return Boxes(std::move(boxes));
}

/// Among the pairs of segments that `wanted` says yes to.
template <class Wanted>
std::optional<Crossing> first_of(const MovingCurve& a, const MovingCurve& b, const Wanted& wanted) {
  std::optional<Crossing> first;
  boxes_of(a).for_each_pair(boxes_of(b), [&](int i, int k) {
    if (!wanted(i, k)) return;
    const auto s = crossing(segment(a, static_cast<std::size_t>(i)), segment(b, static_cast<std::size_t>(k)));
    if (s && (!first || *s < first->fraction)) first = Crossing{i, k, *s};
  });
  return first;
}

/// Does a segment run through a triangle, from one side to the other?
bool pierces(const Vector3d& from, const Vector3d& to, const std::array<Vector3d, 3>& t) {
  const Vector3d normal = (t[1] - t[0]).cross(t[2] - t[0]);
  const double above = normal.dot(from - t[0]), below = normal.dot(to - t[0]);
  const double noise = kNear * normal.norm() * (to - from).norm();
  if (!(std::abs(above) > noise && std::abs(below) > noise) || (above > 0) == (below > 0)) return false;
  const Vector3d through = from + above / (above - below) * (to - from);
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(volume(normal, t[(i + 1) % 3] - t[i], through - t[i]) >= -kNear * normal.squaredNorm())) return false;
  }
  return true;
}

}  // namespace

std::optional<double> crossing(const MovingSegment& a, const MovingSegment& b) {
  const Volume volume(a, b);
  if (!volume.is_flat()) {
    for (const double s : volume.roots()) {
      if (meet(at(a, s), at(b, s))) return s;
    }
    return {};
  }
  // In one plane throughout.
  constexpr int kLooks = 16;
  if (meet(at(a, 0), at(b, 0))) return {};
  for (int i = 1; i <= kLooks; ++i) {
    const double s = static_cast<double>(i) / kLooks;
    if (meet(at(a, s), at(b, s))) return s;
  }
  return {};
}

std::optional<Crossing> first_crossing(const MovingCurve& a, const MovingCurve& b) {
  return first_of(a, b, [](int, int) { return true; });
}

std::optional<Crossing> first_crossing(const MovingCurve& curve) {
  const auto n = static_cast<Eigen::Index>(curve.before.size());
  if (n < 4) return {};
  Eigen::Matrix3Xd before(3, n), after(3, n);
  for (Eigen::Index i = 0; i < n; ++i) {
    before.col(i) = curve.before[static_cast<std::size_t>(i)];
    after.col(i) = curve.after[static_cast<std::size_t>(i)];
  }
  const Eigen::Matrix4d back = Eigen::umeyama(after, before, false);
  std::vector<Vector3d> turned;
  for (const Vector3d& p : curve.after) turned.push_back(back.topLeftCorner<3, 3>() * p + back.topRightCorner<3, 1>());
  const MovingCurve deformed{curve.before, turned};
  return first_of(deformed, deformed, [](int i, int k) { return i + 1 < k; });
}

std::optional<int> first_piercing(std::span<const Vector3d> curve, std::span<const Vector3d> points,
                                  std::span<const std::array<int, 3>> triangles) {
  const auto corners = [&](const std::array<int, 3>& t) {
    const auto at_point = [&](int p) { return points[static_cast<std::size_t>(p)]; };
    return std::array<Vector3d, 3>{at_point(t[0]), at_point(t[1]), at_point(t[2])};
  };
  std::vector<Box> boxes;
  for (const auto& t : triangles) {
    Box& box = boxes.emplace_back();
    for (const Vector3d& p : corners(t)) box.add(p);
  }
  std::optional<int> first;
  boxes_of({curve, curve}).for_each_pair(Boxes(std::move(boxes)), [&](int i, int k) {
    const auto from = static_cast<std::size_t>(i);
    if (first && i >= *first) return;
    if (pierces(curve[from], curve[from + 1], corners(triangles[static_cast<std::size_t>(k)]))) first = i;
  });
  return first;
}

}  // namespace plumb
