#pragma once

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/read/mesh_reader.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// The tables [contact] and [[obstacle]] of a scene whose bodies and method are read. With either of them contact is
/// on. Refuses what cannot be together with contact, and what overlaps at the start.
void read_contact(const Keys& file, const Keys& solve, const MeshReader& read_mesh, Scene& scene);

}  // namespace plumb
