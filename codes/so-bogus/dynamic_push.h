#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <judge/question/scenario.h>
#include <plumb/world/world_march.h>

namespace codes {

/// The way in which a strip is pushed in time. Times are in units of the strip's own, L^2 sqrt(rho A/(EI)).
struct PushSchedule {
  double dt = 0;          ///< of a step
  double speed = 0;       ///< d eps_y/dt, once it has been reached
  double relaxation = 0;  ///< viscosity over stiffness
  double bent = 0;        ///< eps_y at which the push begins: a straight strip would not know which way to go
  double tolerance = 0;   ///< of the worst contact's residual
};

/// A planar Super-Helix, clamped upright and pushed against rough ground in time steps.
///
/// It begins bent in the buckling mode of the clamped and pinned strip, with its tip on the ground: the ground is not
/// met by an impact. The speed is raised over half a unit of time. All states of one push lie on the same steps, whatever
/// loads are asked on the way: one that is taken up from a kept state has the same bits.
class DynamicPush {
 public:
  DynamicPush(const judge::Scenario& scenario, const PushSchedule& schedule);

  /// Moves on until eps_y is reached, to the next whole number of steps. Goes back to a kept state if eps_y lies behind.
  plumb::Status push_to(double eps_y);
  /// Goes back to the last kept state before eps_y, or to the beginning.
  void take_up(double eps_y);

  /// What is seen of the strip; lengths in L, forces in EI/L^2.
  struct Seen {
    double eps_y = 0;
    double tip_shift = 0;   ///< since the beginning
    double P = 0, Q = 0;    ///< normal and tangential force on the ground
    double residual = 0;    ///< of the worst contact of any step so far
    double slips_from = 0;  ///< eps_y where Q/P came to mu first; 0: it sticks
    int steps = 0;          ///< of the whole push so far
  };
  Seen seen() const;
  int iterations() const { return iterations_; }
  std::vector<double> shape() const;  ///< x y z of each point, in L

  std::string save() const;
  void load(const std::string& bytes);

 private:
  /// Everything that a push goes on from.
  struct Moment {
    plumb::State state;
    std::vector<plumb::Touch> touches;
    double ratio = 0, ratio_before = 0;  ///< Q/P after the last step and the one before it
    double slips_from = 0, residual = 0;
  };
  static constexpr std::array kNumbers{&Moment::ratio, &Moment::ratio_before, &Moment::slips_from, &Moment::residual};
  /// Returns where Q/P came to mu in the step that just failed to stick: its growth goes on as before.
  double onset() const;
  double pushed_at(double time) const;  ///< eps_y
  double time_of(double eps_y) const;   ///< s
  plumb::Loads loads_at(double time) const;
  Eigen::Vector3d tip(const plumb::State& state) const;

  PushSchedule schedule_;
  double mu_, length_, unit_time_, unit_force_, step_;
  plumb::Pose upright_;
  std::unique_ptr<plumb::Stepper> stepper_;
  plumb::Programme programme_;
  plumb::Surroundings around_;
  Moment now_;
  std::vector<Moment> kept_;  ///< while it sticks, ascending in time; the first is the beginning
  int iterations_ = 0;
};

}  // namespace codes
