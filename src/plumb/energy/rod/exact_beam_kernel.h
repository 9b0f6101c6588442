#pragma once

#include <array>

#include <plumb/energy/rod/exact_beam_point.h>

namespace plumb {

/// Energy, gradient and exact Hessian of one element. Strains do not see rigid motion: they depend on the ends
/// (i = 0, 1 for the first and the last node) as the middle node sees them, on the rotation vectors phi_i of
/// R_m^T R_i and on R_m^T a_i, where a_i is the arm from the middle to the end.
/// Steps dx and delta of the nodes (R <- exp(delta) R), with delta_m and dx_m those of the middle, turn end i by
/// exp(tau_i) and shift it by eta_i, as seen from the middle but in the frame of the world. To second order
///   tau_i = delta_i - delta_m - 1/2 delta_m x delta_i,
///   eta_i = dx_i - dx_m + a_i x delta_m - delta_m x (dx_i - dx_m) + 1/2 delta_m x (delta_m x a_i).
/// So derivatives are taken at the points, brought to the ends (to tau and eta), and spread over the nodes, where what
/// is quadratic above adds terms in the forces and moments to the Hessian.
template <class S>
class BeamElementKernel {
 public:
  using V = Vector3<S>;
  using M = Matrix3<S>;

  /// phi: `turn` of a beam_element within its domain.
  BeamElementKernel(const BeamElementInput<S>& in, const std::array<V, 2>& phi)
      : arm_{in.x[0] - in.x[1], in.x[2] - in.x[1]},
        back_(in.r[1].transpose()),
        turned_{TurnedRotationVector<S>(phi[0]), TurnedRotationVector<S>(phi[1])},
        d_{slopes(in, 0), slopes(in, 1)},
        points_{point(in, 0, phi), point(in, 1, phi)} {
    for (std::size_t i = 0; i < 2; ++i) {
      to_phi_[i] = turned_[i].first() * back_;
      force_[i] = points_[0].by_slope() * d_[0][i] + points_[1].by_slope() * d_[1][i];
      couple_[i].setZero();
      for (std::size_t p = 0; p < 2; ++p) couple_[i] += points_[p].by_phi() * n(p, i) + points_[p].by_rate() * d_[p][i];
      moment_[i] = to_phi_[i].transpose() * couple_[i];
    }
  }

  S energy() const { return points_[0].energy() + points_[1].energy(); }

  void gradient(S* g) const {
    const V middle_force = -(force_[0] + force_[1]);
    const V middle_moment = -(moment_[0] + moment_[1] + arm_[0].cross(force_[0]) + arm_[1].cross(force_[1]));
    const V parts[6] = {force_[0], moment_[0], middle_force, middle_moment, force_[1], moment_[1]};
    for (int block = 0; block < 6; ++block) {
      for (int k = 0; k < 3; ++k) g[3 * block + k] = parts[block][k];
    }
  }

  /// Packed lower triangle, row by row.
  void hessian(S* h) const {
    const Ends e = turned(at_phi());
    put(h, kShift0, kShift0, e.eta_eta[0]);
    put(h, kTurn0, kShift0, e.tau_eta[0][0]);
    put(h, kTurn0, kTurn0, e.tau_tau[0]);
    put(h, kShift1, kShift0, e.eta_eta[1]);
    put(h, kTurn1, kShift0, e.tau_eta[1][0]);
    put(h, kShift1, kTurn0, e.tau_eta[0][1].transpose());
    put(h, kTurn1, kTurn0, e.tau_tau[1]);
    put(h, kShift1, kShift1, e.eta_eta[2]);
    put(h, kTurn1, kShift1, e.tau_eta[1][1]);
    put(h, kTurn1, kTurn1, e.tau_tau[2]);
    put_shift_of_middle(h, e);
    put_turn_of_middle(h, e);
  }

 private:
  /// Blocks of three unknowns, in the order of the nodes.
  enum Block { kShift0, kTurn0, kShiftM, kTurnM, kShift1, kTurn1 };

  /// The Hessian in tau_0, tau_1, eta_0, eta_1. Of a symmetric one the blocks kPairs.
  static constexpr std::array<std::array<std::size_t, 2>, 3> kPairs{{{0, 0}, {1, 0}, {1, 1}}};
  struct Ends {
    std::array<M, 3> tau_tau, eta_eta;
    std::array<std::array<M, 2>, 2> tau_eta;

    void set_zero() {
      for (std::size_t k = 0; k < 3; ++k) {
        tau_tau[k].setZero();
        eta_eta[k].setZero();
      }
      for (auto& row : tau_eta) {
        for (M& m : row) m.setZero();
      }
    }
  };

  /// With phi_i in place of tau_i: sums over the points.
  Ends at_phi() const {
    Ends e;
    e.set_zero();
    for (std::size_t p = 0; p < 2; ++p) {
      const M phi_phi = points_[p].by_phi_phi(), phi_rate = points_[p].by_phi_rate(),
              rate_rate = points_[p].by_rate_rate(), phi_slope = points_[p].by_phi_slope(),
              slope_slope = points_[p].by_slope_slope();
      const std::array<S, 2> v{n(p, 0), n(p, 1)}, d = d_[p];
      for (std::size_t k = 0; k < 3; ++k) {
        const auto [i, j] = kPairs[k];
        e.tau_tau[k] += phi_phi * (v[i] * v[j]) + phi_rate * (v[i] * d[j]) + phi_rate.transpose() * (d[i] * v[j]) +
                        rate_rate * (d[i] * d[j]);
        e.eta_eta[k] += slope_slope * (d[i] * d[j]);
      }
      for (std::size_t i = 0; i < 2; ++i) {
        for (std::size_t j = 0; j < 2; ++j) e.tau_eta[i][j] += phi_slope * (v[i] * d[j]);
      }
    }
    return e;
  }

