#pragma once

#include <array>

#include <plumb/strain/koiter_triangle_derivatives.h>

namespace plumb {

/// What the bending energy of one triangle (or a packet of four) depends on.
template <class S>
struct BendingInput {
  std::array<Vector3<S>, 3> x, neighbour;
  std::array<S, 3> phi;
  std::array<S, 6> stiffness;
  std::array<S, 3> rest, hinged, director;
};

/// Energy, gradient and exact Hessian of one triangle: with the bends II of the edges and the moments
/// sigma = K (II - rest),
///   dE = sum sigma_i dII_i,   d2E = sum K_ij dII_i dII_j^T + sum sigma_i d2II_i.
/// In the steps of strain/koiter_triangle_derivatives.h, with gamma = w theta/2 + s phi (w is 1, or 0 on a boundary),
/// g = 2 f o + w f' n and g' = w f' h/h' n':
///   dII  = g.eta + g'.eta' + 2 h f' s dphi,
///   d2II = (2 f + w f''/2)/h (n.eta)^2 - 2/l (t.eta)(g.de) - h/l^2 (o.de)(g.de)
///          + 2 (w f'/h' o + w f''/(2 h') n).eta (n'.eta') - 2/l (t.eta')(g'.de) - w f' h/l^2 (n'.de)(o'.de)
///          + w f'' h/(2 h'^2) (n'.eta')^2 - 2 w f' h/h'^2 (n'.eta')(o'.eta')
///          + 2 s dphi ((2 f' o + w f'' n).eta + w f'' h/h' n'.eta') + 2 h f'' s^2 dphi^2.
/// (What 2 f' dh dgamma and h f' d2theta have of (n.eta)(o.eta) cancels.)
template <EdgeBend kind, class S>
class BendingKernel {
 public:
  using V = Vector3<S>;
  using M = Matrix3<S>;

  explicit BendingKernel(const BendingInput<S>& in) : in_(in), edges_{edge(in, 0), edge(in, 1), edge(in, 2)} {
    if (!inside_domain()) return;
    std::array<S, 3> off;
    for (std::size_t i = 0; i < 3; ++i) off[i] = S(2.0) * edges_[i].geometry.h * edges_[i].f.value - in.rest[i];
    energy_ = S(0.0);
    for (std::size_t i = 0; i < 3; ++i) {
      sigma_[i] = k(i, 0) * off[0] + k(i, 1) * off[1] + k(i, 2) * off[2];
      energy_ += S(0.5) * sigma_[i] * off[i];
    }
  }

  bool inside_domain() const { return edges_[0].inside && edges_[1].inside && edges_[2].inside; }

  S energy() const { return energy_; }

  void gradient(S* g) const {
    std::array<V, 3> own{V::Zero(), V::Zero(), V::Zero()};
    for (std::size_t i = 0; i < 3; ++i) {
      const HingeGradient<S> bend = edges_[i].gradient();
      own[i] += bend.c * sigma_[i];
      own[(i + 1) % 3] += bend.p * sigma_[i];
      own[(i + 2) % 3] += bend.q * sigma_[i];
      for (int a = 0; a < 3; ++a) g[9 + 3 * i + static_cast<std::size_t>(a)] = bend.d[a] * sigma_[i];
      g[18 + i] = edges_[i].by_phi * sigma_[i];
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (int a = 0; a < 3; ++a) g[3 * i + static_cast<std::size_t>(a)] = own[i][a];
    }
  }

  /// Packed lower triangle, row by row.
  void hessian(S* h) const {
    const std::array<HingeGradient<S>, 3> bend{edges_[0].gradient(), edges_[1].gradient(), edges_[2].gradient()};
    std::array<std::array<V, 3>, 3> own;  // of each bend, by corner
    for (std::size_t i = 0; i < 3; ++i) {
      own[i][i] = bend[i].c;
      own[i][(i + 1) % 3] = bend[i].p;
      own[i][(i + 2) % 3] = bend[i].q;
    }
    std::array<std::array<V, 3>, 3> others;  // sum over the other bends j of K_ij dII_j
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3, l = (i + 2) % 3;
      for (std::size_t corner = 0; corner < 3; ++corner) {
        others[i][corner] = own[j][corner] * k(i, j) + own[l][corner] * k(i, l);
      }
    }
    put_pairs_of_bends(h, own, others);
    put_edge<0>(h, bend[0], others[0]);
    put_edge<1>(h, bend[1], others[1]);
    put_edge<2>(h, bend[2], others[2]);
    put_far_pairs(h, bend);
  }

