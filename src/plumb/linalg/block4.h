#pragma once

#include <array>

#include <plumb/linalg/packet.h>

namespace plumb::block4 {

// Kernels on 4x4 blocks stored column by column: a column is one vector of four lanes.

using Lanes = Packet::Lanes;
// The same in memory: any alignment of doubles, and it may alias them.
typedef double LanesInMemory __attribute__((vector_size(32), aligned(8), may_alias));

inline Lanes load(const double* p) { return *reinterpret_cast<const LanesInMemory*>(p); }
inline void store(double* p, const Lanes& v) { *reinterpret_cast<LanesInMemory*>(p) = v; }
inline Lanes all_of(double x) { return Lanes{x, x, x, x}; }
/// c - a b, rounded once where the processor can.
inline Lanes minus_product(const Lanes& c, const Lanes& a, const Lanes& b) {
#ifdef __FMA__
  return static_cast<Lanes>(
      _mm256_fnmadd_pd(static_cast<__m256d>(a), static_cast<__m256d>(b), static_cast<__m256d>(c)));
#else
  return c - a * b;
#endif
}

/// The lanes of `v` that lie in [0, n) when lane i stands for index first + i; 0 elsewhere. For the padded ends.
inline Lanes load_clipped(const double* v, int first, int n) {
  if (first >= 0 && first + 4 <= n) return load(v + first);
  Lanes r{};
  for (int i = 0; i < 4; ++i) {
    if (first + i >= 0 && first + i < n) r[i] = v[first + i];
  }
  return r;
}
inline void store_clipped(double* v, int first, int n, const Lanes& x) {
  if (first >= 0 && first + 4 <= n) return store(v + first, x);
  for (int i = 0; i < 4; ++i) {
    if (first + i >= 0 && first + i < n) v[first + i] = x[i];
  }
}

/// B x
inline Lanes times(const double* b, const double* x) {
  return (load(b) * all_of(x[0]) + load(b + 4) * all_of(x[1])) +
         (load(b + 8) * all_of(x[2]) + load(b + 12) * all_of(x[3]));
}

/// The sums of the lanes of four vectors, as one vector.
inline Lanes sum_lanes(const Lanes& a, const Lanes& b, const Lanes& c, const Lanes& d) {
  const Lanes ab = __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
  const Lanes cd = __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
  return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// T -= X Y^T
inline void subtract_product_transposed(double* t, const double* x, const double* y) {
  const Lanes x0 = load(x), x1 = load(x + 4), x2 = load(x + 8), x3 = load(x + 12);
  for (int c = 0; c < 4; ++c) {
    store(t + 4 * c, load(t + 4 * c) - ((x0 * all_of(y[c]) + x1 * all_of(y[4 + c])) +
                                        (x2 * all_of(y[8 + c]) + x3 * all_of(y[12 + c]))));
  }
}

/// L D L^T of a block: unit lower L, 1 / D, D itself.
struct Pivots {
  double l10, l20, l30, l21, l31, l32;
  std::array<double, 4> d, inverse;
};

/// From the lower triangle of `a`.
inline Pivots factor(const double* a) {
  Pivots p;
  p.d[0] = a[0];
  p.inverse[0] = 1 / p.d[0];
  p.l10 = a[1] * p.inverse[0];
  p.l20 = a[2] * p.inverse[0];
  p.l30 = a[3] * p.inverse[0];
  p.d[1] = a[5] - p.l10 * a[1];
  p.inverse[1] = 1 / p.d[1];
  const double a21 = a[6] - p.l20 * a[1];
  const double a31 = a[7] - p.l30 * a[1];
  p.l21 = a21 * p.inverse[1];
  p.l31 = a31 * p.inverse[1];
  p.d[2] = (a[10] - p.l20 * a[2]) - p.l21 * a21;
  p.inverse[2] = 1 / p.d[2];
  const double a32 = (a[11] - p.l30 * a[2]) - p.l31 * a21;
  p.l32 = a32 * p.inverse[2];
  p.d[3] = ((a[15] - p.l30 * a[3]) - p.l31 * a31) - p.l32 * a32;
  p.inverse[3] = 1 / p.d[3];
  return p;
}

/// X = B L^-T, and B becomes X D^-1.
inline void divide_right(double* b, double* x, const Pivots& p) {
  const Lanes x0 = load(b);
  const Lanes x1 = load(b + 4) - x0 * all_of(p.l10);
  const Lanes x2 = (load(b + 8) - x0 * all_of(p.l20)) - x1 * all_of(p.l21);
  const Lanes x3 = ((load(b + 12) - x0 * all_of(p.l30)) - x1 * all_of(p.l31)) - x2 * all_of(p.l32);
  store(x, x0);
  store(x + 4, x1);
  store(x + 8, x2);
  store(x + 12, x3);
  store(b, x0 * all_of(p.inverse[0]));
  store(b + 4, x1 * all_of(p.inverse[1]));
  store(b + 8, x2 * all_of(p.inverse[2]));
  store(b + 12, x3 * all_of(p.inverse[3]));
}

/// In place L^-1 y and L^-T y, with unit lower L below the diagonal of a block.
inline void solve_lower(const double* l, double* y) {
  y[1] -= l[1] * y[0];
  y[2] = (y[2] - l[2] * y[0]) - l[6] * y[1];
  y[3] = ((y[3] - l[3] * y[0]) - l[7] * y[1]) - l[11] * y[2];
}
inline void solve_upper(const double* l, double* y) {
  y[2] -= l[11] * y[3];
  y[1] = (y[1] - l[7] * y[3]) - l[6] * y[2];
  y[0] = ((y[0] - l[3] * y[3]) - l[2] * y[2]) - l[1] * y[1];
}

}  // namespace plumb::block4
