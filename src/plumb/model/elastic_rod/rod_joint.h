#pragma once

#include <memory>

#include <plumb/model/elastic_rod/elastic_rod.h>

namespace plumb {

// Joints between discrete elastic rods of one model, and from rods to the ground. Rods that share a node
// (SharedNodes) turn freely about it, as in a ball; what follows holds their directions as well. Joints are elastic
// only: the viscosity of the rods (RodSpec::relaxation) ends at them.

/// A body without size at a node, which turns. Ends of rods sit in it.
struct RodJoint {
  int x;  ///< the first coordinate of its node in q
  std::shared_ptr<const Rotations> rotation;
};

/// Adds a joint at a node that is there.
RodJoint add_joint(ModelBuilder& builder, int x);

/// How the end of a rod sits in a joint.
struct Fitting {
  enum class Kind {
    rigid,   ///< it keeps its direction against the joint
    hinge,   ///< it turns freely about the axis
    spring,  ///< about the axis it resists by a stiffness
  };
  Kind kind = Kind::rigid;
  Eigen::Vector3d axis = Eigen::Vector3d::UnitZ();  ///< in space, in the initial state; any length
  double stiffness = 0;                             ///< N m/rad, of a spring
};

enum class RodEnd { start, end };

/// Seats the end of a rod in a joint at that end's node, as it lies in the initial state. The half edge at that end
/// bends and twists as the rod does.
void seat(ModelBuilder& builder, const RodJoint& joint, const RodParts& rod, RodEnd end, const Fitting& fitting = {});

/// Joins the end of one rod to the start of another, at the node that they share, as if they were one: by an ordinary
/// interior vertex. Both have the same stiffness.
void join_in_line(ModelBuilder& builder, const RodParts& first, const RodParts& second);

/// Holds a joint, place and direction, at a pose of the loads, which it stands at in the initial state. Returns the
/// pose's place among the clamps. A rod that sits in it by a hinge has a hinged support.
std::size_t hold(ModelBuilder& builder, const RodJoint& joint);

/// Holds a node where a pose of the loads is, as by a ball: what is there turns freely. Returns the pose's place among
/// the clamps.
std::size_t hold_point(ModelBuilder& builder, int x);

}  // namespace plumb
