#include <plumb/model/holds.h>

#include <Eigen/Geometry>

namespace plumb {

void PointHold::step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  step.segment<3>(x_) = loads.clamps[clamp_].position - state.q.segment<3>(x_);
}

std::vector<int> SectionHold::fixed() const {
  std::vector<int> all = point_.fixed();
  for (int k = 0; k < 3; ++k) all.push_back(rotations_->turn(index_) + k);
  return all;
}

void SectionHold::step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  point_.step_to(state, loads, step);
  const Eigen::AngleAxisd turn(loads.clamps[clamp_].frame() * rotations_->of(state, index_).transpose());
  step.segment<3>(rotations_->turn(index_)) = turn.angle() * turn.axis();
}

RigidHold::RigidHold(std::size_t clamp, const Pose& pose, std::vector<int> points, const std::array<bool, 3>& axes,
                     const Eigen::VectorXd& start)
    : clamp_(clamp), points_(std::move(points)) {
  for (int axis = 0; axis < 3; ++axis) {
    if (axes[static_cast<std::size_t>(axis)]) axes_.push_back(axis);
  }
  const Eigen::Matrix3d back = pose.frame().transpose();
  for (const int x : points_) places_.push_back(back * (start.segment<3>(x) - pose.position));
}

std::vector<int> RigidHold::fixed() const {
  std::vector<int> all;
  for (const int x : points_) {
    for (const int axis : axes_) all.push_back(x + axis);
  }
  return all;
}

void RigidHold::step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const {
  const Pose& pose = loads.clamps[clamp_];
  const Eigen::Matrix3d frame = pose.frame();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Eigen::Vector3d to = pose.position + frame * places_[i] - state.q.segment<3>(points_[i]);
    for (const int axis : axes_) step[points_[i] + axis] = to[axis];
  }
}

}  // namespace plumb
