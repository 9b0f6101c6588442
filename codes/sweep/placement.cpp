#include <codes/sweep/placement.h>

#include <Eigen/Geometry>

namespace codes {

Placement::Placement(const judge::Scenario& scenario)
    : turn_(Eigen::AngleAxisd(scenario.place.azimuth, Eigen::Vector3d::UnitZ()).toRotationMatrix()),
      origin_(Eigen::Vector3d::Constant(scenario.place.shift * scenario.scales.length)) {
  if (scenario.place.mirrored) turn_.col(1) *= -1;
}

plumb::Pose Placement::placed(plumb::Pose pose) const {
  pose.position = origin_ + turn_ * pose.position;
  pose.tangent = turn_ * pose.tangent;
  pose.director = turn_ * pose.director;
  return pose;
}

}  // namespace codes
