#pragma once

#include <plumb/scene/bodies/scene.h>
#include <plumb/step/stepper.h>

namespace plumb {

/// What the scene does to one of its bodies, in time. `initial` tells where the clamps are that have no pose of their
/// own. Rates of the clamps are differences over a millionth of the duration.
Programme programme(const Scene& scene, const Handling& handling, const Loads& initial);

/// Returns where something that moves so from `start` is at a time.
Pose pose_at(const SceneMotion& motion, const Pose& start, double time);
/// Returns how fast it moves then, by a difference over `ahead`, s: a motion that starts now has its speed.
PoseRate rate_at(const SceneMotion& motion, double time, double ahead);
/// Returns the time over which rates are taken, s.
double time_ahead(const Scene& scene);

/// Times between two at which the clamps have turned no further than half a radian since the last; ends with `to`.
/// Loads are interpolated the shortest way, which must be the way meant.
std::vector<double> stations(const Handling& handling, double from, double to);

}  // namespace plumb
