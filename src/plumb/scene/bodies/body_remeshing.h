#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <plumb/geometry/mesh_now.h>
#include <plumb/geometry/remesh/obstacle_sizing.h>
#include <plumb/geometry/remesh/remesh_history.h>
#include <plumb/mechanics/state.h>

namespace plumb {

class Body;

/// Returns how the nearest obstacle lies to each of some points at a time, s. Meshes among them are seen as far as
/// `range`, m.
using ObstaclesNear =
    std::function<std::vector<NearObstacle>(std::span<const Eigen::Vector3d> points, double time, double range)>;

/// A state on another mesh, and what became of the points of the one before.
struct RemeshedBody {
  State state;
  std::vector<Successor> successors;
};

/// How the mesh of a body follows its shape in a motion. Everything is told by the state: where it has no mesh, the
/// body is as it was specified.
class BodyRemeshing {
 public:
  virtual ~BodyRemeshing() = default;
  /// Returns after how many steps the mesh is looked at again.
  virtual int every() const = 0;
  /// Returns the state on a mesh that suits it better; none if its mesh is good as it is. An empty `near` says that
  /// there is nothing to touch.
  virtual std::optional<RemeshedBody> remeshed(const State& state, const ObstaclesNear& near) const = 0;
  /// Returns the body on a mesh of its material. Throws UserError for a mesh that is none.
  virtual std::shared_ptr<const Body> on(std::shared_ptr<const MeshNow> mesh) const = 0;
};

}  // namespace plumb
