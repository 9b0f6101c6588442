#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include <plumb/energy/shell/mirrored_bending.h>
#include <plumb/model/shell/shell.h>

namespace plumb {

/// All supports in the order of their poses: the single clamp, if there is one, before the others. Throws UserError
/// for points that are not there and for planes of symmetry that are not along the axes or miss their points.
std::vector<ShellSupport> supports_of(const ShellSpec& spec);

/// What supports hold of the direction of a shell.
struct HeldEdges {
  std::vector<bool> directors;                                ///< of each edge: is it held?
  std::vector<std::array<std::optional<Mirror>, 3>> mirrors;  ///< of each triangle, at its edges
};
/// `parts` says which poses of the loads the supports follow.
HeldEdges held_edges(const ShellSpec& spec, const std::vector<ShellSupport>& supports, const MeshTopology& topology,
                     const ShellParts& parts);

/// Returns one constraint per support. `start`: q at the start.
std::vector<std::shared_ptr<const Constraint>> constraints_of(const std::vector<ShellSupport>& supports,
                                                              const ShellParts& parts, const Eigen::VectorXd& start);

}  // namespace plumb