  /// From phi_i to tau_i, of which phi_i is no linear function.
  Ends turned(Ends e) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [i, j] = kPairs[k];
      e.tau_tau[k] = to_phi_[i].transpose() * (e.tau_tau[k] * to_phi_[j]);
    }
    for (std::size_t i = 0; i < 2; ++i) {
      const M half = to_phi_[i].transpose() * (turned_[i].second(couple_[i] * S(0.5)) * back_);
      e.tau_tau[2 * i] += half + half.transpose();
      for (M& m : e.tau_eta[i]) m = to_phi_[i].transpose() * m;
    }
    return e;
  }

  /// The middle's shift counts against both eta.
  void put_shift_of_middle(S* h, const Ends& e) const {
    const M by_eta[2] = {e.eta_eta[0] + e.eta_eta[1], e.eta_eta[1] + e.eta_eta[2]};
    put(h, kShiftM, kShift0, -by_eta[0]);
    put(h, kShiftM, kTurn0, -(e.tau_eta[0][0] + e.tau_eta[0][1]).transpose());
    put(h, kShiftM, kShiftM, by_eta[0] + by_eta[1]);
    put(h, kShift1, kShiftM, -by_eta[1]);
    put(h, kTurn1, kShiftM, -(e.tau_eta[1][0] + e.tau_eta[1][1]));
  }

  /// Its turn counts against both tau, and shifts the ends by their arms; the rest is quadratic in the steps.
  void put_turn_of_middle(S* h, const Ends& e) const {
    const M arm[2] = {cross_matrix<S>(arm_[0]), cross_matrix<S>(arm_[1])};
    const M by_eta[2] = {-(e.tau_eta[0][0] + e.tau_eta[1][0] + arm[0] * e.eta_eta[0] + arm[1] * e.eta_eta[1]),
                         -(e.tau_eta[0][1] + e.tau_eta[1][1] + arm[0] * e.eta_eta[1] + arm[1] * e.eta_eta[2])};
    const M by_tau[2] = {
        -(e.tau_tau[0] + e.tau_tau[1] + arm[0] * e.tau_eta[0][0].transpose() + arm[1] * e.tau_eta[0][1].transpose()),
        -(e.tau_tau[1].transpose() + e.tau_tau[2] + arm[0] * e.tau_eta[1][0].transpose() +
          arm[1] * e.tau_eta[1][1].transpose())};
    const M by_shift[2] = {by_eta[0] + cross_matrix<S>(force_[0]), by_eta[1] + cross_matrix<S>(force_[1])};
    put(h, kTurnM, kShift0, by_shift[0]);
    put(h, kTurnM, kTurn0, by_tau[0] + cross_matrix<S>(moment_[0] * S(0.5)));
    put(h, kTurnM, kShiftM, -(by_shift[0] + by_shift[1]));
    put(h, kShift1, kTurnM, by_shift[1].transpose());
    put(h, kTurn1, kTurnM, (by_tau[1] + cross_matrix<S>(moment_[1] * S(0.5))).transpose());

    M twice = by_eta[0] * arm[0] + by_eta[1] * arm[1] - by_tau[0] - by_tau[1];
    for (std::size_t i = 0; i < 2; ++i) {
      const M half = force_[i] * (arm_[i] * S(0.5)).transpose();
      twice += half + half.transpose();
      twice.diagonal().array() -= force_[i].dot(arm_[i]);
    }
    put(h, kTurnM, kTurnM, twice);
  }

  /// A block into the packed triangle; of one on the diagonal the lower half.
  static void put(S* h, Block row, Block col, const M& m) {
    for (int i = 0; i < 3; ++i) {
      const int at = 3 * row + i, first = at * (at + 1) / 2 + 3 * col;
      for (int j = 0; j < (row == col ? i + 1 : 3); ++j) h[first + j] = m(i, j);
    }
  }

  /// Parabolas of the ends at point p.
  static S n(std::size_t p, std::size_t i) { return S(end_weights(kBeamPoints[p]).value[i]); }
  static std::array<S, 2> slopes(const BeamElementInput<S>& in, std::size_t p) {
    const EndWeights ends = end_weights(kBeamPoints[p]);
    return {S(2 * ends.slope[0]) / in.length, S(2 * ends.slope[1]) / in.length};
  }
  BeamPoint<S> point(const BeamElementInput<S>& in, std::size_t p, const std::array<V, 2>& phi) const {
    return BeamPoint<S>(in, p, phi[0] * n(p, 0) + phi[1] * n(p, 1), phi[0] * d_[p][0] + phi[1] * d_[p][1],
                        arm_[0] * d_[p][0] + arm_[1] * d_[p][1]);
  }

  std::array<V, 2> arm_;
  M back_;  ///< to the frame of the middle
  std::array<TurnedRotationVector<S>, 2> turned_;
  std::array<std::array<S, 2>, 2> d_;  ///< slopes of the parabolas, by point and end
  std::array<BeamPoint<S>, 2> points_;
  std::array<M, 2> to_phi_;                   ///< dphi_i = to_phi_i tau_i
  std::array<V, 2> force_, moment_, couple_;  ///< conjugate to eta_i, tau_i, phi_i
};

}  // namespace plumb
