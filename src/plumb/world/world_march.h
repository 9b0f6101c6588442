#pragma once

#include <span>
#include <vector>

#include <plumb/step/march.h>
#include <plumb/world/contact_step.h>

namespace plumb {

struct WorldMarchOutcome {
  std::vector<MarchOutcome> bodies;
  std::vector<ContactForce> contacts;  ///< of the last step
  double residual = 0;                 ///< the worst of all steps (contact/friction/problem.h)

  Status status() const;
};

/// What completes the steps of bodies that touch.
enum class ContactWay {
  exact,           ///< contact_step: Coulomb's law, solved with the bodies
  velocity_filter  ///< filtered_step, after steps that all bodies do alone; nothing is remembered of contacts
};

/// Takes bodies that stand at one time to a later one in steps of `dt`, the last of which is shortened to arrive, with
/// contact between them and with what is around, and keeps the books of their energies. A step that contact cannot
/// complete is done in shorter ones, by those that are near something. A body that is near nothing does its step as if
/// it were alone, with the same bits.
///
/// Whoever takes many short ways keeps a `finder`, which then need not learn who meets whom each time anew.
///
/// The interlude of a body follows a step of `dt` as in step/march.h, when all bodies have done it. One that changes the
/// mesh of its body carries the touches over as well (change_mesh.h).
WorldMarchOutcome march(std::span<const Toucher> bodies, const Surroundings& around, std::vector<Touch>& touches,
                        double until, double dt, const ContactOptions& options = {}, ContactWay way = ContactWay::exact,
                        ContactFinder* finder = nullptr);

}  // namespace plumb
