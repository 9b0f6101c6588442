#include <plumb/scene/programme.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace plumb {
namespace {

Pose moved(const SceneClamp& clamp, const Pose& start, double time) {
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(clamp.turn * clamp.turning.at(time), clamp.turn_axis).toRotationMatrix();
  return {start.position + clamp.moving.at(time) * clamp.move, turn * start.tangent, turn * start.director};
}

/// A ramp has corners; the rate is taken ahead, so that a motion that starts now has its speed.
PoseRate rate(const SceneClamp& clamp, double time, double ahead) {
  const double move = (clamp.moving.at(time + ahead) - clamp.moving.at(time)) / ahead;
  const double turn = (clamp.turning.at(time + ahead) - clamp.turning.at(time)) / ahead;
  return {move * clamp.move, turn * clamp.turn * clamp.turn_axis};
}

}  // namespace

Programme programme(const Scene& scene, const SceneRod& rod, const Loads& initial) {
  std::vector<Pose> starts = initial.clamps;
  for (std::size_t i = 0; i < rod.clamps.size(); ++i) starts[i] = rod.clamps[i].pose.value_or(starts[i]);
  const double ahead = 1e-6 * std::max(scene.solve.duration, 1e-12);
  return [=, gravity = scene.gravity, gravity_scale = scene.gravity_scale, clamps = rod.clamps,
          forces = rod.forces](double time) {
    Loads loads;
    loads.gravity = gravity_scale.at(time) * gravity;
    for (std::size_t i = 0; i < clamps.size(); ++i) {
      loads.clamps.push_back(moved(clamps[i], starts[i], time));
      loads.clamp_rates.push_back(rate(clamps[i], time, ahead));
    }
    for (const SceneForce& force : forces) {
      const double scale = force.scale.at(time);
      loads.wrenches.push_back({scale * force.force, scale * force.moment});
    }
    return loads;
  };
}

std::vector<double> stations(const SceneRod& rod, double from, double to) {
  constexpr double kTurn = 0.5;
  // The steepest ramp decides, so that no corner is cut.
  double turned = 0;
  for (const SceneClamp& clamp : rod.clamps) {
    const auto& keys = clamp.turning.keys;
    for (std::size_t k = 1; k < keys.size(); ++k) {
      const double begin = std::max(from, keys[k - 1].time), end = std::min(to, keys[k].time);
      if (!(end > begin)) continue;
      const double speed =
          std::abs(clamp.turn * (keys[k].value - keys[k - 1].value)) / (keys[k].time - keys[k - 1].time);
      turned = std::max(turned, speed * (to - from));
    }
  }
  const int n = std::max(1, static_cast<int>(std::ceil(turned / kTurn)));
  std::vector<double> times;
  for (int i = 1; i <= n; ++i) times.push_back(i == n ? to : from + (to - from) * i / n);
  return times;
}

}  // namespace plumb
