#pragma once

#include <array>

#include <plumb/strain/beam_strain.h>
#include <plumb/strain/rotation_derivatives.h>

namespace plumb {

/// What the energy of one element (or a packet of four) depends on.
template <class S>
struct BeamElementInput {
  std::array<Vector3<S>, 3> x;
  std::array<Matrix3<S>, 3> r;
  S length;
  Vector3<S> stretch, bend;  ///< stiffnesses
  std::array<BeamStrain<S>, 2> rest;
};

/// Energy at a point of integration: its share of 1/2 stretch . C stretch + 1/2 bend . D bend, strains off rest, with
///   stretch = exp(-phi) R_m^T slope - e_t,   bend = T(phi) rate,
/// and its derivatives in phi, rate and slope: the slope in the frame of the world, the others in that of the middle
/// node, R_m.
template <class S>
class BeamPoint {
 public:
  using V = Vector3<S>;
  using M = Matrix3<S>;

  BeamPoint(const BeamElementInput<S>& in, std::size_t which, const V& phi, const V& rate, const V& slope)
      : BeamPoint(in, which, phi, rate, in.r[1].transpose() * slope, stumpff_near_zero<7, S>(phi.dot(phi))) {}

  S energy() const { return (force_.dot(stretch_) + moment_.dot(bend_)) * S(0.5); }
  V by_phi() const { return stretch_phi_.transpose() * force_ + bend_phi_.transpose() * moment_; }
  V by_rate() const { return bend_rate_.transpose() * moment_; }
  V by_slope() const { return stretch_slope_.transpose() * force_; }

  M by_phi_phi() const {
    return stretch_phi_.transpose() * stretch_stiffness_.asDiagonal() * stretch_phi_ +
           bend_phi_.transpose() * bend_stiffness_.asDiagonal() * bend_phi_ + turned_slope_.by_phi_phi(force_) +
           turned_rate_.by_phi_phi(moment_);
  }
  M by_phi_rate() const {
    return bend_phi_.transpose() * bend_stiffness_.asDiagonal() * bend_rate_ + turned_rate_.by_phi_y(moment_);
  }
  M by_rate_rate() const { return bend_rate_.transpose() * bend_stiffness_.asDiagonal() * bend_rate_; }
  M by_phi_slope() const {
    return stretch_phi_.transpose() * stretch_stiffness_.asDiagonal() * stretch_slope_ +
           turned_slope_.by_phi_y(force_) * back_;
  }
  M by_slope_slope() const { return stretch_slope_.transpose() * stretch_stiffness_.asDiagonal() * stretch_slope_; }

 private:
  BeamPoint(const BeamElementInput<S>& in, std::size_t which, const V& phi, const V& rate, const V& seen_slope,
            const std::array<S, 8>& c)
      : turned_slope_(phi, seen_slope, stumpff_coefficient(c, 1), stumpff_coefficient(c, 2)),
        turned_rate_(phi, rate, stumpff_coefficient(c, 2), stumpff_coefficient(c, 3)),
        back_(in.r[1].transpose()),
        stretch_stiffness_(in.stretch * (S(0.5) * in.length)),
        bend_stiffness_(in.bend * (S(0.5) * in.length)),
        stretch_(turned_slope_.value() - in.rest[which].stretch),
        bend_(turned_rate_.value() - in.rest[which].bend) {
    stretch_[0] -= S(1.0);
    force_ = stretch_stiffness_.cwiseProduct(stretch_);
    moment_ = bend_stiffness_.cwiseProduct(bend_);
    stretch_phi_ = turned_slope_.by_phi();
    stretch_slope_ = turned_slope_.by_y() * back_;
    bend_phi_ = turned_rate_.by_phi();
    bend_rate_ = turned_rate_.by_y();
  }

  TurnedVector<S> turned_slope_, turned_rate_;
  M back_;
  V stretch_stiffness_, bend_stiffness_;  ///< times the point's share of the length
  V stretch_, bend_;                      ///< off rest
  V force_, moment_;                      ///< conjugate to them
  M stretch_phi_, stretch_slope_, bend_phi_, bend_rate_;
};

}  // namespace plumb
