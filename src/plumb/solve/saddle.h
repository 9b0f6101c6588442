#pragma once

#include <plumb/solve/search.h>

namespace plumb {

/// Leaves a saddle, an equilibrium with negative modes, along its lowest mode. The search is at the saddle, and the
/// Hessian there is factored.
class SaddleExit {
 public:
  /// Leaves with the amplitude a along the mode imposed and everything else brought to equilibrium, so that a nearly
  /// inextensible rod bends instead of stretching; what holds it at a is the force f(a), negative beside the saddle.
  /// Near a pitchfork f = stiffness a + c a^3, which tells where it vanishes: there Newton takes over. False: nothing
  /// was gained, and the state is then any.
  bool by_amplitude(Search& search);
  /// Leaves along the mode as far as the energy falls. False: it does not fall.
  bool downhill(Search& search);

 private:
  /// How far the state has gone along the mode, and the force that holds it there.
  struct Amplitude {
    double mode_squared = 1;
    double reached = 0;  ///< in the layout's scale
    double force = 0;
  };

  bool find_mode(Search& search, double& stiffness);
  bool impose(Search& search, double target, Amplitude& at);

  Eigen::VectorXd mode_;  ///< on the free unknowns: its largest entry in the layout's scale is 1 and positive
  Eigen::VectorXd held_;  ///< what a unit force along the mode does
  Eigen::VectorXd free_step_, step_;
  State saddle_, before_, trial_;
};

}  // namespace plumb
