#pragma once

#include <array>
#include <string>
#include <vector>

#include <Eigen/Core>

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

/// One frame of a simulation.
struct Frame {
  double time = 0;  ///< s
  Shape shape;
  std::vector<Observable> observables;  ///< the same names in every frame of a run
};

}  // namespace plumb
