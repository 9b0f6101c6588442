#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include <codes/push/push_step.h>
#include <judge/question/scenario.h>

namespace codes {

/// A strip, clamped upright and pushed against rough ground in time steps of any method.
///
/// It begins bent in the buckling mode of the clamped and pinned strip, with its tip on the ground: the ground is not
/// met by an impact. The speed is raised over half a unit of time. All states of one push lie on the same steps, whatever
/// loads are asked on the way: one that is taken up from a kept state has the same bits.
class DynamicPush {
 public:
  DynamicPush(const judge::Scenario& scenario, const PushSchedule& schedule, const MakePushStep& make);

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
    double slips_from = 0;  ///< eps_y where the tip ceased to stick, by the growth of Q/P; 0: it sticks
    int steps = 0;          ///< of the whole push so far
  };
  Seen seen() const;
  bool tells_residual() const { return method_->tells_residual(); }
  int iterations() const { return iterations_; }
  std::vector<double> shape() const;  ///< x y z of each point, in L
  const plumb::State& state() const { return now_.state; }

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
  struct Forces {
    double P = 0, Q = 0;
  };
  Forces forces() const;
  /// Returns where Q/P came to mu in the step that just failed to stick: its growth goes on as before.
  double onset() const;

  StripToPush strip_;
  std::unique_ptr<PushStep> method_;
  ClampWay way_;
  double step_;
  Moment now_;
  std::vector<Moment> kept_;  ///< while it sticks, ascending in time; the first is the beginning
  int iterations_ = 0;
};

}  // namespace codes
