#pragma once

#include <string>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// How one copy of a body differs from what its table says.
struct Copy {
  std::string suffix;                                  ///< of its name; empty: the body is alone
  Eigen::Vector3d shift = Eigen::Vector3d::Zero();     ///< m
  Eigen::Matrix3d turn = Eigen::Matrix3d::Identity();  ///< about the middle of the body

  bool alone() const { return suffix.empty(); }
  Eigen::Vector3d moved(const Eigen::Vector3d& x, const Eigen::Vector3d& middle) const {
    return middle + turn * (x - middle) + shift;
  }
  Pose moved(const Pose& pose, const Eigen::Vector3d& middle) const {
    return {moved(pose.position, middle), turn * pose.tangent, turn * pose.director};
  }
};

/// Returns the copies that the table of a body asks for by its key copies, in a lattice whose first place is the body's
/// own, the first axis fastest:
///   copies = { count = [2, 5, 10], step = ["10 cm", "2 cm", "2 cm"], shift = "1 mm", turn = "20 deg", seed = 1 }
/// Each is shifted along every axis by up to `shift`, and turned about its middle and any axis by up to `turn`, both at
/// random: the same for the same seed. One that is alone if there is no such key.
std::vector<Copy> read_copies(const Entry& body);

/// The mean of some points.
Eigen::Vector3d middle_of(const std::vector<Eigen::Vector3d>& points);

}  // namespace plumb
