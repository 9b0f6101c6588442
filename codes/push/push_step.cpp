#include <codes/push/push_step.h>

#include <cmath>

namespace codes {
namespace {

constexpr double kAllOneWay = 0.999;  // of the cone, of all contacts together

}  // namespace

plumb::Loads ModelPushStep::loads_at(const ClampWay& way, double time) const {
  plumb::Loads loads = body_.model.initial.loads;
  loads.clamps[0] = body_.upright;
  loads.clamps[0].position.z() = way.height_at(time) + body_.clearance;
  loads.clamp_rates = {{{0, 0, -way.speed_at(time)}, {0, 0, 0}}};
  return loads;
}

bool tip_sticks(const std::vector<plumb::Touch>& touches, double mu) {
  double normal = 0, along = 0;
  for (const plumb::Touch& touch : touches) {
    if (touch.sticks) return true;
    normal += touch.force.z();
    along += touch.force.x();
  }
  return std::abs(along) < kAllOneWay * mu * normal;
}

plumb::Surroundings rough_ground(double mu) {
  plumb::Surroundings around;
  around.obstacles = {{plumb::PlaneShape{}, 0}};
  around.motion = [](double) { return plumb::ObstacleMotion{{plumb::Pose{}}, {}}; };
  around.friction.elsewhere = mu;
  return around;
}

}  // namespace codes
