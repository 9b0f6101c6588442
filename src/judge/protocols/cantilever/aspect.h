#pragma once

// The aspect ratio H/W of a hanging strip: how it is read from a record, compared with the master curve and drawn. Both
// Cantilever protocols share it; they differ in their loads.

#include <string>
#include <vector>

#include <judge/protocols/protocol.h>

namespace judge {

/// "drop" (H) and "reach" (W) of the free end from the clamp, in units of L.
std::vector<std::string> aspect_observables();

/// gamma, and aspect = drop/reach where the load succeeded.
Point measure_aspect(const Record& record);

/// The points of a branch beside the loads that were asked of it.
struct AspectBranch {
  const BranchPoints* branch = nullptr;
  std::vector<Load> planned;
  std::string label;  ///< for the key of the picture
};

/// Points with `weight_over_young` above this are stretched by their weight, which the inextensible master curve does
/// not know: they stay out of the strict score.
inline constexpr double strict_weight_over_young = 1e-3;

Score score_aspect(const std::vector<AspectBranch>& branches);
Plot draw_aspect(const std::vector<AspectBranch>& branches, const Score& score);

}  // namespace judge
