#pragma once

#include <memory>
#include <string>
#include <vector>

#include <plumb/scene/bodies/body.h>
#include <plumb/scene/bodies/scene_solve.h>
#include <plumb/scene/read/copies.h>
#include <plumb/scene/read/mesh_reader.h>
#include <plumb/scene/text/entry.h>

namespace plumb {

/// A kind of body that scenes may have. Each folder scene/bodies/<name> is one and defines
/// `plumb::BodyKind const* bodies::<name>()`; the build finds them.
struct BodyKind {
  std::string key;    ///< of its tables in a scene file: "rod"
  int dimension = 1;  ///< of the thing itself, 1 for a curve, 2 for a surface: bodies stand in a scene in this order
  /// Reads a copy of a body from its table, or throws UserError.
  std::shared_ptr<const Body> (*read)(const Entry& entry, const Copy& copy, const SceneSolve& solve,
                                      const MeshReader& read_mesh);
};

/// Returns all kinds, by their dimension and key.
std::vector<BodyKind const*> all_body_kinds();
std::vector<BodyKind const*> in_order(std::vector<BodyKind const*> kinds);

}  // namespace plumb
