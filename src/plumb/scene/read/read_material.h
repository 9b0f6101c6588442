#pragma once

#include <plumb/scene/text/entry.h>

namespace plumb {

struct SceneMaterial {
  double young = 0;    ///< Pa
  double poisson = 0;  ///< above -1, at most 1/2
  double density = 0;  ///< kg/m^3
};

/// { E, nu, rho }, all needed.
SceneMaterial read_material(const Entry& entry);

}  // namespace plumb
