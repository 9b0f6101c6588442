#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include <plumb/strain/naghdi.h>
#include <plumb/strain/rotation.h>

namespace plumb {

/// What a point of integration knows of its element.
template <class S, std::size_t Points, std::size_t Dirs>
struct NaghdiKernelPoint {
  std::array<std::array<S, 2>, Points> slope;  ///< of positions, in an orthonormal frame of the rest surface, 1/m
  std::array<S, Dirs> value;                   ///< of directors
  std::array<std::array<S, 2>, Dirs> director_slope;
  S stretch, shear, bend;  ///< A, 5/6 G t and D times area: J, J, J m^2
  std::array<S, 8> rest;   ///< strains
  bool bends = true;       ///< false: D counts nothing here
};

/// Surface and director at a point, from those of the nodes. T is a scalar with derivatives, or S itself.
template <class T, class S, std::size_t Points, std::size_t Dirs>
DirectorJet<T> director_jet(const NaghdiKernelPoint<S, Points, Dirs>& p, const std::array<Vector3<T>, Points>& x,
                            const std::array<Vector3<T>, Dirs>& d) {
  DirectorJet<T> jet;
  for (Vector3<T>* v : {&jet.x1, &jet.x2, &jet.d, &jet.d1, &jet.d2}) v->setConstant(T(0.0));
  for (int k = 0; k < 3; ++k) {
    for (std::size_t a = 0; a < x.size(); ++a) {
      jet.x1[k] += x[a][k] * p.slope[a][0];
      jet.x2[k] += x[a][k] * p.slope[a][1];
    }
    for (std::size_t b = 0; b < d.size(); ++b) {
      jet.d[k] += d[b][k] * p.value[b];
      jet.d1[k] += d[b][k] * p.director_slope[b][0];
      jet.d2[k] += d[b][k] * p.director_slope[b][1];
    }
  }
  return jet;
}

/// What is conjugate to the strains of strain/naghdi.h: forces and moments, times area.
template <class T, class S, std::size_t Points, std::size_t Dirs>
std::array<T, 8> naghdi_stress(const NaghdiKernelPoint<S, Points, Dirs>& p, double poisson, const std::array<T, 8>& e) {
  const S shear_of_stretch = p.stretch * (0.5 * (1 - poisson)), twist = p.bend * (0.5 * (1 - poisson));
  return {(e[0] + e[1] * poisson) * p.stretch,
          (e[1] + e[0] * poisson) * p.stretch,
          e[2] * shear_of_stretch,
          e[3] * p.shear,
          e[4] * p.shear,
          (e[5] + e[6] * poisson) * p.bend,
          (e[6] + e[5] * poisson) * p.bend,
          e[7] * twist};
}

/// Energy, gradient and exact Hessian of one element, or of a packet of four: `start`, `add` its points, `finish`.
/// A strain is s or, of shear and bend, s/l, with s quadratic in points and directors and l the length of the director.
/// With B the derivatives of the strains by the unknowns, L those of l, n the stresses and n' = n/l, a point gives
///   B^T C B + n' s'' - (w L^T + L w^T) - c l'',   w = n' B and c = n' s/l over shear and bend,   l'' = (d'.d' - L
///   L^T)/l,
/// where s'' does not depend on the state: one number for each pair of nodes, times the unit matrix; so does d'.d'.
/// Directors turn, with d'' = -d: that is finished once, with the sum of what pulls at each.
template <class S, std::size_t Points, std::size_t Dirs>
class NaghdiKernel {
 public:
  static constexpr std::size_t kUnknowns = 3 * Points + 2 * Dirs;
  using V = Vector3<S>;
  using Point = NaghdiKernelPoint<S, Points, Dirs>;

  std::array<V, Points> x;              ///< points
  std::array<Matrix3<S>, Dirs> triads;  ///< t1, t2, d

  S energy{};
  std::array<S, kUnknowns> gradient;
  std::array<S, kUnknowns*(kUnknowns + 1) / 2> hessian;  ///< packed lower triangle, row by row

  void start(bool wants_hessian) {
    wants_hessian_ = wants_hessian;
    energy = S(0.0);
    for (V& f : force_) f.setConstant(S(0.0));
    for (V& f : pull_) f.setConstant(S(0.0));
    for (std::size_t b = 0; b < Dirs; ++b) directors_[b] = triads[b].col(2);
    if (!wants_hessian) return;
    hessian.fill(S(0.0));
    for (auto& row : of_points_) row.fill(S(0.0));
    for (auto& row : of_both_) row.fill(S(0.0));
    for (auto& row : of_directors_) row.fill(S(0.0));
  }

