#pragma once

#include <plumb/step/method.h>

namespace plumb {

/// How a scene is solved.
struct SceneSolve {
  Method method = Method::static_;
  bool arc_length = false;  ///< static, along the path of equilibria from the loads at time zero to those at the end
  double duration = 0;      ///< s; of a static scene: the time that its programme takes
  int n_frames = 1;         ///< after the first one at time zero; of a path: at most
  double dt = 0;            ///< s, fixed; zero: controlled by the error
  double tolerance = 0;     ///< local error of a step, of the length; zero: fixed step
  double longest_step = 0;  ///< of a path, of the size of the body
  double high_frequency_radius = 0.5;  ///< of generalised alpha: what is left of infinitely fast amplitudes per step
  double time_limit = 0;               ///< s of a clock on the wall that a frame may take; zero: any
};

}  // namespace plumb
