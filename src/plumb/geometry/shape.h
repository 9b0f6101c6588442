#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <Eigen/Core>

#include <plumb/geometry/frame.h>

namespace plumb {

/// Numbers on the points of a shape, point by point.
struct PointArray {
  std::string name;  ///< "curvature"
  std::string unit;  ///< "1/m"; empty: none
  int n_components = 1;
  std::vector<double> values;  ///< n_components per point
};

/// What observers, files and viewers see of a simulation at one instant: points in space, the curves through them, the
/// surfaces between them, and named arrays with units. It knows no physics and no unknowns.
struct Shape {
  struct Curve {
    std::string name;  ///< of the rod
    int first = 0;     ///< its points are consecutive
    int n_points = 0;
    double radius = 0;  ///< to draw it, m
  };
  struct Surface {
    std::string name;  ///< of the plate
    int first = 0;     ///< its points are consecutive
    int n_points = 0;
    double thickness = 0;                       ///< to draw it, m
    std::vector<std::array<int, 3>> triangles;  ///< three points each, counted within the surface
  };
  std::vector<Eigen::Vector3d> points;  ///< m
  std::vector<Curve> curves;
  std::vector<Surface> surfaces = {};
  std::vector<PointArray> arrays = {};
};

/// A number that a simulation reports at each instant: "tip z" in "m".
struct Observable {
  std::string name, unit;
  double value = 0;
};

/// Something rigid that is seen beside the bodies.
struct Solid {
  /// Its surface in its own frame, the same in every frame of a run.
  struct Outline {
    std::string name;
    std::vector<Eigen::Vector3d> points = {};        ///< m
    std::vector<std::array<int, 3>> triangles = {};  ///< none: a plane, z = 0
  };
  std::shared_ptr<const Outline> outline;
  Pose pose = {};
};

/// A contact that bears a force.
struct ContactMark {
  Eigen::Vector3d place{0, 0, 0};   ///< m, on the surface of side b
  Eigen::Vector3d normal{0, 0, 1};  ///< unit, from b to a
  Eigen::Vector3d force{0, 0, 0};   ///< N, on side a
  double gap = 0;                   ///< m
  bool sticks = false;
  int a = 0, b = 0;  ///< which two touch, counted over curves, surfaces and solids
};

/// One frame of a simulation.
struct Frame {
  double time = 0;  ///< s
  Shape shape;
  std::vector<Observable> observables;                    ///< the same names in every frame of a run
  std::vector<Solid> solids = {};                         ///< the same outlines in every frame of a run
  std::optional<std::vector<ContactMark>> contacts = {};  ///< none: nothing touches in this run
};

}  // namespace plumb
