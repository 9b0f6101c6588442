#pragma once

#include <algorithm>
#include <vector>

#include <Eigen/Core>

namespace plumb {

/// Where the points of a body have been at some times, and straight in between.
struct PointPath {
  std::vector<double> times;  ///< s, ascending
  std::vector<std::vector<Eigen::Vector3d>> points;

  std::vector<Eigen::Vector3d> at(double time) const {
    const auto next = static_cast<std::size_t>(std::lower_bound(times.begin(), times.end(), time) - times.begin());
    if (next == times.size()) return points.back();
    if (next == 0 || times[next] == time) return points[next];
    const double w = (time - times[next - 1]) / (times[next] - times[next - 1]);
    std::vector<Eigen::Vector3d> x = points[next];
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = (1 - w) * points[next - 1][i] + w * x[i];
    return x;
  }
  void add(double time, std::vector<Eigen::Vector3d> x) {
    times.push_back(time);
    points.push_back(std::move(x));
  }
  /// Forgets what came after a time.
  void back_to(double time) {
    while (!times.empty() && times.back() > time) {
      times.pop_back();
      points.pop_back();
    }
  }
};

}  // namespace plumb
