#pragma once

#include <string>
#include <vector>

#include <plumb/model/solid/solid.h>
#include <plumb/scene/bodies/handling.h>

namespace plumb {

/// A solid of tetrahedra as a scene file says it, in SI units.
struct SceneSolid {
  std::string name;
  TetrahedralMesh rest;                  ///< without loads
  std::vector<Eigen::Vector3d> initial;  ///< where it is put, and a motion starts
  std::vector<Eigen::Vector3d> start;    ///< where the search for an equilibrium starts; none: as it is put
  SolidMaterial material;
  double density = 0;                                  ///< kg/m^3
  double damping = 0;                                  ///< relaxation time of every strain, s: viscosity over stiffness
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();  ///< m/s, at first
  Eigen::Vector3d spin = Eigen::Vector3d::Zero();      ///< rad/s, at first, about the middle
  double skin = 0;                                     ///< m: it is touched at this distance from its outside
  std::vector<SceneHold> supports;
  std::vector<SceneLoad> loads;
  double pressure = 0;  ///< Pa, onto the outside
  Ramp pressure_scale;
  std::vector<int> pressed;  ///< points between which it acts; none: everywhere
  bool moves = false;        ///< is its motion followed, or its equilibrium sought?
};

}  // namespace plumb
