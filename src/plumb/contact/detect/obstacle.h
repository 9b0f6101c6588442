#pragma once

#include <memory>
#include <variant>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>
#include <plumb/geometry/triangle_mesh.h>

namespace plumb {

// Shapes of obstacles, in their own frame: x along the pose's tangent, y along its director. All are solid: the normal
// points outwards.
struct PlaneShape {};  ///< the half-space z < 0
struct SphereShape {
  double radius = 0;  ///< m
};
struct CapsuleShape {
  double length = 0, radius = 0;  ///< m; the axis from -length/2 to length/2 along x
};
struct CylinderShape {
  double length = 0, radius = 0;  ///< m; with flat ends, the axis along x
};
struct BoxShape {
  Eigen::Vector3d size{0, 0, 0};  ///< m
};
struct BowlShape {
  double radius = 0, wall = 0;  ///< m; half a hollow ball of this inner radius, open upwards: its rim is at z = 0
};
struct MeshShape {
  std::shared_ptr<const TriangleMesh> mesh;  ///< a thin shell: it is touched from both sides
};
using ObstacleShape =
    std::variant<PlaneShape, SphereShape, CapsuleShape, CylinderShape, BoxShape, BowlShape, MeshShape>;

/// Something rigid that bodies touch, and that moves as it is told.
struct Obstacle {
  ObstacleShape shape;
  double radius = 0;  ///< m, by which the shape is thickened
};

/// How a point lies to a solid.
struct Nearness {
  double distance = 0;     ///< m, below zero inside
  Eigen::Vector3d normal;  ///< unit, the gradient of the distance; a fixed choice where that is not unique
};

/// Returns how a point in space lies to an analytic shape at a pose. A mesh is no such shape.
Nearness nearness(const ObstacleShape& shape, const Pose& pose, const Eigen::Vector3d& x);

}  // namespace plumb
