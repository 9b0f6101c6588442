#pragma once

// Where the laws of rods and plates end. docs/scenes.md gives the reasons for the limits.

#include <vector>

#include <plumb/scene/rod_body.h>
#include <plumb/scene/scene.h>
#include <plumb/scene/warning.h>

namespace plumb {

/// A rod that is stretched, or bent more sharply than its section is high.
std::vector<Warning> doubts_of(const SceneRod& rod, const RodSamples& now, double time);

/// A plate whose bending is wrong on its mesh, or that is strained further than its law holds.
std::vector<Warning> doubts_of(const ScenePlate& plate, const std::vector<Eigen::Vector3d>& now, double time);

}  // namespace plumb