 private:
  struct Edge {
    HingeGeometry<S> geometry;
    BendFunction<S> f;
    V g, other_g;  ///< of eta, eta'
    S by_phi;
    bool inside;

    HingeGradient<S> gradient() const { return HingeGradient<S>(geometry, g, other_g); }
  };

  static Edge edge(const BendingInput<S>& in, std::size_t i) {
    Edge e{HingeGeometry<S>(in.x[i], in.x[(i + 1) % 3], in.x[(i + 2) % 3], in.neighbour[i]), {}, {}, {}, {}, false};
    const HingeGeometry<S>& at = e.geometry;
    const S& w = in.hinged[i];
    if (!at.thick() || !at.open(w)) return e;
    const S gamma = w * (S(0.5) * at.angle()) + in.director[i] * in.phi[i];
    if (!(all(gamma < S(furthest_turn(kind))) && all(gamma > S(-furthest_turn(kind))))) return e;
    e.f = bend_function<kind>(gamma);
    e.g = at.o * (S(2.0) * e.f.value) + at.n * (w * e.f.first);
    e.other_g = at.other_n * (w * e.f.first * at.h * at.other_inverse_h);
    e.by_phi = S(2.0) * at.h * e.f.first * in.director[i];
    e.inside = true;
    return e;
  }

  const S& k(std::size_t i, std::size_t j) const {
    return in_.stiffness[i > j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i];
  }
  static S& at(S* h, std::size_t row, std::size_t col) { return h[row * (row + 1) / 2 + col]; }

  /// The corners' part of K_ij dII_i dII_j^T, i and j different.
  static void put_pairs_of_bends(S* h, const std::array<std::array<V, 3>, 3>& own,
                                 const std::array<std::array<V, 3>, 3>& others) {
    for (std::size_t row = 0; row < 9; ++row) {
      for (std::size_t col = 0; col <= row; ++col) {
        const int a = static_cast<int>(row % 3), b = static_cast<int>(col % 3);
        at(h, row, col) = own[0][row / 3][a] * others[0][col / 3][b] + own[1][row / 3][a] * others[1][col / 3][b] +
                          own[2][row / 3][a] * others[2][col / 3][b];
      }
    }
  }