  /// False outside the domain of the strains.
  bool add(const Point& p, double poisson) {
    const DirectorJet<S> j = director_jet<S>(p, x, directors_);
    Column strain;
    if (!naghdi_strain(j, strain)) return false;
    Column off;
    for (std::size_t k = 0; k < 8; ++k) off[k] = strain[k] - p.rest[k];
    Column n = naghdi_stress(p, poisson, off);
    for (std::size_t k = 0; k < 8; ++k) energy += n[k] * off[k] * 0.5;

    const S shrink = S(1.0) / sqrt(S(j.d.dot(j.d)));
    S shorter(0.0);  // c
    for (std::size_t k = 3; k < 8; ++k) {
      n[k] *= shrink;
      shorter += n[k] * strain[k];
    }
    const V unit = j.d * shrink;
    const V by_x1 = j.x1 * n[0] + j.x2 * n[2] + j.d * n[3] - j.d1 * n[5] - j.d2 * n[7];
    const V by_x2 = j.x2 * n[1] + j.x1 * n[2] + j.d * n[4] - j.d2 * n[6] - j.d1 * n[7];
    const V by_d = j.x1 * n[3] + j.x2 * n[4] - unit * shorter;
    const V by_d1 = -(j.x1 * n[5] + j.x2 * n[7]), by_d2 = -(j.x2 * n[6] + j.x1 * n[7]);
    for (std::size_t a = 0; a < Points; ++a) force_[a] += by_x1 * p.slope[a][0] + by_x2 * p.slope[a][1];
    for (std::size_t b = 0; b < Dirs; ++b) {
      pull_[b] += by_d * p.value[b] + by_d1 * p.director_slope[b][0] + by_d2 * p.director_slope[b][1];
    }
    if (!wants_hessian_) return true;
    add_second(p, n, shorter * shrink);
    if (p.bends) {
      add_first<8>(p, poisson, j, strain, n, shrink, shorter);
    } else {
      add_first<5>(p, poisson, j, strain, n, shrink, shorter);
    }
    return true;
  }

  void finish() {
    for (std::size_t i = 0; i < 3 * Points; ++i) gradient[i] = force_[i / 3][static_cast<int>(i % 3)];
    for (std::size_t i = 0; i < 2 * Dirs; ++i) gradient[3 * Points + i] = tangent(i).dot(pull_[i / 2]);
    if (!wants_hessian_) return;
    for (std::size_t a = 0; a < Points; ++a) {
      for (std::size_t b = 0; b <= a; ++b) {
        for (std::size_t k = 0; k < 3; ++k) at(3 * a + k, 3 * b + k) += of_points_[a][b];
      }
    }
    for (std::size_t i = 0; i < 2 * Dirs; ++i) {
      const V t = tangent(i);
      const std::size_t row = 3 * Points + i;
      for (std::size_t a = 0; a < Points; ++a) {
        for (int k = 0; k < 3; ++k) at(row, 3 * a + static_cast<std::size_t>(k)) += t[k] * of_both_[a][i / 2];
      }
      for (std::size_t k = 0; k <= i; ++k) at(row, 3 * Points + k) += t.dot(tangent(k)) * of_directors_[i / 2][k / 2];
      at(row, row) -= directors_[i / 2].dot(pull_[i / 2]);
    }
  }

 private:
  using Column = std::array<S, 8>;

  S& at(std::size_t row, std::size_t col) { return hessian[row * (row + 1) / 2 + col]; }
  /// The way a director goes with its unknown, all directors in a row.
  V tangent(std::size_t i) const { return triads[i / 2].col(static_cast<int>(i % 2)); }

