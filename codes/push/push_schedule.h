#pragma once

#include <limits>

#include <codes/push/strip_to_push.h>
#include <plumb/geometry/frame.h>

namespace codes {

/// The way in which a strip is pushed in time. Times are in units of the strip's own, L^2 sqrt(rho A/(EI)).
struct PushSchedule {
  double dt = 0;          ///< of a step
  double speed = 0;       ///< d eps_y/dt, once it has been reached; in units of the time `own_time` of the code's strip
  double relaxation = 0;  ///< viscosity over stiffness
  double bent = 0;        ///< eps_y at which the push begins: a straight strip would not know which way to go
  double tolerance = 0;   ///< of the worst contact's residual, where the method has one
  double ends_at = 0;     ///< eps_y at which the clamp comes to rest, slower and slower; 0: it goes on
  double own_time = 1;    ///< the unit of time of the strip as the code bends it: 2 if that is as one of EI/4
};

/// Returns `own_time` of a code whose strip bends as one of `share` EI. Pushed at the same speed as one of EI, a softer
/// strip would be pushed faster beside its own vibrations.
double own_time_of(double share);

/// Returns the recipe's push, 0.01 per unit of time, with dt and tolerance of the scenario's knobs. A quick sampling
/// takes steps four times as long at four times the speed.
PushSchedule usual_schedule(const judge::Scenario& scenario);

/// How the clamp of a pushed strip moves: down, at a speed that is raised evenly over half a unit of time. Where the push
/// ends, it is lowered evenly over four.
class ClampWay {
 public:
  /// `start`: eps_y at time zero.
  ClampWay(const StripToPush& strip, const PushSchedule& schedule, double start)
      : start_(start),
        speed_(schedule.speed),
        end_(schedule.ends_at > 0 ? schedule.ends_at : std::numeric_limits<double>::infinity()),
        length_(strip.length),
        unit_time_(schedule.own_time * strip.unit_time()) {}

  double pushed_at(double time) const;  ///< eps_y
  double time_of(double eps_y) const;   ///< s; of a push that does not end before
  double height_at(double time) const;  ///< m, of the clamp above the height at which a straight strip ends on z = 0
  double speed_at(double time) const;   ///< m/s, downwards

 private:
  /// Returns for how long the clamp has slowed down at a time, in units of time; below zero: it has not begun to.
  double slowing(double t) const;

  double start_, speed_, end_, length_, unit_time_;
};

}  // namespace codes
