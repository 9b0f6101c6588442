#pragma once

// Pairs of moving features for which it is hard to tell whether they meet: exact touches, motions within a plane,
// parallel and coinciding edges, features of no extent, and the same a hair's breadth off.

#include <cmath>
#include <cstdint>
#include <random>

#include <plumb/contact/detect/exact_crossing_for_test.h>
#include <plumb/contact/detect/may_meet.h>

namespace plumb {

struct CrossingCase {
  MovingFeature a, b;
};

class CrossingCases {
 public:
  explicit CrossingCases(std::uint64_t seed) : random_(seed) {}

  static constexpr int kKinds = 10;
  static const char* name(int kind) {
    static const char* const names[kKinds] = {"anywhere",    "on a coarse grid", "in a plane", "parallel",
                                              "no extent",   "touch between",    "graze",      "touch at the end",
                                              "small steps", "one line"};
    return names[kind];
  }

  CrossingCase make(int kind) {
    const bool edges = random_() % 2 == 0;
    CrossingCase c;
    c.a.n = edges ? 2 : 1;
    c.b.n = edges ? 2 : 3;
    switch (kind) {
      case 0:
        fill(c, [&] { return anywhere(); });
        break;
      case 1:
        fill(c, [&] { return on_grid(2); });
        break;
      case 2:
        fill(c, [&] { return in_plane(); });
        break;
      case 3:
        parallel(c);
        break;
      case 4:
        fill(c, [&] { return random_() % 2 ? on_grid(1) : anywhere(); });
        no_extent(c);
        break;
      case 5:
      case 6:
        fill(c, [&] { return fine(); });
        touch_between(c, kind == 6);
        break;
      case 7:
        fill(c, [&] { return fine(); });
        touch_at_end(c);
        break;
      case 8:
        small_steps(c);
        break;
      default: {
        const Eigen::Vector3d along = on_grid(3);
        fill(c, [&] { return Eigen::Vector3d(whole(8) * along); });
      }
    }
    return c;
  }

 private:
  double number() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  double whole(int most) { return std::uniform_int_distribution<int>(-most, most)(random_); }
  Eigen::Vector3d anywhere() { return {number(), number(), number()}; }
  Eigen::Vector3d on_grid(int most) { return {whole(most), whole(most), whole(most)}; }
  /// With few digits, so that sums of some of them are exact.
  Eigen::Vector3d fine() { return std::ldexp(1.0, -20) * on_grid(1 << 20); }
  /// In the plane x + y + z = 0.
  Eigen::Vector3d in_plane() {
    const double x = random_() % 2 ? std::ldexp(whole(1 << 20), -20) : whole(2),
                 y = random_() % 2 ? std::ldexp(whole(1 << 20), -20) : whole(2);
    return {x, y, -x - y};
  }
  double hair() {
    return random_() % 2 ? 0.0 : std::ldexp(number(), -std::uniform_int_distribution<int>(20, 60)(random_));
  }

  template <class Make>
  void fill(CrossingCase& c, const Make& make) {
    for (MovingFeature* f : {&c.a, &c.b}) {
      for (int i = 0; i < 3; ++i) {
        f->from[i] = make();
        f->to[i] = make();
      }
    }
  }

  /// Two edges along one direction, or a point that moves along a side of the triangle.
  void parallel(CrossingCase& c) {
    fill(c, [&] { return fine(); });
    const Eigen::Vector3d along = fine();
    const auto beside = [&](const Eigen::Vector3d& x) { return Eigen::Vector3d(x + 0.25 * whole(8) * along); };
    if (c.a.n == 2) {
      c.a.from[1] = beside(c.a.from[0]);
      c.b.from[1] = beside(c.b.from[0]);
      c.a.to[1] = beside(c.a.to[0]);
      c.b.to[1] = beside(c.b.to[0]);
      // Half of them on one line at the end.
      if (random_() % 2) c.b.to[0] = beside(c.a.to[0]), c.b.to[1] = beside(c.a.to[0]);
    } else {
      c.b.from[1] = beside(c.b.from[0]);
      c.b.to[1] = beside(c.b.to[0]);
      c.a.from[0] = beside(c.b.from[0]);
      c.a.to[0] = random_() % 2 ? beside(c.b.to[0]) : fine();
    }
    c.a.to[0].x() += hair();
  }

