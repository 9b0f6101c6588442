#pragma once

#include <plumb/scene/bodies/scene.h>
#include <plumb/scene/read/mesh_reader.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// Refuses a method, or a control of its steps, that contact cannot complete, if the file has contact. Bodies are read
/// afterwards: what they miss would be told first otherwise, and would not help.
void check_contact(const Keys& file, const Keys& solve, const SceneSolve& read);

/// The tables [contact] and [[obstacle]] of a scene whose bodies and method are read. With either of them contact is
/// on. Refuses what cannot be together with contact, and what overlaps at the start.
void read_contact(const Keys& file, const MeshReader& read_mesh, Scene& scene);

}  // namespace plumb
