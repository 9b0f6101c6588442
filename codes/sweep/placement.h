#pragma once

#include <string>
#include <vector>

#include <Eigen/Dense>

#include <judge/question/scenario.h>
#include <plumb/geometry/frame.h>

namespace codes {

/// A placement says where a scenario stands (judge::Place), in metres. Poses are placed there; what is seen comes back
/// into the frame of the clamp, so that an answer does not depend on the place. Gravity is along -z in all of them.
class Placement {
 public:
  explicit Placement(const judge::Scenario& scenario);

  /// Mirrors the pose in the x-z plane if so told, turns it about z and shifts it.
  plumb::Pose placed(plumb::Pose pose) const;
  Eigen::Vector3d velocity(const Eigen::Vector3d& v) const { return turn_ * v; }
  /// A spin keeps its sense in a mirror whose plane it is across, and only there.
  Eigen::Vector3d spin(const Eigen::Vector3d& omega) const { return turn_.determinant() * (turn_ * omega); }
  /// Takes a point of the placed scene back.
  Eigen::Vector3d seen(const Eigen::Vector3d& point) const { return turn_.transpose() * (point - origin_); }

 private:
  Eigen::Matrix3d turn_;  ///< a rotation about z after a reflection of y
  Eigen::Vector3d origin_;
};

/// Returns what codes that place their clamps by this can be told (judge::Card::places).
inline std::vector<std::string> all_placements() { return {"turn", "mirror", "shift"}; }

}  // namespace codes
