#pragma once

#include <string>
#include <vector>

#include <judge/question/scenario.h>
#include <plumb/world/static_path.h>

namespace codes {

/// A strip as a code discretises it: straight at the pose `upright`, and bent in the buckling mode of the clamped and
/// pinned strip.
struct PushedBody {
  plumb::Model model;
  plumb::Pose upright;  ///< of the clamp when the tip of the straight strip touches the ground
  plumb::State bent;
  double clearance = 0;   ///< m, of the tip's centre above the ground when it touches
  std::vector<int> tip;   ///< points of the embedding that touch the ground
  std::vector<int> line;  ///< points of the embedding along the strip; empty: all of them
};

/// What all discretisations of a strip are made from; SI.
struct PushedStripSize {
  double length, width, thickness, young, density;
  double bending() const { return young * width * thickness * thickness * thickness / 12; }
  /// Returns the angle with the vertical at s (in L) of a strip that is bent by eps_y:
  /// theta = r (1 - cos(k (1 - s))/cos k), tan k = k, eps_y = (r k/2)^2.
  static double angle(double s, double eps_y);
  static double curvature(double s, double eps_y);  ///< over 1/L
};

using Discretise = PushedBody (*)(const PushedStripSize& size, int n, double bent);
PushedBody super_helix_strip(const PushedStripSize& size, int n, double bent);
PushedBody elastic_rod_strip(const PushedStripSize& size, int n, double bent);
PushedBody spline_strip(const PushedStripSize& size, int n, double bent);

/// A strip that is clamped upright and pushed against rough ground, through equilibria. The load parameter is eps_y.
///
/// A straight strip cannot resist the ground by bending (W_nn = 0): the push begins from an equilibrium that is bent
/// by `bent`, with its tip stuck below the clamp. It belongs to the same branch, whatever `bent` is. After a snap the tip
/// is where it comes to rest if it slides slowly (plumb::slide_to_rest).
class StaticPush {
 public:
  StaticPush(const judge::Scenario& scenario, Discretise discretise, double bent);

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
  Eigen::Vector3d tip(const plumb::StaticState& state) const;

  PushedBody body_;
  double mu_, length_, unit_force_, start_ = 0;
  plumb::StaticContact statics_;
  plumb::Status begun_ = plumb::Status::ok;
  Moment now_;
  std::vector<Moment> kept_;  ///< while it sticks, ascending; the first is the beginning
  int iterations_ = 0;
};

}  // namespace codes