  void no_extent(CrossingCase& c) {
    for (MovingFeature* f : {&c.a, &c.b}) {
      for (int i = 1; i < f->n; ++i) {
        if (random_() % 3) f->from[i] = f->from[0], f->to[i] = f->to[0];
        if (random_() % 4 == 0) f->from[i] = f->from[0];
        if (random_() % 4 == 0) f->to[i] = f->to[0];
      }
    }
    if (random_() % 2) c.a.from[0] = c.b.from[0];
    if (random_() % 4 == 0) c.a.to[0] = c.a.from[0];
    if (random_() % 4 == 0) c.a.to[0] = c.b.to[1];
  }

  /// Moves `a` so that they have a point in common at half the time, inside or at a rim; exactly, or nearly. If they
  /// graze, a leaves on the side from which it came.
  void touch_between(CrossingCase& c, bool graze) {
    const auto middle = [](const MovingFeature& f, int i) { return Eigen::Vector3d(0.5 * (f.from[i] + f.to[i])); };
    const auto weight = [&] { return 0.25 * static_cast<double>(random_() % 5); };
    Eigen::Vector3d place, own;
    if (c.b.n == 3) {
      const double w = weight(), v = (1 - w) * weight();
      place = (1 - w - v) * middle(c.b, 0) + w * middle(c.b, 1) + v * middle(c.b, 2);
      own = middle(c.a, 0);
    } else {
      const double w = weight(), v = weight();
      place = (1 - w) * middle(c.b, 0) + w * middle(c.b, 1);
      own = (1 - v) * middle(c.a, 0) + v * middle(c.a, 1);
    }
    const Eigen::Vector3d shift = place - own;
    for (int i = 0; i < c.a.n; ++i) {
      c.a.from[i] += shift;
      c.a.to[i] += shift;
    }
    if (graze) {
      // Nearly back to where it was, so that the touch is a turning point seen from b.
      for (int i = 0; i < c.a.n; ++i) c.a.to[i] = c.a.from[i] + std::ldexp(1.0, -10) * (c.a.to[i] - c.a.from[i]);
      c.a.from[0] += Eigen::Vector3d(hair(), hair(), hair());
    }
    c.a.to[0] += Eigen::Vector3d(hair(), hair(), hair());
  }

  void touch_at_end(CrossingCase& c) {
    const double w = 0.25 * static_cast<double>(random_() % 5), v = 0.25 * static_cast<double>(random_() % 5);
    Eigen::Vector3d place = (1 - w) * c.b.to[0] + w * c.b.to[1];
    if (c.b.n == 3) place = (1 - v) * place + v * c.b.to[2];
    c.a.to[0] = place + Eigen::Vector3d(hair(), hair(), hair());
  }

  /// As in simulations: things of size 1 that are near each other and move little.
  void small_steps(CrossingCase& c) {
    fill(c, [&] { return anywhere(); });
    const double step = std::ldexp(1.0, -std::uniform_int_distribution<int>(2, 24)(random_));
    for (MovingFeature* f : {&c.a, &c.b}) {
      for (int i = 0; i < f->n; ++i) f->to[i] = f->from[i] + step * anywhere();
    }
    const double near = step * number();
    Eigen::Vector3d place = 0.5 * (c.b.from[0] + c.b.from[1]);
    if (c.b.n == 3) place = (2 * place + c.b.from[2]) / 3;
    const Eigen::Vector3d own = c.a.n == 1 ? c.a.from[0] : Eigen::Vector3d(0.5 * (c.a.from[0] + c.a.from[1]));
    const Eigen::Vector3d shift = place - own + near * anywhere();
    for (int i = 0; i < c.a.n; ++i) {
      c.a.from[i] += shift;
      c.a.to[i] += shift;
    }
  }

  std::mt19937_64 random_;
};

/// What `may_meet` says, beside what is true.
struct CrossingTally {
  struct Kind {
    long n = 0, meet = 0, misses = 0, false_alarms = 0;
  };
  std::array<Kind, CrossingCases::kKinds> kinds;

  Kind total() const {
    Kind sum;
    for (const Kind& k : kinds) {
      sum.n += k.n;
      sum.meet += k.meet;
      sum.misses += k.misses;
      sum.false_alarms += k.false_alarms;
    }
    return sum;
  }
};

inline CrossingTally tally_crossings(long n, std::uint64_t seed) {
  CrossingCases cases(seed);
  CrossingTally tally;
  for (long i = 0; i < n; ++i) {
    const int kind = static_cast<int>(i % CrossingCases::kKinds);
    const CrossingCase c = cases.make(kind);
    const bool truth = exact::meet(c.a, c.b), said = may_meet(c.a, c.b);
    CrossingTally::Kind& k = tally.kinds[kind];
    ++k.n;
    k.meet += truth;
    k.misses += truth && !said;
    k.false_alarms += !truth && said;
  }
  return tally;
}

}  // namespace plumb
