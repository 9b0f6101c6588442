#pragma once

#include <string>
#include <vector>

#include <codes/push/strip_to_push.h>
#include <plumb/world/static_path.h>

namespace codes {

/// A plate on cubic splines, n elements along and one across, with Poisson's ratio zero, whose points do not move across:
/// it bends as a strip does, to a cylinder, and may twist. All points of its tip's edge touch the ground.
PushedBody spline_strip(const StripToPush& strip);

/// A strip that is clamped upright and pushed against rough ground, through equilibria. The load parameter is eps_y.
///
/// A straight strip cannot resist the ground by bending (W_nn = 0): the push begins from an equilibrium that is bent
/// by `bent`, with its tip stuck below the clamp. It belongs to the same branch, whatever `bent` is. After a snap the tip
/// is where it comes to rest if it slides slowly (plumb::slide_to_rest).
class StaticPush {
 public:
  StaticPush(const judge::Scenario& scenario, const Discretise& discretise, double bent);

  plumb::Status push_to(double eps_y);

  /// What is seen of the strip; lengths in L, forces in EI/L^2.
  struct Seen {
    double tip_shift = 0;
    double P = 0, Q = 0;
    double slips_from = -1;  ///< eps_y where Q/P came to mu first; below zero: it sticks
    double P_at_onset = 0;
    int negative_modes = -1;  ///< on the stick manifold; -1: it slides
    double residual = 0;
  };
  const Seen& seen() const { return now_.seen; }
  int iterations() const { return iterations_; }
  std::vector<double> shape() const;
  std::string save() const;
  void load(const std::string& bytes);

 private:
  struct Moment {
    plumb::StaticState state;
    Seen seen;
  };
  plumb::Loads loads_at(double eps_y) const;
  void look(const plumb::StickCertificate& certificate);

  StripToPush strip_;
  PushedBody body_;
  double start_ = 0;
  plumb::StaticContact statics_;
  plumb::Status begun_ = plumb::Status::ok;
  Moment now_;
  std::vector<Moment> kept_;  ///< while it sticks, ascending; the first is the beginning
  int iterations_ = 0;
};

}  // namespace codes