  /// n' s'' - c d'.d'/l.
  void add_second(const Point& p, const Column& n, const S& shorter) {
    for (std::size_t a = 0; a < Points; ++a) {
      const S s1 = p.slope[a][0], s2 = p.slope[a][1];
      const S u1 = n[0] * s1 + n[2] * s2, u2 = n[2] * s1 + n[1] * s2;
      for (std::size_t b = 0; b <= a; ++b) of_points_[a][b] += u1 * p.slope[b][0] + u2 * p.slope[b][1];
      const S v = n[3] * s1 + n[4] * s2, v1 = n[5] * s1 + n[7] * s2, v2 = n[7] * s1 + n[6] * s2;
      for (std::size_t b = 0; b < Dirs; ++b) {
        of_both_[a][b] += v * p.value[b] - v1 * p.director_slope[b][0] - v2 * p.director_slope[b][1];
      }
    }
    for (std::size_t a = 0; a < Dirs; ++a) {
      for (std::size_t b = 0; b <= a; ++b) of_directors_[a][b] -= shorter * p.value[a] * p.value[b];
    }
  }

  /// The rest, on the first `Strains` strains. Stretch (0, 1, 2) does not see the directors, nor L the points.
  template <std::size_t Strains>
  void add_first(const Point& p, double poisson, const DirectorJet<S>& j, const Column& strain, const Column& n,
                 const S& shrink, const S& shorter) {
    std::array<Column, kUnknowns> b;
    std::array<S, kUnknowns> w;  // less half of c L/l, so that L L^T is in it
    std::array<S, 2 * Dirs> l;
    const V d = j.d * shrink, d1 = j.d1 * shrink, d2 = j.d2 * shrink, x1 = j.x1 * shrink, x2 = j.x2 * shrink;
    for (std::size_t a = 0; a < Points; ++a) {
      const S s1 = p.slope[a][0], s2 = p.slope[a][1];
      for (std::size_t i = 0; i < 3; ++i) {
        const int c = static_cast<int>(i);
        b[3 * a + i] = {j.x1[c] * s1,  j.x2[c] * s2,  j.x2[c] * s1 + j.x1[c] * s2, d[c] * s1, d[c] * s2,
                        -(d1[c] * s1), -(d2[c] * s2), -(d2[c] * s1 + d1[c] * s2)};
        w[3 * a + i] = product<3, Strains>(n, b[3 * a + i]);
      }
    }
    for (std::size_t i = 0; i < 2 * Dirs; ++i) {
      const V t = tangent(i);
      const S value = p.value[i / 2], s1 = p.director_slope[i / 2][0], s2 = p.director_slope[i / 2][1];
      const S along1 = x1.dot(t), along2 = x2.dot(t);
      l[i] = d.dot(t) * value;
      Column& column = b[3 * Points + i];
      column = {S(0.0),         S(0.0),         S(0.0),         along1 * value,
                along2 * value, -(along1 * s1), -(along2 * s2), -(along1 * s2 + along2 * s1)};
      const S shrunk = l[i] * shrink;
      for (std::size_t k = 3; k < 8; ++k) column[k] -= strain[k] * shrunk;
      w[3 * Points + i] = product<3, Strains>(n, column) - shorter * shrunk * 0.5;
    }
    S* h = hessian.data();
    for (std::size_t i = 0; i < 3 * Points; ++i) {
      const Column stress = naghdi_stress(p, poisson, b[i]);
      for (std::size_t k = 0; k <= i; ++k) *h++ += product<0, Strains>(stress, b[k]);
    }
    for (std::size_t i = 0; i < 2 * Dirs; ++i) {
      const Column stress = naghdi_stress(p, poisson, b[3 * Points + i]);
      const S li = l[i], wi = w[3 * Points + i];
      for (std::size_t k = 0; k < 3 * Points; ++k) *h++ += product<3, Strains>(stress, b[k]) - li * w[k];
      for (std::size_t k = 0; k <= i; ++k) {
        *h++ += product<3, Strains>(stress, b[3 * Points + k]) - (li * w[3 * Points + k] + wi * l[k]);
      }
    }
  }

  template <std::size_t First, std::size_t Last>
  static S product(const Column& a, const Column& b) {
    S sum = a[First] * b[First];
    for (std::size_t k = First + 1; k < Last; ++k) sum += a[k] * b[k];
    return sum;
  }

  bool wants_hessian_ = false;
  std::array<V, Dirs> directors_;
  std::array<V, Points> force_;  ///< dE/dx
  std::array<V, Dirs> pull_;     ///< dE/dd
  /// Second derivatives, times the unit matrix.
  std::array<std::array<S, Points>, Points> of_points_;
  std::array<std::array<S, Dirs>, Points> of_both_;
  std::array<std::array<S, Dirs>, Dirs> of_directors_;
};

}  // namespace plumb
