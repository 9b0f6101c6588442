#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include <plumb/linalg/first_dual.h>

namespace plumb {

/// f(0), f(1), ... f(N - 1), the index known at compile time: each row of a packed triangle becomes a loop of constant
/// length, which the compiler turns into vectors.
template <int N, class F>
[[gnu::always_inline]] inline void for_each_row(const F& f) {
  [&]<unsigned... I>(std::integer_sequence<unsigned, I...>) [[gnu::always_inline]] {
    (f(std::integral_constant<unsigned, I>{}), ...);
  }
  (std::make_integer_sequence<unsigned, N>{});
}

/// Second-order forward dual: value, N first and N (N + 1) / 2 second derivatives, all exact. With T = Packet, four
/// elements at once.
template <int N, class T = double>
struct Dual2 {
  using Base = T;
  static constexpr int kSize = N;
  static constexpr int kPacked = N * (N + 1) / 2;

  T value;
  std::array<T, N> gradient;
  std::array<T, kPacked> hessian;  ///< lower triangle by rows: (0,0) (1,0) (1,1) (2,0) ...

  /// Where (i, j) lies in `hessian`, in either order.
  static constexpr unsigned packed(int i, int j) {
    return static_cast<unsigned>(i >= j ? i * (i + 1) / 2 + j : j * (j + 1) / 2 + i);
  }
  const T& second(int i, int j) const { return hessian[packed(i, j)]; }

  Dual2() = default;
  template <ConstantOver<T> S>
  Dual2(const S& constant) : value(static_cast<T>(constant)) {
    gradient.fill(T(0.0));
    hessian.fill(T(0.0));
  }
  /// The index-th independent variable.
  static Dual2 variable(const T& value, int index) {
    Dual2 x(value);
    x.gradient[static_cast<unsigned>(index)] = T(1.0);
    return x;
  }

  // As in Dual.
  template <class F>
  static Dual2 map(const Dual2& a, const F& f) {
    Dual2 r;
    r.value = f(a.value);
    for (unsigned i = 0; i < N; ++i) r.gradient[i] = f(a.gradient[i]);
    for (unsigned k = 0; k < kPacked; ++k) r.hessian[k] = f(a.hessian[k]);
    return r;
  }
  template <class F>
  static Dual2 zip(const Dual2& a, const Dual2& b, const F& f) {
    Dual2 r;
    r.value = f(a.value, b.value);
    for (unsigned i = 0; i < N; ++i) r.gradient[i] = f(a.gradient[i], b.gradient[i]);
    for (unsigned k = 0; k < kPacked; ++k) r.hessian[k] = f(a.hessian[k], b.hessian[k]);
    return r;
  }
  /// (ab)'' = a'' b + a b'' + a' b'^T + b' a'^T
  static Dual2 product(const Dual2& a, const Dual2& b) {
    Dual2 r;
    const T av = a.value, bv = b.value;
    const std::array<T, N> ag = a.gradient, bg = b.gradient;
    for_each_row<N>([&](auto row) {
      constexpr unsigned i = row, first = i * (i + 1) / 2;
      for (unsigned j = 0; j <= i; ++j) {
        r.hessian[first + j] =
            (a.hessian[first + j] * bv + av * b.hessian[first + j]) + (ag[i] * bg[j] + bg[i] * ag[j]);
      }
    });
    for (unsigned i = 0; i < N; ++i) r.gradient[i] = ag[i] * bv + av * bg[i];
    r.value = av * bv;
    return r;
  }
  /// From c b = a: c'' = (a'' - c b'' - c' b'^T - b' c'^T) / b
  static Dual2 quotient(const Dual2& a, const Dual2& b) {
    Dual2 r;
    const T inverse = T(1.0) / b.value, cv = a.value * inverse;
    const std::array<T, N> bg = b.gradient;
    std::array<T, N> cg;
    for (unsigned i = 0; i < N; ++i) cg[i] = (a.gradient[i] - cv * bg[i]) * inverse;
    for_each_row<N>([&](auto row) {
      constexpr unsigned i = row, first = i * (i + 1) / 2;
      for (unsigned j = 0; j <= i; ++j) {
        r.hessian[first + j] =
            ((a.hessian[first + j] - cv * b.hessian[first + j]) - (cg[i] * bg[j] + bg[i] * cg[j])) * inverse;
      }
    });
    r.gradient = cg;
    r.value = cv;
    return r;
  }
};

/// f(a), given f, f' and f'' at the value of a: f(a)'' = f' a'' + f'' a' a'^T.
template <int N, class T>
Dual2<N, T> chain(const Dual2<N, T>& a, const T& f, const T& df, const T& ddf) {
  Dual2<N, T> r;
  r.value = f;
  const std::array<T, N> g = a.gradient;
  for_each_row<N>([&](auto row) {
    constexpr unsigned i = row, first = i * (i + 1) / 2;
    const T scaled = ddf * g[i];
    for (unsigned j = 0; j <= i; ++j) r.hessian[first + j] = df * a.hessian[first + j] + scaled * g[j];
  });
  for (unsigned i = 0; i < N; ++i) r.gradient[i] = df * g[i];
  return r;
}

}  // namespace plumb
