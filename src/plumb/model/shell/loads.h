#pragma once

#include <memory>
#include <vector>

#include <plumb/energy/load/edge_moment.h>
#include <plumb/model/shell/shell.h>

namespace plumb {

/// The work of a shell's wrenches. first_director: where directors begin among the unknowns; -1: there are none.
/// Throws UserError for points that are not there.
std::vector<std::shared_ptr<const Energy>> load_terms(const ShellSpec& spec, const MeshTopology& topology,
                                                      int first_director);

}  // namespace plumb
