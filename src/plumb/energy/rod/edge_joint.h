#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include <plumb/frames/rod_frames.h>
#include <plumb/frames/rotations.h>
#include <plumb/mechanics/element_energy.h>

namespace plumb {

/// Edges of discrete elastic rods that sit in joints, bodies without size that turn:
///   E = 1/2 theta . K theta, joules,   theta = 2 tan(angle/2) axis,
/// of the rotation that takes the seat of an edge, which turns with the joint, to the edge's material frame, seen from
/// the seat. In the plane theta is the curvature of Bergou et al. 2010. With K = 2/length (GJ, EI_2, EI_1) the half
/// edge between the joint and the middle of the edge bends and twists as the rod does: a joint of two such edges is of
/// second order, as the vertices within a rod are. Unknowns of an element: the turn of the joint; x0, angle, x1 of the
/// edge. Known limit: half a turn of an edge against its seat is outside the domain.
class EdgeJoint final : public ElementEnergy<EdgeJoint, 10> {
 public:
  struct Seat {
    int joint;                  ///< among the rotations
    int edge;                   ///< among the frames
    Eigen::Matrix3d rest;       ///< the edge's tangent and directors at rest as columns, seen from the joint
    Eigen::Matrix3d stiffness;  ///< K, N m, about the edge's tangent, first and second director at rest
  };
  EdgeJoint(std::shared_ptr<const Rotations> joints, std::shared_ptr<const RodFrames> frames, std::vector<Seat> seats);
  ~EdgeJoint() override;

  std::string_view name() const override { return "edge joint"; }
  Role role() const override { return Role::bend; }

  template <class S>
  bool value(int seat, const std::array<S, 10>& q, const State& state, const Loads& loads, S& energy) const;

 private:
  std::shared_ptr<const Rotations> joints_;
  std::shared_ptr<const RodFrames> frames_;
  std::vector<Seat> seats_;
};

}  // namespace plumb
