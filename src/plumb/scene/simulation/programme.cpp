#include <plumb/scene/simulation/programme.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace plumb {
Pose pose_at(const SceneMotion& motion, const Pose& start, double time) {
  const Eigen::Matrix3d turn =
      Eigen::AngleAxisd(motion.turn * motion.turning.at(time), motion.turn_axis).toRotationMatrix();
  return {start.position + motion.moving.at(time) * motion.move, turn * start.tangent, turn * start.director};
}

PoseRate rate_at(const SceneMotion& motion, double time, double ahead) {
  const double move = (motion.moving.at(time + ahead) - motion.moving.at(time)) / ahead;
  const double turn = (motion.turning.at(time + ahead) - motion.turning.at(time)) / ahead;
  return {move * motion.move, turn * motion.turn * motion.turn_axis};
}

double time_ahead(const Scene& scene) { return 1e-6 * std::max(scene.solve.duration, 1e-12); }

Programme programme(const Scene& scene, const Handling& handling, const Loads& initial) {
  std::vector<Pose> starts = initial.clamps;
  for (std::size_t i = 0; i < handling.holds.size(); ++i) starts[i] = handling.holds[i].pose.value_or(starts[i]);
  const double ahead = time_ahead(scene);
  return [=, n_pressures = initial.pressures.size(), gravity = scene.gravity,
          gravity_scale = scene.gravity_scale](double time) {
    Loads loads;
    loads.gravity = gravity_scale.at(time) * gravity;
    for (std::size_t i = 0; i < handling.holds.size(); ++i) {
      loads.clamps.push_back(pose_at(handling.holds[i].motion, starts[i], time));
      loads.clamp_rates.push_back(rate_at(handling.holds[i].motion, time, ahead));
    }
    for (const ScenePull& pull : handling.pulls) {
      const double scale = pull.scale.at(time);
      loads.wrenches.push_back({scale * pull.force, scale * pull.moment});
    }
    loads.pressures.assign(n_pressures, handling.pressure * handling.pressure_scale.at(time));
    return loads;
  };
}

std::vector<double> stations(const Handling& handling, double from, double to) {
  constexpr double kTurn = 0.5, kMost = 1e6;
  // Corners of ramps, so that none is cut; between them everything goes evenly.
  std::vector<double> corners{from, to};
  for (const Handling::Hold& hold : handling.holds) {
    for (const Ramp::Key& key : hold.motion.turning.keys) {
      if (hold.motion.turn != 0 && key.time > from && key.time < to) corners.push_back(key.time);
    }
  }
  std::sort(corners.begin(), corners.end());
  corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
  if (corners.size() < 2) return {to};

  std::vector<double> times;
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const double begin = corners[k - 1], end = corners[k];
    double turned = 0;
    for (const Handling::Hold& hold : handling.holds) {
      const Ramp& ramp = hold.motion.turning;
      turned = std::max(turned, std::abs(hold.motion.turn * (ramp.at(end) - ramp.at(begin))));
    }
    const int n = std::max(1, static_cast<int>(std::ceil(std::min(turned / kTurn, kMost))));
    for (int i = 1; i <= n; ++i) times.push_back(i == n ? end : begin + (end - begin) * i / n);
  }
  return times;
}

}  // namespace plumb