  /// The Hessian of sigma_i II_i and K_ii dII_i dII_i^T, in the steps of the hinge.
  HingeForm<S> form(std::size_t i) const {
    const Edge& e = edges_[i];
    const HingeGeometry<S>& at = e.geometry;
    const S &sigma = sigma_[i], &w = in_.hinged[i], &kk = k(i, i);
    const S half(0.5), bent = sigma * w * e.f.first, curved = half * sigma * w * e.f.second;
    const S per_length = sigma * at.inverse_length, h_per_ll = at.h * at.inverse_length * at.inverse_length;

    const V n_weight = at.n * (sigma * S(2.0) * e.f.value + curved) * at.inverse_h, g_weight = e.g * kk;
    const V x = (at.o * bent + at.n * curved) * at.other_inverse_h, other_g_weight = e.other_g * kk;
    const V t = at.t * -per_length, g_e = e.g * (-half * sigma * h_per_ll);
    const S far = at.h * at.other_inverse_h * at.other_inverse_h;
    const V n_far = at.other_n * (half * curved * far) - at.other_o * (bent * far) +
                    other_g_weight * (half * w * e.f.first * at.h * at.other_inverse_h);
    const V other_n_e = at.other_n * (-half * bent * h_per_ll);

    HingeForm<S> form;
    form.other_other = both_ways<S>(at.other_n, n_far);
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) {
        form.eta_other(a, b) = x[a] * at.other_n[b] + g_weight[a] * e.other_g[b];
        form.eta_e(a, b) = t[a] * e.g[b];
        form.other_e(a, b) = t[a] * e.other_g[b];
        if (b > a) continue;
        form.eta_eta(a, b) = form.eta_eta(b, a) = n_weight[a] * at.n[b] + g_weight[a] * e.g[b];
        form.e_e(a, b) = form.e_e(b, a) =
            (at.o[a] * g_e[b] + g_e[a] * at.o[b]) + (at.other_o[a] * other_n_e[b] + other_n_e[a] * at.other_o[b]);
      }
    }
    return form;
  }

  /// Everything with edge I's own bend, and the rows of its neighbour and its director against the corners.
  template <std::size_t I>
  void put_edge(S* h, const HingeGradient<S>& bend, const std::array<V, 3>& others) const {
    constexpr std::size_t P = (I + 1) % 3, Q = (I + 2) % 3, D = 3 + I, phi = 18 + I;
    const Edge& e = edges_[I];
    const HingeGeometry<S>& geometry = e.geometry;
    const HingeBlocks<S> blocks(geometry, form(I));
    add<I, I>(h, blocks.cc);
    add<I, P>(h, blocks.cp);
    add<I, Q>(h, blocks.cq);
    add<P, P>(h, blocks.pp);
    add<P, Q>(h, blocks.pq);
    add<Q, Q>(h, blocks.qq);
    for (int a = 0; a < 3; ++a) {
      const std::size_t row = 3 * D + static_cast<std::size_t>(a);
      for (int b = 0; b < 3; ++b) {
        const auto col = static_cast<std::size_t>(b);
        at(h, row, 3 * I + col) = blocks.cd(b, a) + bend.d[a] * others[I][b];
        at(h, row, 3 * P + col) = blocks.dp(a, b) + bend.d[a] * others[P][b];
        at(h, row, 3 * Q + col) = blocks.dq(a, b) + bend.d[a] * others[Q][b];
        if (b <= a) at(h, row, 3 * D + col) = blocks.dd(a, b);
      }
    }
    // The director.
    const S &w = in_.hinged[I], &s = in_.director[I];
    const S sigma_s = sigma_[I] * s, own_phi = k(I, I) * e.by_phi, curved = w * e.f.second * sigma_s;
    const HingeGradient<S> mixed(
        geometry, geometry.o * (S(2.0) * e.f.first * sigma_s) + geometry.n * curved + e.g * own_phi,
        geometry.other_n * (curved * geometry.h * geometry.other_inverse_h) + e.other_g * own_phi);
    for (int b = 0; b < 3; ++b) {
      const auto col = static_cast<std::size_t>(b);
      at(h, phi, 3 * I + col) = mixed.c[b] + e.by_phi * others[I][b];
      at(h, phi, 3 * P + col) = mixed.p[b] + e.by_phi * others[P][b];
      at(h, phi, 3 * Q + col) = mixed.q[b] + e.by_phi * others[Q][b];
      at(h, phi, 3 * D + col) = mixed.d[b];
    }
    at(h, phi, phi) = S(2.0) * geometry.h * e.f.second * sigma_s * s + own_phi * e.by_phi;
  }

  /// Neighbours and directors of different edges meet only in K_ij dII_i dII_j^T.
  void put_far_pairs(S* h, const std::array<HingeGradient<S>, 3>& bend) const {
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        if (i == j) continue;
        const V d = bend[j].d * k(i, j);
        for (int b = 0; b < 3; ++b) {
          const std::size_t col = 9 + 3 * j + static_cast<std::size_t>(b);
          at(h, 18 + i, col) = edges_[i].by_phi * d[b];
          if (j > i) continue;
          for (int a = 0; a < 3; ++a) at(h, 9 + 3 * i + static_cast<std::size_t>(a), col) = bend[i].d[a] * d[b];
        }
        if (j < i) at(h, 18 + i, 18 + j) = edges_[i].by_phi * (edges_[j].by_phi * k(i, j));
      }
    }
  }

  /// A block of corners into the packed triangle; of one on the diagonal the lower half.
  template <std::size_t Row, std::size_t Col>
  static void add(S* h, const M& m) {
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < (Row == Col ? a + 1 : 3); ++b) {
        const std::size_t row = 3 * Row + static_cast<std::size_t>(a), col = 3 * Col + static_cast<std::size_t>(b);
        at(h, Row >= Col ? row : col, Row >= Col ? col : row) += m(a, b);
      }
    }
  }

  BendingInput<S> in_;
  std::array<Edge, 3> edges_;
  std::array<S, 3> sigma_;
  S energy_;
};

}  // namespace plumb
