#include <judge/score/hausdorff.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <plumb/core/status.h>

namespace judge {
namespace {

Vec2 mean(Vec2 a, Vec2 b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }
double length(Vec2 a, Vec2 b) { return std::hypot(b.x - a.x, b.y - a.y); }

struct Segment {
  Vec2 p, q;

  double squared_distance(Vec2 a) const {
    const double ex = q.x - p.x, ey = q.y - p.y, dx = a.x - p.x, dy = a.y - p.y;
    const double squared = ex * ex + ey * ey;
    const double t = squared > 0 ? std::clamp((dx * ex + dy * ey) / squared, 0.0, 1.0) : 0.0;
    const double rx = dx - t * ex, ry = dy - t * ey;
    return rx * rx + ry * ry;
  }
  double distance(Vec2 a) const { return std::sqrt(squared_distance(a)); }
};

struct Nearest {
  double distance = 0;
  std::size_t segment = 0;
};

/// Segments in blocks of neighbours with their bounding boxes: a search looks into few of them.
class SegmentSet {
 public:
  explicit SegmentSet(const std::vector<Path>& paths) {
    for (const Path& path : paths) {
      ENSURE(!path.empty());
      if (path.size() == 1) segments_.push_back({path[0], path[0]});
      for (std::size_t i = 1; i < path.size(); ++i) segments_.push_back({path[i - 1], path[i]});
    }
    ENSURE(!segments_.empty());
    for (std::size_t first = 0; first < segments_.size(); first += block) {
      Box box{segments_[first].p, segments_[first].p};
      for (std::size_t i = first; i < std::min(first + block, segments_.size()); ++i)
        for (Vec2 a : {segments_[i].p, segments_[i].q}) {
          box.low = {std::min(box.low.x, a.x), std::min(box.low.y, a.y)};
          box.high = {std::max(box.high.x, a.x), std::max(box.high.y, a.y)};
        }
      boxes_.push_back(box);
    }
  }

  const std::vector<Segment>& segments() const { return segments_; }

  /// The largest coordinate.
  double reach() const {
    double reach = 0;
    for (const Box& box : boxes_)
      for (const double x : {box.low.x, box.low.y, box.high.x, box.high.y}) reach = std::max(reach, std::abs(x));
    return reach;
  }

  Nearest nearest(Vec2 a, std::size_t hint) const {
    double best = segments_[hint].squared_distance(a);
    std::size_t at = hint;
    for (std::size_t b = 0; b < boxes_.size(); ++b) {
      if (boxes_[b].squared_distance(a) >= best) continue;
      for (std::size_t i = b * block; i < std::min((b + 1) * block, segments_.size()); ++i)
        if (const double d = segments_[i].squared_distance(a); d < best) best = d, at = i;
    }
    return {std::sqrt(best), at};
  }

 private:
  static constexpr std::size_t block = 16;
  struct Box {
    Vec2 low, high;
    double squared_distance(Vec2 a) const {
      const double dx = std::max({low.x - a.x, 0.0, a.x - high.x}), dy = std::max({low.y - a.y, 0.0, a.y - high.y});
      return dx * dx + dy * dy;
    }
  };
  std::vector<Segment> segments_;
  std::vector<Box> boxes_;
};

struct Interval {
  Segment part;
  Nearest at_p, at_q;
};

/// The distance to one segment is convex along `part`, so no point of it is farther from that segment than the farther
/// end is; and the distance to the set changes no faster than one moves.
double upper_bound(const Interval& i, const SegmentSet& to) {
  const double by_p = std::max(i.at_p.distance, to.segments()[i.at_p.segment].distance(i.part.q));
  const double by_q = std::max(i.at_q.distance, to.segments()[i.at_q.segment].distance(i.part.p));
  const double by_speed = (i.at_p.distance + i.at_q.distance + length(i.part.p, i.part.q)) / 2;
  return std::min({by_p, by_q, by_speed});
}

/// Raises `result` to the largest distance from a point of `from` to the set `to`: branch and bound on its segments.
void directed(const SegmentSet& from, const SegmentSet& to, double tolerance, Hausdorff& result) {
  const auto look = [&](Vec2 a, std::size_t hint) {
    const Nearest n = to.nearest(a, hint);
    if (n.distance > result.distance) result = {n.distance, a};
    return n;
  };
  std::vector<Interval> open;
  std::size_t hint = 0;
  for (const Segment& s : from.segments()) {
    const Nearest p = look(s.p, hint), q = look(s.q, p.segment);
    hint = q.segment;
    open.push_back({s, p, q});
  }
  while (!open.empty()) {
    const Interval i = open.back();
    open.pop_back();
    if (upper_bound(i, to) <= result.distance + tolerance) continue;
    const Vec2 middle = mean(i.part.p, i.part.q);
    const Nearest m = look(middle, i.at_p.segment);
    open.push_back({{i.part.p, middle}, i.at_p, m});
    open.push_back({{middle, i.part.q}, m, i.at_q});
  }
}

}  // namespace

Hausdorff hausdorff(const std::vector<Path>& a, const std::vector<Path>& b, double tolerance) {
  const SegmentSet first(a), second(b);
  // Distances are not known better than the coordinates: halving would never come to an end.
  const double rounding = 16 * std::numeric_limits<double>::epsilon() * std::max(first.reach(), second.reach());
  tolerance = std::max(tolerance, rounding);
  Hausdorff result{0, first.segments().front().p};
  directed(first, second, tolerance, result);
  directed(second, first, tolerance, result);
  return result;
}

}  // namespace judge
