#pragma once

#include <codes/plate_trial/triangle_plate.h>
#include <plumb/model/shell/projective_shell.h>

namespace codes {

/// A plate in the terms of Projective Dynamics, on the meshes of the other plates of triangles.
struct ProjectivePlate {
  double alpha = plumb::kRollingAlpha;  ///< B = alpha D
  int iterations = 100;                 ///< local and global steps for each load; zero: Newton's method instead

  std::unique_ptr<DiscretePlate> operator()(const ScenarioPlate& plate) const;
};

}  // namespace codes
