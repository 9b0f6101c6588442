#pragma once

#include <memory>

#include <plumb/scene/bodies/body.h>

namespace plumb {

/// A plate of a scene as a shell of triangles.
std::unique_ptr<Body> plate_body(const ScenePlate& plate);

}  // namespace plumb
