#pragma once

#include <memory>
#include <vector>

#include <plumb/energy/load/edge_moment.h>
#include <plumb/model/shell/shell.h>

namespace plumb {

/// Returns the work of a shell's wrenches. Throws UserError for points that are not there.
std::vector<std::shared_ptr<const Energy>> load_terms(const ShellSpec& spec, const MeshTopology& topology,
                                                      const ShellParts& parts);

}  // namespace plumb
