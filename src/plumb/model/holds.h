#pragma once

#include <array>
#include <memory>
#include <vector>

#include <plumb/frames/rotations.h>
#include <plumb/model/model.h>

namespace plumb {

/// Holds a point where a pose of the loads is; what is there turns freely.
class PointHold final : public Constraint {
 public:
  /// x: the first coordinate in q.
  PointHold(int x, std::size_t clamp) : x_(x), clamp_(clamp) {}
  std::vector<int> fixed() const override { return {x_, x_ + 1, x_ + 2}; }
  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override;

 private:
  int x_;
  std::size_t clamp_;
};

/// Holds a point and a rotation at a pose of the loads: the section of a beam, or a joint of rods.
class SectionHold final : public Constraint {
 public:
  SectionHold(int x, std::shared_ptr<const Rotations> rotations, int index, std::size_t clamp)
      : point_(x, clamp), rotations_(std::move(rotations)), index_(index), clamp_(clamp) {}
  std::vector<int> fixed() const override;
  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override;

 private:
  PointHold point_;
  std::shared_ptr<const Rotations> rotations_;
  int index_;
  std::size_t clamp_;
};

/// Holds points that move with a pose of the loads as one rigid body, along some axes in space; along the others they
/// slide.
class RigidHold final : public Constraint {
 public:
  /// points: their first coordinates in q. `pose`: where the clamp is while the points are where `start` has them.
  RigidHold(std::size_t clamp, const Pose& pose, std::vector<int> points, const std::array<bool, 3>& axes,
            const Eigen::VectorXd& start);
  std::vector<int> fixed() const override;
  void step_to(const State& state, const Loads& loads, Eigen::VectorXd& step) const override;

 private:
  std::size_t clamp_;
  std::vector<int> points_, axes_;       ///< which of the three axes are held
  std::vector<Eigen::Vector3d> places_;  ///< in the frame of the pose
};

}  // namespace plumb
