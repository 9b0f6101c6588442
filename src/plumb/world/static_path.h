#pragma once

#include <optional>
#include <vector>

#include <plumb/world/stick_certificate.h>

namespace plumb {

/// Something that changes how contacts are held.
struct StaticEvent {
  enum class Kind {
    closes,    ///< a gap comes to zero
    opens,     ///< a normal force comes to zero
    slips,     ///< |r_T| comes to mu r_n
    reverses,  ///< a slide comes to rest
  };
  Kind kind = Kind::slips;
  ContactKey key;
  double load = 0;
};

struct StaticPathOutcome {
  Status status = Status::ok;
  std::vector<StaticEvent> events;  ///< in the order of the path
  StickCertificate certificate;     ///< of the state that was reached
  int solves = 0;                   ///< equilibria found
};

/// Takes bodies in contact from the load of a state to another, through equilibria with exact Coulomb friction and
/// without time. Between events each contact stays open, sticks or slides (static_contact.h). An event is located by a
/// secant in the load, near rounding; a slide's coming to rest, to 1e-9 of the way. There the rate problem says how
/// it goes on: of all ways of holding the contacts that are at a limit, the first one whose rates are admissible, which
/// means that friction is not exceeded and does no positive work, and that what opens opens. If none is: `snaps`, the
/// state stays at the event, stuck. `unstable`: a negative mode on the stick manifold appears, however short the step; the state is the last
/// one without. `not_converged`: steps have become too short.
///
/// Slip directions in space turn from step to step of the load, to first order of `step`.
StaticPathOutcome follow(StaticContact& statics, StaticState& state, double to, double step);

/// Moves a state that snaps, or whose forces are outside their cones, to where it comes to rest at the same load if
/// contacts slide slowly: anchors go where friction is exceeded, the bodies follow in equilibrium, inertia plays no part.
/// `stride`: m, how far anchors move at once. ok: all forces are in their cones again, and what moved slides.
Status slide_to_rest(StaticContact& statics, StaticState& state, double stride);

}  // namespace plumb
