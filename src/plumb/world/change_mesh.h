#pragma once

#include <plumb/world/carry_touches.h>
#include <plumb/world/contact_step.h>

namespace plumb {

/// A body on another mesh: its model there, its state, and what became of its points.
struct MeshChange {
  Model model;
  State state;
  std::vector<Successor> successors;
};

/// Takes the motion of a body that may touch others over to another mesh (step/change_model.h), with the touches. The
/// unknowns of the model are its points.
///
/// A new point that would lie inside an obstacle, as the middle of an edge over a ball does, is put onto its surface.
/// Nothing is changed, and the status is outside_domain, if the body would overlap something by more than a tenth of
/// the thickness of both, or run through something or itself.
Status change_mesh(std::span<const Toucher> bodies, std::size_t which, const Surroundings& around,
                   std::vector<Touch>& touches, MeshChange change);

}  // namespace plumb
